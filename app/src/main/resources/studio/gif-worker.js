// Makes a GIF while pictures arrive, one at a time, so that a long take does not fill the memory.
// Every picture has a palette of its own: the commonest colors, which in cel pictures are nearly
// all there are. Pixels that did not change are transparent, which compresses best.

const TRANSPARENT = 255;

let width = 0;
let height = 0;
let delay = 0;
let chunks = [];
let previous = null;
let waiting = null; // the picture whose time on the screen is not known yet

onmessage = ({ data }) => {
  if (data.is === "begin") {
    ({ width, height } = data);
    chunks = [header()];
    previous = null;
    waiting = null;
  } else if (data.is === "picture") {
    const pixels = new Uint32Array(data.pixels);
    if (waiting) {
      chunks.push(picture(waiting.pixels, data.time - waiting.time));
    }
    waiting = { pixels, time: data.time };
  } else if (data.is === "end") {
    if (waiting) {
      chunks.push(picture(waiting.pixels, 60));
    }
    chunks.push(Uint8Array.of(0x3b));
    postMessage({ is: "gif", blob: new Blob(chunks, { type: "image/gif" }) });
    chunks = [];
  }
};

function header() {
  const text = (s) => [...s].map((c) => c.charCodeAt(0));
  return Uint8Array.from([
    ...text("GIF89a"),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0x70, // no palette for all
    0,
    0,
    0x21, // repeats for ever
    0xff,
    11,
    ...text("NETSCAPE2.0"),
    3,
    1,
    0,
    0,
    0,
  ]);
}

function picture(pixels, milliseconds) {
  delay = Math.max(2, Math.min(500, Math.round(milliseconds / 10)));
  const { colors, indices } = reduce(pixels, previous);
  previous = pixels;
  const table = new Uint8Array(768);
  colors.forEach((c, i) => {
    table[3 * i] = c & 255;
    table[3 * i + 1] = (c >> 8) & 255;
    table[3 * i + 2] = (c >> 16) & 255;
  });
  const head = [
    0x21,
    0xf9,
    4,
    (1 << 2) | 1, // keep the picture below, one index is transparent
    delay & 255,
    delay >> 8,
    TRANSPARENT,
    0,
    0x2c,
    0,
    0,
    0,
    0,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0x87, // a palette of 256
  ];
  const data = compress(indices);
  const out = new Uint8Array(head.length + 768 + data.length);
  out.set(head);
  out.set(table, head.length);
  out.set(data, head.length + 768);
  return out;
}

/** At most 255 colors of a picture, and which of them each pixel has. */
function reduce(pixels, before) {
  const counts = new Map();
  for (let i = 0; i < pixels.length; i++) {
    if (!before || before[i] !== pixels[i]) {
      const c = pixels[i] & 0xffffff;
      counts.set(c, (counts.get(c) ?? 0) + 1);
    }
  }
  const ordered = [...counts.entries()].sort((a, b) => b[1] - a[1]);
  let colors;
  if (ordered.length <= 255) {
    colors = ordered.map(([c]) => c);
  } else {
    // The commonest as they are; of the rest, one of each cube of neighboring colors.
    const cubes = new Set();
    colors = [];
    for (const [c] of ordered) {
      const cube = ((c >> 4) & 0xf) | (((c >> 12) & 0xf) << 4) | (((c >> 20) & 0xf) << 8);
      if (colors.length < 96 || !cubes.has(cube)) {
        cubes.add(cube);
        colors.push(c);
      }
      if (colors.length === 255) {
        break;
      }
    }
  }
  if (colors.length === 0) {
    colors = [0];
  }
  const known = new Map(colors.map((c, i) => [c, i]));
  const indices = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) {
    if (before && before[i] === pixels[i]) {
      indices[i] = TRANSPARENT;
      continue;
    }
    const c = pixels[i] & 0xffffff;
    let index = known.get(c);
    if (index === undefined) {
      index = nearest(colors, c);
      known.set(c, index);
    }
    indices[i] = index;
  }
  return { colors, indices };
}

function nearest(colors, c) {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < colors.length; i++) {
    const r = (colors[i] & 255) - (c & 255);
    const g = ((colors[i] >> 8) & 255) - ((c >> 8) & 255);
    const b = ((colors[i] >> 16) & 255) - ((c >> 16) & 255);
    const d = 3 * r * r + 6 * g * g + b * b; // about how much the eye minds
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return best;
}

/** LZW with codes of 9 to 12 bits, in blocks of up to 255 bytes. */
function compress(indices) {
  const CLEAR = 256;
  const END = 257;
  const out = [8];
  let block = [];
  let bits = 0;
  let held = 0;
  const put = (code, size) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      held >>>= 8;
      bits -= 8;
      if (block.length === 255) {
        out.push(255, ...block);
        block = [];
      }
    }
  };
  let table = new Map();
  let size = 9;
  let next = 258;
  put(CLEAR, size);
  let code = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (code << 8) | indices[i];
    const found = table.get(key);
    if (found !== undefined) {
      code = found;
      continue;
    }
    put(code, size);
    if (next === 4096) {
      put(CLEAR, size);
      table = new Map();
      size = 9;
      next = 258;
    } else {
      if (next === 1 << size) {
        size++;
      }
      table.set(key, next++);
    }
    code = indices[i];
  }
  put(code, size);
  put(END, size);
  if (bits > 0) {
    block.push(held & 255);
  }
  if (block.length > 0) {
    out.push(block.length, ...block);
  }
  out.push(0);
  return Uint8Array.from(out);
}
