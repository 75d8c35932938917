// Hands on the stage. A pointer that goes down on a body takes hold of it, several at a time if
// there are several fingers; one that goes down beside it turns the view.

import * as THREE from "/three/three.module.min.js";
import { find, say } from "./dom.js";
import { inside, pick, project, rayAt } from "./pick.js";

/** How far from a body a pointer may go down and still take hold of it, in CSS pixels. */
const REACH = { mouse: 9, pen: 14, touch: 26 };

/** Speed of the pointer from which on letting go is a throw, in CSS pixels a second. */
const THROW_SPEED = 140;

const SVG = "http://www.w3.org/2000/svg";

export class Hands {
  constructor(stage, wire) {
    this.stage = stage;
    this.wire = wire;
    this.tool = "hand";
    this.pointers = new Map();
    this.overlay = find("overlay");
    this.ontool = () => {};
    this.onselect = () => {};
    this.ongrab = () => {};
    this.keyGrip = null;
    this.brush = null; // what paints, once there is something to paint
    const area = stage.canvas;
    area.addEventListener("pointerdown", (e) => this.down(e));
    area.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) {
      area.addEventListener(name, (e) => this.up(e));
    }
    area.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    area.addEventListener("contextmenu", (e) => e.preventDefault());
    area.addEventListener("keydown", (e) => {
      delete area.dataset.pointer;
      this.key(e);
    });
    area.addEventListener("blur", () => delete area.dataset.pointer);
  }

  setTool(name) {
    if (this.tool === "brush" && name !== "brush") {
      this.brush.stop();
    }
    this.tool = name;
    this.overlay.replaceChildren();
    this.stage.canvas.dataset.tool = name;
    this.ontool(name);
  }

  at(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(e) {
    const [x, y] = this.at(e);
    this.stage.canvas.dataset.pointer = "true"; // who points needs no frame around the stage
    this.stage.canvas.focus({ preventScroll: true });
    this.stage.canvas.setPointerCapture(e.pointerId);
    const p = { id: e.pointerId, x, y, startX: x, startY: y, doing: "view", path: [[x, y]] };
    p.trail = [[e.timeStamp, x, y]]; // when the hand was there, not when a slow page heard of it
    this.pointers.set(e.pointerId, p);
    const others = [...this.pointers.values()].filter((o) => o !== p);
    if (others.some((o) => o.doing === "view")) {
      return; // a second finger beside the bodies: the two zoom and shift
    }
    if (e.button === 1 || e.button === 2 || e.shiftKey) {
      p.doing = "shift";
      return;
    }
    const found =
      this.tool !== "hand" && this.tool !== "pin"
        ? null
        : pick(this.stage, x, y, REACH[e.pointerType] ?? 12);
    if (found) {
      this.onselect(found.surface.body);
    }
    if (this.tool === "hand" && found) {
      this.grab(p, found);
    } else if (this.tool === "pin" && found) {
      p.doing = "nothing";
      this.togglePin(found.surface.id, found.vertex);
    } else if (this.tool === "brush" && this.brush.stroke(x, y, e.altKey)) {
      p.doing = "brush";
      p.alt = e.altKey;
      this.ring(x, y);
    } else if (this.tool === "shoot") {
      p.doing = "nothing";
      this.shoot(x, y);
    } else if (this.tool === "box" || this.tool === "lasso" || this.tool === "cut") {
      p.doing = this.tool;
      p.remove = e.altKey;
    }
  }

  /** Takes hold: the point moves in the plane through it that faces the viewer. */
  grab(p, found) {
    p.doing = "grab";
    p.grip = 0;
    while (this.stage.grips.has(p.grip)) {
      p.grip++;
    }
    const facing = new THREE.Vector3();
    this.stage.camera.getWorldDirection(facing);
    p.plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, found.point);
    p.shift = found.surface.shift.clone();
    const place = found.point;
    this.stage.grips.set(p.grip, { mesh: found.surface.id, vertex: found.vertex, place });
    this.wire.tell("grab", {
      grip: p.grip,
      mesh: found.surface.id,
      vertex: found.vertex,
      place: place.clone().sub(p.shift).toArray(),
    });
    this.stage.dirty = true;
    this.ongrab();
  }

  move(e) {
    const p = this.pointers.get(e.pointerId);
    const [x, y] = this.at(e);
    if (!p) {
      this.hover(e, x, y);
      return;
    }
    const dx = x - p.x;
    const dy = y - p.y;
    const views = [...this.pointers.values()].filter((o) => o.doing === "view");
    if (p.doing === "view" && views.length > 1) {
      this.pinch(views, p, x, y);
    } else if (p.doing === "view") {
      this.stage.touched = true;
      this.stage.orbit.turn((3.2 * dx) / this.stage.height, (3.2 * dy) / this.stage.height);
    } else if (p.doing === "shift") {
      this.stage.touched = true;
      this.stage.orbit.shift(dx / this.stage.height, dy / this.stage.height);
    }
    p.x = x;
    p.y = y;
    p.trail.push([e.timeStamp, x, y]);
    if (p.trail.length > 12) {
      p.trail.shift();
    }
    if (p.doing === "grab") {
      this.drag(p);
    } else if (p.doing === "brush") {
      this.brush.stroke(x, y, p.alt);
      this.ring(x, y);
    } else if (p.doing === "box" || p.doing === "lasso" || p.doing === "cut") {
      p.path.push([x, y]);
      this.drawOutline(p);
    }
    this.stage.dirty = true;
  }

  pinch(views, p, x, y) {
    const o = views.find((q) => q !== p);
    const before = Math.hypot(p.x - o.x, p.y - o.y);
    const after = Math.hypot(x - o.x, y - o.y);
    this.stage.touched = true;
    if (before > 4 && after > 4) {
      this.stage.orbit.zoom(before / after);
    }
    const h = 2 * this.stage.height; // each of the two moves the middle by half
    this.stage.orbit.shift((x - p.x) / h, (y - p.y) / h);
  }

  /** At most one message a picture, always the newest place. */
  drag(p) {
    const ray = rayAt(this.stage, p.x, p.y);
    const place = ray.intersectPlane(p.plane, new THREE.Vector3());
    const grip = this.stage.grips.get(p.grip);
    if (!place || !grip) {
      return;
    }
    grip.place.copy(place);
    this.stage.dirty = true;
    if (!p.planned) {
      p.planned = true;
      requestAnimationFrame(() => {
        p.planned = false;
        if (this.stage.grips.has(p.grip)) {
          const [gx, gy, gz] = grip.place.clone().sub(p.shift).toArray();
          this.wire.send("drag", { grip: p.grip, place: [gx, gy, gz] });
        }
      });
    }
  }

  up(e) {
    const p = this.pointers.get(e.pointerId);
    if (!p) {
      return;
    }
    this.pointers.delete(e.pointerId);
    if (p.doing === "grab") {
      const now = e.timeStamp;
      const old = p.trail.find(([t]) => now - t < 90) ?? p.trail[p.trail.length - 1];
      const seconds = Math.max(0.016, (now - old[0]) / 1000);
      const speed = Math.hypot(p.x - old[1], p.y - old[2]) / seconds;
      const grip = this.stage.grips.get(p.grip);
      if (grip) {
        this.wire.send("drag", {
          grip: p.grip,
          place: grip.place.clone().sub(p.shift).toArray(),
        });
      }
      this.stage.grips.delete(p.grip);
      this.wire.tell("drop", { grip: p.grip, throw: speed > THROW_SPEED });
    } else if (p.doing === "box" || p.doing === "lasso") {
      this.pinInside(p);
    } else if (p.doing === "cut") {
      this.cut(p);
    } else if (p.doing === "brush") {
      this.brush.strokeEnded();
    }
    this.overlay.replaceChildren();
    this.stage.dirty = true;
  }

  /** Forgets all holds, for a new scene. */
  letGo() {
    this.stage.grips.clear();
    this.pointers.clear();
    this.keyGrip = null;
    this.overlay.replaceChildren();
  }

  /** The brush as it lies on the stage. */
  ring(x, y) {
    const e = document.createElementNS(SVG, "circle");
    e.setAttribute("cx", x.toFixed(1));
    e.setAttribute("cy", y.toFixed(1));
    e.setAttribute("r", this.brush.radius().toFixed(1));
    e.setAttribute("class", "brush");
    this.overlay.replaceChildren(e);
  }

  hover(e, x, y) {
    if (this.tool === "brush" && e.pointerType === "mouse") {
      this.ring(x, y);
    }
    if (e.pointerType !== "mouse" || this.tool !== "hand" || this.hovering) {
      return;
    }
    this.hovering = true;
    setTimeout(() => {
      this.hovering = false;
      const found = pick(this.stage, x, y, REACH.mouse);
      this.stage.canvas.dataset.over = found ? "body" : "";
    }, 60);
  }

  wheel(e) {
    e.preventDefault();
    const held = [...this.pointers.values()].find((p) => p.doing === "grab");
    const amount = e.deltaY * (e.deltaMode === 1 ? 30 : 1);
    if (held) {
      // The wheel moves what is held towards the viewer or away.
      held.plane.constant -= (amount / 1500) * this.stage.viewHeight();
      this.drag(held);
    } else {
      this.stage.touched = true;
      this.stage.orbit.zoom(Math.exp(Math.max(-200, Math.min(200, amount)) * 0.0014));
    }
    this.stage.dirty = true;
  }

  togglePin(mesh, vertex) {
    const pinned = this.stage.pins.some((l) => l.mesh === mesh && l.vertices.includes(vertex));
    this.wire.tell(pinned ? "unpin" : "pin", { mesh, vertices: [vertex] });
  }

  outline(p) {
    if (p.doing === "lasso") {
      return p.path;
    }
    return [
      [p.startX, p.startY],
      [p.x, p.startY],
      [p.x, p.y],
      [p.startX, p.y],
    ];
  }

  drawOutline(p) {
    const points =
      p.doing === "cut"
        ? [
            [p.startX, p.startY],
            [p.x, p.y],
          ]
        : this.outline(p);
    const e = document.createElementNS(SVG, p.doing === "cut" ? "polyline" : "polygon");
    e.setAttribute("points", points.map(([x, y]) => x.toFixed(1) + "," + y.toFixed(1)).join(" "));
    e.setAttribute("class", p.doing === "cut" ? "cut" : "select");
    this.overlay.replaceChildren(e);
  }

  pinInside(p) {
    const found = inside(this.stage, this.outline(p));
    if (found.length === 0) {
      say("No point of a body lies inside.");
    }
    for (const { mesh, vertices } of found) {
      this.wire.tell(p.remove ? "unpin" : "pin", { mesh, vertices });
    }
  }

  /** The drawn line cuts everything behind it, as deep as the bodies reach. */
  cut(p) {
    if (Math.hypot(p.x - p.startX, p.y - p.startY) < 8) {
      return;
    }
    const facing = this.stage.camera.getWorldDirection(new THREE.Vector3());
    const center = this.stage.bounds().getCenter(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, center);
    const from = rayAt(this.stage, p.startX, p.startY).intersectPlane(plane, new THREE.Vector3());
    const to = rayAt(this.stage, p.x, p.y).intersectPlane(plane, new THREE.Vector3());
    if (!from || !to) {
      return;
    }
    const normal = to.clone().sub(from).cross(facing).normalize();
    this.wire.tell("cut", { from: from.toArray(), to: to.toArray(), normal: normal.toArray() });
  }

  shoot(x, y) {
    const ray = rayAt(this.stage, x, y);
    const height = this.stage.viewHeight();
    const from = ray.at(0.55 * this.stage.orbit.now.distance, new THREE.Vector3());
    this.wire.tell("shoot", {
      from: from.toArray(),
      along: ray.direction.toArray(),
      speed: 4 * height,
    });
  }

  /** Without a pointer: Enter takes hold of the middle, arrow keys pull, Enter lets go. */
  key(e) {
    const step = 0.04 * this.stage.viewHeight();
    const turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = turns[e.key];
    if (e.key === "Enter") {
      e.preventDefault();
      if (this.keyGrip) {
        this.dropKeyGrip();
        return;
      }
      const found = pick(this.stage, this.stage.width / 2, this.stage.height / 2, 400);
      if (found) {
        const p = { trail: [] };
        this.grab(p, found);
        this.keyGrip = p;
        say("Holding. Arrow keys pull, Enter lets go.");
      }
    } else if (e.key === "Escape" && this.keyGrip) {
      this.dropKeyGrip();
    } else if (way) {
      e.preventDefault();
      if (!this.keyGrip) {
        this.stage.orbit.turn(-0.12 * way[0], 0.12 * way[1]);
        this.stage.touched = true;
        return;
      }
      const grip = this.stage.grips.get(this.keyGrip.grip);
      const m = this.stage.camera.matrixWorld.elements;
      for (let c = 0; c < 3; c++) {
        const d = step * (way[0] * m[c] + way[1] * m[4 + c]);
        grip.place.setComponent(c, grip.place.getComponent(c) + d);
      }
      this.wire.send("drag", {
        grip: this.keyGrip.grip,
        place: grip.place.clone().sub(this.keyGrip.shift).toArray(),
      });
      this.stage.dirty = true;
    }
  }

  dropKeyGrip() {
    this.stage.grips.delete(this.keyGrip.grip);
    this.wire.tell("drop", { grip: this.keyGrip.grip, throw: false });
    this.keyGrip = null;
    this.stage.dirty = true;
  }

  /** Where the highest point of a body, or of one surface, is seen: for signs above it. */
  topOf(what) {
    const p = new THREE.Vector3();
    let high = -Infinity;
    for (const s of this.stage.moving()) {
      for (let i = 0; (s.body === what || s === what) && i < s.positions.length; i += 3) {
        if (s.positions[i + 1] + s.shift.y > high) {
          high = s.positions[i + 1] + s.shift.y;
          p.fromArray(s.positions, i).add(s.shift);
        }
      }
    }
    return high > -Infinity ? project(this.stage, p) : null;
  }
}
