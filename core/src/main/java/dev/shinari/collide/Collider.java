package dev.shinari.collide;

import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.motion.MotionPath;
import dev.shinari.motion.RigidPose;

/**
 * An obstacle that pushes bodies and is never pushed back: a shape at a place, with a material and
 * an optional motion. Immutable; a moving collider is a function of time alone.
 *
 * <p>Particles that are quick enough to pass a thin collider within one step are stopped by a swept
 * test in the collider's own frame, so that a quick collider is as solid as a quick particle.
 */
public final class Collider {
  private final String name;
  private final ColliderShape shape;
  private final RigidPose base;
  private final MotionPath path;
  private final ContactMaterial material;

  private Collider(Builder b) {
    name = b.name;
    shape = b.shape;
    base = new RigidPose();
    base.set(b.base);
    path = b.path;
    material = b.material;
  }

  public static Builder builder(String name, ColliderShape shape) {
    return new Builder(name, shape);
  }

  /** A level floor at height y, drawn 20 meters wide. */
  public static Collider floor(double y) {
    return builder("floor", new HalfSpaceShape(10)).at(0, y, 0).build();
  }

  public String name() {
    return name;
  }

  public ColliderShape shape() {
    return shape;
  }

  public MotionPath path() {
    return path;
  }

  public ContactMaterial material() {
    return material;
  }

  public boolean isMoving() {
    return !path.isStill();
  }

  /** Writes where the shape's frame is at a time: the path's turn is about the collider's place. */
  public void pose(double seconds, RigidPose out) {
    Check.notNull("out", out);
    path.at(seconds, out);
    out.turnBy(base.r);
    out.x += base.x;
    out.y += base.y;
    out.z += base.z;
  }

  /** What is drawn, in the shape's frame. */
  public TriangleMesh mesh() {
    return shape.mesh();
  }

  /** Moves the drawn mesh's vertices to where they are at a time. */
  public void positions(TriangleMesh drawn, double seconds, float[] out) {
    Check.notNull("drawn", drawn);
    Check.notNull("out", out);
    RigidPose pose = new RigidPose();
    pose(seconds, pose);
    float[] p = drawn.positions();
    for (int v = 0; v < p.length; v += 3) {
      out[v] = (float) pose.worldX(p[v], p[v + 1], p[v + 2]);
      out[v + 1] = (float) pose.worldY(p[v], p[v + 1], p[v + 2]);
      out[v + 2] = (float) pose.worldZ(p[v], p[v + 1], p[v + 2]);
    }
  }

  /** What a collider is made with. */
  public static final class Builder {
    private final String name;
    private final ColliderShape shape;
    private final RigidPose base = new RigidPose();
    private MotionPath path = MotionPath.STILL;
    private ContactMaterial material = ContactMaterial.DEFAULT;

    private Builder(String name, ColliderShape shape) {
      Check.that(
          name != null && !name.isEmpty(), "name must not be null or empty: a collider needs one");
      this.name = name;
      this.shape = Check.notNull("shape", shape);
    }

    /** Where the shape's origin stands. */
    public Builder at(double x, double y, double z) {
      base.x = Check.finite("x", x);
      base.y = Check.finite("y", y);
      base.z = Check.finite("z", z);
      return this;
    }

    /**
     * Turns the shape about an axis through its origin; later turns come on top of earlier ones.
     */
    public Builder turned(double axisX, double axisY, double axisZ, double angleRadians) {
      double n = Math.sqrt(axisX * axisX + axisY * axisY + axisZ * axisZ);
      Check.that(n > 0 && n < Double.POSITIVE_INFINITY, "the axis of a turn must not be zero");
      double s = PortableMath.sin(0.5 * Check.finite("angleRadians", angleRadians)) / n;
      RigidPose turn = new RigidPose();
      turn.setRotation(s * axisX, s * axisY, s * axisZ, PortableMath.cos(0.5 * angleRadians));
      turn.turnBy(base.r);
      System.arraycopy(turn.r, 0, base.r, 0, 9);
      return this;
    }

    /** Turns the shape the short way so that its y axis points along the given direction. */
    public Builder upAlong(double nx, double ny, double nz) {
      double n = Math.sqrt(nx * nx + ny * ny + nz * nz);
      Check.that(n > 0 && n < Double.POSITIVE_INFINITY, "a normal must not be zero");
      double x = nx / n, y = ny / n, z = nz / n;
      if (y < -1 + 1e-12) {
        base.setRotation(1, 0, 0, 0); // straight down: half a turn about x
      } else {
        base.setRotation(z, 0, -x, 1 + y);
      }
      return this;
    }

    public Builder path(MotionPath motion) {
      path = Check.notNull("motion", motion);
      return this;
    }

    public Builder material(ContactMaterial contactMaterial) {
      material = Check.notNull("contactMaterial", contactMaterial);
      return this;
    }

    /** Friction coefficient and restitution. */
    public Builder material(float friction, float restitution) {
      return material(new ContactMaterial(friction, restitution));
    }

    public Collider build() {
      return new Collider(this);
    }
  }
}
