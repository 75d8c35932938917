// Views: what the paint shows, cage and bones, the graph of step times, and the figures.

import { clear, figure, find, make, words } from "./dom.js";

const CHANNELS = [
  ["none", "Cel"],
  ["stretch", "Stretch"],
  ["regions", "Regions"],
  ["splits", "Splits and tears"],
  ["pieces", "Pieces"],
  ["weights", "Weights"],
  ["groups", "Groups"],
];

const ENDS = {
  stretch: ["at rest", "stretched"],
  splits: ["whole", "split finest"],
  weights: ["0", "1"],
};

const TINTS = ["#62aeee", "#f2c14e", "#8fd6a0", "#e58a6f", "#b796e8", "#7fd0d6", "#d9d3c7", "#e87fb0"];

export class ViewSheet {
  constructor(app, sheet) {
    this.app = app;
    this.sheet = sheet;
    this.view = { channel: "none", cage: false, bones: false };
    this.history = [];
    this.stats = null;
    this.styles = [];
    this.style = ""; // the scene's own
    this.build();
  }

  /** The named styles that this server can draw. */
  setStyles(list) {
    this.styles = list ?? [];
    this.build();
    this.show();
  }

  /** A scene brings its style and the looks of its bodies; a style that was chosen here stays. */
  sceneStyle(scene) {
    this.ownStyle = scene.style;
    this.ownLooks = new Map(
      (scene.bodies ?? []).map((b) => [b.id, { paint: b.paint, lineWeight: b.lineWeight }]),
    );
    this.setStyle(this.style);
  }

  /** Draws with a named style, or with the scene's own for "". */
  setStyle(name) {
    this.style = name;
    const chosen = this.styles.find((s) => s.name === name)?.style;
    if (chosen) {
      this.app.stage.setStyle(chosen, new Map());
    } else {
      this.app.stage.setStyle(this.ownStyle, this.ownLooks ?? new Map());
    }
    for (const b of this.styleButtons ?? []) {
      b.setAttribute("aria-pressed", String(b.dataset.style === name));
    }
  }

  styleChoice() {
    if (this.styles.length === 0) {
      return null;
    }
    const all = [{ name: "", about: "as the scene says" }, ...this.styles];
    this.styleButtons = all.map((s) =>
      make(
        "button",
        {
          "data-style": s.name,
          title: s.about,
          "aria-pressed": String(s.name === this.style),
          onclick: () => this.setStyle(s.name),
        },
        s.name ? s.name[0].toUpperCase() + words(s.name).slice(1) : "Scene’s own",
      ),
    );
    return make(
      "div",
      { class: "part" },
      make("h3", {}, "Look"),
      make("div", { class: "choices three" }, ...this.styleButtons),
    );
  }

  build() {
    const { app } = this;
    clear(this.sheet);
    this.buttons = CHANNELS.map(([name, text]) =>
      make(
        "button",
        {
          "data-channel": name,
          "aria-pressed": String(name === this.view.channel),
          onclick: () => this.set({ channel: name }),
        },
        text,
      ),
    );
    const check = (key, text) => {
      const box = make("input", { type: "checkbox", id: "view-" + key, checked: this.view[key] });
      box.addEventListener("change", () => this.set({ [key]: box.checked }));
      this[key + "Box"] = box;
      return make("label", { class: "check" }, box, text);
    };
    const follow = make("input", { type: "checkbox", id: "view-follow", checked: app.stage.follow });
    follow.addEventListener("change", () => {
      app.stage.follow = follow.checked;
      app.stage.touched = false;
    });
    this.example = make("select", { class: "field", "aria-label": "Weights of which example" });
    this.example.hidden = true;
    this.example.addEventListener("change", () => this.set({ example: Number(this.example.value) }));
    this.graph = make("canvas", { class: "graph", role: "img", "aria-label": "Time of a step by stage" });
    this.key = make("div", { class: "graph-key" });
    this.table = make("div", { class: "figures-table", id: "figures-table" });
    this.sheet.append(
      make("div", { class: "part" }, make("h3", {}, "Paint"), make("div", { class: "choices" }, ...this.buttons), this.example),
      this.styleChoice() ?? "",
      make(
        "div",
        { class: "part" },
        make("h3", {}, "Inside"),
        check("cage", "Wireframe of the cage"),
        check("bones", "Bones and helpers"),
        make("label", { class: "check" }, follow, "Follow bodies that travel"),
      ),
      make("div", { class: "part" }, make("h3", {}, "Time of a step"), this.graph, this.key),
      make("div", { class: "part" }, make("h3", {}, "Figures"), this.table),
    );
    this.drawGraph();
    this.fillTable();
  }

