// Keeping: a film of the stage as WebM or GIF, the take in every format of the command line, and a
// replay that gives the same take again.

import { bytes, clear, download, make, say } from "./dom.js";

/** Longest side of a GIF, its pictures a second and its length at most. */
const GIF = { side: 480, rate: 15, seconds: 20 };

const FORMAT_WORDS = {
  glb: "GLB with animation",
  obj: "OBJ of the start",
  pc2: "PC2 point cache",
  mdd: "MDD point cache",
  usda: "USD text",
  svg: "SVG outlines, one a frame",
  "obj-sequence": "OBJ, one a frame",
  png: "contact sheet",
  gif: "GIF, drawn by the cel renderer",
  frames: "PNG, one a frame",
};

/** Records the canvas. */
export class Recorder {
  constructor(stage) {
    this.stage = stage;
    this.kind = null;
    this.onchange = () => {};
  }

  get busy() {
    return this.kind !== null;
  }

  start(kind) {
    if (this.busy) {
      return;
    }
    if (kind === "webm" && typeof MediaRecorder === "undefined") {
      say("This browser cannot record WebM. GIF works everywhere.", "bad");
      return;
    }
    this.kind = kind;
    this.began = performance.now();
    if (kind === "webm") {
      this.startFilm();
    } else {
      this.startGif();
    }
    this.onchange();
  }

  startFilm() {
    const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((t) =>
      MediaRecorder.isTypeSupported(t),
    );
    const parts = [];
    const stream = this.stage.canvas.captureStream(30);
    this.film = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8e6 });
    this.film.ondataavailable = (e) => e.data.size > 0 && parts.push(e.data);
    this.film.onstop = () => {
      stream.getTracks().forEach((t) => t.stop());
      this.finish(new Blob(parts, { type: "video/webm" }), "webm");
    };
    this.film.start(500);
  }

  startGif() {
    const { width, height } = this.stage.canvas;
    const scale = Math.min(1, GIF.side / Math.max(width, height));
    this.small = new OffscreenCanvas(
      Math.max(2, Math.round(width * scale)),
      Math.max(2, Math.round(height * scale)),
    );
    this.pen = this.small.getContext("2d", { willReadFrequently: true });
    this.worker = new Worker("/page/gif-worker.js");
    this.worker.onmessage = ({ data }) => {
      this.worker.terminate();
      this.finish(data.blob, "gif");
    };
    this.worker.onerror = () => {
      this.kind = null;
      say("The GIF could not be made.", "bad");
      this.onchange();
    };
    this.worker.postMessage({ is: "begin", width: this.small.width, height: this.small.height });
    this.lastPicture = -Infinity;
    this.stage.dirty = true;
    this.stage.onafter = (canvas) => this.picture(canvas);
  }

  /** Right after drawing, while the canvas still holds the picture. */
  picture(canvas) {
    const now = performance.now();
    if (now - this.lastPicture < 1000 / GIF.rate - 4) {
      return;
    }
    this.lastPicture = now;
    this.pen.drawImage(canvas, 0, 0, this.small.width, this.small.height);
    const { data } = this.pen.getImageData(0, 0, this.small.width, this.small.height);
    this.worker.postMessage({ is: "picture", time: now, pixels: data.buffer }, [data.buffer]);
    if (now - this.began > 1000 * GIF.seconds) {
      say("A GIF holds " + GIF.seconds + " seconds at most.");
      this.stop();
    }
  }

  stop() {
    this.stage.onafter = () => {};
    if (this.kind === "webm") {
      this.film.stop();
    } else if (this.kind === "gif") {
      this.worker.postMessage({ is: "end" });
    }
  }

  finish(blob, ending) {
    this.kind = null;
    this.last = { bytes: blob.size, type: blob.type };
    download(blob, (this.name ?? "shinari") + "." + ending);
    say("Recorded " + bytes(blob.size) + ".", "good");
    this.onchange();
  }
}

export class KeepSheet {
  constructor(app, sheet, recorder) {
    this.app = app;
    this.sheet = sheet;
    this.recorder = recorder;
    this.chosen = new Set(["glb"]);
    this.exports = [];
    this.part = null;
    recorder.onchange = () => {
      this.build();
      app.onrecord();
    };
  }

  build() {
    const { app, recorder } = this;
    clear(this.sheet);
    const record = (kind, text) =>
      make(
        "button",
        {
          class: recorder.kind === kind ? "strong" : "quiet",
          id: "record-" + kind,
          disabled: recorder.busy && recorder.kind !== kind,
          onclick: () => (recorder.kind === kind ? recorder.stop() : recorder.start(kind)),
        },
        recorder.kind === kind ? "Stop and save" : text,
      );
    const formats = app.formats ?? ["glb", "obj", "pc2", "png", "gif"];
    const checks = formats.map((f) => {
      const box = make("input", { type: "checkbox", value: f, checked: this.chosen.has(f) });
      box.addEventListener("change", () => {
        if (box.checked) {
          this.chosen.add(f);
        } else {
          this.chosen.delete(f);
        }
        go.disabled = this.chosen.size === 0 || this.part !== null;
      });
      return make("label", { class: "check", title: f }, box, FORMAT_WORDS[f] ?? f);
    });
    const go = make(
      "button",
      {
        class: "strong",
        id: "export",
        disabled: this.chosen.size === 0 || this.part !== null,
        onclick: () => this.export(),
      },
      "Export",
    );
    this.bar = make("progress", { max: 1, value: this.part ?? 0, hidden: this.part === null });
    this.doing = make("p", { class: "hint", hidden: this.part === null }, "Beginning…");
    this.sheet.append(
      make(
        "div",
        { class: "part" },
        make("h3", {}, "Film of the stage"),
        make("div", { class: "row even" }, record("webm", "Record WebM"), record("gif", "Record GIF")),
      ),
      make(
        "div",
        { class: "part" },
        make("h3", {}, "Export the take"),
        make("p", { class: "hint" }, "Everything since the start, with all that you did to it."),
        make("div", {}, ...checks),
        make("div", { class: "row" }, go),
        this.bar,
        this.doing,
        make(
          "ul",
          { class: "files", id: "exports" },
          ...this.exports.map((f) =>
            make("li", {}, make("a", { href: f.href, download: f.name }, f.name, make("small", {}, bytes(f.bytes)))),
          ),
        ),
      ),
      make(
        "div",
        { class: "part" },
        make("h3", {}, "Replay"),
        make(
          "button",
          { class: "quiet", id: "save-replay", onclick: () => app.save("replay") },
          "Save replay",
        ),
        make(
          "p",
          { class: "hint" },
          "Scene and input in one file. The command line makes the same take of it, bit for bit.",
        ),
      ),
    );
  }

  async export() {
    this.part = 0;
    this.build();
    try {
      await this.app.wire.ask("export", { formats: [...this.chosen] });
    } catch (e) {
      say("Not exported: " + e.message, "bad");
      this.part = null;
      this.build();
    }
  }

  progress(message) {
    if (this.part !== null) {
      this.part = message.part;
      this.bar.value = message.part;
      this.doing.textContent = message.what[0].toUpperCase() + message.what.slice(1) + "…";
    }
  }

  /** An error of the session ends what was under way. */
  failed() {
    if (this.part !== null) {
      this.part = null;
      this.build();
    }
  }

  exported(message) {
    this.part = null;
    this.exports = message.files.map((f) => ({
      ...f,
      href: "/api/take/" + encodeURIComponent(message.id) + "/" + encodeURIComponent(f.name),
    }));
    this.build();
    say("The take is ready to download.", "good");
  }
}
