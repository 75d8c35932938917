// Keys, and the page that lists them. One table makes both, so that neither can forget a key.

import { clear, find, make } from "./dom.js";

export function keys(app) {
  const tool = (name) => () => app.hands.setTool(name);
  const table = [
    ["Time", [
      [" ", "Space", "play or pause", () => app.togglePlay()],
      [".", ".", "one step", () => app.wire.tell("step")],
      ["r", "R", "start again", () => app.wire.tell("restart")],
      ["s", "S", "slow motion", () => app.toggleSlow()],
      ["z", "Z or Ctrl Z", "undo", () => app.back("undo")],
      ["y", "Y or Ctrl Shift Z", "redo", () => app.back("redo")],
    ]],
    ["Hands", [
      ["h", "H", "hand: drag a body; let go while moving to throw it", tool("hand")],
      ["p", "P", "pin: a click holds a point, another frees it", tool("pin")],
      ["b", "B", "pin everything in a box; with Alt, free it", tool("box")],
      ["l", "L", "pin everything in a lasso; with Alt, free it", tool("lasso")],
      ["c", "C", "cut along a line", tool("cut")],
      ["t", "T", "throw a ball at something", tool("shoot")],
    ]],
    ["View", [
      ["f", "F", "look at everything", () => app.home()],
      ["v", "V", "next view: stretch, regions, …", () => app.views.next()],
      ["k", "K", "cage", () => app.views.set({ cage: !app.views.view.cage })],
      ["j", "J", "bones", () => app.views.set({ bones: !app.views.view.bones })],
      ["+", "+ and −", "closer, farther", () => app.stage.orbit.zoom(0.85)],
      ["-", null, null, () => app.stage.orbit.zoom(1 / 0.85)],
    ]],
    ["Keep", [
      ["o", "O", "all scenes", () => app.gallery.show()],
      ["e", "E", "record a film, and stop", () => app.toggleRecord()],
      ["?", "?", "this page", () => showHelp(table)],
    ]],
  ];
  const actions = new Map(table.flatMap(([, rows]) => rows.map(([key, , , act]) => [key, act])));
  find("help-close").addEventListener("click", () => find("help").close());

  addEventListener("keydown", (e) => {
    const field = e.target.closest?.("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (field || document.querySelector("dialog[open]")) {
      return;
    }
    const driven = (app.scene?.keys ?? []).some((k) => k.code === e.code);
    if (driven) {
      e.preventDefault();
      if (!e.repeat) {
        app.wire.tell("key", { code: e.code, down: true });
      }
      return;
    }
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if ((e.ctrlKey || e.metaKey) && key === "z") {
      e.preventDefault();
      app.back(e.shiftKey ? "redo" : "undo");
      return;
    }
    if (e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    if (key === " " && e.target.closest?.("button, summary, a")) {
      return; // Space presses what has the focus
    }
    const act = actions.get(key);
    if (act) {
      e.preventDefault();
      act();
    }
  });
  addEventListener("keyup", (e) => {
    if ((app.scene?.keys ?? []).some((k) => k.code === e.code)) {
      app.wire.tell("key", { code: e.code, down: false });
    }
  });
  return { help: () => showHelp(table) };
}

function showHelp(table) {
  const body = clear(find("help-body"));
  body.append(
    make(
      "p",
      { class: "hint" },
      "Drag a body to pull it, drag beside it to turn the view. Wheel or two fingers come closer; " +
        "with Shift, the right button or two fingers the view shifts. The wheel during a drag moves " +
        "what you hold nearer or farther. With the keyboard: Tab to the stage, Enter takes hold, " +
        "arrow keys pull.",
    ),
  );
  for (const [title, rows] of table) {
    const list = make("dl", { class: "keys" });
    for (const [, shown, text] of rows) {
      if (shown) {
        list.append(make("dt", {}, make("kbd", {}, shown)), make("dd", {}, text));
      }
    }
    body.append(make("div", {}, make("h3", {}, title), list));
  }
  find("help").showModal();
}
