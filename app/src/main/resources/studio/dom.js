// Small helpers for building the page. Text only ever enters the page as text nodes: nothing that
// comes from a scene or a file name is parsed as HTML.

/** Makes an element: make("button", {class: "x", onclick: f, "aria-label": "Play"}, "text", child). */
export function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith("on")) {
      e.addEventListener(name.slice(2), value);
    } else if (name in e && typeof value === "boolean") {
      e[name] = value;
    } else {
      e.setAttribute(name, value === true ? "" : String(value));
    }
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** The element with an id; a misspelt one fails at once. */
export function find(id) {
  const e = document.getElementById(id);
  if (!e) {
    throw new Error("no element #" + id);
  }
  return e;
}

export function clear(element) {
  element.replaceChildren();
  return element;
}

/** A drawn sign from the page's own sprite. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "/page/icons.svg#" + name);
  svg.append(use);
  return svg;
}

/** A number for people: three figures, no trailing zeros. */
export function figure(value) {
  if (!Number.isFinite(value)) {
    return "–";
  }
  const size = Math.abs(value);
  if (size >= 1000) {
    return Math.round(value).toLocaleString("en");
  }
  return String(Number(value.toPrecision(3)));
}

/** A size of a file for people. */
export function bytes(count) {
  return count < 1024
    ? count + " B"
    : count < 1 << 20
      ? (count / 1024).toFixed(0) + " KB"
      : (count / (1 << 20)).toFixed(1) + " MB";
}

/** "frequencyHz" or "tear.split" as words: "frequency Hz", "tear split". */
export function words(key) {
  return key
    .replace(/[._-]/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, a, b) => a + " " + b.toLowerCase());
}

/** A short message at the edge of the stage; the level is "note", "good" or "bad". */
export function say(text, level = "note") {
  const list = find("notes");
  text = String(text);
  if (text.length > 260) {
    text = text.slice(0, 120) + " … " + text.slice(-130); // what was wrong stands at the end
  }
  const e = make("div", { class: "note " + level, role: level === "bad" ? "alert" : "status" }, text);
  list.append(e);
  while (list.children.length > 3) {
    list.firstChild.remove();
  }
  setTimeout(() => e.remove(), level === "bad" ? 9000 : 4500);
}

/** Offers something made in the page as a file. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const a = make("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
