// The rig desk: a skinned model and its target shapes, a fit with helper bones that is watched
// while it runs, both side by side with the error as colors, and joints to play with.

import { bytes, clear, figure, find, make, say } from "./dom.js";
import { slider } from "./controls.js";
import { FLAGS } from "./wire.js";
import { bring, bringSet, isExampleSet } from "./gallery.js";

export class RigSheet {
  constructor(app, sheet) {
    this.app = app;
    this.sheet = sheet;
    this.models = null;
    this.rig = null;
    this.poses = 100;
    this.helpers = 2;
    this.degree = 2;
    this.files = [];
    this.model = null; // own files, as the server knows them
    this.targets = [];
    this.ownOpen = false;
    this.frame = 0; // the example pose that is shown
  }

  async build() {
    clear(this.sheet);
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (this.rig && this.rig.state !== "closed") {
      this.buildDesk();
      return;
    }
    this.sheet.append(
      make("h3", {}, "Rig desk"),
      make(
        "p",
        { class: "hint" },
        "Makes a light skinned character: helper bones are fitted so that plain skinning follows the target shapes.",
      ),
    );
    if (!this.models) {
      try {
        this.models = (await this.app.wire.ask("rig", { act: "models" })).models ?? [];
        if (turn !== this.turn) {
          return; // built again while the answer was on its way
        }
      } catch (e) {
        this.sheet.append(make("p", { class: "hint bad-text" }, "The rig desk is closed: " + e.message));
        return;
      }
    }
    const list = make("div", { class: "part" });
    for (const m of this.models) {
      list.append(
        make(
          "button",
          { class: "quiet", "data-model": m.id, onclick: () => this.open(m.id) },
          m.title ?? m.id,
        ),
        make("p", { class: "hint" }, m.about ?? ""),
      );
    }
    this.sheet.append(list, this.ownModel());
  }

  /** A model of one's own, and the shapes that its skin shall take. */
  ownModel() {
    const name = (f) => make("b", {}, f ? f.name : "none yet");
    const chooser = (id, text, accept, many, take) => {
      const input = make("input", { type: "file", accept, id, hidden: true, multiple: many });
      input.addEventListener("change", () => {
        take([...input.files]);
        input.value = "";
      });
      return [make("button", { class: "quiet", onclick: () => input.click() }, text), input];
    };
    const box = make(
      "details",
      { id: "rig-own" },
      make("summary", {}, "Own model"),
      make(
        "div",
        { class: "part" },
        make("p", { class: "hint" }, "1. A skinned model (GLB): ", name(this.model)),
        ...chooser("rig-model-file", "Choose a model…", ".glb,.gltf", false, (f) => this.takeFiles(f)),
        make(
          "p",
          { class: "hint" },
          "2. Target shapes (PC2, MDD, a folder of examples), if there are any: ",
          make("b", {}, this.targets.length > 0 ? this.targets.map((t) => t.name).join(", ") : "none yet"),
        ),
        ...chooser("rig-targets-file", "Choose targets…", ".pc2,.mdd,.obj,.glb", true, (f) => this.bringTargets(f)),
        make(
          "p",
          { class: "hint" },
          "Or drop the files anywhere on this page. Without targets, the model gets flesh that is simulated.",
        ),
        make(
          "button",
          {
            class: "strong",
            id: "rig-open-own",
            disabled: !this.model,
            onclick: () => this.open("upload:" + this.model.id, this.targets.map((t) => "upload:" + t.id)),
          },
          "Open on the desk",
        ),
      ),
    );
    box.open = this.ownOpen;
    box.addEventListener("toggle", () => (this.ownOpen = box.open));
    return box;
  }

  /** Files that were dropped: models while this sheet is up, point caches and example sets always. */
  takeFiles(files, sets = []) {
    const ending = (f) => f.name.toLowerCase().split(".").pop();
    const caches = files.filter((f) => ["pc2", "mdd"].includes(ending(f)));
    const models = files.filter((f) => ["glb", "gltf"].includes(ending(f)));
    const set = sets[0] ?? (isExampleSet(files) ? { name: "set", files } : null);
    const shapes = caches.length > 0 || set !== null;
    const mine = shapes || (this.app.tab === "rig" && models.length > 0);
    if (mine) {
      this.bringModel(models[0]).then(() => (set ? this.bringExamples(set) : this.bringTargets(caches)));
    }
    return mine;
  }

  async bringModel(file) {
    if (file) {
      try {
        this.model = await bring(file);
        this.targets = [];
        if (this.rig) {
          await this.open("upload:" + this.model.id);
        } else {
          this.chosen();
        }
      } catch (e) {
        say(e.message, "bad");
      }
    }
  }

  async bringTargets(files) {
    if (isExampleSet(files)) {
      await this.bringExamples({ name: "set", files });
    } else if (files.length > 0) {
      await this.takeTargets(async () => {
        const brought = [];
        for (const f of files) {
          brought.push(await bring(f));
        }
        return brought;
      });
    }
  }

