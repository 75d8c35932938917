package dev.shinari.io.scene;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.Exoskeleton;
import dev.shinari.articulated.Grip;
import dev.shinari.articulated.Limbs;
import dev.shinari.articulated.MotionSettings;
import dev.shinari.articulated.Reach;
import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.collide.Path;
import dev.shinari.mesh.SurfaceShapes;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.skeleton.JointLimit;
import dev.shinari.skeleton.Skeleton;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the creatures of a scene. Parts of the same size share one operator, within a creature and
 * across the scene.
 */
final class CreatureBuilder {
  /** Ends of limbs that are nearer than this share of a radius are one joint. */
  private static final float SAME = 0.05f;

  private record Cylinder(float length, float low, float high, ElasticMaterial material) {}

  private record Ball(float length, float radius, ElasticMaterial material) {}

  private final Map<Cylinder, JointedOperator> cylinders = new HashMap<>(); // looked up only
  private final Map<Ball, JointedOperator> balls = new HashMap<>();

  /** A bone to be: its far joint, and what it carries. */
  private record Bone(int joint, JointedOperator shape, int caps) {}

  private CreaturePlan plan;
  private Turn turn;
  private ElasticMaterial material;
  private List<float[]> joints;
  private List<Integer> parents;
  private List<JointLimit> limits;
  private List<Bone> bones;

  ArticulatedBody build(CreaturePlan creature, String name) throws IOException {
    plan = creature;
    turn = Turn.ofDegrees(plan.rotationDeg());
    material = new ElasticMaterial(plan.youngModulus(), plan.poissonRatio());
    joints = new ArrayList<>();
    parents = new ArrayList<>();
    limits = new ArrayList<>();
    bones = new ArrayList<>();
    ArticulatedBody.Builder b;
    if (plan.model() != null) {
      b = ModelCreature.make(plan, name, turn, material);
    } else {
      b = limbs(name);
    }
    finish(b);
    ArticulatedBody made = b.build();
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
                  SceneBuilder.path(g.motion()),
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
    for (CreaturePlan.Bulb bulb : plan.bulbs()) {
      addBulb(bulb);
    }
    for (CreaturePlan.Limb limb : plan.limbs()) {
      addLimb(limb);
    }
    CreaturePlan.Exo exo = plan.exoskeleton();
    List<int[]> attached = new ArrayList<>(); // joint, corner of the box or CENTRE
    if (exo != null) {
      addExoLimbs(exo, attached);
    }
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j < joints.size(); j++) {
      float[] p = joints.get(j);
      s.joint("joint-" + j, parents.get(j), p[0], p[1], p[2], limits.get(j));
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder(name, s.build());
    for (Bone bone : bones) {
      b.limb(bone.shape(), bone.joint(), bone.caps());
    }
    if (exo != null) {
      Exoskeleton made = exoskeleton(exo);
      b.exoskeleton(made);
      for (int[] a : attached) {
        float[] p = joints.get(a[0]);
        b.attach(
            a[0],
            a[1] == ArticulatedBody.CENTRE
                ? ArticulatedBody.CENTRE
                : made.nearest(p[0], p[1], p[2]));
      }
    }
    return b;
  }

  private int joint(Vec3 at, int parent, JointLimit limit) {
    joints.add(at.toArray());
    parents.add(parent);
    limits.add(limit);
    return joints.size() - 1;
  }

  private int find(Vec3 at, float near) {
    for (int j = 0; j < joints.size(); j++) {
      float[] p = joints.get(j);
      if (new Vec3(p[0] - at.x(), p[1] - at.y(), p[2] - at.z()).length() <= near) {
        return j;
      }
    }
    return -1;
  }

  private void addBulb(CreaturePlan.Bulb bulb) {
    Vec3 from = world(bulb.from());
    Vec3 to = world(bulb.to());
    int start = find(from, SAME * bulb.radius());
    if (start < 0) {
      start = joint(from, -1, JointLimit.NONE);
    }
    float length = to.plus(from.times(-1)).length();
    int end = joint(to, start, JointLimit.NONE);
    bones.add(
        new Bone(
            end, balls.computeIfAbsent(new Ball(length, bulb.radius(), material), this::ball), 0));
  }

