// What is found out about a mesh once for every topology: which corners share a normal, which edges
// carry ink, which way its triangles look.

/** Edges with a larger angle between their faces are drawn and keep crisp shading. */
const CREASE_COSINE = Math.cos((40 * Math.PI) / 180);

const SILHOUETTE = 1;
const CREASE = 0.55;

/**
 * How the corners of triangles share normals, and which edges carry ink; found once for every
 * topology, at the pose in which it arrives.
 */
export function study(positions, indices, weld) {
  const vertices = positions.length / 3;
  const faces = indices.length / 3;
  const same = new Uint32Array(vertices);
  for (let v = 0; v < vertices; v++) {
    same[v] = v;
  }
  if (weld) {
    // Vertices that only differ in texture coordinates are one place of the surface.
    const seen = new Map();
    for (let v = 0; v < vertices; v++) {
      const key = positions[3 * v] + "," + positions[3 * v + 1] + "," + positions[3 * v + 2];
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, v);
      } else {
        same[v] = first;
      }
    }
  }
  const normals = new Float32Array(indices.length);
  const n = [0, 0, 0];
  let flat = true;
  for (let f = 0; f < faces; f++) {
    faceNormal(positions, indices, 3 * f, n);
    const size = Math.hypot(n[0], n[1], n[2]) || 1;
    for (let c = 0; c < 3; c++) {
      normals[3 * f + c] = n[c] / size;
    }
    flat &&= Math.abs(n[2]) > 0.999 * size || size === 1;
  }
  // Corners joined across smooth edges share a normal: union-find over corners.
  const parent = new Uint32Array(indices.length);
  for (let i = 0; i < parent.length; i++) {
    parent[i] = i;
  }
  const root = (i) => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const edges = new Map(); // edge -> corner at which its first face's half edge starts
  const creases = [];
  const borders = [];
  for (let f = 0; f < faces; f++) {
    for (let k = 0; k < 3; k++) {
      const a = same[indices[3 * f + k]];
      const b = same[indices[3 * f + ((k + 1) % 3)]];
      const key = Math.min(a, b) * vertices + Math.max(a, b);
      const first = edges.get(key);
      if (first === undefined) {
        edges.set(key, 3 * f + k);
        continue;
      }
      if (first < 0) {
        continue;
      }
      edges.set(key, -1 - first);
      const g = Math.floor(first / 3);
      const cosine =
        normals[3 * f] * normals[3 * g] +
        normals[3 * f + 1] * normals[3 * g + 1] +
        normals[3 * f + 2] * normals[3 * g + 2];
      if (cosine < CREASE_COSINE && !flat) {
        creases.push([a, b]); // a flat drawing has none: there a turned face is only crushed
        continue;
      }
      const begin = 3 * f + k;
      const end = 3 * f + ((k + 1) % 3);
      const firstEnd = 3 * g + ((first + 1) % 3);
      const turned = same[indices[first]] === b;
      parent[root(begin)] = root(turned ? firstEnd : first);
      parent[root(end)] = root(turned ? first : firstEnd);
    }
  }
  for (const first of edges.values()) {
    if (first >= 0) {
      const g = Math.floor(first / 3);
      borders.push([same[indices[first]], same[indices[3 * g + ((first + 1) % 3)]]]);
    }
  }
  const lines = [
    ...chained(creases).map(([a, b]) => [a, b, CREASE]),
    ...open(borders, positions).map(([a, b]) => [a, b, SILHOUETTE]),
  ].flat();
  // Corners of one group and one vertex of the server become one vertex of the drawing.
  const drawn = new Map();
  const from = [];
  const group = new Uint32Array(indices.length);
  const order = new Uint32Array(indices.length);
  const groups = new Map();
  for (let i = 0; i < indices.length; i++) {
    const r = root(i);
    const key = r * vertices + indices[i];
    let v = drawn.get(key);
    if (v === undefined) {
      v = from.length;
      drawn.set(key, v);
      from.push(indices[i]);
      let g = groups.get(r);
      if (g === undefined) {
        g = groups.size;
        groups.set(r, g);
      }
      group[v] = g;
    }
    order[i] = v;
  }
  return {
    same,
    order,
    lines,
    flat,
    from: Uint32Array.from(from),
    group: group.slice(0, from.length),
    groupCount: groups.size,
  };
}

/** Triangles turned so that their normals point out of the body: some files have them inside out. */
export function outwards(p, indices) {
  const middle = [0, 0, 0];
  for (let i = 0; i < p.length; i++) {
    middle[i % 3] += (3 * p[i]) / p.length;
  }
  const n = [0, 0, 0];
  let volume = 0;
  for (let i = 0; i < indices.length; i += 3) {
    faceNormal(p, indices, i, n);
    for (let c = 0; c < 3; c++) {
      volume += n[c] * (p[3 * indices[i] + c] - middle[c]);
    }
  }
  if (!(volume < 0)) {
    return indices;
  }
  const turned = indices.slice();
  for (let i = 0; i < turned.length; i += 3) {
    turned[i + 1] = indices[i + 2];
    turned[i + 2] = indices[i + 1];
  }
  return turned;
}

function neighbors(edges) {
  const next = new Map();
  for (const [a, b] of edges) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const list = next.get(from);
      if (list) {
        list.push(to);
      } else {
        next.set(from, [to]);
      }
    }
  }
  return next;
}

/** Creases that go on at both ends: single ones are the roughness of a coarse mesh. */
function chained(edges) {
  for (let round = 0; round < 2; round++) {
    const next = neighbors(edges);
    edges = edges.filter(([a, b]) => next.get(a).length > 1 && next.get(b).length > 1);
  }
  return edges;
}

/**
 * Borders of a surface without those at which cells of two sizes meet: there a long edge lies along
 * several short ones, and the surface goes on.
 */
function open(edges, p) {
  const next = neighbors(edges);
  const key = (a, b) => Math.min(a, b) + "," + Math.max(a, b);
  const met = new Set();
  for (const [a, b] of edges) {
    const d = [0, 1, 2].map((c) => p[3 * b + c] - p[3 * a + c]);
    const length = Math.hypot(...d);
    const along = (v) =>
      [0, 1, 2].reduce((sum, c) => sum + (p[3 * v + c] - p[3 * a + c]) * d[c], 0) / (length * length);
    const off = (v, t) => Math.hypot(...[0, 1, 2].map((c) => p[3 * v + c] - p[3 * a + c] - t * d[c]));
    const path = [a];
    let reached = 0;
    while (path[path.length - 1] !== b && path.length < 10) {
      const here = path[path.length - 1];
      const step = next.get(here).find((v) => {
        const t = along(v);
        return (path.length > 1 || v !== b) && t > reached + 1e-3 && t < 1.001 && off(v, t) < 0.06 * length;
      });
      if (step === undefined) {
        break;
      }
      reached = along(step);
      path.push(step);
    }
    if (path.length > 2 && path[path.length - 1] === b) {
      met.add(key(a, b));
      for (let i = 1; i < path.length; i++) {
        met.add(key(path[i - 1], path[i]));
      }
    }
  }
  return edges.filter(([a, b]) => !met.has(key(a, b)));
}

function faceNormal(p, indices, i, out) {
  const a = 3 * indices[i];
  const b = 3 * indices[i + 1];
  const c = 3 * indices[i + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}
