package dev.shinari.io.scene.creature;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.Grip;
import dev.shinari.articulated.ReachTarget;
import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.MotionSettings;
import dev.shinari.articulated.shape.Hub;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.io.scene.plan.MotionBuilder;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.motion.MotionPath;
import dev.shinari.skeleton.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the creatures of a scene. Parts of the same size share one operator, within a creature and
 * across the scene.
 */
public final class CreatureBuilder {
  private record Cylinder(float length, float low, float high, ElasticMaterial material) {}

  private record Ball(float length, float radius, ElasticMaterial material) {}

  private record Mesh(CreaturePlan.MeshBone part, ElasticMaterial material) {}

  private record HubKey(String plan, String inward, String far, ElasticMaterial material) {}

  private final Map<Cylinder, JointedOperator> cylinders = new HashMap<>(); // looked up only
  private final Map<Ball, JointedOperator> balls = new HashMap<>();
  private final Map<Mesh, MeshPart.Shape> meshes = new HashMap<>();
  private final Map<HubKey, JointedOperator> hubs = new HashMap<>();

  private CreaturePlan plan;
  private SceneRotation turn;
  private ElasticMaterial material;
  private final List<String> warnings = new ArrayList<>();

  private final BuildLog log;
  private String path;

  /**
   * @param log takes what is wrong with the creatures, and what a user should know
   */
  public CreatureBuilder(BuildLog log) {
    this.log = log;
  }

  /** Something is wrong with a value of the creature, by its key in the creature's entry. */
  void problem(String key, String message) {
    log.problem(path + "." + key, who() + ": " + message);
  }

  private String who() {
    return "creature " + plan.name();
  }

  /**
   * A creature, or null where something is wrong with it.
   *
   * @param entry where it stands in the scene: {@code creatures[0]}
   */
  public ArticulatedBody build(CreaturePlan creature, String name, String entry) {
    plan = creature;
    path = entry;
    turn = SceneRotation.ofDegrees(plan.rotationDeg());
    material = new ElasticMaterial(plan.youngModulus(), plan.poissonRatio());
    warnings.clear();
    ArticulatedBody.Builder b;
    int before = log.problemCount();
    if (plan.model() != null) {
      b =
          log.attempt(
              path + ".model",
              who(),
              () -> ModelCreature.make(plan, name, turn, material, warnings));
    } else {
      b = limbs(name);
    }
    if (b != null) {
      finish(b);
    }
    ArticulatedBody made =
        b == null || log.problemCount() > before ? null : log.attempt(path, who(), b::build);
    if (made == null) {
      return null;
    }
    warnings.forEach(w -> log.warn(who() + ": " + w));
    boolean skin = plan.grips().stream().anyMatch(g -> g.hold().equals("skin"));
    if (skin) { // which vertex is nearest is known only now
      for (CreaturePlan.GripPlan g : plan.grips()) {
        if (g.hold().equals("skin")) {
          Vec3 at = world(g.at());
          int[] found = made.nearestSkin(at.x(), at.y(), at.z());
          b.grip(
              Grip.skin(
                  found[0],
                  found[1],
                  MotionBuilder.path(g.motion()),
                  g.fromSeconds(),
                  g.releaseSeconds()));
        }
      }
      made = b.build();
    }
    Vec3 v = plan.velocity();
    made.setVelocity(v.x(), v.y(), v.z());
    return made;
  }

  private Vec3 world(Vec3 own) {
    return turn.apply(own).plus(plan.position());
  }

  // ---- limbs

  private ArticulatedBody.Builder limbs(String name) {
    LimbGraph graph = new LimbGraph(plan, turn, material, this);
    ArticulatedBody.Builder b = graph.build(name);
    if (b != null && plan.exoskeleton() != null) {
      b.exoskeleton(exoskeleton(plan.exoskeleton()));
      graph.attach(b);
    }
    return b;
  }

  /** Something that a user should know about the creature. */
  void warn(String line) {
    warnings.add(line);
  }

  JointedOperator cylinder(float length, float low, float high, ElasticMaterial of) {
    Cylinder key = new Cylinder(rounded(length), rounded(low), rounded(high), of);
    return cylinders.computeIfAbsent(
        key, c -> Limbs.operator(Limbs.SIDES, Limbs.LAYERS, c.length(), c.low(), c.high(), of));
  }

  /** Six digits: limbs of one length in different directions share a shape. */
  private static float rounded(float v) {
    double unit = Math.scalb(1.0, Math.getExponent(v) - 18);
    return (float) (Math.rint(v / unit) * unit);
  }

  JointedOperator ball(double length, float radius, ElasticMaterial of) {
    return balls.computeIfAbsent(new Ball((float) length, radius, of), CreatureBuilder::newBall);
  }

