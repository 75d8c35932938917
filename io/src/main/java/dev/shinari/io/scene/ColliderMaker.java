package dev.shinari.io.scene;

import dev.shinari.collide.BoxShape;
import dev.shinari.collide.CapsuleShape;
import dev.shinari.collide.Collider;
import dev.shinari.collide.FieldShape;
import dev.shinari.collide.HalfSpaceShape;
import dev.shinari.collide.HeightFieldShape;
import dev.shinari.collide.Shape;
import dev.shinari.collide.SphereShape;
import dev.shinari.io.Meshes;
import dev.shinari.mesh.DistanceField;
import dev.shinari.mesh.TriangleMesh;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the colliders of a scene. */
final class ColliderMaker {
  /** Floors and slopes are drawn this wide to each side. */
  private static final float DRAWN_HALF_SIDE = 10;

  /** Cells of a mesh collider's distance field along its longest side. */
  private static final int MESH_COLLIDER_RESOLUTION = 48;

  private ColliderMaker() {}

  static Collider make(Scene.ColliderPlan c, String name) throws IOException {
    Scene.ColliderShape s = c.shape();
    Collider.Builder b;
    if (s instanceof Scene.ColliderShape.Plane p) {
      Vec3 n = p.normal();
      b = Collider.builder(name, new HalfSpaceShape(DRAWN_HALF_SIDE));
      if (!p.isLevel()) {
        b.upAlong(n.x(), n.y(), n.z());
      }
    } else if (s instanceof Scene.ColliderShape.Box box) {
      Vec3 h = box.size().times(0.5f);
      b = Collider.builder(name, new BoxShape(h.x(), h.y(), h.z()));
    } else if (s instanceof Scene.ColliderShape.Sphere ball) {
      b = Collider.builder(name, new SphereShape(ball.radius()));
    } else if (s instanceof Scene.ColliderShape.Capsule rod) {
      b = Collider.builder(name, new CapsuleShape(rod.radius(), 0.5f * rod.length()));
    } else if (s instanceof Scene.ColliderShape.HeightField f) {
      float[] heights = new float[f.heights().size()];
      for (int i = 0; i < heights.length; i++) {
        heights[i] = f.heights().get(i);
      }
      b =
          Collider.builder(
              name, new HeightFieldShape(f.columns(), f.rows(), f.cellSize(), heights));
    } else {
      b = Collider.builder(name, meshShape((Scene.ColliderShape.MeshFile) s));
    }
    Turn t = Turn.ofDegrees(c.rotationDeg());
    if (!t.isNone()) {
      b.turned(t.axis(0), t.axis(1), t.axis(2), t.angle());
    }
    return b.at(c.position().x(), c.position().y(), c.position().z())
        .material(c.friction(), c.restitution())
        .path(Motions.path(c.motion()))
        .build();
  }

  private static Shape meshShape(Scene.ColliderShape.MeshFile m) throws IOException {
    TriangleMesh read = Meshes.read(Path.of(m.path())).surface();
    float[] p = read.positions().clone();
    for (int i = 0; i < p.length; i++) {
      p[i] *= m.scale();
    }
    TriangleMesh mesh = read.withPositions(p);
    DistanceField field = DistanceField.of(mesh, MESH_COLLIDER_RESOLUTION);
    return new FieldShape(
        (x, y, z) -> (float) field.sample(x, y, z), field.bounds(), (float) field.cellSize(), mesh);
  }
}
