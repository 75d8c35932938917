// Groups by painting: a brush on the body says which of its points follow the examples together.
// Colors change on this page at once; the server hears of them when the painting is done, for it
// makes the take again with new groups.

import * as THREE from "/three/three.module.min.js";
import { clear, make, say } from "./dom.js";
import { pick } from "./pick.js";

/** What the engine calls all that is in no group. */
const REST = "rest";

/** Colors of groups, the same as the paint's: see hueOf in cel.js. */
export function groupColor(k) {
  const hue = (((k + 5) * 0.381966 + 0.08) % 1) * 6;
  const bright = (k + 5) % 2 < 1 ? 0.95 : 0.8;
  const level = (shift) => {
    const t = Math.max(0, Math.min(1, Math.abs(((hue / 6 + shift) % 1) * 6 - 3) - 1));
    return Math.round(255 * bright * (0.9 + 0.55 * (t - 0.9)));
  };
  return "rgb(" + [0, 2 / 3, 1 / 3].map(level).join(" ") + ")";
}

/** Names of groups are of letters, digits, dots, dashes and underscores, as in a scene's file. */
function nameFor(text) {
  return text.trim().replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "");
}

export class Painter {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.size = 0.12; // of the body's diagonal
    this.erase = false;
  }

  /** The surface that is painted: the first of the chosen body. */
  surface() {
    return this.app.stage.moving().find((s) => s.body === this.app.bodyId) ?? null;
  }

  /** The part of the sheet; `groups` are those of the chosen body. */
  build(body) {
    this.box = make("div", { class: "part", id: "groups" });
    this.body = body;
    this.fill();
    return this.box;
  }

  fill() {
    if (!this.box) {
      return;
    }
    const { on } = this;
    const own = on ? this.names.slice(1) : (this.body.groups ?? []).map((g) => g.name);
    const named = own.length > 1 || on ? own.filter((n) => n !== REST) : []; // one alone is all
    clear(this.box).append(
      make("h3", {}, "Groups"),
      make(
        "p",
        { class: "hint" },
        on
          ? "Paint on the body. What has one color follows the examples on its own."
          : "Parts that follow the examples on their own: an ear may flop while the body stands.",
      ),
    );
    if (named.length > 0) {
      this.box.append(make("div", { class: "bodies" }, ...named.map((n) => this.chip(n))));
    }
    if (!on) {
      this.box.append(
        make("button", { class: "quiet", id: "paint-start", onclick: () => this.start() }, "Paint groups"),
      );
      return;
    }
    const name = make("input", {
      class: "field",
      id: "group-name",
      value: this.names[this.current],
      maxlength: 40,
      "aria-label": "Name of the group",
      autocomplete: "off",
      spellcheck: false,
    });
    name.addEventListener("change", () => this.rename(nameFor(name.value)));
    const size = make("input", { type: "range", min: 0.02, max: 0.4, step: 0.01, value: this.size, "aria-label": "Size of the brush", id: "brush-size" });
    size.addEventListener("input", () => (this.size = Number(size.value)));
    const mode = (erase, text) =>
      make(
        "button",
        {
          id: erase ? "brush-erase" : "brush-add",
          "aria-pressed": String(this.erase === erase),
          onclick: () => {
            this.erase = erase;
            this.fill();
          },
        },
        text,
      );
    this.box.append(
      make("div", { class: "row" }, name, make("button", { class: "quiet", id: "group-new", onclick: () => this.add() }, "New group")),
      make("div", { class: "choices" }, mode(false, "Add"), mode(true, "Erase (Alt)")),
      make("div", { class: "control" }, make("label", { for: "brush-size" }, "Brush"), make("span", { class: "unit" }), size),
      make(
        "div",
        { class: "row" },
        make("button", { class: "strong", id: "paint-done", onclick: () => this.done() }, "Done"),
        make("button", { class: "quiet", id: "paint-cancel", onclick: () => this.stop() }, "Cancel"),
      ),
    );
  }

  chip(name) {
    const k = this.on ? this.names.indexOf(name) : 1 + (this.body.groups ?? []).findIndex((g) => g.name === name);
    const count = this.on ? this.count(k) : this.body.groups?.[k - 1]?.count;
    const e = make(
      "button",
      {
        class: "chip tinted",
        "data-group": name,
        "aria-pressed": String(this.on && k === this.current),
        disabled: !this.on,
        onclick: () => {
          this.current = k;
          this.fill();
        },
      },
      name,
      make("small", {}, " " + (count ?? 0)),
    );
    e.style.setProperty("--tint", groupColor(k));
    return e;
  }

  count(k) {
    let n = 0;
    for (const v of this.values) {
      n += v === k ? 1 : 0;
    }
    return n;
  }

  /** Stops time, asks for the groups as they are, and hands out the brush. */
  async start() {
    const { app } = this;
    const surface = this.surface();
    if (!surface || this.on) {
      return;
    }
    this.wasPlaying = app.state.playing;
    const groups = this.body.groups ?? [];
    const many = groups.length > 1;
    let channel = null;
    try {
      await app.wire.ask("pause");
      if (many) {
        const { frame } = await app.wire.ask("view", { ...app.views.view, channel: "groups" });
        channel = await this.channelOf(surface, frame);
      }
    } catch {
      return; // the refusal has been shown
    }
    // 0 is no group, then the body's own in their order.
    this.names = ["", ...groups.map((g) => g.name)];
    this.values = new Float32Array(surface.positions.length / 3);
    for (let v = 0; channel && v < this.values.length; v++) {
      const g = Math.floor(channel[v] * 16);
      this.values[v] = groups[g] && groups[g].name !== REST ? g + 1 : 0;
    }
    if (!many) {
      this.names = [""];
    }
    this.changed = new Set();
    this.mesh = surface;
    this.on = true;
    surface.setPainted(this.values);
    app.stage.setChannel("paint");
    app.hands.setTool("brush");
    if (many) {
      this.current = this.names.findIndex((n, i) => i > 0 && n !== REST);
    }
    if (!many || this.current < 1) {
      this.add();
    }
    this.fill();
    this.box.scrollIntoView({ block: "start" }); // its buttons lie below a phone's sheet
  }

  /** Values of a frame that is asked for: it is drawn even while time stands still. */
  channelOf(surface, frame) {
    return new Promise((keep, fail) => {
      const look = () => {
        if (this.app.stage.frameNumber >= frame && surface.channel) {
          keep(surface.channel);
        } else if (this.surface() !== surface) {
          fail(new Error("another scene was opened"));
        } else {
          setTimeout(look, 30);
        }
      };
      look();
    });
  }

  add() {
    let n = 1;
    while (this.names.includes("part-" + n)) {
      n++;
    }
    this.names.push("part-" + n);
    this.current = this.names.length - 1;
    this.fill();
  }

  rename(name) {
    if (!name || name === REST || (this.names.includes(name) && this.names[this.current] !== name)) {
      say("Choose another name: this one is taken.", "bad");
    } else {
      const old = this.names[this.current];
      if ((this.body.groups ?? []).some((g) => g.name === old)) {
        (this.gone ??= new Set()).add(old);
      }
      this.names[this.current] = name;
      this.changed.add(this.current);
    }
    this.fill();
  }

  /** A stroke of the brush at a place of the stage; false where there is no body. */
  stroke(x, y, alt) {
    const found = pick(this.app.stage, x, y, 6);
    const surface = this.mesh;
    if (!found || found.surface !== surface) {
      return false;
    }
    const k = this.erase !== alt ? 0 : this.current;
    const p = surface.positions;
    const at = found.point.clone().sub(surface.shift);
    const reach = this.reach();
    for (let v = 0; v < this.values.length; v++) {
      const dx = p[3 * v] - at.x;
      const dy = p[3 * v + 1] - at.y;
      const dz = p[3 * v + 2] - at.z;
      if (dx * dx + dy * dy + dz * dz <= reach * reach || v === found.vertex) {
        // Erasing takes from the chosen group alone.
        if (k > 0 || this.values[v] === this.current) {
          this.changed.add(this.values[v]).add(k);
          this.values[v] = k;
        }
      }
    }
    surface.setPainted(this.values);
    this.app.stage.dirty = true;
    return true;
  }

  /** Radius of the brush in meters. */
  reach() {
    const box = this.app.stage.bounds([this.mesh]);
    return 0.5 * this.size * box.getSize(new THREE.Vector3()).length();
  }

  /** The same on the screen, in CSS pixels. */
  radius() {
    return (this.reach() / this.app.stage.viewHeight()) * this.app.stage.height;
  }

  strokeEnded() {
    this.fill();
  }

  async done() {
    const { app } = this;
    this.changed.delete(0);
    const lists = [...this.changed].map((k) => [this.names[k], [...this.values.keys()].filter((v) => this.values[v] === k)]);
    for (const name of this.gone ?? []) {
      if (!this.names.includes(name)) {
        lists.unshift([name, []]);
      }
    }
    const known = new Set((this.body.groups ?? []).map((g) => g.name));
    const send = lists.filter(([name, vertices]) => vertices.length > 0 || known.has(name));
    const body = app.bodyId;
    let mesh = this.mesh.id;
    const play = this.wasPlaying;
    this.stop(false);
    try {
      for (const [name, vertices] of send) {
        await app.wire.ask("group", { body, name, mesh, vertices });
        await this.settled(mesh);
        mesh = this.surface()?.id ?? mesh; // the scene began anew, with new meshes
      }
      if (send.length > 0) {
        say(send.length === 1 ? "The group is in place." : send.length + " groups are in place.", "good");
      }
    } catch {
      // the refusal has been shown
    }
    if (play) {
      app.wire.tell("play");
    }
  }

  settled(mesh) {
    return new Promise((keep) => {
      const until = performance.now() + 2000;
      const look = () => {
        const now = this.surface();
        if ((now && now.id !== mesh) || performance.now() > until) {
          keep();
        } else {
          setTimeout(look, 30);
        }
      };
      look();
    });
  }

  /** Puts the brush away. */
  stop(play = true) {
    if (!this.on) {
      return;
    }
    this.on = false;
    this.gone = null;
    this.mesh.setPainted(null);
    const { app } = this;
    app.hands.setTool("hand");
    app.views.set({});
    if (play && this.wasPlaying) {
      app.wire.tell("play");
    }
    this.fill();
  }

  /** A new scene: what was painted is of no use any more. */
  drop() {
    if (this.on) {
      this.stop(false);
    }
    this.box = null;
  }
}
