// The gallery: every scene with its picture and what it shows, a search over all of that, and own
// files.

import { clear, find, make, say } from "./dom.js";

const dialog = find("gallery");
const search = find("gallery-search");
const list = find("gallery-list");

export class Gallery {
  constructor(open) {
    this.open = open;
    this.scenes = [];
    this.tag = "";
    this.current = "";
    find("open-gallery").addEventListener("click", () => this.show());
    find("gallery-close").addEventListener("click", () => dialog.close());
    find("gallery-file").addEventListener("click", () => find("file-input").click());
    search.addEventListener("input", () => this.fill());
    search.addEventListener("keydown", (e) => {
      if (e.key === "Enter") {
        list.querySelector(".card:not([hidden])")?.click();
      }
    });
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) {
        dialog.close(); // beside the list
      }
    });
  }

  async load() {
    const answer = await fetch("/api/scenes");
    if (!answer.ok) {
      throw new Error("the list of scenes did not arrive (" + answer.status + ")");
    }
    this.scenes = await answer.json();
    this.buildCards();
    const tags = [...new Set(this.scenes.flatMap((s) => s.tags ?? []))];
    const bar = clear(find("gallery-tags"));
    bar.hidden = tags.length === 0;
    for (const tag of tags.length > 0 ? ["", ...tags] : []) {
      bar.append(
        make(
          "button",
          {
            class: "chip",
            "aria-pressed": String(tag === this.tag),
            onclick: (e) => {
              this.tag = tag;
              for (const b of bar.children) {
                b.setAttribute("aria-pressed", String(b === e.currentTarget));
              }
              this.fill();
            },
          },
          tag || "all",
        ),
      );
    }
  }

  show() {
    this.fill();
    if (!dialog.open) {
      dialog.showModal();
    }
    search.focus();
  }

  matching() {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.scenes.filter((s) => {
      const text = [s.name, s.title, s.about, ...(s.tags ?? [])].join(" ").toLowerCase();
      return (!this.tag || (s.tags ?? []).includes(this.tag)) && parts.every((p) => text.includes(p));
    });
  }

  fill() {
    const found = new Set(this.matching());
    find("gallery-none").hidden = found.size > 0;
    for (const s of this.scenes) {
      const card = this.cards.get(s.name);
      card.hidden = !found.has(s);
      card.setAttribute("aria-current", String(s.name === this.current));
    }
  }

  /** Cards are made once: their pictures are drawn by the server when they are first asked for. */
  buildCards() {
    clear(list);
    this.cards = new Map();
    this.pictures = new Pictures(list);
    for (const s of this.scenes) {
      const picture = make("img", { alt: "", width: 240, height: 180 });
      const frame = make("span", { class: "frame" }, picture);
      const card = make(
        "button",
        {
          class: "card",
          "data-scene": s.name,
          onclick: () => {
            dialog.close();
            this.open(s.name);
          },
        },
        frame,
        make(
          "div",
          {},
          make("b", {}, s.title || s.name),
          make("span", {}, sentence(s.about)),
          make("small", {}, counts(s)),
        ),
      );
      this.cards.set(s.name, card);
      list.append(card);
      this.pictures.add(picture, "/api/scenes/" + encodeURIComponent(s.name) + "/thumb.png");
    }
  }

  title(name) {
    return this.scenes.find((s) => s.name === name)?.title ?? name;
  }

  has(name) {
    return this.scenes.some((s) => s.name === name);
  }
}

/**
 * Asks for the pictures that are in sight one after the other, from the top: the server draws them
 * when they are first asked for, and so they come in order.
 */
class Pictures {
  constructor(root) {
    this.all = []; // in the order of the list: {picture, address, seen, asked}
    this.busy = false;
    this.sight = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          this.all.find((p) => p.picture === target).seen = isIntersecting;
        }
        this.next();
      },
      { root, rootMargin: "200px" },
    );
  }

  add(picture, address) {
    this.all.push({ picture, address, seen: false, asked: false });
    this.sight.observe(picture);
  }

  next() {
    const first = this.busy ? null : this.all.find((p) => p.seen && !p.asked);
    if (!first) {
      return;
    }
    this.busy = first.asked = true;
    const { picture } = first;
    const done = (came) => {
      this.busy = false;
      this.sight.unobserve(picture);
      picture.parentElement.classList.toggle("here", came);
      this.next();
    };
    picture.addEventListener("load", () => done(true), { once: true });
    picture.addEventListener("error", () => done(false), { once: true });
    picture.src = first.address;
  }
}

function counts(s) {
  const bodies = s.bodies ? s.bodies + (s.bodies === 1 ? " body" : " bodies") : "";
  const particles = s.particles ? s.particles.toLocaleString("en") + " particles" : "";
  return [bodies, particles].filter(Boolean).join(" · ");
}

