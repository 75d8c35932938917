// One mesh of the server as it is drawn: paint, outline, creases, open borders and its shadow.

import * as THREE from "/three/three.module.min.js";
import { FLAGS } from "./wire.js";
import { attribute, FatLines } from "./lines.js";
import { outwards, study } from "./topology.js";

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
    this.speed = attribute(count, 1);
    this.motion = null; // meters a second by vertex and axis, once two frames are known
    this.time = NaN;
    this.speedLines = 0;
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
    this.geometry.setAttribute("speed", this.speed);
    this.geometry.setAttribute("uv", new THREE.BufferAttribute(uv, 2));
    this.geometry.setIndex(new THREE.BufferAttribute(s.order, 1));
    this.groupNormals = new Float32Array(3 * s.groupCount);
    // Without creases every vertex has one normal, and outlines grow along it.
    this.creased = s.groupCount !== new Set(s.same).size;
    this.vertexNormals = this.creased ? new Float32Array(message.positions.length) : null;
    this.groupAt = s.order.map((v) => 3 * s.group[v]);
    this.vertexAt = this.creased ? this.indices.map((v) => 3 * s.same[v]) : null;

    this.group = new THREE.Group();
    this.isCollider = (message.flags & FLAGS.COLLIDER) !== 0;
    // A wall between the viewer and the bodies is not drawn: scenery is seen from outside only.
    this.paint = new THREE.Mesh(this.geometry, look.paint(message.color, texture, this.isCollider));
    this.paint.frustumCulled = false;
    this.paint.material.uniforms.sheet.value = s.flat ? 1 : 0;
    this.group.add(this.paint);
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
    this.drops = [];
    for (const onItself of this.isCollider ? [] : [true, false]) {
      const drop = new THREE.Mesh(this.geometry, look.drop(onItself));
      drop.frustumCulled = false;
      drop.renderOrder = 5;
      drop.visible = false;
      this.group.add(drop);
      this.drops.push(drop);
    }
    const lines = s.lines.length / 3;
    if (lines > 0) {
      // Lines of a flat drawing lie behind its paint: where torn sides touch, none is seen.
      this.ink = new FatLines(look.line(look.shared.ink.value, 1, false, s.flat ? 1 : 0), lines);
      this.ink.weights(s.lines.filter((_, i) => i % 3 === 2));
      this.group.add(this.ink.mesh);
    }
    this.update(message.positions, null, NaN);
  }

  /** Takes the positions of a frame, and its time in simulated seconds. */
  update(positions, channel, time) {
    this.move(positions, time);
    this.positions = positions;
    const { from, lines } = this.study;
    const { groupAt, vertexAt } = this;
    const indices = this.indices;
    const normals = this.groupNormals.fill(0);
    const smooth = this.creased ? this.vertexNormals.fill(0) : normals;
    // Sums over the faces; written out, as this is most of the page's work on a large surface.
    for (let i = 0; i < indices.length; i += 3) {
      const a = 3 * indices[i];
      const b = 3 * indices[i + 1];
      const c = 3 * indices[i + 2];
      const ux = positions[b] - positions[a];
      const uy = positions[b + 1] - positions[a + 1];
      const uz = positions[b + 2] - positions[a + 2];
      const vx = positions[c] - positions[a];
      const vy = positions[c + 1] - positions[a + 1];
      const vz = positions[c + 2] - positions[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      for (let k = i; k < i + 3; k++) {
        const g = groupAt[k];
        normals[g] += nx;
        normals[g + 1] += ny;
        normals[g + 2] += nz;
      }
      if (this.creased) {
        for (let k = i; k < i + 3; k++) {
          const v = vertexAt[k];
          smooth[v] += nx;
          smooth[v + 1] += ny;
          smooth[v + 2] += nz;
        }
      }
    }
    if (this.study.flat) {
      for (let i = 0; i < normals.length; i += 3) {
        normals[i] = normals[i + 1] = 0;
        normals[i + 2] = 1;
      }
    }
    unit(normals);
    if (this.creased) {
      unit(smooth);
    }
    const { group, same } = this.study;
    const p = this.position.array;
    const normal = this.normal.array;
    const outward = this.outward.array;
    for (let i = 0; i < from.length; i++) {
      const v = 3 * from[i];
      const g = 3 * group[i];
      const w = this.creased ? 3 * same[from[i]] : g;
      const at = 3 * i;
      p[at] = positions[v];
      p[at + 1] = positions[v + 1];
      p[at + 2] = positions[v + 2];
      normal[at] = normals[g];
      normal[at + 1] = normals[g + 1];
      normal[at + 2] = normals[g + 2];
      outward[at] = smooth[w];
      outward[at + 1] = smooth[w + 1];
      outward[at + 2] = smooth[w + 2];
    }
    this.position.needsUpdate = true;
    this.normal.needsUpdate = true;
    this.outward.needsUpdate = true;
    if (channel && !this.painted) {
      this.setValues(channel);
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

  /** One value a vertex of the server, for the paint. */
  setValues(values) {
    const { from } = this.study;
    const value = this.value.array;
    for (let i = 0; i < from.length; i++) {
      value[i] = values[from[i]];
    }
    this.value.needsUpdate = true;
  }

  /** Shows which group each vertex is painted as, whatever the server sends; null ends it. */
  setPainted(values) {
    this.painted = values;
    if (values) {
      this.setValues(values);
    }
  }

  /** How fast every vertex is: what is fast has thicker lines and may leave some behind. */
  move(positions, time) {
    const seconds = time - this.time;
    const before = this.positions;
    this.time = time;
    if (!(seconds > 0 && seconds < 0.25) || before.length !== positions.length) {
      return;
    }
    this.motion ??= new Float32Array(positions.length);
    const { from } = this.study;
    const m = this.motion;
    const speed = this.speed.array;
    let sum = 0;
    for (let i = 0; i < positions.length; i++) {
      m[i] = (positions[i] - before[i]) / seconds;
    }
    for (let i = 0; i < from.length; i++) {
      const v = 3 * from[i];
      speed[i] = Math.sqrt(m[v] * m[v] + m[v + 1] * m[v + 1] + m[v + 2] * m[v + 2]);
      sum += speed[i];
    }
    this.speed.needsUpdate = true;
    if (this.ink) {
      this.ink.mesh.material.uniforms.haste.value = sum / Math.max(1, from.length);
    }
  }

  /** The number that tells this surface from others in the stencil: 1 to 127. */
  set number(n) {
    for (const mesh of [this.paint, ...this.drops]) {
      mesh.material.stencilRef = n;
    }
  }

  /** The mean place of some vertices: marks that are fixed to it travel with the body. */
  anchor(out) {
    const p = this.positions;
    const step = 3 * Math.max(1, Math.floor(p.length / 768));
    let n = 0;
    out.set(0, 0, 0);
    for (let i = 0; i < p.length; i += step) {
      out.x += p[i];
      out.y += p[i + 1];
      out.z += p[i + 2];
      n++;
    }
    return out.divideScalar(Math.max(1, n)).add(this.shift);
  }

  dispose() {
    this.group.removeFromParent();
    this.paint.material.uniforms.tones.value?.dispose();
    this.drops.forEach((d) => d.material.dispose());
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
