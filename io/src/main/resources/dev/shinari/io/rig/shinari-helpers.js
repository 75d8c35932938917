// Helper bones at run time: joints in, helpers out. The same numbers as Shinari's Java runtime.
//
//   import { HelperRig, HelperDriver } from './shinari-helpers.js';
//
// With three.js, after GLTFLoader has loaded the exported GLB:
//
//   const block = gltf.parser.json.skins[0].extras.shinariHelpers;
//   const helpers = new HelperDriver(block, gltf.scene);
//   ... every frame, after the mixer or the IK has posed the joints: helpers.update();
//
// Play clips with the helpers' own channels left out, or let update() have the last word, as above.
// HelperRig alone needs no library: see evaluate().
//
// A transform is 12 numbers, three rows of a 3 x 4 matrix. Quaternions are w, x, y, z.

export class HelperRig {
  /** @param block the `shinariHelpers` object of a GLB's skin, or the .rig.json file */
  constructor(block) {
    if (block.version !== 1) throw new Error(`version ${block.version} of a helper rig is not known`);
    this.joints = block.joints;
    this.variables = block.variables;
    this.helpers = block.helpers;
    this.helperCount = block.helpers.length;
    const bind = new Float64Array(12 * this.joints.length);
    this.joints.forEach((j, d) => bind.set(j.bind, 12 * d));
    // Conjugate of (bind rotation, then center), a variable.
    this.zero = this.variables.map((v) => {
      const q = product(this.#localRotation(bind, v.joint), v.center);
      return [q[0], -q[1], -q[2], -q[3]];
    });
    this.inverseBinds = this.helpers.map((h) => invertRigid(h.bind));
    this.values = new Float64Array(this.variables.length);
    this.outputs = new Float64Array(6);
  }

  /** The pose variables of global joint poses (12 numbers each), held within the trained range. */
  readVariables(joints, out = this.values) {
    let last = -1;
    let r = null;
    this.variables.forEach((v, i) => {
      if (v.joint !== last) {
        r = this.#rotationVector(joints, i);
        last = v.joint;
      }
      out[i] = Math.min(Math.max(r[v.axis], v.min), v.max);
    });
    return out;
  }

  /** Translation and rotation vector of a helper about its parent, for given variables. */
  evaluateOutputs(h, x, y = this.outputs) {
    const helper = this.helpers[h];
    for (let o = 0; o < 6; o++) {
      const out = helper.outputs[o];
      let sum = out.constant;
      for (let i = 0; i < out.terms.length; i++) {
        let p = out.coefficients[i];
        for (const variable of out.terms[i]) p *= x[variable];
        sum += p;
      }
      y[o] = sum;
    }
    const k = helper.kernels;
    if (k) {
      const n = this.variables.length;
      for (let m = 0; 6 * m < k.weights.length; m++) {
        let s = 1;
        for (let v = 0; v < n; v++) {
          const e = (x[v] - k.centers[m * n + v]) * k.inverseWidths[v];
          s += e * e;
        }
        const value = 1 / (s * s);
        for (let o = 0; o < 6; o++) y[o] += value * k.weights[6 * m + o];
      }
    }
    for (let o = 0; o < 6; o++) {
      y[o] = Math.min(Math.max(y[o], helper.outputs[o].min), helper.outputs[o].max);
    }
    return y;
  }

  /** Local pose of a helper about its parent: place and rotation. */
  local(h, x) {
    const y = this.evaluateOutputs(h, x);
    const angle = Math.sqrt(y[3] * y[3] + y[4] * y[4] + y[5] * y[5]);
    const half = 0.5 * angle;
    const f = angle < 1e-4 ? 0.5 - (angle * angle) / 48 : Math.sin(half) / angle;
    const turn = [angle < 1e-4 ? 1 - (half * half) / 2 : Math.cos(half), f * y[3], f * y[4], f * y[5]];
    return { place: [y[0], y[1], y[2]], rotation: product(this.helpers[h].rest, turn) };
  }

  /**
   * All helpers for global joint poses, 12 numbers a joint.
   * @returns {{skinning: Float64Array, global: Float64Array}} 12 numbers a helper
   */
  evaluate(joints) {
    const x = this.readVariables(joints);
    const skinning = new Float64Array(12 * this.helperCount);
    const global = new Float64Array(12 * this.helperCount);
    for (let h = 0; h < this.helperCount; h++) {
      const { place, rotation } = this.local(h, x);
      const parent = this.helpers[h].parent;
      const p = axes(joints, parent);
      const l = matrix(rotation);
      const g = new Float64Array(12);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          g[4 * r + c] = p[3 * r] * l[c] + p[3 * r + 1] * l[3 + c] + p[3 * r + 2] * l[6 + c];
        }
        g[4 * r + 3] =
          p[3 * r] * place[0] + p[3 * r + 1] * place[1] + p[3 * r + 2] * place[2] + joints[12 * parent + 4 * r + 3];
      }
      global.set(g, 12 * h);
      skinning.set(multiply(g, this.inverseBinds[h]), 12 * h);
    }
    return { skinning, global };
  }

  #rotationVector(joints, v) {
    const q = product(this.zero[v], this.#localRotation(joints, this.variables[v].joint));
    const sign = q[0] < 0 ? -1 : 1;
    const s = Math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const f = sign * (s < 1e-9 ? 2 : (2 * Math.atan2(s, sign * q[0])) / s);
    return [f * q[1], f * q[2], f * q[3]];
  }

  #localRotation(joints, d) {
    const own = quaternion(axes(joints, d));
    const parent = this.joints[d].parent;
    if (parent < 0) return own;
    const p = quaternion(axes(joints, parent));
    return product([p[0], -p[1], -p[2], -p[3]], own);
  }
}

