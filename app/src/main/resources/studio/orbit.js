// The viewer: turns about a point, comes closer, shifts. Moves ease out, so that a turn by keys or
// by a button is seen as a turn.

import * as THREE from "/three/three.module.min.js";

const CLOSEST = 0.02;
const FARTHEST = 500;

export class Orbit {
  constructor(camera) {
    this.camera = camera;
    this.want = { azimuth: 0.56, elevation: 0.3, distance: 3, target: new THREE.Vector3() };
    this.now = { azimuth: 0.56, elevation: 0.3, distance: 3, target: new THREE.Vector3() };
    this.home = null;
  }

  /** Looks at a box from a direction so that it fits. */
  frame(box, camera, aspect, margin = 0.1) {
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const size = box.getSize(new THREE.Vector3());
    const center = box.getCenter(new THREE.Vector3());
    const keep = 1 - 2 * margin;
    const a = (camera.azimuthDeg * Math.PI) / 180;
    const e = (camera.elevationDeg * Math.PI) / 180;
    // Extents of the box across, upwards and towards the viewer.
    const ca = Math.abs(Math.cos(a));
    const sa = Math.abs(Math.sin(a));
    const ce = Math.abs(Math.cos(e));
    const se = Math.abs(Math.sin(e));
    const across = 0.5 * (size.x * ca + size.z * sa);
    const upwards = 0.5 * (size.y * ce + (size.x * sa + size.z * ca) * se);
    const depth = 0.5 * ((size.x * sa + size.z * ca) * ce + size.y * se);
    const fit = Math.max(across / (half * aspect * keep), upwards / (half * keep));
    this.want.azimuth = a;
    this.want.elevation = e;
    this.want.distance = Math.max(CLOSEST, fit + 0.8 * depth, 0.1);
    this.want.target.copy(center);
    this.jump();
  }

  /** Replaces target and distance of what was framed by what a scene asks for. */
  settle(target, distance) {
    if (target) {
      this.want.target.fromArray(target);
    }
    if (distance > 0) {
      this.want.distance = distance;
    }
    this.home = { distance: this.want.distance };
    this.jump();
  }

  jump() {
    Object.assign(this.now, this.want, { target: this.want.target.clone() });
    this.place();
  }

  turn(dx, dy) {
    this.want.azimuth -= dx;
    this.want.elevation = Math.max(-1.5, Math.min(1.5, this.want.elevation + dy));
  }

  zoom(factor) {
    this.want.distance = Math.max(CLOSEST, Math.min(FARTHEST, this.want.distance * factor));
  }

  /** Shifts by parts of the picture's height. */
  shift(dx, dy) {
    const height = 2 * this.want.distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const m = this.camera.matrixWorld.elements;
    this.want.target.x += (-dx * m[0] + dy * m[4]) * height;
    this.want.target.y += (-dx * m[1] + dy * m[5]) * height;
    this.want.target.z += (-dx * m[2] + dy * m[6]) * height;
  }

  /** Eases towards what is wanted; answers whether the view still moves. */
  ease(seconds) {
    const part = 1 - Math.exp(-14 * seconds);
    const n = this.now;
    const w = this.want;
    const gap =
      Math.abs(w.azimuth - n.azimuth) +
      Math.abs(w.elevation - n.elevation) +
      Math.abs(w.distance / n.distance - 1) +
      w.target.distanceTo(n.target) / n.distance;
    if (gap < 1e-4) {
      return false;
    }
    n.azimuth += part * (w.azimuth - n.azimuth);
    n.elevation += part * (w.elevation - n.elevation);
    n.distance += part * (w.distance - n.distance);
    n.target.lerp(w.target, part);
    this.place();
    return true;
  }

  place() {
    const { azimuth, elevation, distance, target } = this.now;
    const c = Math.cos(elevation);
    this.camera.position.set(
      target.x + distance * c * Math.sin(azimuth),
      target.y + distance * Math.sin(elevation),
      target.z + distance * c * Math.cos(azimuth),
    );
    this.camera.near = Math.max(0.002, 0.02 * distance);
    this.camera.far = 60 * distance + 100;
    this.camera.lookAt(target);
    this.camera.updateMatrixWorld();
    this.camera.updateProjectionMatrix();
  }
}
