// The studio's page: enters with the token, opens the line, and wires the parts to each other.

import { clear, download, find, icon, make, say } from "./dom.js";
import { Wire } from "./wire.js";
import { Stage } from "./stage.js";
import { Hands } from "./hands.js";
import { acceptFiles, Gallery, sentence } from "./gallery.js";
import { BodySheet } from "./controls.js";
import { ExampleSheet } from "./examples.js";
import { ViewSheet } from "./views.js";
import { KeepSheet, Recorder } from "./keep.js";
import { Painter } from "./paint.js";
import { RigSheet } from "./rigdesk.js";
import { keys } from "./keys.js";

/** Three things that everybody should have done within a minute. */
const TRIES = [
  { scenes: ["twist-cuboid", "falling-cuboid"], text: "Throw a cuboid", hint: "drag me and let go" },
  { scenes: ["tear-star"], text: "Tear a star", hint: "pull me apart" },
  { scenes: ["shape-keys", "teddy-drop"], text: "Pull a bunny’s ear", hint: "pull my ear" },
];

const SPEEDS = [1, 0.25, 0.1];

class App {
  constructor() {
    const query = new URLSearchParams(location.search);
    this.stage = new Stage(find("canvas"), query.has("plain"));
    this.wire = new Wire(query.get("session") ?? "main");
    this.hands = new Hands(this.stage, this.wire);
    this.painter = new Painter(this);
    this.hands.brush = this.painter;
    this.gallery = new Gallery((name) => this.open(name));
    this.recorder = new Recorder(this.stage);
    this.scene = null;
    this.bodyId = null;
    this.state = { playing: false, speed: 1, undo: 0, redo: 0 };
    this.invited = true;
    this.wantScene = query.get("scene");
    this.buildPanel();
    this.buildBars();
    this.keys = keys(this);
    acceptFiles(
      (file) => this.openUpload(file),
      (files, sets) => this.rig.takeFiles(files, sets),
    );
    this.listen();
  }

  body() {
    return this.scene?.bodies?.find((b) => b.id === this.bodyId) ?? null;
  }

  listen() {
    this.stage.onshown = (frame) => this.wire.ready(frame);
    this.hands.onselect = (id) => id !== this.bodyId && this.select(id);
    this.hands.ontool = () => this.showTools();
    this.hands.ongrab = () => {
      this.invited = false;
      find("invite").hidden = true;
    };
    this.wire
      .on("open", () => this.veil(null))
      .on("closed", () => this.veil("The server has gone. Start it again with ./shinari studio."))
      .on("hello", (m) => this.hello(m))
      .on("scene", (m) => this.takeScene(m))
      .on("mesh", (m) => this.stage.mesh(m))
      .on("gone", (m) => this.stage.gone(m.id))
      .on("frame", (m) => this.stage.frame(m))
      .on("state", (m) => this.takeState(m))
      .on("stats", (m) => this.views.take(m))
      .on("weights", (m) => this.takeWeights(m))
      .on("settings", (m) => this.takeSettings(m))
      .on("events", (m) => this.stage.marks.take(m.list ?? []))
      .on("pins", (m) => this.stage.setPins(m.list ?? []))
      .on("progress", (m) => this.keep.progress(m))
      .on("exported", (m) => {
        this.keep.exported(m);
        this.rig.exported(this.keep.exports);
      })
      .on("saved", (m) => this.saved(m))
      .on("rig", (m) => this.rig.take(m))
      .on("note", (m) => this.note(m))
      .on("refused", (m) => say(m.why ?? "That was refused.", "bad"));
    const follow = () => {
      requestAnimationFrame(follow);
      this.placeInvite();
    };
    follow();
  }

  async start() {
    const token = /[#&]token=([0-9a-fA-F]+)/.exec(location.hash)?.[1];
    if (token) {
      const answer = await fetch("/api/enter", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      });
      history.replaceState(null, "", location.pathname + location.search);
      if (!answer.ok) {
        this.veil("This address is no longer valid. Use the one that ./shinari studio printed.");
        return;
      }
    }
    const here = await fetch("/api/scenes", { method: "GET" });
    if (here.status === 401) {
      this.veil("Open the address that ./shinari studio printed: it lets this browser in.");
      return;
    }
    await Promise.all([this.gallery.load(), this.bodySheet.load()]);
    this.buildTries();
    this.wire.connect();
  }