const PIECE = 1 / 240; // longest step of the springs, in seconds

/** Helpers that lag and swing behind their controllers: a spring and a damper on each place. */
export class JiggleRig {
  /**
   * @param hertz frequency, dampingRatio 1 without swinging over, reach how far a helper may stray;
   *   all helpers alike
   */
  constructor(rig, hertz, dampingRatio = 0.2, reach = Infinity) {
    const omega = 2 * Math.PI * hertz;
    this.rig = rig;
    this.stiffness = omega * omega;
    this.damping = 2 * dampingRatio * omega;
    this.reach = reach;
    this.reset();
  }

  /** Forgets all motion: call it after a cut. */
  reset() {
    this.states = null;
  }

  /** Moves on by some seconds to a pose; the same answer as HelperRig.evaluate. */
  advance(joints, seconds) {
    const out = this.rig.evaluate(joints);
    const places = [];
    for (let h = 0; h < this.rig.helperCount; h++) {
      places.push([0, 1, 2].map((c) => out.global[12 * h + 4 * c + 3]));
    }
    this.states ??= places.map((p) => ({ x: [...p], v: [0, 0, 0], before: [...p] }));
    const pieces = Math.min(10000, Math.max(1, Math.ceil(seconds / PIECE - 1e-9)));
    const dt = seconds / pieces;
    this.states.forEach((s, h) => {
      const goal = places[h];
      if (dt > 0 && this.stiffness > 0) this.#swing(s, goal, pieces, dt);
      const away = s.x.map((x, c) => (this.stiffness > 0 ? x - goal[c] : 0));
      const stray = Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
      if (stray > this.reach) this.#tauten(s, goal, away, stray, dt, pieces);
      for (let c = 0; c < 3; c++) {
        const offset = this.stiffness > 0 ? s.x[c] - goal[c] : 0;
        out.global[12 * h + 4 * c + 3] += offset;
        out.skinning[12 * h + 4 * c + 3] += offset;
        s.before[c] = goal[c];
      }
    });
    return out;
  }