/**
 * Descriptions in scene files begin small, as part of a list, and cite papers; here they stand alone
 * and are for people who may never have read one.
 */
export function sentence(text) {
  const t = (text ?? "").replace(/\s*\[[^\]]*\]/g, "").trim();
  return t ? t[0].toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? "" : ".") : "";
}

/** Brings a file to the server: what it answers, or an error that says why it was not taken. */
export function bring(file) {
  return post(new URLSearchParams({ name: file.name }), file, file.name);
}

async function post(query, file, name) {
  const answer = await fetch("/api/upload?" + query, {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  const text = await answer.text();
  if (answer.ok) {
    return JSON.parse(text);
  }
  let why = text;
  try {
    const o = JSON.parse(text);
    why = o.why ?? o.error ?? text;
  } catch {
    // plain text
  }
  throw new Error(name + " was not taken: " + (why || "status " + answer.status));
}

/** Whether files are those of an example set: its index and its chunks. */
export function isExampleSet(files) {
  return files.some((f) => f.name === "index") && files.some((f) => /^chunk-\d{5}$/.test(f.name));
}

/** Brings an example set file by file, its index last: with it the set is whole. */
export async function bringSet(name, files) {
  const parts = files.filter((f) => /^(index|chunk-\d{5})$/.test(f.name));
  parts.sort((a, b) => (a.name === "index") - (b.name === "index") || (a.name < b.name ? -1 : 1));
  const called = name.replace(/\.examples$/, "") + ".examples";
  let answer = null;
  for (const f of parts) {
    const query = new URLSearchParams({ name: called, part: f.name });
    if (answer) {
      query.set("set", answer.id);
    }
    answer = await post(query, f, called);
  }
  return answer;
}

/** All files of a dropped folder, not of folders in it. */
async function filesOf(folder) {
  const reader = folder.createReader();
  const files = [];
  for (;;) {
    // A reader hands out a part at a time.
    const some = await new Promise((keep, fail) => reader.readEntries(keep, fail));
    if (some.length === 0 || files.length > 2000) {
      return files;
    }
    for (const entry of some.filter((e) => e.isFile)) {
      files.push(await new Promise((keep, fail) => entry.file(keep, fail)));
    }
  }
}

/** What was dropped: files, and folders as a name and their files. */
async function dropped(entries, files) {
  const folders = [];
  if (!entries.some((e) => e.isDirectory)) {
    return { files, folders };
  }
  const loose = [];
  for (const entry of entries) {
    if (entry.isDirectory) {
      folders.push({ name: entry.name, files: await filesOf(entry) });
    } else {
      loose.push(await new Promise((keep, fail) => entry.file(keep, fail)));
    }
  }
  return { files: loose, folders };
}

/**
 * Files that are dropped on the page or chosen become bodies, unless `elsewhere` takes them: the rig
 * desk has its own use for models and target shapes.
 */
export function acceptFiles(openUpload, elsewhere) {
  const here = find("drop-here");
  const input = find("file-input");
  const take = async (files, folders = []) => {
    const sets = folders.filter((f) => isExampleSet(f.files));
    const rest = folders.filter((f) => !sets.includes(f)).flatMap((f) => f.files);
    const all = [...files, ...rest];
    if (elsewhere(all, sets)) {
      return;
    }
    if (all.length === 0) {
      say("There is nothing in it that can be opened.", "bad");
    }
    for (const f of all.slice(0, 8)) {
      try {
        say("Reading " + f.name + "…");
        await openUpload(await bring(f));
      } catch (e) {
        say(e.message, "bad");
      }
    }
  };
  let depth = 0;
  const isFile = (e) => [...(e.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragenter", (e) => {
    if (isFile(e)) {
      e.preventDefault();
      depth++;
      here.hidden = false;
    }
  });
  addEventListener("dragover", (e) => isFile(e) && e.preventDefault());
  addEventListener("dragleave", (e) => {
    if (isFile(e) && --depth <= 0) {
      depth = 0;
      here.hidden = true;
    }
  });
  addEventListener("drop", (e) => {
    if (isFile(e)) {
      e.preventDefault();
      depth = 0;
      here.hidden = true;
      dialog.close();
      // Entries are gone once this returns: ask for them now.
      const entries = [...e.dataTransfer.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
      dropped(entries, [...e.dataTransfer.files])
        .then((d) => take(d.files, d.folders))
        .catch((error) => say("What was dropped cannot be read: " + error.message, "bad"));
    }
  });
  input.addEventListener("change", () => {
    dialog.close();
    take([...input.files]);
    input.value = "";
  });
}
