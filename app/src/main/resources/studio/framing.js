// From where the stage is looked at: what a scene asks for, the floor under it, the two sides of the
// rig desk, and bodies that travel.

import * as THREE from "/three/three.module.min.js";
import { FLAGS } from "./wire.js";

/** Widens a box by positions that are finite and not absurd. */
export function grow(box, positions, shift) {
  const { min, max } = box;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (Math.abs(x) < 1e6 && Math.abs(y) < 1e6 && Math.abs(z) < 1e6) {
      min.x = Math.min(min.x, x + shift.x);
      min.y = Math.min(min.y, y + shift.y);
      min.z = Math.min(min.z, z + shift.z);
      max.x = Math.max(max.x, x + shift.x);
      max.y = Math.max(max.y, y + shift.y);
      max.z = Math.max(max.z, z + shift.z);
    }
  }
}

/** Fits the bodies and the way down to the floor into the picture, or as the scene asks for. */
export function frameAll(stage, asked = true) {
  const box = stage.bounds();
  if (box.isEmpty()) {
    return;
  }
  findFloor(stage, box);
  if (stage.floor.visible) {
    // The way down is part of the scene, but a body that hangs high must not become a speck.
    const reach = 1.2 * box.getSize(new THREE.Vector3()).length();
    const low = Math.max(stage.floorY, box.min.y - reach);
    box.expandByPoint(new THREE.Vector3(box.min.x, low, box.min.z));
  }
  const c = stage.cameraSettings;
  stage.camera.fov = c.fovDeg || 28;
  const frontal = stage.flat;
  const where = frontal ? { azimuthDeg: 0, elevationDeg: 0 } : direction(c);
  // Room to pull things: a flat drawing is pulled sideways, a solid falls and is thrown.
  stage.orbit.frame(box, where, stage.width / stage.height, stage.flat ? 0.16 : 0.13);
  stage.orbit.settle(asked ? c.target : null, asked ? distanceOf(stage, c) : 0);
  stage.look.aim(stage.orbit.now.azimuth, frontal);
  stage.look.shared.cell.value = niceStep(0.16 * stage.viewHeight());
  stage.mustFrame = false;
  stage.framedBodies = true;
  stage.dirty = true;
}

