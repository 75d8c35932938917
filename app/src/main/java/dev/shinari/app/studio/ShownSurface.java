package dev.shinari.app.studio;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.world.Look;

/** Something shown that is made of triangles. */
abstract class ShownSurface extends Shown {
  ShownSurface(int id, int thing, Look look, int flags) {
    super(id, thing, look, flags);
  }

  abstract TriangleMesh mesh();

  @Override
  final int vertexCount() {
    return mesh().vertexCount();
  }

  @Override
  final int[] indices() {
    return mesh().triangles();
  }

  @Override
  final float[] uvs() {
    return mesh().uvs();
  }
}
