// The stage: all meshes of a session, the viewer, and when to draw. It draws only if something has
// changed, and reports every frame of the server that reached the screen.

import * as THREE from "/three/three.module.min.js";
import { CelLook, inkRadius } from "./cel.js";
import { Orbit } from "./orbit.js";
import { FLAGS } from "./wire.js";
import { FatLines, Surface, Wires } from "./surface.js";

/** What a channel of values means for the paint: 0 none, 1 a heat map, 2 parts in hues. */
const CHANNEL_KINDS = { none: 0, stretch: 1, splits: 1, weights: 1, regions: 2, pieces: 2 };

/** Bounds of positions that are finite and not absurd. */
function grow(box, positions, shift) {
  const p = new THREE.Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (Math.abs(x) < 1e6 && Math.abs(y) < 1e6 && Math.abs(z) < 1e6) {
      box.expandByPoint(p.set(x, y, z).add(shift));
    }
  }
}

export class Stage {
  /** With `plain`, small pictures without antialiasing: for slow machines and tests. */
  constructor(canvas, plain) {
    this.canvas = canvas;
    this.plain = plain;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !plain, stencil: false });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // colours are written as they are
    this.renderer.autoClear = false;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(28, 1, 0.01, 1000);
    this.orbit = new Orbit(this.camera);
    this.look = new CelLook();
    this.surfaces = new Map();
    this.wires = new Map();
    this.textures = new Map();
    this.channel = "none";
    this.showCage = false;
    this.showBones = false;
    this.follow = true;
    this.cameraSettings = { azimuthDeg: 32, elevationDeg: 17, fovDeg: 28 };
    this.flat = false;
    this.mustFrame = true;
    this.dirty = true;
    this.frameNumber = 0;
    this.time = 0;
    this.shown = 0;
    this.pending = 0;
    this.drawTimes = [];
    this.onshown = () => {};
    this.onafter = () => {};
    this.ratio = 1;

    const paper = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.look.paper());
    paper.frustumCulled = false;
    paper.renderOrder = -20;
    this.scene.add(paper);
    this.floor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), this.look.floor(false));
    this.floor.frustumCulled = false;
    this.floor.renderOrder = -10;
    this.floor.visible = false;
    this.scene.add(this.floor);
    const hand = new THREE.Vector3(0.16, 0.53, 0.86);
    this.gripLines = new FatLines(this.look.line(hand, 1.1, true), 16);
    this.gripLines.mesh.renderOrder = 30;
    this.scene.add(this.gripLines.mesh);
    this.gripLines.done(0);
    this.grips = new Map(); // grip -> {mesh, vertex, place}
    this.pins = [];
    this.pinDots = this.dots(0xd4432c, 7);
    this.gripDots = this.dots(0x2a87db, 11);

    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
    this.last = performance.now();
    const loop = (now) => {
      requestAnimationFrame(loop);
      this.tick(now);
    };
    requestAnimationFrame(loop);
  }

  dots(color, size) {
    const geometry = new THREE.BufferGeometry();
    const material = new THREE.ShaderMaterial({
      uniforms: { tint: { value: new THREE.Color(color) }, size: { value: size } },
      depthTest: false,
      transparent: true,
      vertexShader: `uniform float size;
        void main() {
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          gl_PointSize = size;
        }`,
      fragmentShader: `uniform vec3 tint;
        void main() {
          float d = length(gl_PointCoord - 0.5) * 2.0;
          if (d > 1.0) discard;
          gl_FragColor = vec4(d > 0.7 ? vec3(1.0) : tint, 1.0);
        }`,
    });
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = 40;
    points.visible = false;
    this.scene.add(points);
    return points;
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width));
    const height = Math.max(1, Math.round(box.height));
    let ratio = Math.min(2, window.devicePixelRatio || 1) * this.ratio;
    if (this.plain) {
      ratio = Math.min(1, Math.sqrt((640 * 400) / (width * height)));
    }
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.width = width;
    this.height = height;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.look.shared.viewport.value.set(width * ratio, height * ratio);
    this.look.shared.radius.value = inkRadius(height) * ratio;
    for (const [points, size] of [
      [this.pinDots, 7],
      [this.gripDots, 11],
    ]) {
      points.material.uniforms.size.value = size * ratio;
    }
    this.dirty = true;
  }

  /** A new scene: everything goes, and the next meshes are framed. */
  reset(camera, flat) {
    for (const s of [...this.surfaces.values(), ...this.wires.values()]) {
      s.dispose();
    }
    this.surfaces.clear();
    this.wires.clear();
    this.grips.clear();
    this.pins = [];
    this.cameraSettings = { azimuthDeg: 32, elevationDeg: 17, fovDeg: 28, ...camera };
    this.flat = !!flat;
    this.floor.visible = false;
    this.mustFrame = true;
    this.dirty = true;
  }

  mesh(message) {
    const before = this.surfaces.get(message.id) ?? this.wires.get(message.id);
    before?.dispose();
    if (message.flags & (FLAGS.CAGE | FLAGS.BONES)) {
      const w = new Wires(this.look, message);
      this.wires.set(message.id, w);
      this.scene.add(w.group);
    } else {
      const texture = message.texture ? this.texture(message.texture) : null;
      const s = new Surface(this.look, message, texture, !before);
      s.paint.material.uniforms.channelKind.value = this.channelKind(s);
      this.surfaces.set(message.id, s);
      this.scene.add(s.group);
      if (message.flags & (FLAGS.TARGET | FLAGS.RIG)) {
        this.sideBySide();
      }
    }
    this.arrange();
    if (!before) {
      this.mustFrame ||= !this.framedBodies;
    }
    this.dirty = true;
  }

  texture(id) {
    let t = this.textures.get(id);
    if (!t) {
      t = new THREE.TextureLoader().load("/api/texture/" + id, () => (this.dirty = true));
      t.flipY = false;
      t.generateMipmaps = true;
      this.textures.set(id, t);
    }
    return t;
  }

  gone(id) {
    const s = this.surfaces.get(id) ?? this.wires.get(id);
    s?.dispose();
    this.surfaces.delete(id);
    this.wires.delete(id);
    this.dirty = true;
  }

  /** The newest frame; it is drawn at the next opportunity of the screen. */
  frame(message) {
    for (const m of message.meshes) {
      const s = this.surfaces.get(m.id) ?? this.wires.get(m.id);
      if (s && s.positions.length === m.positions.length) {
        s.update(m.positions, m.channel);
      }
    }
    if (this.mustFrame && this.moving().length > 0) {
      this.frameAll();
    }
    this.frameNumber = message.number;
    this.time = message.time;
    this.pending = message.number;
    this.dirty = true;
  }

  /** The surfaces that a hand can touch. */
  moving() {
    return [...this.surfaces.values()].filter((s) => !s.isCollider && s.group.visible);
  }

  /** Scenery and the target of a rig keep their own colours. */
  channelKind(surface) {
    return surface.flags & (FLAGS.COLLIDER | FLAGS.TARGET) ? 0 : (CHANNEL_KINDS[this.channel] ?? 0);
  }

  setChannel(name) {
    this.channel = name;
    for (const s of this.surfaces.values()) {
      s.paint.material.uniforms.channelKind.value = this.channelKind(s);
    }
    this.dirty = true;
  }

  setWires(cage, bones) {
    this.showCage = cage;
    this.showBones = bones;
    this.arrange();
    this.dirty = true;
  }

  arrange() {
    for (const w of this.wires.values()) {
      w.group.visible = w.bones ? this.showBones : this.showCage;
    }
    for (const s of this.surfaces.values()) {
      s.group.visible = (s.flags & FLAGS.HIDDEN) === 0 && s !== this.floorSurface;
      if (!s.isCollider) {
        // Inner lines must be seen: the paint steps back.
        s.paint.material.uniforms.pale.value = this.showBones || this.showCage ? 0.35 : 0;
      }
    }
  }

  bounds(surfaces = this.moving()) {
    const box = new THREE.Box3();
    for (const s of surfaces) {
      grow(box, s.positions, s.shift);
    }
    return box;
  }

  /** Fits the bodies and the way down to the floor into the picture, or as the scene asks for. */
  frameAll(asked = true) {
    const box = this.bounds();
    if (box.isEmpty()) {
      return;
    }
    this.findFloor(box);
    if (this.floor.visible) {
      // The way down is part of the scene, but a body that hangs high must not become a speck.
      const reach = 1.2 * box.getSize(new THREE.Vector3()).length();
      const low = Math.max(this.floorY, box.min.y - reach);
      box.expandByPoint(new THREE.Vector3(box.min.x, low, box.min.z));
    }
    const c = this.cameraSettings;
    this.camera.fov = c.fovDeg || 28;
    const frontal = this.flat;
    const where = frontal ? { azimuthDeg: 0, elevationDeg: 0 } : this.direction(c);
    // Room to pull things: a flat drawing is pulled sideways, a solid falls and is thrown.
    this.orbit.frame(box, where, this.width / this.height, this.flat ? 0.16 : 0.13);
    this.orbit.settle(asked ? c.target : null, asked ? this.distanceOf(c) : 0);
    this.look.aim(this.orbit.now.azimuth, frontal);
    this.look.shared.middle.value.copy(this.orbit.now.target);
    this.look.shared.cell.value = niceStep(0.16 * this.viewHeight());
    this.mustFrame = false;
    this.framedBodies = true;
    this.dirty = true;
  }

  /** The direction that a scene asks for, from its eye and target if it names them. */
  direction(c) {
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
  distanceOf(c) {
    const wide = Math.max(1, 1.2 / this.camera.aspect); // the narrow screen of a phone sees less
    if (c.eye && c.target) {
      return wide * Math.hypot(...c.eye.map((v, i) => v - c.target[i]));
    }
    return c.size > 0 ? (wide * c.size) / (2 * Math.tan((this.camera.fov * Math.PI) / 360)) : 0;
  }

  viewHeight() {
    return 2 * this.orbit.now.distance * Math.tan((this.camera.fov * Math.PI) / 360);
  }

  /** The highest level collider under all bodies is drawn as an endless plane. */
  findFloor(bodies) {
    this.floorSurface = null;
    const size = bodies.getSize(new THREE.Vector3());
    const longest = Math.max(size.x, size.y, size.z);
    for (const s of this.surfaces.values()) {
      if (!s.isCollider) {
        continue;
      }
      const b = this.bounds([s]);
      const t = b.getSize(new THREE.Vector3());
      const level = t.y <= 1e-4 * Math.max(t.x, t.z);
      const under = b.max.y <= bodies.min.y + 0.25 * longest;
      const wide = t.x >= size.x && t.z >= size.z;
      if (level && under && wide && (!this.floorSurface || b.max.y > this.floorY)) {
        this.floorSurface = s;
        this.floorY = b.max.y;
      }
    }
    this.floor.visible = !!this.floorSurface;
    if (this.floorSurface) {
      const [r, g, b] = this.floorSurface.color;
      this.look.shared.floorTone.value.set(r, g, b).divideScalar(255);
      this.look.shared.floorY.value = this.floorY;
      this.floor.rotation.set(this.flat ? 0 : -Math.PI / 2, 0, 0);
      const far = 400 * longest;
      this.floor.scale.set(far, far, 1);
      const c = bodies.getCenter(new THREE.Vector3());
      this.floor.position.set(c.x, this.flat ? this.floorY - far / 2 : this.floorY, c.z);
      if (this.flat) {
        this.floor.position.z = bodies.min.z - 0.01 * longest;
      }
    }
    for (const s of this.surfaces.values()) {
      if (s.shadow) {
        s.shadow.visible = !!this.floorSurface && !this.flat;
      }
    }
    this.arrange();
  }

  /** The target of a rig left, the rig right, as far apart as they are wide. */
  sideBySide() {
    const target = [...this.surfaces.values()].filter((s) => s.flags & FLAGS.TARGET);
    const rig = [...this.surfaces.values()].filter((s) => s.flags & FLAGS.RIG);
    if (target.length === 0 || rig.length === 0) {
      return;
    }
    const box = new THREE.Box3();
    for (const s of [...target, ...rig]) {
      grow(box, s.positions, new THREE.Vector3());
    }
    const a = (this.cameraSettings.azimuthDeg * Math.PI) / 180;
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
    for (const w of this.wires.values()) {
      w.group.position.set(apart * Math.cos(a), 0, -apart * Math.sin(a));
    }
    this.mustFrame = true;
  }

  /**
   * Keeps the bodies in the picture, and comes closer to those that have come to rest far below the
   * place where they started: slowly, and only as long as nobody has chosen a view.
   */
  followBodies() {
    if (!this.follow || this.grips.size > 0 || this.mustFrame || this.touched || !this.orbit.home) {
      return;
    }
    const box = this.bounds();
    if (box.isEmpty()) {
      return;
    }
    const c = box.getCenter(new THREE.Vector3());
    const seen = c.clone().project(this.camera);
    const out = Math.max(Math.abs(seen.x), Math.abs(seen.y));
    const { want, home } = this.orbit;
    if (out > 0.22) {
      want.target.lerp(c, Math.min(0.2, 0.08 * (out - 0.2)));
    }
    const half = Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
    const fit = (0.75 * box.getSize(new THREE.Vector3()).length()) / half;
    const goal = Math.max(0.6 * home.distance, Math.min(4 * home.distance, fit));
    want.distance += 0.012 * (goal - want.distance);
  }

  setPins(list) {
    this.pins = list;
    this.dirty = true;
  }

  place(meshId, vertex, out = new THREE.Vector3()) {
    const s = this.surfaces.get(meshId);
    if (!s || 3 * vertex + 2 >= s.positions.length) {
      return null;
    }
    const p = s.positions;
    return out.set(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]).add(s.shift);
  }

  drawMarks() {
    const pins = [];
    const v = new THREE.Vector3();
    for (const { mesh, vertices } of this.pins) {
      for (const i of vertices) {
        if (this.place(mesh, i, v)) {
          pins.push(v.x, v.y, v.z);
        }
      }
    }
    setPoints(this.pinDots, pins);
    const dots = [];
    let n = 0;
    for (const grip of this.grips.values()) {
      if (n < 16 && this.place(grip.mesh, grip.vertex, v)) {
        this.gripLines.set(n++, v.x, v.y, v.z, grip.place.x, grip.place.y, grip.place.z);
        dots.push(v.x, v.y, v.z, grip.place.x, grip.place.y, grip.place.z);
      }
    }
    this.gripLines.done(n);
    setPoints(this.gripDots, dots);
  }

  tick(now) {
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.pending !== this.shown) {
      this.followBodies();
    }
    if (this.orbit.ease(seconds)) {
      this.dirty = true;
    }
    if (!this.dirty || (this.plain && now - (this.drawn ?? 0) < 28)) {
      return;
    }
    this.drawn = now;
    this.dirty = false;
    this.draw();
    this.onafter(this.canvas);
    if (this.pending !== this.shown) {
      this.shown = this.pending;
      this.onshown(this.shown);
    }
    this.pace(now);
  }

  draw() {
    this.drawMarks();
    this.look.shared.eyeDistance.value = this.orbit.now.distance;
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
  }

  /** Counts pictures a second, and draws coarser where the machine cannot keep up. */
  pace(now) {
    this.drawTimes.push(now);
    while (this.drawTimes[0] < now - 1000) {
      this.drawTimes.shift();
    }
    if (this.plain || now - (this.paced ?? now - 2000) < 2500) {
      this.paced ??= now;
      return;
    }
    const rate = this.framesPerSecond;
    if (rate > 3 && rate < 22 && this.ratio > 0.6 && this.time > 0) {
      this.ratio = Math.max(0.6, 0.8 * this.ratio);
      this.paced = now;
      this.resize();
    }
  }

  get framesPerSecond() {
    return this.drawTimes.length;
  }
}

function setPoints(points, values) {
  points.visible = values.length > 0;
  if (values.length > 0) {
    points.geometry.setAttribute("position", new THREE.Float32BufferAttribute(values, 3));
  }
}

/** 1, 2 or 5 times a power of ten, near the wanted step. */
function niceStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const m = wanted / power;
  return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}
