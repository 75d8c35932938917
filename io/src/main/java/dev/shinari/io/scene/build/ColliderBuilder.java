package dev.shinari.io.scene.build;

import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.collide.shape.CapsuleShape;
import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.FieldShape;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.collide.shape.HeightFieldShape;
import dev.shinari.collide.shape.SphereShape;
import dev.shinari.io.MeshReader;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.MotionBuilder;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.DistanceField;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the colliders of a scene. */
final class ColliderBuilder {
  /** Floors and slopes are drawn this wide to each side. */
  private static final float DRAWN_HALF_SIDE = 10;

  /** Cells of a mesh collider's distance field along its longest side. */
  private static final int MESH_COLLIDER_RESOLUTION = 48;

  private ColliderBuilder() {}

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
    SceneRotation t = SceneRotation.ofDegrees(c.rotationDeg());
    if (!t.isNone()) {
      b.turned(t.axis(0), t.axis(1), t.axis(2), t.angle());
    }
    return b.at(c.position().x(), c.position().y(), c.position().z())
        .material(c.friction(), c.restitution())
        .path(MotionBuilder.path(c.motion()))
        .build();
  }

  private static ColliderShape meshShape(Scene.ColliderShape.MeshFile m) throws IOException {
    TriangleMesh read = MeshReader.read(Path.of(m.path())).surface();
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
