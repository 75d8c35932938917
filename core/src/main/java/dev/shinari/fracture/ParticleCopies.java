package dev.shinari.fracture;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.particle.Particles;

/** Places, velocities and holds of particles that others were made from. */
public final class ParticleCopies {
  private ParticleCopies() {}

  /** Gives a particle that is new the place, velocity, hold and poses of particle p. */
  public static void copy(Body body, BodyEditor editor, int p, int copy) {
    editor.blendPoses(copy, new int[] {p}, 1);
    Particles q = body.particles();
    q.x()[copy] = q.x()[p];
    q.y()[copy] = q.y()[p];
    q.z()[copy] = q.z()[p];
    q.vx()[copy] = q.vx()[p];
    q.vy()[copy] = q.vy()[p];
    q.vz()[copy] = q.vz()[p];
    if (q.mobility()[p] == 0) {
      body.hold(copy);
    }
  }

  /** Has particle k of a piece move and be held as particle old[k] of the body it came off. */
  public static void copyMotion(Body from, Body piece, int[] old) {
    Particles a = from.particles(), b = piece.particles();
    BodyEditor editor = piece.editor();
    piece.translate(a.originX(), a.originY(), a.originZ());
    for (int i = 0; i < old.length; i++) {
      int p = old[i];
      b.x()[i] = (float) (a.worldX(p) - b.originX());
      b.y()[i] = (float) (a.worldY(p) - b.originY());
      b.z()[i] = (float) (a.worldZ(p) - b.originZ());
      b.vx()[i] = a.vx()[p];
      b.vy()[i] = a.vy()[p];
      b.vz()[i] = a.vz()[p];
      if (a.mobility()[p] == 0) {
        piece.hold(i);
      }
      editor.copyRotation(i, from, p);
    }
  }
}
