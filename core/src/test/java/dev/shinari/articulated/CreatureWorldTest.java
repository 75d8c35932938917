package dev.shinari.articulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.articulated.contact.ExoContacts;
import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.MotionSettings;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.Lattice;
import dev.shinari.motion.MotionPath;
import dev.shinari.skeleton.JointLimit;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import dev.shinari.world.force.ForceFields;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Creatures among floors, fields, bodies and one another. */
class CreatureWorldTest {
  private static final float LENGTH = 0.2f;
  private static final float RADIUS = 0.06f;
  private static final JointedOperator SHAPE =
      Limbs.operator(12, 3, LENGTH, RADIUS, RADIUS, new ElasticMaterial(2e5f, 0.4f));
  private static final JointedOperator SOFT =
      Limbs.operator(12, 3, LENGTH, RADIUS, RADIUS, new ElasticMaterial(1e4f, 0.4f));

  /** A level chain along x, its middle at (x, y, z). */
  private static ArticulatedBody.Builder chain(
      String name,
      int n,
      JointedOperator shape,
      double x,
      double y,
      double z,
      boolean alongZ,
      JointLimit limit) {
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j <= n; j++) {
      double d = LENGTH * (j - 0.5 * n);
      s.joint("j" + j, j - 1, alongZ ? x : x + d, y, alongZ ? z + d : z, limit);
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder(name, s.build());
    for (int j = 1; j <= n; j++) {
      b.limb(shape, j, 24);
    }
    return b;
  }

  private static ArticulatedBody.Builder chain(String name, int n, double y, boolean alongZ) {
    return chain(name, n, SHAPE, 0, y, 0, alongZ, JointLimit.NONE);
  }

  private static World world(ArticulatedBody... all) {
    World w = new World();
    for (ArticulatedBody b : all) {
      w.add(b);
    }
    return w;
  }

  private static void steps(World w, int count) {
    for (int k = 0; k < count; k++) {
      w.step(1 / 240f);
    }
  }

  private static double lowest(ArticulatedBody c) {
    double least = 1e9;
    for (int j = 0; j < c.skeleton().jointCount(); j++) {
      least = Math.min(least, c.joint(j, 1));
    }
    return least;
  }

  // ---- joint limits

