// The stage: all meshes of a session, the viewer, and when to draw. It draws only if something has
// changed, and reports every frame of the server that reached the screen.

import * as THREE from "/three/three.module.min.js";
import { CelLook, inkRadius } from "./cel.js";
import { Orbit } from "./orbit.js";
import { FLAGS } from "./wire.js";
import { followBodies, frameAll, grow, sideBySide } from "./framing.js";
import { FatLines, Wires } from "./lines.js";
import { Marks } from "./marks.js";
import { Shadows } from "./shadows.js";
import { Surface } from "./surface.js";

/** What a channel of values means for the paint: 0 none, 1 a heat map, 2 parts, 3 painted groups. */
const CHANNEL_KINDS = { none: 0, stretch: 1, splits: 1, weights: 1, regions: 2, pieces: 2, groups: 2, paint: 3 };

export class Stage {
  /** With `plain`, small pictures without antialiasing: for slow machines and tests. */
  constructor(canvas, plain) {
    this.canvas = canvas;
    this.plain = plain;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !plain, stencil: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // colors are written as they are
    this.renderer.autoClear = false;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(28, 1, 0.01, 1000);
    this.orbit = new Orbit(this.camera);
    this.look = new CelLook();
    this.shadows = new Shadows(this.look);
    this.marks = new Marks();
    this.bodyLooks = new Map(); // body -> its own paint and weight of lines
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
    this.grain = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.look.grain());
    this.grain.frustumCulled = false;
    this.grain.renderOrder = 25;
    this.scene.add(this.grain, this.marks.mesh);
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
    const turned = Math.abs(Math.log(width / height / this.camera.aspect)) > 0.15;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (turned && this.framedBodies && !this.touched) {
      this.frameAll(); // another shape of the stage, as when a phone's sheet opens
    }
    this.look.resize(width * ratio, height * ratio, inkRadius(height) * ratio);
    for (const [points, size] of [
      [this.pinDots, 7],
      [this.gripDots, 11],
    ]) {
      points.material.uniforms.size.value = size * ratio;
    }
    this.dirty = true;
  }

  /** The style of everything, and the looks of bodies that have one of their own. */
  setStyle(style, bodyLooks = this.bodyLooks) {
    this.bodyLooks = bodyLooks;
    this.look.setStyle(style);
    // Words on the stage must be seen on dark paper too.
    const { x, y, z } = this.look.shared.paperTop.value;
    this.canvas.parentElement.classList.toggle("dark", 0.3 * x + 0.59 * y + 0.11 * z < 0.45);
    for (const s of this.surfaces.values()) {
      this.dress(s);
    }
    this.arrange();
    this.dirty = true;
  }

  dress(surface) {
    const own = this.bodyLooks.get(surface.body);
    this.look.dress(surface, own?.paint, own?.lineWeight);
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
    this.marks.reset();
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
      this.dress(s);
      this.surfaces.set(message.id, s);
      this.scene.add(s.group);
      if (message.flags & (FLAGS.TARGET | FLAGS.RIG)) {
        sideBySide(this);
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
        s.update(m.positions, m.channel, message.time);
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

  /** Scenery and the target of a rig keep their own colors. */
  channelKind(surface) {
    if (surface.flags & (FLAGS.COLLIDER | FLAGS.TARGET) || (this.channel === "paint" && !surface.painted)) {
      return 0;
    }
    return CHANNEL_KINDS[this.channel] ?? 0;
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
    const { style } = this.look;
    this.grain.visible = style.backdrop.grain > 0;
    for (const w of this.wires.values()) {
      w.group.visible = w.bones ? this.showBones : this.showCage;
    }
    for (const s of this.surfaces.values()) {
      s.group.visible = (s.flags & FLAGS.HIDDEN) === 0 && s !== this.floorSurface;
      if (!s.isCollider) {
        // Inner lines must be seen: the paint steps back.
        s.paint.material.uniforms.pale.value = this.showBones || this.showCage ? 0.35 : 0;
        s.drops.forEach((d) => (d.visible = style.dropShadow > 0));
      }
      if (s.shadow) {
        s.shadow.visible = style.castShadows && !!this.floorSurface && !this.flat;
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
    frameAll(this, asked);
  }

  viewHeight() {
    return 2 * this.orbit.now.distance * Math.tan((this.camera.fov * Math.PI) / 360);
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
      followBodies(this);
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
    this.marks.draw(this);
    this.look.frame(this.time, this.orbit.now.distance, this.viewHeight());
    this.settle();
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    this.pictures = (this.pictures ?? 0) + 1;
  }

  /** What depends on where bodies are: shadows on each other, marks fixed to them, their order. */
  settle() {
    const bodies = this.moving();
    const { style } = this.look;
    bodies.forEach((s, i) => (s.number = 1 + (i % 126)));
    if (style.castShadows && !this.flat) {
      const casters = [...this.surfaces.values()].filter(
        (s) => s.group.visible && !(s.isCollider && s.study.flat) && !s.study.flat,
      );
      this.shadows.prepare(this.renderer, casters, this.bounds(casters), this.viewHeight());
    } else {
      this.shadows.off();
    }
    const p = new THREE.Vector3();
    const ratio = this.renderer.getPixelRatio();
    bodies.forEach((s, i) => {
      if (s.paint.material.uniforms.screen.value > 0) {
        s.anchor(p).project(this.camera);
        const x = (0.5 + 0.5 * p.x) * this.width * ratio;
        const y = (0.5 - 0.5 * p.y) * this.height * ratio;
        s.paint.material.uniforms.anchor.value.set(x, y);
      }
      if (this.flat) {
        s.group.position.z = s.shift.z + 2e-3 * i * this.viewHeight(); // flat bodies overlap in order
      }
    });
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
