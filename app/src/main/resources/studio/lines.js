// Lines with a width on the screen: creases, borders, bones, what a hand holds; and the thin wires of
// a cage.

import * as THREE from "/three/three.module.min.js";
import { FLAGS } from "./wire.js";

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

export function attribute(length, size) {
  const a = new THREE.BufferAttribute(new Float32Array(length), size);
  a.setUsage(THREE.DynamicDrawUsage);
  return a;
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
      // The more lines, the paler: a fine cage must not hide what it holds.
      const opacity = Math.max(0.12, Math.min(0.55, 20 / Math.sqrt(message.indices.length / 2)));
      const material = new THREE.LineBasicMaterial({
        color: 0x146b7a,
        transparent: true,
        opacity,
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