  veil(text) {
    find("veil").classList.toggle("gone", !text);
    if (text) {
      find("veil-text").textContent = text;
    }
  }

  hello(m) {
    this.formats = m.formats;
    this.views.setStyles(m.styles);
    this.keep.build();
    // A session that somebody has filled comes with its scene; an empty one gets the first, or what
    // this page has shown before the session was forgotten.
    const before = this.gallery.has(this.scene?.name) ? this.scene.name : TRIES[0].scenes[0];
    const first = this.wantScene ?? (m.filled ? null : before);
    this.wantScene = null;
    if (first) {
      this.open(first);
    }
  }

  async open(name) {
    try {
      await this.wire.ask("open", { scene: name });
    } catch {
      // the refusal has been shown
    }
  }

  async openUpload(file) {
    try {
      await this.wire.ask("open", { upload: file.id });
      say((file.name ?? "The file") + " is a body now. Drag it.", "good");
    } catch {
      // the refusal has been shown
    }
  }

  takeScene(m) {
    const same = this.scene?.name === m.name;
    this.rig.close();
    this.painter.drop();
    this.scene = m;
    this.hands.letGo();
    this.stage.reset(m.camera, m.flat);
    this.views.sceneStyle(m);
    this.stage.touched = false;
    if (!same || !m.bodies.some((b) => b.id === this.bodyId)) {
      const first = m.bodies.find((b) => b.examples?.length > 0) ?? m.bodies[0];
      this.bodyId = first?.id ?? null;
    }
    this.gallery.current = m.name;
    this.recorder.name = m.name;
    find("scene-title").textContent = m.title || m.name;
    document.title = (m.title || m.name) + " – Shinari studio";
    const about = find("about");
    about.textContent = sentence(m.about);
    about.hidden = !m.about;
    this.hint = TRIES.find((t) => t.scenes.includes(m.name))?.hint ?? m.hint ?? "drag me";
    this.invited = true;
    this.showTries();
    this.buildSheets();
    this.views.again();
  }

  /** The meshes of a rig take the stage: nothing on it can be dragged. */
  deskOpened() {
    this.invited = false;
    this.hands.letGo();
    this.stage.reset({}, false);
    this.stage.touched = true;
    find("about").hidden = true;
    find("scene-title").textContent = "Rig desk";
  }

  takeState(m) {
    Object.assign(this.state, m);
    this.showState();
  }

  takeWeights(m) {
    const all = m.weights ?? m;
    const mine = all[this.bodyId];
    if (mine) {
      this.exampleSheet.show(mine);
    }
  }

  takeSettings(m) {
    const body = this.scene?.bodies.find((b) => b.id === m.body);
    if (body) {
      Object.assign(body.settings ?? {}, m.values);
      const on = (list) => (list ?? []).filter((e) => typeof e.strength === "number").length;
      const others = m.effects && on(m.effects) !== on(body.effects);
      body.effects = m.effects ?? body.effects;
      if (m.body === this.bodyId) {
        this.bodySheet.show(m.values);
        if (others && this.tab === "body") {
          this.bodySheet.build(); // an effect came or went, and its strength with it
        }
      }
    }
  }

  select(id) {
    this.bodyId = id;
    this.wire.tell("select", { body: id });
    this.buildSheets();
    this.views.again();
  }

  async save(what) {
    try {
      await this.wire.ask("save", { what });
    } catch {
      // the refusal has been shown
    }
  }

  saved(m) {
    if (m.text !== undefined && m.text !== null) {
      download(new Blob([m.text], { type: "application/json" }), m.name);
    }
    say("Saved " + m.name + ".", "good");
  }

