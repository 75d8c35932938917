package dev.shinari.articulated;

import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.body.particle.Particles;

/**
 * Joints and vertices of an exoskeleton as fields see them: free particles, one each. What fields
 * change of their velocities is handed back.
 */
final class FieldPoints {
  private final BoneMotion motion;
  private final Exoskeleton exo; // or null
  private final Particles p;
  private final float[] before;

  FieldPoints(BoneMotion motion, Exoskeleton exo) {
    this.motion = motion;
    this.exo = exo;
    int n = (motion.x.length + (exo == null ? 0 : exo.x.length)) / 3;
    float[] mass = new float[n];
    for (int i = 0; i < n; i++) {
      int joints = motion.mass.length;
      mass[i] =
          i < joints ? (float) motion.mass[i] : (float) (1 / exo.nodes.inverseMass(i - joints));
    }
    p = Particles.loose(mass);
    before = new float[3 * n];
  }

  Particles take() {
    copy(motion.x, motion.v, motion.held, 0);
    if (exo != null) {
      copy(exo.x, exo.v, exo.held, motion.mass.length);
    }
    return p;
  }

  private void copy(double[] x, double[] v, boolean[] held, int from) {
    for (int i = 0; i < x.length / 3; i++) {
      int k = from + i;
      p.x()[k] = (float) x[3 * i];
      p.y()[k] = (float) x[3 * i + 1];
      p.z()[k] = (float) x[3 * i + 2];
      p.vx()[k] = (float) v[3 * i];
      p.vy()[k] = (float) v[3 * i + 1];
      p.vz()[k] = (float) v[3 * i + 2];
      p.mobility()[k] = held[i] ? 0 : 1;
      before[3 * k] = p.vx()[k];
      before[3 * k + 1] = p.vy()[k];
      before[3 * k + 2] = p.vz()[k];
    }
  }

  void giveBack() {
    add(motion.v, 0);
    if (exo != null) {
      add(exo.v, motion.mass.length);
    }
  }

  private void add(double[] v, int from) {
    for (int i = 0; i < v.length / 3; i++) {
      int k = from + i;
      v[3 * i] += (double) p.vx()[k] - before[3 * k];
      v[3 * i + 1] += (double) p.vy()[k] - before[3 * k + 1];
      v[3 * i + 2] += (double) p.vz()[k] - before[3 * k + 2];
    }
  }
}