  #swing(s, goal, pieces, dt) {
    const d = 1 + dt * this.damping + dt * dt * this.stiffness;
    for (let c = 0; c < 3; c++) {
      for (let p = 1; p <= pieces; p++) {
        const target = s.before[c] + ((goal[c] - s.before[c]) * p) / pieces;
        s.v[c] = (s.v[c] + dt * this.stiffness * (target - s.x[c])) / d;
        s.x[c] += dt * s.v[c];
      }
    }
  }

  #tauten(s, goal, away, stray, dt, pieces) {
    const keep = this.reach / stray;
    let outward = 0;
    for (let c = 0; c < 3; c++) {
      const speed = dt > 0 ? (goal[c] - s.before[c]) / (dt * pieces) : 0;
      outward += ((s.v[c] - speed) * away[c]) / stray;
    }
    for (let c = 0; c < 3; c++) {
      s.v[c] -= (Math.max(0, outward) * away[c]) / stray;
      s.x[c] = goal[c] + keep * away[c];
    }
  }
}

/** Moves the helper bones of a three.js scene. */
export class HelperDriver {
  constructor(block, root) {
    this.rig = block instanceof HelperRig ? block : new HelperRig(block);
    this.root = root;
    const find = (name) => {
      const bone = root.getObjectByName(sanitised(name)) ?? root.getObjectByName(name);
      if (!bone) throw new Error(`the scene has no bone called ${name}`);
      return bone;
    };
    this.joints = this.rig.joints.map((j) => find(j.name));
    this.helpers = this.rig.helpers.map((h) => find(h.name));
    this.poses = new Float64Array(12 * this.joints.length);
  }

  /** Call after the joints were posed. */
  update() {
    this.root.updateWorldMatrix(true, true);
    this.joints.forEach((bone, d) => {
      const e = bone.matrixWorld.elements; // columns
      for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) this.poses[12 * d + 4 * r + c] = e[4 * c + r];
    });
    const x = this.rig.readVariables(this.poses);
    this.helpers.forEach((bone, h) => {
      const { place, rotation } = this.rig.local(h, x);
      bone.position.set(place[0], place[1], place[2]);
      bone.quaternion.set(rotation[1], rotation[2], rotation[3], rotation[0]);
      bone.updateMatrixWorld();
    });
  }
}

// As three.js renames nodes on loading.
function sanitised(name) {
  return name.replace(/\s/g, '_').replace(/[\[\]./:]/g, '');
}

function product(a, b) {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

// Orthonormal axes of a joint's pose, row by row: a pose may hold scale.
function axes(p, joint) {
  const o = 12 * joint;
  let [x0, x1, x2] = [p[o], p[o + 4], p[o + 8]];
  let [y0, y1, y2] = [p[o + 1], p[o + 5], p[o + 9]];
  let n = 1 / Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2);
  x0 *= n; x1 *= n; x2 *= n;
  const d = x0 * y0 + x1 * y1 + x2 * y2;
  y0 -= d * x0; y1 -= d * x1; y2 -= d * x2;
  n = 1 / Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  y0 *= n; y1 *= n; y2 *= n;
  return [x0, y0, x1 * y2 - x2 * y1, x1, y1, x2 * y0 - x0 * y2, x2, y2, x0 * y1 - x1 * y0];
}

function quaternion(m) {
  let q;
  const trace = m[0] + m[4] + m[8];
  if (trace > 0) q = [1 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]];
  else if (m[0] > m[4] && m[0] > m[8]) q = [m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]];
  else if (m[4] > m[8]) q = [m[2] - m[6], m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7]];
  else q = [m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4]];
  const n = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * n, q[1] * n, q[2] * n, q[3] * n];
}

function matrix([w, x, y, z]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

function invertRigid(a) {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    let t = 0;
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = a[4 * c + r];
      t -= a[4 * c + r] * a[4 * c + 3];
    }
    out[4 * r + 3] = t;
  }
  return out;
}

function multiply(a, b) {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      out[4 * r + c] = a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c] + a[4 * r + 2] * b[8 + c];
    }
    out[4 * r + 3] += a[4 * r + 3];
  }
  return out;
}