  /** For when the sheet comes up again. */
  redraw() {
    this.drawGraph();
    this.fillTable();
  }

  set(change) {
    Object.assign(this.view, change);
    const { channel, cage, bones } = this.view;
    this.app.stage.setChannel(channel);
    this.app.stage.setWires(cage, bones);
    this.app.wire.tell("view", { ...this.view });
    this.show();
  }

  /** Says the view again, for a scene that has just been opened. */
  again() {
    this.view.example = 0;
    const examples = this.app.body()?.examples ?? [];
    clear(this.example).append(...examples.map((e, i) => make("option", { value: i }, e.name)));
    const { channel, cage, bones } = this.view;
    if (channel !== "none" || cage || bones) {
      this.set({});
    }
    this.show();
  }

  show() {
    for (const b of this.buttons ?? []) {
      b.setAttribute("aria-pressed", String(b.dataset.channel === this.view.channel));
    }
    if (this.cageBox) {
      this.cageBox.checked = this.view.cage;
      this.bonesBox.checked = this.view.bones;
      this.example.hidden = this.view.channel !== "weights" || this.example.children.length === 0;
    }
    const legend = clear(find("legend"));
    const ends = ENDS[this.view.channel];
    legend.hidden = !ends;
    if (ends) {
      legend.append(
        CHANNELS.find(([n]) => n === this.view.channel)[1],
        make("div", { class: "ramp" }),
        make("div", { class: "ends" }, make("span", {}, ends[0]), make("span", {}, ends[1])),
      );
    }
  }

  next() {
    const i = CHANNELS.findIndex(([n]) => n === this.view.channel);
    this.set({ channel: CHANNELS[(i + 1) % CHANNELS.length][0] });
  }

  take(stats) {
    this.stats = stats;
    this.history.push(stats.stepMicros ?? {});
    if (this.history.length > 120) {
      this.history.shift();
    }
    if (this.graph?.isConnected && this.graph.offsetParent) {
      this.drawGraph();
      this.fillTable();
    }
    this.fillFigures();
  }

  stages() {
    const names = new Set();
    for (const h of this.history) {
      Object.keys(h).forEach((k) => names.add(k));
    }
    names.delete("total");
    return [...names];
  }

  drawGraph() {
    if (!this.graph) {
      return;
    }
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = (this.graph.clientWidth || 280) * ratio;
    const height = 110 * ratio;
    this.graph.width = width;
    this.graph.height = height;
    const g = this.graph.getContext("2d");
    const names = this.stages();
    const sum = (h) => names.reduce((s, n) => s + (h[n] ?? 0), 0);
    const most = Math.max(50, ...this.history.map(sum)) * 1.15;
    const step = width / 120;
    this.history.forEach((h, i) => {
      let y = height;
      const x = width - (this.history.length - i) * step;
      names.forEach((n, k) => {
        const d = ((h[n] ?? 0) / most) * height;
        g.fillStyle = TINTS[k % TINTS.length];
        g.fillRect(x, y - d, Math.max(1, step - ratio * 0.5), d);
        y -= d;
      });
    });
    g.fillStyle = "#a3abb9";
    g.font = 11 * ratio + "px sans-serif";
    g.fillText(figure(most / 1000) + " ms", 6 * ratio, 14 * ratio);
    const last = this.history[this.history.length - 1] ?? {};
    clear(this.key).append(
      ...names.map((n, k) => {
        const e = make("span", {}, words(n) + " " + figure(last[n] ?? 0) + " µs");
        e.style.setProperty("--tint", TINTS[k % TINTS.length]);
        return e;
      }),
    );
  }

  fillTable() {
    if (!this.table || !this.stats) {
      return;
    }
    const s = this.stats;
    const rows = [
      ["Pictures a second", this.app.stage.framesPerSecond],
      ["Steps a second", s.stepsPerSecond],
      ["Particles", s.particles],
      ["Regions", s.regions],
      ["Pieces", s.pieces],
      ["Splits", s.splits],
      ["Tears", s.tears],
      ["Contacts", s.contacts],
      ["Kinetic energy, J", s.kinetic],
    ];
    clear(this.table);
    for (const [text, value] of rows) {
      if (value !== undefined) {
        this.table.append(make("span", {}, text), make("span", {}, figure(value)));
      }
    }
  }

  /** The short line on the stage. */
  fillFigures() {
    const s = this.stats;
    const parts = [
      this.app.stage.framesPerSecond + " fps · " + figure(s.stepsPerSecond) + " steps/s",
      figure(s.particles) + " particles · " + s.pieces + (s.pieces === 1 ? " piece" : " pieces"),
    ];
    clear(find("figures")).append(...parts.map((p) => make("span", {}, p)));
  }
}