  /** A ball along y around the middle of its bone, held where it is near the bone's ends. */
  private JointedOperator ball(Ball b) {
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

  private void addLimb(CreaturePlan.Limb limb) {
    chain(
        world(limb.from()),
        world(limb.to()),
        limb.parts(),
        limb.radius(),
        limb.tipRadius(),
        JointLimit.cone(Math.toRadians(limb.bendDeg())),
        true);
  }

  /** Joints and bones of a row; returns the first and the last joint. */
  private int[] chain(
      Vec3 from, Vec3 to, int parts, float radius, float tip, JointLimit limit, boolean join) {
    Vec3 way = to.plus(from.times(-1));
    float length = way.length() / parts;
    if (!(length > 1e-4f * radius)) {
      throw new IllegalArgumentException(
          "a limb of no length has no direction; move `from` and `to` apart");
    }
    int start = join ? find(from, SAME * radius) : -1;
    int first = start < 0 ? joint(from, -1, JointLimit.NONE) : start;
    int last = first;
    for (int k = 1; k <= parts; k++) {
      float low = radius + (tip - radius) * (k - 1) / parts;
      float high = radius + (tip - radius) * k / parts;
      last = joint(from.plus(way.times((float) k / parts)), last, limit);
      Cylinder key = new Cylinder(rounded(length), rounded(low), rounded(high), material);
      bones.add(
          new Bone(
              last, cylinders.computeIfAbsent(key, CreatureBuilder::cylinder), 2 * Limbs.SIDES));
    }
    return new int[] {first, last};
  }

  /** Six digits: limbs of one length in different directions share a shape. */
  private static float rounded(float v) {
    double unit = Math.scalb(1.0, Math.getExponent(v) - 18);
    return (float) (Math.rint(v / unit) * unit);
  }

  private static JointedOperator cylinder(Cylinder c) {
    return Limbs.operator(Limbs.SIDES, Limbs.LAYERS, c.length(), c.low(), c.high(), c.material());
  }

  // ---- exoskeleton

  private void addExoLimbs(CreaturePlan.Exo exo, List<int[]> attached) {
    Vec3 half = exo.size().times(0.5f);
    Vec3[] corners = new Vec3[8];
    for (int k = 0; k < 8; k++) {
      corners[k] =
          world(
              new Vec3(
                  (k & 1) == 0 ? -half.x() : half.x(),
                  (k & 2) == 0 ? -half.y() : half.y(),
                  (k & 4) == 0 ? -half.z() : half.z()));
    }
    float r = exo.radius();
    if (exo.limbs().equals("corners")) {
      int centre = joint(world(Vec3.ZERO), -1, JointLimit.NONE);
      attached.add(new int[] {centre, ArticulatedBody.CENTRE});
      for (Vec3 corner : corners) {
        int[] ends = chain(world(Vec3.ZERO), corner, exo.parts(), r, r, JointLimit.NONE, true);
        attached.add(new int[] {ends[1], 0});
      }
    } else if (exo.limbs().equals("edges")) {
      for (int a = 0; a < 8; a++) {
        for (int bit = 1; bit < 8; bit *= 2) {
          if ((a & bit) == 0) {
            int[] ends =
                chain(corners[a], corners[a | bit], exo.parts(), r, r, JointLimit.NONE, false);
            attached.add(new int[] {ends[0], 0});
            attached.add(new int[] {ends[1], 0});
          }
        }
      }
    }
  }

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
    for (CreaturePlan.GripPlan g : plan.grips()) {
      Vec3 at = world(g.at());
      Path path = SceneBuilder.path(g.motion());
      if (g.hold().equals("joint")) {
        int j = s.nearest(at.x(), at.y(), at.z());
        b.grip(Grip.joint(j, path, g.fromSeconds(), g.releaseSeconds()));
      } else if (g.hold().equals("exoskeleton")) {
        if (plan.exoskeleton() == null) {
          throw new IllegalArgumentException(
              "a grip holds the exoskeleton, but there is none; add `exoskeleton` or hold a joint");
        }
        int v = b.exoskeleton().nearest(at.x(), at.y(), at.z());
        b.grip(Grip.exoskeleton(v, path, g.fromSeconds(), g.releaseSeconds()));
      }
    }
    for (CreaturePlan.TargetPlan t : plan.targets()) {
      Vec3 at = world(t.joint());
      Vec3 p = t.place();
      b.reach(
          new Reach(
              s.nearest(at.x(), at.y(), at.z()),
              t.look(),
              p.x(),
              p.y(),
              p.z(),
              SceneBuilder.path(t.motion()),
              t.fromSeconds(),
              t.untilSeconds(),
              t.hz()));
    }
  }
}
