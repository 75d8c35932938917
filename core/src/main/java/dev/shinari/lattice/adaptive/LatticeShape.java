package dev.shinari.lattice.adaptive;

import dev.shinari.mesh.Bounds;

/** The rest shape that a lattice is laid over. */
public interface LatticeShape {
  /** Whether it lies in a plane: its lattice has squares for cells, at z of its bounds. */
  boolean isFlat();

  Bounds bounds();

  boolean contains(double x, double y, double z);

  /** Whether its outline or surface comes into a box. */
  boolean crosses(double minX, double minY, double minZ, double maxX, double maxY, double maxZ);

  /** Number of parts that do not touch each other and get cells of their own; 1 if not known. */
  default int parts() {
    return 1;
  }

  /** One of its parts, by number. */
  default LatticeShape part(int k) {
    return this;
  }

  /** A full box, or a full rectangle where it has no depth. */
  static LatticeShape box(Bounds box) {
    return new LatticeShape() {
      @Override
      public boolean isFlat() {
        return box.maxZ() == box.minZ();
      }

      @Override
      public Bounds bounds() {
        return box;
      }

      @Override
      public boolean contains(double x, double y, double z) {
        return x >= box.minX()
            && x <= box.maxX()
            && y >= box.minY()
            && y <= box.maxY()
            && (isFlat() || z >= box.minZ() && z <= box.maxZ());
      }

      @Override
      public boolean crosses(double ax, double ay, double az, double bx, double by, double bz) {
        boolean meets =
            ax < box.maxX()
                && bx > box.minX()
                && ay < box.maxY()
                && by > box.minY()
                && (isFlat() || az < box.maxZ() && bz > box.minZ());
        boolean within =
            ax >= box.minX()
                && bx <= box.maxX()
                && ay >= box.minY()
                && by <= box.maxY()
                && (isFlat() || az >= box.minZ() && bz <= box.maxZ());
        return meets && !within;
      }
    };
  }
}
