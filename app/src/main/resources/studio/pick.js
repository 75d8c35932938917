// What lies under a pointer: the nearest triangle along the ray, or else the nearest vertex on the
// screen within a finger's reach, so that strands and small parts can be held as well.

import * as THREE from "/three/three.module.min.js";
import { FLAGS } from "./wire.js";

const ray = new THREE.Ray();
const hit = new THREE.Vector3();
const a = new THREE.Vector3();
const b = new THREE.Vector3();
const c = new THREE.Vector3();

/** What a hand can hold: the skins of the rig desk are moved by sliders alone. */
function bodies(stage) {
  return stage.moving().filter((s) => (s.flags & (FLAGS.TARGET | FLAGS.RIG)) === 0);
}

/** The ray of the viewer through a place of the stage in CSS pixels. */
export function rayAt(stage, x, y, out = new THREE.Ray()) {
  const ndc = new THREE.Vector3((2 * x) / stage.width - 1, 1 - (2 * y) / stage.height, 0.5);
  out.origin.setFromMatrixPosition(stage.camera.matrixWorld);
  out.direction.copy(ndc.unproject(stage.camera)).sub(out.origin).normalize();
  return out;
}

/** Where a point of the world is seen, in CSS pixels; z > 1 or < -1 is not seen. */
export function project(stage, point, out = new THREE.Vector3()) {
  out.copy(point).project(stage.camera);
  out.x = (0.5 + 0.5 * out.x) * stage.width;
  out.y = (0.5 - 0.5 * out.y) * stage.height;
  return out;
}

/** The body under a pointer: {surface, vertex, point} or null. */
export function pick(stage, x, y, reach) {
  rayAt(stage, x, y, ray);
  let best = null;
  let nearest = Infinity;
  for (const s of bodies(stage)) {
    const p = s.positions;
    const t = s.indices;
    const local = ray.clone();
    local.origin.sub(s.shift);
    for (let i = 0; i < t.length; i += 3) {
      a.fromArray(p, 3 * t[i]);
      b.fromArray(p, 3 * t[i + 1]);
      c.fromArray(p, 3 * t[i + 2]);
      if (local.intersectTriangle(a, b, c, false, hit)) {
        const d = hit.distanceToSquared(local.origin);
        if (d < nearest) {
          nearest = d;
          const da = hit.distanceToSquared(a);
          const db = hit.distanceToSquared(b);
          const dc = hit.distanceToSquared(c);
          const k = da <= db && da <= dc ? 0 : db <= dc ? 1 : 2;
          best = { surface: s, vertex: t[i + k], point: hit.clone().add(s.shift) };
        }
      }
    }
  }
  return best ?? nearestVertex(stage, x, y, reach);
}

function nearestVertex(stage, x, y, reach) {
  let best = null;
  let nearest = reach * reach;
  forVertices(stage, (s, v, sx, sy, point) => {
    const d = (sx - x) ** 2 + (sy - y) ** 2;
    if (d < nearest) {
      nearest = d;
      best = { surface: s, vertex: v, point: point.clone() };
    }
  });
  return best;
}

function forVertices(stage, use) {
  const p = new THREE.Vector3();
  const q = new THREE.Vector3();
  for (const s of bodies(stage)) {
    for (let v = 0; v < s.positions.length / 3; v++) {
      p.fromArray(s.positions, 3 * v).add(s.shift);
      project(stage, p, q);
      if (q.z > -1 && q.z < 1) {
        use(s, v, q.x, q.y, p);
      }
    }
  }
}

/** Vertices inside of an outline on the screen, by mesh: [{mesh, body, vertices}]. */
export function inside(stage, outline) {
  const found = new Map();
  forVertices(stage, (s, v, x, y) => {
    let within = false;
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [xi, yi] = outline[i];
      const [xj, yj] = outline[j];
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) {
        within = !within;
      }
    }
    if (within) {
      const list = found.get(s.id) ?? { mesh: s.id, body: s.body, vertices: [] };
      list.vertices.push(v);
      found.set(s.id, list);
    }
  });
  return [...found.values()];
}
