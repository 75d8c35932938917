// The line to the server: text messages both ways, binary meshes and frames towards the page.
//
// Every command gets a number and a promise that is kept by "done" or broken by "refused". A frame
// is answered with "ready" once it has been drawn, so that a slow page gets fewer frames and never
// a queue of them.

const MESH = 0x4853454d;
const FRAME = 0x4d415246;
const GONE = 0x47;

export const FLAGS = {
  TEXTURED: 1,
  COLLIDER: 2,
  CAGE: 4,
  BONES: 8,
  HIDDEN: 16,
  TARGET: 32,
  RIG: 64,
};

/** Reads one binary message; arrays are copies, so that they outlive the message. */
export function decode(buffer) {
  const view = new DataView(buffer);
  let at = 0;
  const u32 = () => {
    const v = view.getUint32(at, true);
    at += 4;
    return v;
  };
  const room = (count) => {
    if (at + 4 * count > buffer.byteLength) {
      throw new Error("a message ends too early");
    }
    at += 4 * count;
    return buffer.slice(at - 4 * count, at);
  };
  const floats = (count) => new Float32Array(room(count));
  const kind = u32();
  if (kind === MESH) {
    const m = { is: "mesh", topology: u32(), id: u32(), body: u32() };
    const vertices = u32();
    const indices = u32();
    m.flags = u32();
    m.color = [view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)];
    at += 4;
    m.texture = u32();
    m.positions = floats(3 * vertices);
    m.uv = m.flags & FLAGS.TEXTURED ? floats(2 * vertices) : null;
    m.indices = new Uint32Array(room(indices));
    return m;
  }
  if (kind === FRAME) {
    const f = { is: "frame", number: u32(), topology: u32() };
    f.time = view.getFloat64(at, true);
    at += 8;
    const count = u32();
    f.meshes = [];
    for (let i = 0; i < count; i++) {
      const id = u32();
      const vertices = u32();
      const positions = floats(3 * vertices);
      const channels = u32();
      f.meshes.push({ id, positions, channel: channels > 0 ? floats(vertices) : null });
    }
    return f;
  }
  if (kind === GONE || kind === 0x454e4f47) {
    return { is: "gone", id: u32() };
  }
  throw new Error("unknown binary message " + kind.toString(16));
}

/** One session's line. Listeners are called with the message of their name. */
export class Wire {
  constructor(session) {
    this.session = session;
    this.next = 1;
    this.waiting = new Map();
    this.listeners = new Map();
    this.open = false;
    this.tries = 0;
    this.bytes = 0;
  }

  on(name, listener) {
    const list = this.listeners.get(name) ?? [];
    list.push(listener);
    this.listeners.set(name, list);
    return this;
  }

  emit(name, message) {
    for (const listener of this.listeners.get(name) ?? []) {
      listener(message);
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const address = scheme + location.host + "/api/live?session=" + encodeURIComponent(this.session);
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.open = true;
      this.tries = 0;
      this.emit("open", {});
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => {
      this.open = false;
      for (const { fail } of this.waiting.values()) {
        fail(new Error("the line to the server was cut"));
      }
      this.waiting.clear();
      this.emit("closed", { code: event.code, why: event.reason });
      // A server that was stopped and started again has forgotten the cookie: stop trying then.
      if (this.tries++ < 8) {
        setTimeout(() => this.connect(), Math.min(4000, 250 * 2 ** this.tries));
      }
    };
  }

  receive(data) {
    if (typeof data !== "string") {
      this.bytes += data.byteLength;
      const message = decode(data);
      this.emit(message.is, message);
      return;
    }
    const message = JSON.parse(data);
    if (message.is === "done" || message.is === "refused") {
      const promise = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (promise && message.is === "done") {
        promise.keep(message);
      } else if (promise) {
        promise.fail(new Error(message.why || "refused"));
      }
    }
    this.emit(message.is, message);
  }

  /** Sends a command; its answer is the promise's value. */
  ask(name, fields = {}) {
    if (!this.open) {
      return Promise.reject(new Error("not connected to the server"));
    }
    const id = this.next++;
    const promise = new Promise((keep, fail) => this.waiting.set(id, { keep, fail }));
    this.socket.send(JSON.stringify({ do: name, id, ...fields }));
    return promise;
  }

  /** Sends a command; a refusal is shown to the person by the "refused" listeners. */
  tell(name, fields = {}) {
    this.ask(name, fields).catch(() => {});
  }

  /** Sends what has no answer unless it is refused: there are too many of these. */
  send(name, fields) {
    if (this.open) {
      this.socket.send(JSON.stringify({ do: name, id: this.next++, ...fields }));
    }
  }

  /** Says which frame has been drawn. */
  ready(frame) {
    this.send("ready", { frame });
  }
}
