package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.math.PortableMath;
import dev.shinari.motion.MotionPath;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.force.ForceFields;

/** Makes paths and fields of what a scene says about time and forces. */
public final class MotionBuilder {
  private MotionBuilder() {}

  public static MotionPath path(Scene.Motion m) {
    MotionPath.Builder b = MotionPath.builder();
    for (Scene.MotionKey k : m.keys()) {
      SceneRotation t = SceneRotation.ofDegrees(k.turnDeg());
      b.key(k.seconds(), k.move().x(), k.move().y(), k.move().z())
          .turned(t.axis(0), t.axis(1), t.axis(2), t.angle());
    }
    Vec3 v = m.velocity();
    Vec3 s = m.spinDegPerSecond();
    b.velocity(v.x(), v.y(), v.z());
    b.spin(
        PortableMath.toRadians(s.x()),
        PortableMath.toRadians(s.y()),
        PortableMath.toRadians(s.z()));
    if (m.smooth()) {
      b.smooth();
    }
    if (m.repeat()) {
      b.repeat();
    }
    return b.build();
  }

  public static ForceField field(Scene.Force f) {
    double from = f.fromSeconds();
    double until = f.untilSeconds();
    if (f instanceof Scene.Wind w) {
      Vec3 v = w.velocity();
      ForceFields.Gusts gusts = new ForceFields.Gusts(w.turbulence(), w.gustSize());
      return ForceFields.wind(v.x(), v.y(), v.z(), w.drag(), gusts, from, until);
    } else if (f instanceof Scene.Push p) {
      Vec3 a = p.acceleration();
      return ForceFields.gravity(a.x(), a.y(), a.z(), from, until);
    } else if (f instanceof Scene.Vortex v) {
      Vec3 c = v.center();
      Vec3 a = v.axis();
      ForceFields.Axis axis = new ForceFields.Axis(c.x(), c.y(), c.z(), a.x(), a.y(), a.z());
      return ForceFields.vortex(axis, v.strength(), v.inward(), v.falloff(), from, until);
    } else if (f instanceof Scene.Attractor a) {
      Vec3 c = a.center();
      return ForceFields.attractor(c.x(), c.y(), c.z(), a.strength(), a.falloff(), from, until);
    }
    Scene.Explosion e = (Scene.Explosion) f;
    Vec3 c = e.center();
    return ForceFields.explosion(c.x(), c.y(), c.z(), e.speed(), e.radius(), e.fromSeconds());
  }
}
