// What animators add to motion: a star where something hits, lines behind what is fast. Stars come
// from the simulation's events, lines from where vertices were a frame before; nothing is invented.

import * as THREE from "/three/three.module.min.js";
import { color } from "./style.js";

/** Kinds of events that get a star. */
const HITS = ["impact", "burst"];

/** How long a star is seen, in seconds; the second half shows only its rays. */
const STAR_SECONDS = 0.25;
const HEART_SECONDS = 0.13;
const MOST_STARS = 4;

/** Speed in picture heights a second from which on a body draws lines behind it. */
const FAST = 0.9;

/** Lines behind one body at most. */
const TRAILS = 7;

const WHITE = new THREE.Vector3(255, 254, 248).divideScalar(255);
const ROOM = 6000; // corners of triangles

/** A number in [0, 1) from a place and a seed, the same as in the Java renderer. */
export function noise(x, y, seed) {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 8) / 16777216;
}

export class Marks {
  constructor() {
    this.events = [];
    this.next = 0;
    this.position = new THREE.BufferAttribute(new Float32Array(3 * ROOM), 3);
    this.tint = new THREE.BufferAttribute(new Float32Array(3 * ROOM), 3);
    this.geometry = new THREE.BufferGeometry();
    this.geometry.setAttribute("position", this.position);
    this.geometry.setAttribute("tint", this.tint);
    this.mesh = new THREE.Mesh(
      this.geometry,
      new THREE.ShaderMaterial({
        side: THREE.DoubleSide,
        depthWrite: false,
        depthFunc: THREE.LessEqualDepth,
        transparent: true,
        vertexShader: /* glsl */ `
          attribute vec3 tint;
          varying vec3 vTint;
          void main() {
            vTint = tint;
            gl_Position = vec4(position, 1.0);
          }`,
        fragmentShader: /* glsl */ `
          varying vec3 vTint;
          void main() {
            gl_FragColor = vec4(vTint, 1.0);
          }`,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 20;
    this.count = 0;
  }

  reset() {
    this.events = [];
  }

  /** Takes events of the simulation: kind, place, strength, seconds. */
  take(list) {
    for (const e of list) {
      if (HITS.includes(String(e.kind).toLowerCase()) && Array.isArray(e.place)) {
        this.events.push({ ...e, seed: this.next++ });
      }
    }
    if (this.events.length > 256) {
      this.events.splice(0, this.events.length - 256);
    }
  }

  /** Makes the marks of a picture. `height` and `width` are those of the stage in CSS pixels. */
  draw(stage) {
    this.count = 0;
    this.stars = 0;
    this.trailLines = 0;
    this.width = stage.width;
    this.height = stage.height;
    const { style } = stage.look;
    for (const s of stage.moving()) {
      if (s.speedLines > 0 && s.motion) {
        this.trails(s, stage, style);
      }
    }
    if (style.marks.stars > 0) {
      this.allStars(stage, style);
    }
    this.geometry.setDrawRange(0, this.count);
    this.mesh.visible = this.count > 0;
    this.position.needsUpdate = true;
    this.tint.needsUpdate = true;
  }

  /** A triangle, corners in pixels from the upper left. */
  triangle(ax, ay, bx, by, cx, cy, depth, rgb) {
    if (this.count + 3 > ROOM) {
      return;
    }
    const p = this.position.array;
    const t = this.tint.array;
    for (const [x, y] of [
      [ax, ay],
      [bx, by],
      [cx, cy],
    ]) {
      const i = 3 * this.count++;
      p[i] = (2 * x) / this.width - 1;
      p[i + 1] = 1 - (2 * y) / this.height;
      p[i + 2] = depth;
      t[i] = rgb.x;
      t[i + 1] = rgb.y;
      t[i + 2] = rgb.z;
    }
  }

  /** A shape that is seen whole from the point x, y. */
  fan(x, y, xy, depth, rgb) {
    for (let i = 0, j = xy.length - 2; i < xy.length; j = i, i += 2) {
      this.triangle(x, y, xy[j], xy[j + 1], xy[i], xy[i + 1], depth, rgb);
    }
  }

  /** A stroke that is broad at its start and ends in a point. */
  stroke(x0, y0, x1, y1, broad, rgb, depth) {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.hypot(dx, dy);
    if (!(length > 1e-3)) {
      return;
    }
    const nx = ((-dy / length) * broad) / 2;
    const ny = ((dx / length) * broad) / 2;
    const mx = x0 + 0.35 * dx;
    const my = y0 + 0.35 * dy;
    const sx = x0 + 0.12 * dx;
    const sy = y0 + 0.12 * dy;
    this.fan(
      mx,
      my,
      [x0, y0, sx + 0.8 * nx, sy + 0.8 * ny, mx + nx, my + ny, x1, y1, mx - nx, my - ny, sx - 0.8 * nx, sy - 0.8 * ny],
      depth,
      rgb,
    );
  }

  allStars(stage, style) {
    const { marks } = style;
    const now = stage.time;
    this.events = this.events.filter((e) => now - e.seconds < STAR_SECONDS && e.seconds - now < 1);
    const seen = this.events
      .filter((e) => e.strength >= marks.starSpeed && now - e.seconds >= -1e-6)
      .sort((a, b) => b.strength - a.strength || a.seed - b.seed);
    const placed = [];
    const p = new THREE.Vector3();
    for (const e of seen) {
      p.fromArray(e.place).project(stage.camera);
      if (placed.length === MOST_STARS || !(p.z > -1 && p.z < 1)) {
        continue;
      }
      const x = (0.5 + 0.5 * p.x) * this.width;
      const y = (0.5 - 0.5 * p.y) * this.height;
      const size = this.height * marks.stars * (0.05 + 0.022 * Math.min(3, e.strength / marks.starSpeed));
      if (placed.every(([px, py, ps]) => (px - x) ** 2 + (py - y) ** 2 > 0.8 * (ps + size) ** 2)) {
        placed.push([x, y, size]);
        this.star(x, y, size, Math.max(0, now - e.seconds), e.seed, style);
      }
    }
    this.stars = placed.length;
  }

  star(x, y, size, age, seed, style) {
    const ink = color(style.paint.inkColor);
    const line = 0.006 * this.height * Math.max(0.6, style.lines.weight);
    const points = 8 + Math.floor(3 * noise(seed, 1, 5));
    const turn = 2 * Math.PI * noise(seed, 2, 5);
    if (age < HEART_SECONDS) {
      const grown = size * (0.75 + (0.35 * age) / HEART_SECONDS);
      const shape = (scale, border) => starShape(x, y, scale, border, points, turn, seed);
      this.fan(x, y, shape(grown, 1.6 * line), -1, ink);
      this.fan(x, y, shape(grown, 0), -1, color(style.marks.starColor));
      this.fan(x, y, shape(0.55 * grown, 0), -1, WHITE);
    }
    // rays that fly off
    const from = size * (1.05 + 2.2 * age);
    const to = size * (1.5 + 4.5 * age);
    const fade = 1 - age / STAR_SECONDS;
    for (let k = 0; k < points; k++) {
      const a = turn + (2 * Math.PI * (k + 0.5)) / points;
      const c = Math.cos(a);
      const s = Math.sin(a);
      const reach = from + (to - from) * (0.6 + 0.4 * noise(seed, k, 9));
      this.stroke(x + from * c, y + from * s, x + reach * c, y + reach * s, 2.4 * line * fade, ink, -1);
    }
  }

  /**
   * Lines behind a body: the screen is cut into lanes along its motion, and in each lane the rearmost
   * vertex leaves a line where it came from.
   */
  trails(surface, stage, style) {
    const { positions, motion } = surface;
    const n = positions.length / 3;
    const step = Math.max(1, Math.floor(n / 600));
    const p = new THREE.Vector3();
    const q = new THREE.Vector3();
    const points = [];
    let mx = 0;
    let my = 0;
    for (let v = 0; v < n; v += step) {
      p.fromArray(positions, 3 * v).add(surface.shift);
      // Where it is going to be a moment later, on the screen.
      q.fromArray(motion, 3 * v).multiplyScalar(0.01).add(p);
      p.project(stage.camera);
      q.project(stage.camera);
      if (!(p.z > -1 && p.z < 1)) {
        continue;
      }
      const dx = (50 * (q.x - p.x)) * this.width; // pixels a second
      const dy = (-50 * (q.y - p.y)) * this.height;
      points.push([(0.5 + 0.5 * p.x) * this.width, (0.5 - 0.5 * p.y) * this.height, dx, dy, p.z]);
      mx += dx;
      my += dy;
    }
    const speed = Math.hypot(mx, my) / points.length;
    if (!(speed > FAST * this.height)) {
      return;
    }
    const ux = mx / points.length / speed;
    const uy = my / points.length / speed;
    const laneOf = ([x, y]) => y * ux - x * uy;
    const all = points.map(laneOf);
    const low = Math.min(...all);
    const high = Math.max(...all);
    const lanes = Math.floor(Math.max(2, Math.min(TRAILS, (high - low) / (0.03 * this.height))));
    const rear = new Array(lanes).fill(null);
    const least = new Array(lanes).fill(Infinity);
    points.forEach((point, i) => {
      const lane = ((all[i] - low) / (high - low + 1e-9)) * lanes;
      const k = Math.min(lanes - 1, Math.floor(lane));
      const middle = lane - Math.floor(lane) - 0.5; // so that the lines stand apart
      const score = point[0] * ux + point[1] * uy + Math.abs(middle) * 0.02 * this.height;
      if (score < least[k]) {
        least[k] = score;
        rear[k] = point;
      }
    });
    const rgb = style.lines.weight > 0 ? surface.paint.material.uniforms.ownInk.value : WHITE;
    rear.forEach((point, k) => {
      const own = point ? Math.hypot(point[2], point[3]) : 0;
      if (!(own > FAST * this.height)) {
        return;
      }
      const [x0, y0, dx, dy, depth] = point;
      const tx = dx / own;
      const ty = dy / own;
      const odd = noise(k, surface.id, 21); // the same line after line, frame after frame
      const gap = this.height * (0.015 + 0.03 * odd);
      const reach =
        surface.speedLines * this.height * Math.min(0.5, (0.1 * own) / this.height) * (0.5 + noise(k, surface.id, 22));
      const x = x0 - gap * tx;
      const y = y0 - gap * ty;
      this.stroke(x, y, x - reach * tx, y - reach * ty, this.height * (0.0045 + 0.004 * odd), rgb, depth);
      this.trailLines++;
    });
  }
}

function starShape(x, y, size, border, points, turn, seed) {
  const xy = [];
  for (let k = 0; k < 2 * points; k++) {
    const tip = k % 2 === 0;
    // at a tip the border must be longer to look as broad as along the sides
    const far = (tip ? size * (0.8 + 0.35 * noise(seed, k, 3)) : 0.5 * size) + (tip ? 2 : 1) * border;
    const a = turn + (Math.PI * k) / points;
    xy.push(x + far * Math.cos(a), y + far * Math.sin(a));
  }
  return xy;
}