/** The direction that a scene asks for, from its eye and target if it names them. */
function direction(c) {
  if (!c.eye || !c.target) {
    return c;
  }
  const [x, y, z] = c.eye.map((v, i) => v - c.target[i]);
  return {
    azimuthDeg: (Math.atan2(x, z) * 180) / Math.PI,
    elevationDeg: (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI,
  };
}

/** The distance that a scene asks for, or 0 to fit the bodies. */
function distanceOf(stage, c) {
  const wide = Math.max(1, 1.2 / stage.camera.aspect); // the narrow screen of a phone sees less
  if (c.eye && c.target) {
    return wide * Math.hypot(...c.eye.map((v, i) => v - c.target[i]));
  }
  return c.size > 0 ? (wide * c.size) / (2 * Math.tan((stage.camera.fov * Math.PI) / 360)) : 0;
}

/** The highest level collider under all bodies is drawn as an endless plane. */
function findFloor(stage, bodies) {
  stage.floorSurface = null;
  const size = bodies.getSize(new THREE.Vector3());
  const longest = Math.max(size.x, size.y, size.z);
  for (const s of stage.surfaces.values()) {
    if (!s.isCollider) {
      continue;
    }
    const b = stage.bounds([s]);
    const t = b.getSize(new THREE.Vector3());
    const level = t.y <= 1e-4 * Math.max(t.x, t.z);
    const c = bodies.getCenter(new THREE.Vector3());
    const under =
      b.min.x <= c.x && b.max.x >= c.x && b.min.z <= c.z && b.max.z >= c.z &&
      b.max.y <= bodies.min.y + 0.25 * longest;
    // Splinters may fly beyond the sheet that was sent: it is the floor all the same.
    const wide = t.x >= 0.2 * size.x && t.z >= 0.2 * size.z;
    if (level && under && wide && (!stage.floorSurface || b.max.y > stage.floorY)) {
      stage.floorSurface = s;
      stage.floorY = b.max.y;
    }
  }
  stage.floor.visible = !!stage.floorSurface;
  if (stage.floorSurface) {
    const [r, g, b] = stage.floorSurface.color;
    stage.look.shared.floorTone.value.set(r, g, b).divideScalar(255);
    stage.look.shared.floorY.value = stage.floorY;
    // A little lower than drawn: a body that sinks in by a hair keeps its lower outline.
    stage.look.shared.hidesBelow.value = stage.flat ? -1e9 : stage.floorY - 0.02 * stage.viewHeight();
    stage.floor.rotation.set(stage.flat ? 0 : -Math.PI / 2, 0, 0);
    const far = 400 * longest;
    stage.floor.scale.set(far, far, 1);
    const c = bodies.getCenter(new THREE.Vector3());
    // A flat scene shows its floor edge-on, with room for the line along its surface.
    const top = stage.floorY + 0.02 * longest;
    stage.floor.position.set(c.x, stage.flat ? top - far / 2 : stage.floorY, c.z);
    if (stage.flat) {
      stage.floor.position.z = bodies.min.z - 0.01 * longest;
    }
  }
  if (!stage.floorSurface) {
    stage.look.shared.hidesBelow.value = -1e9;
  }
  stage.arrange();
}

/** The target of a rig left, the rig right, as far apart as they are wide. */
export function sideBySide(stage) {
  const target = [...stage.surfaces.values()].filter((s) => s.flags & FLAGS.TARGET);
  const rig = [...stage.surfaces.values()].filter((s) => s.flags & FLAGS.RIG);
  if (target.length === 0 || rig.length === 0) {
    return;
  }
  const box = new THREE.Box3();
  for (const s of [...target, ...rig]) {
    grow(box, s.positions, new THREE.Vector3());
  }
  const a = (stage.cameraSettings.azimuthDeg * Math.PI) / 180;
  const size = box.getSize(new THREE.Vector3());
  const apart = 0.6 * Math.max(size.x, size.z, 0.35 * size.y);
  for (const s of target) {
    s.shift.set(-apart * Math.cos(a), 0, apart * Math.sin(a));
    s.group.position.copy(s.shift);
  }
  for (const s of rig) {
    s.shift.set(apart * Math.cos(a), 0, -apart * Math.sin(a));
    s.group.position.copy(s.shift);
  }
  for (const w of stage.wires.values()) {
    w.group.position.set(apart * Math.cos(a), 0, -apart * Math.sin(a));
  }
  stage.mustFrame = true;
}

/**
 * Keeps the bodies in the picture, and comes closer to those that have come to rest far below the
 * place where they started: slowly, and only as long as nobody has chosen a view.
 */
export function followBodies(stage) {
  if (!stage.follow || stage.grips.size > 0 || stage.mustFrame || stage.touched || !stage.orbit.home) {
    return;
  }
  const box = stage.bounds();
  if (box.isEmpty()) {
    return;
  }
  const c = box.getCenter(new THREE.Vector3());
  const seen = c.clone().project(stage.camera);
  const out = Math.max(Math.abs(seen.x), Math.abs(seen.y));
  const { want, home } = stage.orbit;
  if (out > 0.22) {
    want.target.lerp(c, Math.min(0.2, 0.08 * (out - 0.2)));
  }
  const half = Math.tan((stage.camera.fov * Math.PI) / 360) * Math.min(1, stage.camera.aspect);
  const fit = (0.75 * box.getSize(new THREE.Vector3()).length()) / half;
  const goal = Math.max(0.6 * home.distance, Math.min(4 * home.distance, fit));
  want.distance += 0.012 * (goal - want.distance);
}

/** 1, 2 or 5 times a power of ten, near the wanted step. */
function niceStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const m = wanted / power;
  return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}