  /** The shape of a mesh, or null where the mesh cannot be used. */
  MeshPart.Shape mesh(CreaturePlan.MeshBone part, ElasticMaterial of, String at) {
    Mesh key = new Mesh(part.fit().equals("none") ? part : part.upright(), of);
    MeshPart.Shape known = meshes.get(key);
    if (known == null) {
      known = log.attempt(path + "." + at, who(), () -> MeshPart.make(key.part(), of, warnings));
      if (known != null) {
        meshes.put(key, known);
      }
    }
    return known;
  }

  /** A hub is the same for creatures of the same build, however they are turned. */
  JointedOperator hub(Hub plan, boolean[] inward, double[] far, ElasticMaterial of) {
    return hubs.computeIfAbsent(
        new HubKey(plan.key(), Arrays.toString(inward), Arrays.toString(far), of),
        k -> plan.operator(Limbs.SIDES, inward, far, of));
  }

  /** A ball along y around the middle of its bone, held where it is near the bone's ends. */
  private static JointedOperator newBall(Ball b) {
    TriangleMesh mesh = SurfaceShapes.sphere(4, b.radius());
    int[] joint = new int[mesh.vertexCount()];
    double half = 0.5 * b.length();
    // Shares of the sphere around its poles: wide enough to hold some vertices, apart from each
    // other.
    double rim = 0.8 * b.radius();
    for (int v = 0; v < joint.length; v++) {
      float y = mesh.positions()[3 * v + 1];
      joint[v] = y < -rim ? 0 : y > rim ? 1 : -1;
    }
    return new JointedOperator(
        new BoundaryElements(mesh, b.material()), joint, new double[] {0, -half, 0, 0, half, 0});
  }

  // ---- exoskeleton

  private Exoskeleton exoskeleton(CreaturePlan.Exo exo) {
    TriangleMesh box = Exoskeleton.box(exo.cells(), exo.size().x(), exo.size().y(), exo.size().z());
    float[] p = box.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      Vec3 at = world(new Vec3(p[i], p[i + 1], p[i + 2]));
      p[i] = at.x();
      p[i + 1] = at.y();
      p[i + 2] = at.z();
    }
    return new Exoskeleton(
        box.withPositions(p),
        new ElasticMaterial(exo.youngModulus(), exo.poissonRatio()),
        exo.mass(),
        exo.dampingSeconds(),
        exo.thickness(),
        exo.friction(),
        exo.restitution());
  }

  // ---- hands and targets

  private void finish(ArticulatedBody.Builder b) {
    b.density(plan.density())
        .settings(
            new MotionSettings(
                plan.stretch(),
                plan.bend(),
                plan.dampingSeconds(),
                plan.drag(),
                plan.friction(),
                plan.restitution()))
        .look(plan.look())
        .ik(plan.ikHz());
    Skeleton s = b.skeleton();
    for (Vec3 pin : plan.pins()) {
      Vec3 at = world(pin);
      b.grip(Grip.pin(s.nearest(at.x(), at.y(), at.z())));
    }
    for (int k = 0; k < plan.grips().size(); k++) {
      CreaturePlan.GripPlan g = plan.grips().get(k);
      Vec3 at = world(g.at());
      MotionPath motion = MotionBuilder.path(g.motion());
      if (g.hold().equals("joint")) {
        int j = s.nearest(at.x(), at.y(), at.z());
        b.grip(Grip.joint(j, motion, g.fromSeconds(), g.releaseSeconds()));
      } else if (g.hold().equals("exoskeleton")) {
        if (plan.exoskeleton() == null) {
          problem(
              "grips[" + k + "]",
              "a grip holds the exoskeleton, but there is none; add `exoskeleton` or hold a joint");
          continue;
        }
        int v = b.exoskeleton().nearest(at.x(), at.y(), at.z());
        b.grip(Grip.exoskeleton(v, motion, g.fromSeconds(), g.releaseSeconds()));
      }
    }
    for (Vec3 clamp : plan.clamps()) {
      Vec3 at = world(clamp);
      b.grip(Grip.clamp(s.nearest(at.x(), at.y(), at.z())));
    }
    if (plan.flesh() != null) {
      b.flesh(plan.flesh());
    }
    for (CreaturePlan.TargetPlan t : plan.targets()) {
      Vec3 at = world(t.joint());
      Vec3 p = t.place();
      b.reach(
          new ReachTarget(
              s.nearest(at.x(), at.y(), at.z()),
              t.look(),
              p.x(),
              p.y(),
              p.z(),
              MotionBuilder.path(t.motion()),
              t.fromSeconds(),
              t.untilSeconds(),
              t.hz()));
    }
  }
}
