// One mesh of the server as it is drawn: paint, outline, creases, open borders and its shadow.

import * as THREE from "/three/three.module.min.js";
import { FLAGS } from "./wire.js";

/** Edges with a larger angle between their faces are drawn and keep crisp shading. */
const CREASE_COSINE = Math.cos((40 * Math.PI) / 180);

const SILHOUETTE = 1;
const CREASE = 0.55;

/**
 * How the corners of triangles share normals, and which edges carry ink; found once for every
 * topology, at the pose in which it arrives.
 */
function study(positions, indices, weld) {
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
function outwards(p, indices) {
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

function neighbours(edges) {
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
    const next = neighbours(edges);
    edges = edges.filter(([a, b]) => next.get(a).length > 1 && next.get(b).length > 1);
  }
  return edges;
}

/**
 * Borders of a surface without those at which cells of two sizes meet: there a long edge lies along
 * several short ones, and the surface goes on.
 */
function open(edges, p) {
  const next = neighbours(edges);
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

/** Pairs of points as lines of a width in pixels. */
export class FatLines {
  constructor(material, capacity) {
    this.geometry = new THREE.BufferGeometry();
    this.mesh = new THREE.Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.resize(capacity);
  }

  resize(capacity) {
    this.capacity = capacity;
    const corner = new Float32Array(8 * capacity);
    const index = new Uint32Array(6 * capacity);
    for (let i = 0; i < capacity; i++) {
      // The far end looks back along the line: its sides are turned.
      corner.set([-1, 1, 1, 1, 1, 1, -1, 1], 8 * i);
      index.set([0, 1, 2, 2, 1, 3].map((k) => 4 * i + k), 6 * i);
    }
    this.position = attribute(12 * capacity, 3);
    this.other = attribute(12 * capacity, 3);
    this.corner = new THREE.BufferAttribute(corner, 2);
    this.geometry.setAttribute("position", this.position);
    this.geometry.setAttribute("other", this.other);
    this.geometry.setAttribute("corner", this.corner);
    this.geometry.setIndex(new THREE.BufferAttribute(index, 1));
  }

  weights(each) {
    for (let i = 0; i < each.length; i++) {
      for (let k = 0; k < 4; k++) {
        this.corner.array[8 * i + 2 * k + 1] = each[i];
      }
    }
    this.corner.needsUpdate = true;
  }

  set(i, ax, ay, az, bx, by, bz) {
    const p = this.position.array;
    const o = this.other.array;
    for (let k = 0; k < 4; k++) {
      const j = 12 * i + 3 * k;
      const near = k < 2;
      p[j] = near ? ax : bx;
      p[j + 1] = near ? ay : by;
      p[j + 2] = near ? az : bz;
      o[j] = near ? bx : ax;
      o[j + 1] = near ? by : ay;
      o[j + 2] = near ? bz : az;
    }
  }

  done(count) {
    this.geometry.setDrawRange(0, 6 * count);
    this.position.needsUpdate = true;
    this.other.needsUpdate = true;
  }
}

function attribute(length, size) {
  const a = new THREE.BufferAttribute(new Float32Array(length), size);
  a.setUsage(THREE.DynamicDrawUsage);
  return a;
}

/** A body, a collider or the side of a rig, with everything that is drawn of it. */
export class Surface {
  constructor(look, message, texture, isNew) {
    this.id = message.id;
    this.body = message.body;
    this.flags = message.flags;
    this.positions = message.positions;
    this.indices = outwards(message.positions, message.indices);
    this.color = message.color;
    this.channel = null;
    const s = study(message.positions, this.indices, isNew);
    this.study = s;
    this.shift = new THREE.Vector3();
    const count = s.from.length;
    this.geometry = new THREE.BufferGeometry();
    this.position = attribute(3 * count, 3);
    this.normal = attribute(3 * count, 3);
    this.outward = attribute(3 * count, 3);
    this.value = attribute(count, 1);
    const uv = new Float32Array(2 * count);
    if (message.uv) {
      for (let i = 0; i < count; i++) {
        uv[2 * i] = message.uv[2 * s.from[i]];
        uv[2 * i + 1] = message.uv[2 * s.from[i] + 1];
      }
    }
    this.geometry.setAttribute("position", this.position);
    this.geometry.setAttribute("normal", this.normal);
    this.geometry.setAttribute("outward", this.outward);
    this.geometry.setAttribute("channel", this.value);
    this.geometry.setAttribute("uv", new THREE.BufferAttribute(uv, 2));
    this.geometry.setIndex(new THREE.BufferAttribute(s.order, 1));
    this.groupNormals = new Float32Array(3 * s.groupCount);
    this.vertexNormals = new Float32Array(message.positions.length);

    this.group = new THREE.Group();
    this.paint = new THREE.Mesh(this.geometry, look.paint(message.color, texture));
    this.paint.frustumCulled = false;
    this.paint.material.uniforms.sheet.value = s.flat ? 1 : 0;
    this.group.add(this.paint);
    this.isCollider = (message.flags & FLAGS.COLLIDER) !== 0;
    if (!s.flat) {
      this.hull = new THREE.Mesh(this.geometry, look.hull());
      this.hull.frustumCulled = false;
      this.group.add(this.hull);
      if (!this.isCollider) {
        this.shadow = new THREE.Mesh(this.geometry, look.floor(true));
        this.shadow.frustumCulled = false;
        this.shadow.renderOrder = -5;
        this.group.add(this.shadow);
      }
    }
    const lines = s.lines.length / 3;
    if (lines > 0) {
      this.ink = new FatLines(look.line(look.shared.ink.value, 1), lines);
      this.ink.weights(s.lines.filter((_, i) => i % 3 === 2));
      this.group.add(this.ink.mesh);
    }
    this.update(message.positions, null);
  }

  /** Takes the positions of a frame. */
  update(positions, channel) {
    this.positions = positions;
    const { from, group, same, lines } = this.study;
    const indices = this.indices;
    const p = this.position.array;
    const normals = this.groupNormals.fill(0);
    const smooth = this.vertexNormals.fill(0);
    const n = [0, 0, 0];
    for (let i = 0; i < indices.length; i += 3) {
      faceNormal(positions, indices, i, n);
      for (let k = i; k < i + 3; k++) {
        const g = 3 * group[this.study.order[k]];
        const v = 3 * same[indices[k]];
        normals[g] += n[0];
        normals[g + 1] += n[1];
        normals[g + 2] += n[2];
        smooth[v] += n[0];
        smooth[v + 1] += n[1];
        smooth[v + 2] += n[2];
      }
    }
    if (this.study.flat) {
      for (let i = 0; i < normals.length; i += 3) {
        normals[i] = normals[i + 1] = 0;
        normals[i + 2] = 1;
      }
    }
    unit(normals);
    unit(smooth);
    const normal = this.normal.array;
    const outward = this.outward.array;
    for (let i = 0; i < from.length; i++) {
      const v = 3 * from[i];
      const w = 3 * same[from[i]];
      const g = 3 * group[i];
      for (let c = 0; c < 3; c++) {
        p[3 * i + c] = positions[v + c];
        normal[3 * i + c] = normals[g + c];
        outward[3 * i + c] = smooth[w + c];
      }
    }
    this.position.needsUpdate = true;
    this.normal.needsUpdate = true;
    this.outward.needsUpdate = true;
    if (channel) {
      const value = this.value.array;
      for (let i = 0; i < from.length; i++) {
        value[i] = channel[from[i]];
      }
      this.value.needsUpdate = true;
    }
    this.channel = channel;
    if (this.ink) {
      for (let i = 0; i < lines.length; i += 3) {
        const a = 3 * lines[i];
        const b = 3 * lines[i + 1];
        this.ink.set(
          i / 3,
          positions[a],
          positions[a + 1],
          positions[a + 2],
          positions[b],
          positions[b + 1],
          positions[b + 2],
        );
      }
      this.ink.done(lines.length / 3);
    }
  }

  dispose() {
    this.group.removeFromParent();
    this.geometry.dispose();
    this.paint.material.dispose();
    this.hull?.material.dispose();
    this.shadow?.material.dispose();
    this.ink?.geometry.dispose();
    this.ink?.mesh.material.dispose();
  }
}

function unit(v) {
  for (let i = 0; i < v.length; i += 3) {
    const size = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
    if (size > 0) {
      v[i] /= size;
      v[i + 1] /= size;
      v[i + 2] /= size;
    }
  }
}

/** The cage or the bones: pairs of points as thin lines that are seen through the body. */
export class Wires {
  constructor(look, message) {
    this.id = message.id;
    this.body = message.body;
    this.flags = message.flags;
    this.positions = message.positions;
    this.indices = message.indices;
    this.group = new THREE.Group();
    this.bones = (message.flags & FLAGS.BONES) !== 0;
    if (this.bones) {
      const tint = new THREE.Vector3(0.93, 0.36, 0.22);
      this.fat = new FatLines(look.line(tint, 1.6, true), message.indices.length / 2);
      this.fat.mesh.renderOrder = 20;
      this.group.add(this.fat.mesh);
    } else {
      this.geometry = new THREE.BufferGeometry();
      this.position = attribute(message.positions.length, 3);
      this.geometry.setAttribute("position", this.position);
      this.geometry.setIndex(new THREE.BufferAttribute(message.indices, 1));
      const material = new THREE.LineBasicMaterial({
        color: 0x146b7a,
        transparent: true,
        opacity: 0.55,
        depthTest: false,
        toneMapped: false,
      });
      const lines = new THREE.LineSegments(this.geometry, material);
      lines.frustumCulled = false;
      lines.renderOrder = 10;
      this.group.add(lines);
    }
    this.update(message.positions);
  }

  update(positions) {
    this.positions = positions;
    if (!this.bones) {
      this.position.array.set(positions.subarray(0, this.position.array.length));
      this.position.needsUpdate = true;
      return;
    }
    for (let i = 0; i < this.indices.length; i += 2) {
      const a = 3 * this.indices[i];
      const b = 3 * this.indices[i + 1];
      this.fat.set(
        i / 2,
        positions[a],
        positions[a + 1],
        positions[a + 2],
        positions[b],
        positions[b + 1],
        positions[b + 2],
      );
    }
    this.fat.done(this.indices.length / 2);
  }

  dispose() {
    this.group.removeFromParent();
    this.geometry?.dispose();
    this.fat?.geometry.dispose();
  }
}
