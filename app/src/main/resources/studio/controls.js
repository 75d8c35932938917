// Controls that are made from the description of the settings: a slider and a number each, with the
// server's own limits. What is offered for a body is what the server lists for it.

import { clear, figure, make, words } from "./dom.js";

/** Names for people, where a key alone says too little. */
const NAMES = {
  frequency: "Frequency",
  frequencyHz: "Frequency",
  dampingRatio: "Damping",
  restitution: "Bounce",
  volumeKeeping: "Keeps its volume",
  preset: "Material",
  alpha: "Pull to the goal (alpha)",
  beta: "Strength of examples (beta)",
  halfWidth: "Region half width (w)",
  split: "Split threshold",
  tear: "Tear threshold",
};

/** What people turn first stands first; the rest keeps the order of the format. */
const FIRST = ["elasticity.frequencyHz", "elasticity.dampingRatio", "elasticity.preset"];

function rank(key) {
  const i = FIRST.indexOf(key);
  return i < 0 ? FIRST.length : i;
}

export function nameOf(key) {
  const parts = key.split(".");
  const short = parts[parts.length - 1];
  const name = NAMES[short] ?? words(parts[0] === "elasticity" ? short : parts.join(" "));
  return name[0].toUpperCase() + name.slice(1);
}

/**
 * A scale from a slider's 0..1000 to values. Ranges over several powers of ten are stretched where
 * people work: about the default.
 */
export function scaleOf(setting, value) {
  const least = Number.isFinite(setting.min) ? setting.min : 0;
  const usual = Math.abs(value) || Math.abs(Number(setting.default)) || 1;
  const most = Math.min(Number.isFinite(setting.max) ? setting.max : Infinity, Math.max(least + 8 * usual, least + 1e-6));
  const top = Number.isFinite(setting.max) && setting.max - least <= 40 * usual ? setting.max : most;
  const middle = Math.min(0.95, Math.max(0.02, (usual - least) / (top - least)));
  const power = middle < 0.25 ? Math.log(middle) / Math.log(0.35) : 1;
  const snap = setting.type === "integer" ? Math.round : (v) => Number(v.toPrecision(3));
  return {
    value: (t) => snap(least + (top - least) * Math.pow(t / 1000, power)),
    slider: (v) => 1000 * Math.pow(Math.max(0, Math.min(1, (v - least) / (top - least))), 1 / power),
  };
}

/**
 * One slider with its number. `change` is called while it moves, at most once a picture; for a
 * setting that starts the scene again, only when it is let go.
 */
export function slider({ id, label, unit, text = "", setting, value, change }) {
  const scale = scaleOf(setting, value);
  const number = make("input", {
    type: "number",
    id,
    step: setting.type === "integer" ? 1 : "any",
    min: setting.min,
    max: setting.max,
    value: String(value),
  });
  const range = make("input", {
    type: "range",
    min: 0,
    max: 1000,
    step: "any",
    "aria-label": label,
    "data-key": setting.key ?? id,
  });
  range.value = String(scale.slider(value));
  range.setAttribute("aria-valuetext", figure(value) + (unit ? " " + unit : ""));
  let planned = false;
  let wanted = value;
  const send = () => {
    if (!planned) {
      planned = true;
      requestAnimationFrame(() => {
        planned = false;
        change(wanted);
      });
    }
  };
  const box = make(
    "div",
    { class: "control", title: text + (setting.restarts ? " (starts the scene again)" : "") },
    make("label", { for: id }, label, unit ? make("span", { class: "unit" }, unit) : null),
    number,
    range,
  );
  range.addEventListener("input", () => {
    const next = scale.value(Number(range.value));
    if (next !== wanted) {
      wanted = next;
      number.value = String(wanted);
      range.setAttribute("aria-valuetext", figure(wanted) + (unit ? " " + unit : ""));
      box.classList.add("changed");
      if (!setting.restarts) {
        send();
      }
    }
  });
  range.addEventListener("change", () => setting.restarts && send());
  number.addEventListener("change", () => {
    const v = Number(number.value);
    if (number.value !== "" && Number.isFinite(v)) {
      wanted = v;
      range.value = String(scale.slider(v));
      box.classList.add("changed");
      send();
    }
  });
  return {
    box,
    /** Shows a value that came from the server, unless the person is changing it just now. */
    show(v) {
      if (document.activeElement !== number && !range.matches(":active") && v !== wanted) {
        wanted = v;
        number.value = String(Number(Number(v).toPrecision(4)));
        range.value = String(scale.slider(v));
      }
    },
  };
}

/** The sheet "Body": which body, its settings and effects. */
export class BodySheet {
  constructor(app, sheet) {
    this.app = app;
    this.sheet = sheet;
    this.schema = new Map();
    this.shown = new Map();
  }

  async load() {
    const answer = await fetch("/api/schema");
    if (answer.ok) {
      const body = await answer.json();
      for (const s of Array.isArray(body) ? body : (body.settings ?? [])) {
        this.schema.set(s.key, s);
      }
    }
  }

