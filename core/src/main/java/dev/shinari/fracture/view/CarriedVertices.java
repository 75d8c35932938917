package dev.shinari.fracture.view;

import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.ElementIndex;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.fracture.FractureTopology;
import java.util.Arrays;

/**
 * The vertices of a {@link FractureMesh} as weighted sums of particles, for the elements of one
 * moment: vertex v is the sum of weight[k] times particle[k], k from start[v] to start[v + 1].
 */
final class CarriedVertices {
  final FractureTopology[] parts;
  final int[] part; // of each vertex; -1 where nothing carries it
  final int[] start;
  int[] particle;
  double[] weight;
  final float[] level;

  CarriedVertices(FractureMesh mesh, FractureTopology[] parts) {
    this.parts = parts;
    ElementIndex elements = new ElementIndex(parts, mesh.slots());
    int n = mesh.vertexCount(), at = 0;
    part = new int[n];
    start = new int[n + 1];
    level = new float[n];
    particle = new int[8 * n];
    weight = new double[8 * n];
    double[] w = new double[mesh.slots()];
    for (int v = 0; v < n; v++) {
      int e = mesh.carrier(v, elements);
      part[v] = e < 0 ? -1 : elements.part(e);
      if (e >= 0) {
        level[v] = mesh.level(elements.key(e));
        mesh.weights(v, elements, e, w);
        if (at + w.length > particle.length) {
          particle = Arrays.copyOf(particle, 2 * at + w.length);
          weight = Arrays.copyOf(weight, 2 * at + w.length);
        }
        for (int s = 0; s < w.length; s++) {
          if (w[s] != 0) {
            particle[at] = elements.slots(e)[elements.firstSlot(e) + s];
            weight[at++] = w[s];
          }
        }
      }
      start[v + 1] = at;
    }
  }

  /** Whether these are the elements that the vertices were looked up in. */
  boolean isOf(FractureTopology[] others) {
    boolean same = parts.length == others.length;
    for (int i = 0; i < parts.length && same; i++) {
      same = parts[i] == others[i];
    }
    return same;
  }

  /** Where the particles of one body are. */
  record Places(float[] x, float[] y, float[] z, double ox, double oy, double oz) {
    static Places of(Particles p) {
      return new Places(p.x(), p.y(), p.z(), p.originX(), p.originY(), p.originZ());
    }

    static Places copyOf(Particles p) {
      int n = p.count();
      return new Places(
          Arrays.copyOf(p.x(), n),
          Arrays.copyOf(p.y(), n),
          Arrays.copyOf(p.z(), n),
          p.originX(),
          p.originY(),
          p.originZ());
    }
  }

  /** Writes where the vertices are, 3 floats each, for the particles of all parts. */
  void place(Places[] where, float[] out) {
    for (int v = 0; v < part.length; v++) {
      if (part[v] < 0) {
        continue;
      }
      Places p = where[part[v]];
      double x = 0, y = 0, z = 0;
      for (int k = start[v]; k < start[v + 1]; k++) {
        int i = particle[k];
        x += weight[k] * p.x[i];
        y += weight[k] * p.y[i];
        z += weight[k] * p.z[i];
      }
      out[3 * v] = (float) (p.ox + x);
      out[3 * v + 1] = (float) (p.oy + y);
      out[3 * v + 2] = (float) (p.oz + z);
    }
  }
}
