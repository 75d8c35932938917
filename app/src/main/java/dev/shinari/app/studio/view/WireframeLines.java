package dev.shinari.app.studio.view;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.view.FractureWires;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.take.Look;
import java.util.Arrays;

/** Lines that show how a thing is made: cages and bones. */
abstract class WireframeLines extends ShownMesh {
  private static final Look INK = Look.rgb(0x33415C);
  private static final Look BONE = Look.rgb(0xFFFFFF);

  WireframeLines(int id, int thing, Look look, int flags) {
    super(id, thing, look, flags);
  }

  @Override
  protected boolean moves() {
    return true;
  }

  /** The edges of a cage's boundary. */
  static final class OfCage extends WireframeLines {
    private final Body body;
    private final int[] pairs;

    OfCage(int id, int thing, Body body) {
      super(id, thing, INK, CAGE);
      this.body = body;
      pairs = edges(body);
    }

    private static int[] edges(Body body) {
      TriangleMesh m = body.cage().boundary();
      float[] p = body.cage().positions();
      // The two triangles of a cube's face share its diagonal, which is none of the cage's edges.
      double longest =
          body.cage() instanceof Lattice l ? 1.2 * l.cellSize() : Double.POSITIVE_INFINITY;
      int[] t = m.triangles();
      long[] all = new long[t.length];
      int n = 0;
      for (int k = 0; k < t.length; k++) {
        int a = t[k], b = t[k - k % 3 + (k + 1) % 3];
        double x = p[3 * a] - p[3 * b], y = p[3 * a + 1] - p[3 * b + 1];
        double z = p[3 * a + 2] - p[3 * b + 2];
        if (x * x + y * y + z * z <= longest * longest) {
          all[n++] = (long) Math.min(a, b) << 32 | Math.max(a, b);
        }
      }
      long[] unique = Arrays.stream(all, 0, n).sorted().distinct().toArray();
      int[] pairs = new int[2 * unique.length];
      for (int k = 0; k < unique.length; k++) {
        pairs[2 * k] = (int) (unique[k] >> 32);
        pairs[2 * k + 1] = (int) unique[k];
      }
      return pairs;
    }

    @Override
    int[] indices() {
      return pairs;
    }

    @Override
    int vertexCount() {
      return body.particles().count();
    }

    @Override
    protected void positions(float[] out) {
      Particles p = body.particles();
      for (int i = 0; i < p.count(); i++) {
        out[3 * i] = (float) p.worldX(i);
        out[3 * i + 1] = (float) p.worldY(i);
        out[3 * i + 2] = (float) p.worldZ(i);
      }
    }
  }

  /** The cells of a body that tears. */
  static final class OfCells extends WireframeLines {
    private final FractureWires wires;

    OfCells(int id, int thing, FractureWires wires) {
      super(id, thing, INK, CAGE);
      this.wires = wires;
    }

    @Override
    boolean update() {
      return wires.update();
    }

    @Override
    int[] indices() {
      return wires.pairs();
    }

    @Override
    int vertexCount() {
      return wires.vertexCount();
    }

    @Override
    protected void positions(float[] out) {
      wires.positions(out);
    }
  }

  /** The bones of a creature. */
  static final class OfBones extends WireframeLines {
    private final ArticulatedBody creature;
    private final int[] pairs;

    OfBones(int id, int thing, ArticulatedBody creature) {
      super(id, thing, BONE, BONES);
      this.creature = creature;
      Skeleton s = creature.skeleton();
      int[] found = new int[2 * s.jointCount()];
      int n = 0;
      for (int j = 0; j < s.jointCount(); j++) {
        if (!s.isRoot(j)) {
          found[n++] = s.parent(j);
          found[n++] = j;
        }
      }
      pairs = Arrays.copyOf(found, n);
    }

    @Override
    int[] indices() {
      return pairs;
    }

    @Override
    int vertexCount() {
      return creature.skeleton().jointCount();
    }

    @Override
    protected void positions(float[] out) {
      for (int i = 0; i < out.length; i++) {
        out[i] = (float) creature.joint(i / 3, i % 3);
      }
    }
  }
}