  build() {
    const { app } = this;
    clear(this.sheet);
    this.shown.clear();
    const body = app.body();
    if (!body) {
      this.sheet.append(make("p", { class: "hint" }, "This scene has no body to set."));
      return;
    }
    if (app.scene.bodies.length > 1) {
      this.sheet.append(bodyChips(app));
    }
    const plain = [];
    const advanced = [];
    const settings = Object.entries(body.settings ?? {}).sort(([a], [b]) => rank(a) - rank(b));
    for (const [key, value] of settings) {
      const setting = this.schema.get(key);
      if (setting && value !== null && usable(setting, value)) {
        (setting.advanced ? advanced : plain).push(this.control(body, setting, value));
      }
    }
    this.sheet.append(
      make(
        "div",
        { class: "part" },
        make("h3", {}, app.scene.bodies.length > 1 ? body.name : "Body"),
        ...plain,
        plain.length + advanced.length === 0
          ? make("p", { class: "hint" }, "Nothing of this body can be set while it runs.")
          : null,
      ),
    );
    if (advanced.length > 0) {
      const more = make("details", { id: "advanced" }, make("summary", {}, "Advanced"));
      more.open = this.moreOpen ?? false;
      more.addEventListener("toggle", () => (this.moreOpen = more.open));
      more.append(make("div", { class: "part" }, ...advanced));
      this.sheet.append(more);
    }
    this.effects(body);
    this.sheet.append(
      make(
        "div",
        { class: "part" },
        make(
          "button",
          { class: "quiet", id: "save-override", onclick: () => app.save("override") },
          "Save changes as an override file",
        ),
        make("p", { class: "hint" }, "The scene's own file is never rewritten."),
      ),
    );
  }

  control(body, setting, value) {
    const id = "set-" + setting.key.replace(/[^A-Za-z0-9]+/g, "-");
    const change = (v) => this.app.wire.tell("set", { body: body.id, key: setting.key, value: v });
    const label = setting.title ?? nameOf(setting.key);
    if (setting.type === "bool" || setting.type === "boolean" || typeof value === "boolean") {
      const box = make("input", { type: "checkbox", id, checked: value === true });
      box.addEventListener("change", () => change(box.checked));
      this.shown.set(setting.key, { show: (v) => (box.checked = v === true) });
      return make("label", { class: "check", title: setting.text }, box, label);
    }
    if (setting.choices) {
      const choice = make(
        "select",
        { id, class: "field" },
        ...setting.choices.map((c) => make("option", { value: c, selected: c === value }, words(c))),
      );
      choice.addEventListener("change", () => change(choice.value));
      this.shown.set(setting.key, { show: (v) => (choice.value = v) });
      return make(
        "div",
        { class: "part", title: setting.text },
        make("label", { for: id }, label),
        choice,
      );
    }
    const made = slider({ id, label, unit: setting.unit, text: setting.text, setting, value, change });
    this.shown.set(setting.key, made);
    return made.box;
  }

  /** Values that somebody else, or undo, has set. */
  show(values) {
    for (const [key, value] of Object.entries(values)) {
      this.shown.get(key)?.show(value);
    }
  }

  effects(body) {
    if (!body.effects || body.effects.length === 0) {
      return;
    }
    const list = body.effects.flatMap((e, i) => {
      const send = (strength) =>
        this.app.wire.tell("effect", { body: body.id, name: e.name, strength });
      const on = typeof e.strength === "number";
      const least = Number.isFinite(e.min) ? e.min : 0;
      const most = Number.isFinite(e.max) ? e.max : 1;
      const box = make("input", { type: "checkbox", "data-effect": e.name, checked: on });
      box.addEventListener("change", () =>
        send(box.checked ? Math.min(most, Math.max(least, least + 0.5 * Math.min(1, most - least))) : null),
      );
      const switched = make("label", { class: "check", title: e.text }, box, nameOf(e.name));
      if (!on) {
        return [switched];
      }
      const strength = slider({
        id: "effect-" + i,
        label: "Strength",
        unit: e.unit,
        text: e.text,
        setting: { key: "effect-" + e.name, min: least, max: most, default: e.strength, restarts: true },
        value: e.strength,
        change: send,
      });
      return [switched, strength.box];
    });
    this.sheet.append(make("div", { class: "part" }, make("h3", {}, "Effects"), ...list, make("p", { class: "hint" }, "Breakdown and burst start the scene again; all others come and go while it moves.")));
  }
}

/** Whether a control of this page can show a value: numbers, yes or no, and lists of words. */
function usable(setting, value) {
  return typeof value === "number" || typeof value === "boolean" || Boolean(setting.choices);
}

/** One button a body. */
export function bodyChips(app) {
  return make(
    "div",
    { class: "bodies", role: "group", "aria-label": "Bodies" },
    ...app.scene.bodies.slice(0, 24).map((b) =>
      make(
        "button",
        {
          class: "chip",
          "aria-pressed": String(b.id === app.bodyId),
          onclick: () => app.select(b.id),
        },
        b.name,
      ),
    ),
  );
}