  note(m) {
    say(m.text, m.level === "error" ? "bad" : "note");
    if (m.level === "error") {
      this.keep.failed();
    }
  }

  /** Undo and redo; a weight that was held by hand is no longer. */
  async back(command) {
    try {
      const { what } = await this.wire.ask(command);
      if (/weight/.test(what ?? "")) {
        this.exampleSheet.build();
      }
    } catch {
      // the refusal has been shown
    }
  }

  home() {
    this.stage.touched = false;
    this.stage.frameAll(false);
  }

  togglePlay() {
    this.wire.tell(this.state.playing ? "pause" : "play");
  }

  toggleSlow() {
    const i = SPEEDS.findIndex((s) => Math.abs(s - this.state.speed) < 1e-6);
    this.wire.tell("speed", { factor: SPEEDS[(i + 1) % SPEEDS.length] });
  }

  toggleRecord() {
    if (this.recorder.busy) {
      this.recorder.stop();
    } else {
      this.recorder.start("webm");
    }
  }

  onrecord() {
    this.showState();
  }

  showGallery(search) {
    find("gallery-search").value = search;
    this.gallery.show();
  }

  buildBars() {
    const button = (id, sign, title, act) =>
      make("button", { class: "tool", id, title, "aria-label": title, onclick: act }, icon(sign));
    this.playButton = button("play", "pause", "Pause (Space)", () => this.togglePlay());
    this.playButton.classList.add("main");
    this.slowButton = make(
      "button",
      { class: "tool word", id: "slow", title: "Slow motion (S)", onclick: () => this.toggleSlow() },
      icon("slow"),
      make("span", {}, "1×"),
    );
    find("transport").append(
      button("restart", "restart", "Start again (R)", () => this.wire.tell("restart")),
      this.playButton,
      button("step", "step", "One step (.)", () => this.wire.tell("step")),
      this.slowButton,
    );
    this.undoButton = button("undo", "undo", "Undo (Z)", () => this.back("undo"));
    this.redoButton = button("redo", "redo", "Redo (Y)", () => this.back("redo"));
    this.recordButton = button("record", "record", "Record a film (E)", () => this.toggleRecord());
    find("history").append(
      this.undoButton,
      this.redoButton,
      this.recordButton,
      button("show-help", "help", "Hands and keys (?)", () => this.keys.help()),
    );
    const tools = [
      ["hand", "Hand: drag and throw (H)"],
      ["pin", "Pin a point (P)"],
      ["box", "Pin in a box (B)"],
      ["lasso", "Pin in a lasso (L)"],
      ["cut", "Cut along a line (C)"],
      ["shoot", "Throw a ball at it (T)"],
    ];
    this.toolButtons = tools.map(([name, title]) => {
      const b = button("tool-" + name, name, title, () => this.hands.setTool(name));
      b.dataset.tool = name;
      return b;
    });
    find("tools").append(
      ...this.toolButtons,
      make("div", { class: "gap" }),
      button("home", "frame", "Look at everything (F)", () => this.home()),
    );
    this.hands.setTool("hand");
    this.showTools();
    this.showState();
  }

  showTools() {
    for (const b of this.toolButtons ?? []) {
      b.setAttribute("aria-pressed", String(b.dataset.tool === this.hands.tool));
    }
  }

  showState() {
    const { playing, speed, undo, redo } = this.state;
    const title = playing ? "Pause (Space)" : "Play (Space)";
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
    this.slowButton.setAttribute("aria-pressed", String(speed < 1));
    this.slowButton.lastChild.textContent = speed === 1 ? "1×" : "1/" + Math.round(1 / speed);
    this.undoButton.disabled = !undo;
    this.redoButton.disabled = !redo;
    this.recordButton.replaceChildren(icon(this.recorder.busy ? "stop" : "record"));
    this.recordButton.setAttribute("aria-pressed", String(this.recorder.busy));
  }