  /** Largest angle between neighboring bones. */
  private static double sharpest(ArticulatedBody c) {
    double most = 0;
    for (int j = 2; j < c.skeleton().jointCount(); j++) {
      double dot = 0, aa = 0, bb = 0;
      for (int k = 0; k < 3; k++) {
        double a = c.joint(j - 1, k) - c.joint(j - 2, k), b = c.joint(j, k) - c.joint(j - 1, k);
        dot += a * b;
        aa += a * a;
        bb += b * b;
      }
      most = Math.max(most, Math.acos(Math.min(1, dot / Math.sqrt(aa * bb))));
    }
    return most;
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "25, 1", "180, 0"})
  void limitsHoldWhileAChainSwingsAndFalls(double degrees, int limited) {
    double limit = Math.toRadians(degrees);
    ArticulatedBody c =
        chain("c", 6, SOFT, 0, 3, 0, false, JointLimit.cone(limit))
            .grip(Grip.pin(0))
            .grip(Grip.pin(1))
            .build();
    World w = world(c);
    double most = 0;
    for (int k = 0; k < 700; k++) {
      w.step(1 / 240f);
      most = Math.max(most, sharpest(c));
    }
    if (limited == 1) {
      assertThat(most).isBetween(0.9 * limit, limit + Math.toRadians(0.5));
    } else { // the same chain bends further by itself
      assertThat(most).isGreaterThan(Math.toRadians(30));
    }
    assertThat(c.isFrozen()).isFalse();
  }

  @Test
  void aHingeKeepsItsPlaneAndItsRange() {
    JointLimit hinge = JointLimit.hinge(0, 0, 1, -0.3, 0.1);
    ArticulatedBody c =
        chain("c", 5, SOFT, 0, 2, 0, false, hinge).grip(Grip.pin(0)).grip(Grip.pin(1)).build();
    c.setVelocity(5, 0, 0, 6); // sideways, which a hinge about z does not allow
    World w = world(c);
    for (int k = 0; k < 480; k++) {
      w.step(1 / 240f);
      for (int j = 2; j <= 5; j++) {
        assertThat(Math.abs(c.joint(j, 2))).isLessThan(0.01 * LENGTH * j);
      }
      assertThat(sharpest(c)).isLessThan(0.3 + 0.01);
    }
  }

  @Test
  void stopsMoveNoCreatureAsAWhole() {
    ArticulatedBody c =
        chain("c", 4, SOFT, 0, 2, 0, false, JointLimit.cone(0.1))
            .settings(new MotionSettings(50, 0.02f, 0.01f, 0, 0, 0))
            .build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(c);
    c.setVelocity(2, 0, 4, 0);
    steps(w, 240);
    double sum = 0;
    for (int j = 0; j <= 4; j++) {
      sum += (j == 0 || j == 4 ? 0.5 : 1) * c.joint(j, 1) / 4;
    }
    assertThat(sum).isCloseTo(2 + 4.0 / 4, within(0.02)); // joint 2 has a quarter of the mass
  }

  // ---- allocation

  @Test
  void aStepWithTargetsInverseKinematicsAndAClipAllocatesNothing() {
    MotionPath round =
        MotionPath.builder().key(0, 0, 0, 0).key(1, 0.2, 0.1, 0).key(2, 0, 0, 0).repeat().build();
    double[] rest = new double[4];
    ArticulatedBody reaching =
        chain("a", 5, SHAPE, 0, 2, 0, false, JointLimit.cone(0.8))
            .grip(Grip.pin(0))
            .grip(Grip.joint(3, round, 0, 1e9))
            .reach(new ReachTarget(5, false, 0.3, 2.3, 0.1, round, 0, 1e9, 3))
            .reach(new ReachTarget(4, true, 1, 3, 0, MotionPath.STILL, 0, 1e9, 3))
            .ik(2)
            .build();
    ArticulatedBody dancing =
        chain("b", 3, 1, true)
            .clip(
                (t, x, q) -> {
                  Quaternions.ofVector(0, 0, 0.1, rest, 0);
                  for (int j = 0; j <= 3; j++) {
                    x[3 * j] = 0.1 * StrictMath.sin(t);
                    x[3 * j + 1] = 1;
                    x[3 * j + 2] = LENGTH * (j - 1.5);
                    System.arraycopy(rest, 0, q, 4 * j, 4);
                  }
                },
                0.5f,
                5)
            .build();
    World w = world(reaching, dancing);
    w.add(Collider.floor(0.8));
    w.add(ForceFields.wind(1, 0, 0, 0.5f, new ForceFields.Gusts(0.2f, 1), 0, ForceFields.ALWAYS));
    w.add(Body.builder("block", Lattice.block(2, 2, 2, 0.1f, 0, 1.2f, 0)).build());
    steps(w, 1500);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    steps(w, 1000);
    // Not a byte for the creatures; a world's loops may make an iterator until they are compiled.
    assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(100_000);
  }

  // ---- obstacles

  @Test
  void aLimbLiesOnTheFloorWithItsSkinAndNotAboveIt() {
    ArticulatedBody c = chain("c", 4, 0.5, false).build();
    World w = world(c);
    w.add(Collider.floor(0));
    steps(w, 720);
    for (int j = 0; j <= 4; j++) {
      assertThat(c.joint(j, 1)).isBetween(0.95 * RADIUS, 1.01 * RADIUS);
    }
    assertThat(c.kineticEnergy()).isLessThan(1e-6);
  }

  @Test
  void aBoneFallsOnAnEdgeBetweenItsJointsAndStays() {
    ArticulatedBody c = chain("c", 1, 1, false).build();
    World w = world(c);
    w.add(
        Collider.builder("rail", new BoxShape(0.02f, 0.5f, 1))
            .at(0.02, 0, 0)
            .build()); // off both ends
    for (int k = 0; k < 240; k++) {
      w.step(1 / 240f);
      double middle = 0.5 * (c.joint(0, 1) + c.joint(1, 1));
      double x = 0.5 * (c.joint(0, 0) + c.joint(1, 0));
      if (Math.abs(x) < 0.04) {
        assertThat(middle).isGreaterThan(0.5 + 0.7 * RADIUS);
      }
    }
  }

  // ---- creatures

  @Test
  void twoLimbsThatCrossDoNotPassThroughEachOther() {
    ArticulatedBody below = chain("below", 3, 1, false).grip(Grip.pin(0)).grip(Grip.pin(3)).build();
    ArticulatedBody above =
        chain("above", 3, SHAPE, 0.03, 1.4, 0.03, true, JointLimit.NONE).build();
    World w = world(below, above);
    steps(w, 150);
    // It hangs over the other one: its middle above, wherever its ends are.
    double top = 0.5 * (above.joint(1, 1) + above.joint(2, 1));
    double bottom = 0.5 * (below.joint(1, 1) + below.joint(2, 1));
    assertThat(top - bottom).isGreaterThan(1.2 * RADIUS);
    assertThat(top).isLessThan(1.2);
  }

  @Test
  void aBlowBetweenCreaturesKeepsTheirMomentum() {
    MotionSettings plain = new MotionSettings(50, 0.02f, 0.01f, 0, 0.5f, 0);
    ArticulatedBody a = chain("a", 2, 1, false).settings(plain).build();
    ArticulatedBody b = chain("b", 2, 1.3, true).settings(plain).build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(a);
    w.add(b);
    b.setVelocity(0, -2, 0);
    steps(w, 120);
    assertThat(speed(a, 1)).isLessThan(-0.5);
    assertThat(speed(a, 1) + speed(b, 1)).isCloseTo(-2, within(1e-6));
  }

  private static double speed(ArticulatedBody c, int component) {
    Particles p = c.points();
    double sum = 0, mass = 0;
    for (int j = 0; j < c.skeleton().jointCount(); j++) {
      double m = p.mass()[j];
      sum += m * (component == 0 ? p.vx() : component == 1 ? p.vy() : p.vz())[j];
      mass += m;
    }
    return sum / mass;
  }

  // ---- elastic bodies

  @Test
  void aBlockFallsOnALimbAndDoesNotPass() {
    ArticulatedBody c = chain("c", 4, 1, false).grip(Grip.pin(0)).grip(Grip.pin(4)).build();
    World w = world(c);
    // particles 0.3 m apart, the limb 0.12 m thick: it must not slip between them
    Body block = Body.builder("block", Lattice.block(1, 1, 1, 0.3f, -0.15f, 1.2f, -0.15f)).build();
    w.add(block);
    steps(w, 240);
    double lowest = 1e9;
    for (int i = 0; i < block.particles().count(); i++) {
      lowest = Math.min(lowest, block.particles().worldY(i));
    }
    assertThat(lowest).isBetween(0.6, 1.2); // it lies on the limb, or beside it, and hangs over
    assertThat(c.joint(2, 1)).isLessThan(0.99); // and weighs on it
    assertThat(w.report().bodyContacts()).isGreaterThan(0);
  }

  @Test
  void aLimbThatHitsABlockLosesWhatTheBlockGains() {
    MotionSettings plain = new MotionSettings(50, 0.02f, 0.01f, 0, 0.5f, 0);
    ArticulatedBody c = chain("c", 2, 1, true).settings(plain).build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(c);
    Body block = Body.builder("block", Lattice.block(3, 3, 3, 0.1f, 0.2f, 0.85f, -0.15f)).build();
    w.add(block);
    double mass = 0, limb = 0;
    for (float m : block.particles().mass()) {
      mass += m;
    }
    for (int j = 0; j < 3; j++) {
      limb += c.points().mass()[j];
    }
    c.setVelocity(2, 0, 0);
    steps(w, 100);
    double gained = 0;
    for (int i = 0; i < block.particles().count(); i++) {
      gained += (double) block.particles().mass()[i] * block.particles().vx()[i];
    }
    assertThat(gained).isGreaterThan(0.2 * limb);
    assertThat(gained + limb * speed(c, 0)).isCloseTo(2 * limb, within(0.01 * limb));
    assertThat(mass).isGreaterThan(0);
  }

  @Test
  void aSleepingBodyIsWokenByAHitAndNotByATouch() {
    Body block = Body.builder("block", Lattice.block(2, 2, 2, 0.2f, -0.2f, 0, -0.2f)).build();
    ArticulatedBody c =
        chain("c", 2, 1.4, false).grip(Grip.joint(1, MotionPath.STILL, 0, 6)).build();
    World w = world(c);
    w.add(Collider.floor(0));
    w.add(block);
    steps(w, 1435);
    assertThat(w.isSleeping(block)).isTrue();
    steps(w, 140);
    assertThat(w.isSleeping(block)).isFalse();
    assertThat(lowest(c)).isGreaterThan(0.2);
    steps(w, 1000);
    assertThat(w.isSleeping(block)).isTrue();
  }

  // ---- exoskeletons

  private static Exoskeleton box(double x, double y, double turn) {
    var box = Exoskeleton.box(1, 1, 1, 1);
    float[] p = box.positions().clone();
    double c = StrictMath.cos(turn), s = StrictMath.sin(turn);
    for (int i = 0; i < p.length; i += 3) {
      double px = p[i], py = p[i + 1];
      p[i] = (float) (x + c * px - s * py);
      p[i + 1] = (float) (y + s * px + c * py);
    }
    return new Exoskeleton(
        box.withPositions(p), new ElasticMaterial(3e5f, 0.4f), 10, 0.01f, 0.03f, 0.5f, 0);
  }

  @Test
  void edgesOfExoskeletonsDoNotPassThroughEachOther() {
    // Two cubes on edge, one above the other and turned by a quarter: the lower one's top edge runs
    // along z, the upper one's bottom edge along x. No vertex ever meets a side.
    Exoskeleton a = box(0, 0, Math.PI / 4);
    Exoskeleton b = box(0, 1.7, Math.PI / 4);
    for (int i = 0; i < b.x.length; i += 3) { // x and z changed places: still right-handed about y
      double x = b.x[i];
      b.x[i] = b.x[i + 2];
      b.x[i + 2] = -x;
      b.v[i + 1] = -1.5;
    }
    double[] none = new double[3];
    for (int k = 0; k < 200; k++) {
      a.step(0, 1 / 240f, none, 0, none, new Collider[0]);
      b.step(0, 1 / 240f, none, 0, none, new Collider[0]);
      ExoContacts.meet(a, b);
    }
    assertThat(a.momentum()[1]).isLessThan(-3);
    assertThat(a.momentum()[1] + b.momentum()[1]).isCloseTo(-15, within(1e-6));
    assertThat(b.center(1) - a.center(1)).isGreaterThan(1.2);
  }

  @Test
  void aPostStopsASideOfAnExoskeletonBetweenItsVertices() {
    Exoskeleton e = box(0, 1.5, 0);
    Collider post =
        Collider.builder("post", new BoxShape(0.05f, 0.5f, 0.05f)).at(0.17, 0, 0.17).build();
    double[] none = new double[3], g = {0, -9.81, 0};
    double least = 10;
    for (int k = 0; k < 120; k++) {
      e.step(k / 240.0, 1 / 240f, g, 0.1, none, new Collider[] {post});
      least = Math.min(least, e.center(1));
    }
    assertThat(e.contacts() >= 0 && least > 0.75).isTrue();
  }

  @Test
  void aBlockLandsOnAnExoskeleton() {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 0.5, 0).joint("b", 0, 0, 0.7, 0).build();
    ArticulatedBody c =
        ArticulatedBody.builder("exo", s)
            .limb(SHAPE, 1, 24)
            .exoskeleton(box(0, 0.6, 0))
            .attach(0, ArticulatedBody.CENTER)
            .build();
    World w = world(c);
    w.add(Collider.floor(0));
    Body block = Body.builder("block", Lattice.block(2, 2, 2, 0.15f, -0.1f, 1.3f, -0.2f)).build();
    w.add(block);
    steps(w, 480);
    for (int i = 0; i < block.particles().count(); i++) {
      assertThat(block.particles().worldY(i)).isGreaterThan(0.9);
    }
  }

  @Test
  void aLimbLiesOnAnExoskeleton() {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 0.5, 0).joint("b", 0, 0, 0.7, 0).build();
    ArticulatedBody c =
        ArticulatedBody.builder("exo", s)
            .limb(SHAPE, 1, 24)
            .exoskeleton(box(0, 0.6, 0))
            .attach(0, ArticulatedBody.CENTER)
            .build();
    ArticulatedBody limb = chain("limb", 3, 1.6, false).build();
    World w = world(limb, c);
    w.add(Collider.floor(0));
    steps(w, 480);
    assertThat(lowest(limb)).isGreaterThan(1.0);
  }

  // ---- fields

  @Test
  void windCarriesCreaturesAndAnExplosionBlowsThemAway() {
    ArticulatedBody c = chain("c", 3, 1, false).build();
    ArticulatedBody held = chain("held", 2, 3, false).grip(Grip.pin(0)).build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(c);
    w.add(held);
    w.add(ForceFields.wind(0, 0, 2, 3, ForceFields.Gusts.NONE, 0, 1));
    steps(w, 240);
    assertThat(speed(c, 2)).isBetween(1.5, 2.0);
    assertThat(held.joint(0, 2)).isCloseTo(0, within(1e-9));
    assertThat(held.joint(2, 2)).isGreaterThan(0.05);
    double before = speed(c, 1);
    w.add(ForceFields.explosion(c.joint(1, 0), 0.5, c.joint(1, 2), 5, 2, 1.1));
    steps(w, 60);
    assertThat(speed(c, 1)).isGreaterThan(before + 1);
  }

  @Test
  void aGravityFieldActsOnExoskeletonsAsGravityDoes() {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 2.5, 0).joint("b", 0, 0, 2.7, 0).build();
    ArticulatedBody c =
        ArticulatedBody.builder("exo", s)
            .limb(SHAPE, 1, 24)
            .settings(new MotionSettings(50, 0.02f, 0.01f, 0, 0, 0))
            .exoskeleton(box(0, 2.6, 0))
            .attach(0, ArticulatedBody.CENTER)
            .build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(c);
    w.add(ForceFields.gravity(0, -4, 0, 0, ForceFields.ALWAYS));
    steps(w, 120);
    assertThat(c.exoskeleton().center(1)).isCloseTo(2.6 - 0.5 * 4 * 0.25, within(0.01));
  }
}
