package dev.shinari.articulated.motion;

import dev.shinari.bem.JointedOperator;

/** A point of a part that is held at a place. */
public final class SkinGrip {
  public final int part;
  public final JointedOperator.Grab grab;
  final double[] basis; // 3 x 6 joints: where the patch goes by itself, by shifts and turns
  final double[] place = new double[3]; // of the patch, in the shape's coordinates
  public final double[] target = new double[3];
  public final double[] pull = new double[3]; // force on the point in the part's frame

  public SkinGrip(int part, JointedOperator shape, int vertex) {
    this.part = part;
    grab = shape.grab(vertex);
    int width = 6 * shape.jointCount();
    basis = new double[3 * width];
    float[] rest = shape.elements().mesh().positions();
    for (int v = 0; v < shape.vertexCount(); v++) {
      double weight = grab.weight(v);
      for (int r = 0; r < 3 && weight != 0; r++) {
        place[r] += weight * rest[3 * v + r];
        for (int j = 0; j < shape.jointCount(); j++) {
          int at = JointedOperator.PARAMETERS * j;
          for (int c = 0; c < 3; c++) {
            int a = (c + 1) % 3, b = (c + 2) % 3;
            basis[r * width + 6 * j + c] += weight * shape.column(at + 9 + c, v, r);
            basis[r * width + 6 * j + 3 + c] +=
                weight
                    * ((double) shape.column(at + 3 * b + a, v, r)
                        - shape.column(at + 3 * a + b, v, r));
          }
        }
      }
    }
  }
}