  buildPanel() {
    const tabs = find("tabs");
    const sheets = find("sheets");
    const panel = find("panel");
    const made = {};
    const list = [
      ["body", "Body"],
      ["examples", "Examples"],
      ["view", "View"],
      ["keep", "Keep"],
      ["rig", "Rig"],
    ];
    const narrow = matchMedia("(max-width: 760px)");
    const show = (name) => {
      for (const [key] of list) {
        const on = key === name;
        made[key].tab.setAttribute("aria-selected", String(on));
        made[key].tab.tabIndex = on ? 0 : -1;
        made[key].sheet.hidden = !on;
      }
      if (this.tab !== name) {
        sheets.scrollTop = 0;
      }
      this.tab = name;
      this.buildSheets();
    };
    for (const [name, text] of list) {
      const sheet = make("div", {
        class: "sheet",
        id: "sheet-" + name,
        role: "tabpanel",
        "aria-labeledby": "tab-" + name,
      });
      const tab = make(
        "button",
        {
          id: "tab-" + name,
          role: "tab",
          "aria-controls": "sheet-" + name,
          onclick: () => {
            if (narrow.matches && panel.classList.contains("open") && this.tab === name) {
              panel.classList.remove("open");
              return;
            }
            panel.classList.add("open");
            show(name);
          },
        },
        icon(name),
        text,
      );
      made[name] = { tab, sheet };
      tabs.append(tab);
      sheets.append(sheet);
    }
    tabs.addEventListener("keydown", (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (step) {
        const i = list.findIndex(([n]) => n === this.tab);
        const [next] = list[(i + step + list.length) % list.length];
        show(next);
        made[next].tab.focus();
        e.stopPropagation();
      }
    });
    this.bodySheet = new BodySheet(this, made.body.sheet);
    this.exampleSheet = new ExampleSheet(this, made.examples.sheet);
    this.views = new ViewSheet(this, made.view.sheet);
    this.keep = new KeepSheet(this, made.keep.sheet, this.recorder);
    this.rig = new RigSheet(this, made.rig.sheet);
    this.tab = "body";
    show("body");
    this.showTab = (name) => {
      panel.classList.add("open");
      show(name);
    };
    if (!narrow.matches) {
      panel.classList.add("open");
    }
  }

  buildSheets() {
    if (this.tab === "body") {
      this.bodySheet.build();
    } else if (this.tab === "examples") {
      this.exampleSheet.build();
    } else if (this.tab === "view") {
      this.views.redraw();
    } else if (this.tab === "keep") {
      this.keep.build();
    } else if (this.wire?.open) {
      this.rig.build();
    }
  }

  buildTries() {
    const bar = clear(find("tries"));
    TRIES.forEach((t, i) => {
      const scene = t.scenes.find((s) => this.gallery.has(s));
      if (scene) {
        bar.append(
          make(
            "button",
            { "data-scene": scene, onclick: () => this.open(scene) },
            make("b", {}, String(i + 1)),
            t.text,
          ),
        );
      }
    });
    this.showTries();
  }

  showTries() {
    for (const b of find("tries").children) {
      b.setAttribute("aria-current", String(b.dataset.scene === this.scene?.name));
    }
  }

  placeInvite() {
    const e = find("invite");
    if (this.stage.pictures === this.invitedAt) {
      return;
    }
    this.invitedAt = this.stage.pictures;
    this.rig.placeLabels();
    const top = this.invited && !this.painter.on && this.scene && this.stage.shown > 0 ? this.hands.topOf(this.bodyId) : null;
    e.hidden = !top;
    if (top) {
      e.firstChild.textContent = this.hint;
      const half = 8 + e.firstChild.offsetWidth / 2;
      const x = Math.max(half, Math.min(this.stage.width - half, top.x));
      const y = Math.max(84, Math.min(this.stage.height - 60, top.y - 14));
      e.style.setProperty("--aside", (top.x - x).toFixed(1) + "px"); // the bubble's point
      e.style.transform = "translate(" + x.toFixed(1) + "px," + y.toFixed(1) + "px)";
    }
  }
}

const app = new App();
app.start().catch((e) => app.veil("The studio could not start: " + e.message));

// For tests and for the curious: what the page knows, to be read and not written.
window.studio = app;