  /** A set that `rig sample --blocks` wrote: shapes with their poses. */
  async bringExamples({ name, files }) {
    say("Reading " + name + "…");
    await this.takeTargets(async () => [await bringSet(name, files)]);
  }

  async takeTargets(bringAll) {
    try {
      this.targets = await bringAll();
    } catch (e) {
      say(e.message, "bad");
      return;
    }
    if (this.rig && this.rig.state !== "closed") {
      this.act("targets", { targets: this.targets.map((t) => "upload:" + t.id) });
    } else {
      this.chosen();
    }
  }

  /** Shows what was chosen so far. */
  chosen() {
    this.ownOpen = true;
    if (this.app.tab !== "rig") {
      this.app.showTab("rig");
    } else if (!this.rig) {
      this.build();
    }
  }

  async open(model, targets = []) {
    try {
      await this.app.wire.ask("rig", { act: "open", model, ...(targets.length > 0 ? { targets } : {}) });
    } catch {
      // the refusal has been shown
    }
  }

  /** What the server says about the desk. */
  take(message) {
    const old = this.rig;
    this.rig = { ...(old ?? {}), ...message };
    if (message.state === "closed") {
      this.close();
    } else if (!old || old.state !== this.rig.state || old.model !== this.rig.model) {
      if (!old) {
        this.files = [];
        this.app.deskOpened();
      }
      if (old?.state === "fitting" && this.rig.state === "ready" && this.rig.poses > 2) {
        // The rest pose has no error to show: look at one that is bent.
        this.frame = Math.floor(0.6 * this.rig.poses);
        this.act("frame", { index: this.frame });
      }
      this.app.stage.setChannel("stretch");
      this.legend();
      if (this.app.tab === "rig") {
        this.build();
      }
    } else {
      this.refresh();
    }
  }

  /** The desk is cleared, here or by a scene that was opened. */
  close() {
    if (this.rig) {
      this.rig = null;
      this.bar = null;
      this.app.stage.setChannel(this.app.views.view.channel);
      this.app.views.show();
      if (this.app.tab === "rig") {
        this.build();
      }
    }
  }

  legend() {
    const legend = clear(find("legend"));
    legend.hidden = false;
    legend.append(
      "Distance from the target",
      make("div", { class: "ramp" }),
      make("div", { class: "ends" }, make("span", {}, "0"), make("span", {}, meters(this.rig.errorScale ?? 0))),
    );
  }

  /** "target" and "rig" over the two, wherever they are seen. */
  placeLabels() {
    const { stage } = this.app;
    for (const [flag, text] of [
      [FLAGS.TARGET, "target"],
      [FLAGS.RIG, "rig"],
    ]) {
      const surface = this.rig ? stage.moving().find((s) => s.flags & flag) : null;
      const old = this.labels?.get(flag);
      if (!surface) {
        old?.remove();
        this.labels?.delete(flag);
        continue;
      }
      const e = old ?? find("stage").appendChild(make("div", { class: "label" }, text));
      (this.labels ??= new Map()).set(flag, e);
      const top = this.app.hands.topOf(surface);
      e.style.transform = "translate(" + top.x.toFixed(1) + "px," + Math.max(40, top.y - 8).toFixed(1) + "px)";
    }
  }

  buildDesk() {
    const r = this.rig;
    const busy = r.state === "sampling" || r.state === "fitting";
    const whole = (id, label, value, most, change) =>
      slider({ id, label, setting: { key: id, type: "integer", min: { "rig-degree": 1, "rig-poses": 2 }[id] ?? 0, max: most, default: value }, value, change }).box;
    this.bar = make("progress", { max: 1, value: r.part ?? 0, hidden: !busy });
    this.text = make("p", { class: "hint" }, r.text ?? "");
    this.curve = make("canvas", { class: "graph", role: "img", "aria-label": "Error by iteration" });
    this.table = make("div", { class: "figures-table", id: "rig-figures" });
    const sample = make(
      "button",
      { class: "quiet", id: "rig-sample", disabled: busy, onclick: () => this.act("sample", { poses: this.poses }) },
      "Make examples",
    );
    const fit = make("button", { class: "strong", id: "rig-fit", disabled: busy, onclick: () => this.act("fit", { helpers: this.helpers, degree: this.degree }) }, "Fit");
    this.sheet.append(
      make(
        "div",
        { class: "part" },
        make("h3", {}, String(r.model ?? "Rig")),
        make("p", { class: "hint" }, "Target left, rig right. Gray is exact, red is the largest error."),
        whole("rig-poses", "Example poses", this.poses, 1000, (v) => (this.poses = v)),
        whole("rig-helpers", "Helper bones", this.helpers, 12, (v) => (this.helpers = v)),
        whole("rig-degree", "Degree of the controllers", this.degree, 3, (v) => (this.degree = v)),
        make(
          "div",
          { class: "row" },
          sample,
          fit,
          make("button", { class: "quiet", disabled: !busy, onclick: () => this.act("stop") }, "Stop"),
          make("button", { class: "quiet", id: "rig-export", disabled: r.state !== "ready", onclick: () => this.act("export") }, "Export"),
          make("button", { class: "quiet", id: "rig-close", onclick: () => this.act("close") }, "Close"),
        ),
        this.bar,
        this.text,
        r.state === "failed" ? make("p", { class: "hint bad-text" }, r.text ?? "It failed.") : null,
      ),
      make("div", { class: "part" }, make("h3", {}, "Error"), this.curve, this.table),
    );
    if (r.poses > 0) {
      const pose = slider({
        id: "rig-pose",
        label: "Example pose",
        setting: { key: "rig-pose", type: "integer", min: 0, max: r.poses - 1, default: r.poses / 2 },
        value: Math.min(this.frame, r.poses - 1),
        change: (v) => {
          this.frame = v;
          this.act("frame", { index: v });
        },
      });
      this.sheet.append(make("div", { class: "part" }, make("h3", {}, "Examples"), pose.box));
    }
    this.joints();
    this.exportList = make("ul", { class: "files", id: "rig-exports" });
    this.sheet.append(this.exportList);
    this.showFiles();
    this.refresh();
  }

