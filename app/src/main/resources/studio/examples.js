// Examples: which poses a body likes, how strongly it is drawn to each just now, and a hand on it.

import { clear, make } from "./dom.js";
import { bodyChips } from "./controls.js";

export class ExampleSheet {
  constructor(app, sheet) {
    this.app = app;
    this.sheet = sheet;
    this.rows = [];
  }

  build() {
    const { app } = this;
    clear(this.sheet);
    this.rows = [];
    const body = app.body();
    const examples = body?.examples ?? [];
    if (app.scene && app.scene.bodies.length > 1) {
      this.sheet.append(bodyChips(app));
    }
    if (examples.length === 0) {
      this.sheet.append(
        make("p", { class: "hint" }, "This body has no examples."),
        make(
          "button",
          { class: "quiet", onclick: () => app.showGallery("examples") },
          "Scenes with examples",
        ),
        make("p", { class: "hint" }, "Or drop a GLB with shape keys: they become its examples."),
      );
      return;
    }
    const list = make("div", { class: "part" }, make("h3", {}, "Example weights"));
    examples.forEach((e, i) => list.append(this.row(body, e, i)));
    this.sheet.append(
      list,
      make(
        "p",
        { class: "hint" },
        "Bars move by themselves as the body bends. Move one to hold the body in that pose.",
      ),
      make(
        "button",
        {
          class: "quiet",
          onclick: () => {
            examples.forEach((_, i) => this.release(body, i));
          },
        },
        "Let all go",
      ),
    );
    this.sheet.append(app.painter.build(body));
    if ((app.scene.keys ?? []).length > 0) {
      this.sheet.append(
        make(
          "div",
          { class: "part" },
          make("h3", {}, "Keys of this scene"),
          ...app.scene.keys.map((k) => make("p", { class: "hint" }, make("kbd", {}, String(k.code).replace(/^(Digit|Key)/, "")), " " + k.text)),
        ),
      );
    }
  }

  row(body, example, i) {
    const value = make("span", { class: "value" }, "0.00");
    const bar = make("i");
    const hand = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      value: 0,
      "aria-label": "Weight of " + example.name,
    });
    const pickIt = make(
      "button",
      {
        class: "plain",
        title: "Pull the body into this pose, or let it go",
        onclick: () => {
          if (row.held) {
            this.release(body, i);
          } else {
            this.hold(body, i, 1);
          }
        },
      },
      example.thumb
        ? make("img", { src: example.thumb, alt: "", width: 64, height: 48 })
        : null,
    );
    const box = make(
      "div",
      { class: "example", "data-example": example.name },
      pickIt,
      make("span", { class: "name" }, example.name),
      value,
      make("span", { class: "meter" }, bar, hand),
    );
    const row = { box, value, bar, hand, held: false };
    this.rows.push(row);
    hand.addEventListener("input", () => this.hold(body, i, Number(hand.value)));
    return box;
  }

  hold(body, i, value) {
    const row = this.rows[i];
    row.held = true;
    row.box.classList.add("held");
    row.hand.value = String(value);
    this.app.wire.tell("weight", { body: body.id, example: i, value });
  }

  release(body, i) {
    const row = this.rows[i];
    if (row?.held) {
      row.held = false;
      row.box.classList.remove("held");
      this.app.wire.tell("weight", { body: body.id, example: i, value: null });
    }
  }

  /** Weights of the step that is seen. */
  show(values) {
    this.rows.forEach((row, i) => {
      const w = values[i] ?? 0;
      row.value.textContent = w.toFixed(2);
      row.bar.style.setProperty("--part", String(Math.max(0, Math.min(1, w))));
      if (!row.held) {
        row.hand.value = String(w);
      }
    });
  }
}
