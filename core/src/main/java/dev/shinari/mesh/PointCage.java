package dev.shinari.mesh;

import dev.shinari.math.Check;

/**
 * Points with explicit overlapping regions: strands, sheets and anything that is neither a
 * tetrahedral mesh nor a lattice. Region r holds the points {@code members[starts[r]]} to {@code
 * members[starts[r + 1] - 1]}.
 */
public final class PointCage implements Cage {
  private final float[] positions;
  private final int[] starts;
  private final int[] members;
  private final TriangleMesh boundary;

  public PointCage(float[] positions, int[] starts, int[] members, int[] triangles) {
    Check.that(positions.length % 3 == 0, "positions must hold 3 floats a vertex");
    Check.that(
        starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == members.length,
        "starts must run from 0 to the number of members");
    this.positions = positions;
    this.starts = starts;
    this.members = members;
    this.boundary = new TriangleMesh(positions, triangles);
  }

  @Override
  public int vertexCount() {
    return positions.length / 3;
  }

  @Override
  public float[] positions() {
    return positions;
  }

  @Override
  public TriangleMesh boundary() {
    return boundary;
  }

  public int regionCount() {
    return starts.length - 1;
  }

  public int[] starts() {
    return starts;
  }

  public int[] members() {
    return members;
  }
}
