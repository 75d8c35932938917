package dev.shinari.app.studio.view;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;

/** Something shown that is made of triangles. */
public abstract class ShownSurface extends ShownMesh {
  protected ShownSurface(int id, int thing, Look look, int flags) {
    super(id, thing, look, flags);
  }

  protected abstract TriangleMesh mesh();

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