  /** Files that were written while the desk was open. */
  exported(files) {
    if (this.rig) {
      this.files = files;
      this.showFiles();
    }
  }

  showFiles() {
    clear(this.exportList).append(
      ...this.files.map((f) =>
        make("li", {}, make("a", { href: f.href, download: f.name }, f.name, make("small", {}, bytes(f.bytes)))),
      ),
    );
  }

  joints() {
    const joints = this.rig.joints ?? [];
    if (joints.length === 0) {
      return;
    }
    const part = make("div", { class: "part" }, make("h3", {}, "Joints"));
    for (const j of joints) {
      const degrees = [...(j.degrees ?? [0, 0, 0])];
      const axes = j.axes ?? ["x", "y", "z"];
      const box = make("details", {}, make("summary", {}, j.name));
      box.open = joints.length <= 2;
      axes.forEach((axis, c) => {
        const least = j.least?.[c] ?? -90;
        const most = j.most?.[c] ?? 90;
        if (most - least < 1e-6) {
          return;
        }
        const range = make("input", {
          type: "range",
          min: least,
          max: most,
          step: 0.5,
          value: degrees[c],
          "aria-label": j.name + " " + axis,
        });
        const value = make("span", { class: "unit" }, figure(degrees[c]) + "°");
        range.addEventListener("input", () => {
          degrees[c] = Number(range.value);
          value.textContent = figure(degrees[c]) + "°";
          this.act("joint", { name: j.name, degrees });
        });
        box.append(make("div", { class: "control" }, make("label", {}, axis), value, range));
      });
      part.append(box);
    }
    this.sheet.append(part);
  }

  act(act, fields = {}) {
    this.app.wire.tell("rig", { act, ...fields });
  }

  refresh() {
    const r = this.rig;
    if (!r || !this.bar) {
      return;
    }
    this.bar.value = r.part ?? 0;
    this.text.textContent = this.bar.hidden ? "" : (r.text ?? "");
    clear(this.table);
    const rows = [
      ["Iterations", r.rms?.length],
      ["Error without helpers", r.driversRms === undefined ? undefined : meters(r.driversRms)],
      ["Error now (rms)", r.rms?.length > 0 ? meters(r.rms[r.rms.length - 1]) : undefined],
      ["Largest error", r.maxError === undefined ? undefined : meters(r.maxError)],
      ["Helper bones", r.helpers?.length],
    ];
    for (const [text, value] of rows) {
      if (value !== undefined) {
        this.table.append(make("span", {}, text), make("span", {}, String(value)));
      }
    }
    this.drawCurve(r.rms ?? [], r.driversRms);
  }

  drawCurve(rms, start) {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const c = this.curve;
    c.width = (c.clientWidth || 280) * ratio;
    c.height = 110 * ratio;
    const g = c.getContext("2d");
    const all = [...(start > 0 ? [start] : []), ...rms].filter((v) => v > 0);
    if (all.length === 0) {
      return;
    }
    const low = Math.log(Math.min(...all)) - 0.2;
    const high = Math.log(Math.max(...all)) + 0.1;
    const x = (i, n) => (8 + (i / Math.max(1, n - 1)) * (c.width / ratio - 16)) * ratio;
    const y = (v) => (8 + ((high - Math.log(v)) / (high - low)) * 94) * ratio;
    g.lineWidth = 2 * ratio;
    if (start > 0) {
      g.strokeStyle = "#5c6573";
      g.beginPath();
      g.moveTo(x(0, 2), y(start));
      g.lineTo(x(1, 2), y(start));
      g.stroke();
    }
    g.strokeStyle = "#f2c14e";
    g.beginPath();
    rms.forEach((v, i) => (i === 0 ? g.moveTo(x(i, rms.length), y(v)) : g.lineTo(x(i, rms.length), y(v))));
    g.stroke();
  }
}

function meters(v) {
  return v < 0.001 ? figure(1e6 * v) + " µm" : v < 1 ? figure(1000 * v) + " mm" : figure(v) + " m";
}
