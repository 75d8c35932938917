package dev.shinari.world.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.Select;
import dev.shinari.world.Snapshot;
import dev.shinari.world.TestBodies;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is enclosed stays. */
class VolumeConstraintTest {
  @Test
  void theVolumeConstraintKeepsVolumeAndMomentum() {
    Body b = TestBodies.block("b", 3, 0.1f, 0, 0, 0);
    Particles p = b.particles();
    VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
    assertThat(v.rest()).isEqualTo(0.027, within(1e-7));
    for (int i = 0; i < p.count(); i++) {
      p.y()[i] *= 0.8f;
      p.vx()[i] = 3 * p.x()[i] + p.y()[i];
    }
    double before = TestBodies.momentum(b, 0), center = TestBodies.center(b, 1);
    for (int k = 0; k < 30; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.027, within(1e-6));
    assertThat(TestBodies.momentum(b, 0)).isEqualTo(before, within(1e-6 * TestBodies.mass(b)));
    assertThat(TestBodies.center(b, 1)).isEqualTo(center, within(1e-6));
  }

  @Test
  void theVolumeConstraintIsSafeForFlatInvertedAndPointBodies() {
    for (float scale : new float[] {0, 1e-4f, -1}) {
      Body b = TestBodies.block("b", 2, 0.1f, -0.1f, -0.1f, -0.1f);
      Particles p = b.particles();
      VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
      for (int i = 0; i < p.count(); i++) {
        p.y()[i] *= scale;
      }
      float[] before = p.y().clone();
      double volume = v.measure(p);
      v.apply(p, 1);
      float most = 0;
      for (int i = 0; i < p.count(); i++) {
        most = Math.max(most, Math.abs(p.y()[i] - before[i]));
      }
      assertThat(most).isPositive().isLessThanOrEqualTo(0.0101f);
      assertThat(v.measure(p)).isGreaterThan(volume);
    }
    Body point = TestBodies.block("point", 1, 0.1f, 0, 0, 0);
    VolumeConstraint v = new VolumeConstraint(point.cage().boundary(), 0.1f);
    java.util.Arrays.fill(point.particles().x(), 0);
    java.util.Arrays.fill(point.particles().y(), 0);
    java.util.Arrays.fill(point.particles().z(), 0);
    assertThat(v.apply(point.particles(), 1)).isFalse();
    assertThat(TestBodies.isFinite(point)).isTrue();
  }

  @Test
  void ofASheetTheAreaIsKept() {
    Body b = Body.builder("sheet", dev.shinari.mesh.Lattice.block(3, 3, 0, 0.1f, 0, 0, 0)).build();
    Particles p = b.particles();
    VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
    assertThat(v.rest()).isEqualTo(0.09, within(1e-7));
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 0.7f;
    }
    double center = TestBodies.center(b, 0);
    for (int k = 0; k < 60; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.09, within(1e-5));
    assertThat(TestBodies.center(b, 0)).isEqualTo(center, within(1e-6));
  }

  /** A bar of 2 x 0.5 (x 0.5) that tears; pulled by its ends, and cut where it is asked for. */
  private static World pulledLattice(int dim, float volumeStiffness, boolean cut) {
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    Bounds box = new Bounds(-1, -0.25f, 0, 1, 0.25f, dim == 2 ? 0 : 0.5f);
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(box),
            new LatticeGrid(0.125f, 1, 0),
            FractureSettings.DEFAULT.withRatios(1.05f, 100, 1.02f),
            Toughness.EVEN,
            dim == 2 ? 10 : 100,
            Elasticity.hertz(5, 0.3f).withPoisson(0).withHardening(0));
    LatticeBody bar = LatticeBody.of(l, LatticeSkin.CELLS);
    world.add(bar, BodySettings.DEFAULT.withVolumeStiffness(volumeStiffness), Look.BODY);
    MotionPath pull = MotionPath.builder().key(0, 0, 0, 0).key(0.5, 0.3, 0, 0).build();
    MotionPath back = MotionPath.builder().key(0, 0, 0, 0).key(0.5, -0.3, 0, 0).build();
    Body b = bar.body();
    world.add(Handle.builder(b, Select.side(b, 0.9, 0, 0, 1, 0, 0)).path(pull).build());
    world.add(Handle.builder(b, Select.side(b, -0.9, 0, 0, -1, 0, 0)).path(back).build());
    if (cut) {
      world.add(bar, new TearTool.Cut(0.05, 0, 0, 0, 1, 0, 0, Double.POSITIVE_INFINITY, null));
    }
    return world;
  }

  /** Largest share by which a body's size differs from its rest size, of what there is now. */
  private static double lost(World world) {
    double most = 0;
    for (Body b : world.bodies()) {
      VolumeConstraint v = world.entryOf(b).constraint();
      most = Math.max(most, Math.abs(v.measure(b.particles()) / v.rest() - 1));
    }
    return most;
  }

  @ParameterizedTest
  @CsvSource({"2, false", "3, false", "2, true", "3, true"})
  void aBodyThatSplitsAndTearsKeepsItsSizeAndEachPieceItsOwn(int dim, boolean cut) {
    World keeps = pulledLattice(dim, 1, cut), loses = pulledLattice(dim, 0, cut);
    int splits = 0;
    double worst = 0, worstWithout = 0;
    for (int s = 0; s < 180; s++) {
      splits += keeps.step(1 / 240f).splits();
      loses.step(1 / 240f);
      worst = Math.max(worst, lost(keeps));
      worstWithout = Math.max(worstWithout, lost(loses));
    }
    if (!cut) {
      assertThat(splits).isPositive();
    }
    assertThat(keeps.bodies()).hasSize(cut ? 2 : 1);
    assertThat(worstWithout).isGreaterThan(cut ? 0.005 : 0.1);
    assertThat(worst).isLessThan(cut ? worstWithout : 0.5 * worstWithout);
  }

  @Test
  void aTornBodyThatKeepsItsSizeGoesBackToASnapshotBitByBit() {
    World world = pulledLattice(3, 0.5f, true);
    for (int s = 0; s < 60; s++) {
      world.step(1 / 240f);
    }
    Snapshot snapshot = world.save();
    for (int s = 0; s < 60; s++) {
      world.step(1 / 240f);
    }
    long hash = world.stateHash();
    world.restore(snapshot);
    for (int s = 0; s < 60; s++) {
      world.step(1 / 240f);
    }
    assertThat(world.stateHash()).isEqualTo(hash);
  }

  @Test
  void ofAStrandTheLengthIsKept() {
    Body b = Body.builder("s", PointShapes.strand(10, 1, 1)).density(1).build();
    VolumeConstraint v = VolumeConstraint.of(b);
    assertThat(v.rest()).isEqualTo(1, within(1e-6));
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 1.2f;
      p.vz()[i] = i;
    }
    double before = TestBodies.momentum(b, 2), center = TestBodies.center(b, 0);
    for (int k = 0; k < 200; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(1, within(1e-5));
    assertThat(TestBodies.momentum(b, 2)).isEqualTo(before, within(1e-6 * TestBodies.mass(b)));
    assertThat(TestBodies.center(b, 0)).isEqualTo(center, within(1e-6));
  }

  @Test
  void aStrandThatHangsOnAPinIsLongerWithoutTheConstraint() {
    double[] length = new double[2];
    for (int keeps = 0; keeps < 2; keeps++) {
      World world = new World();
      Body b =
          Body.builder("s", PointShapes.strand(10, 1, 1))
              .density(1)
              .elasticity(Elasticity.hertz(2, 0.5f))
              .build();
      world.add(b, BodySettings.DEFAULT.withVolumeStiffness(keeps));
      world.add(Handle.builder(b, 0).build());
      for (int s = 0; s < 240; s++) {
        world.step(1 / 240f);
      }
      length[keeps] = VolumeConstraint.of(b).measure(b.particles());
    }
    assertThat(length[0]).isGreaterThan(1.05);
    assertThat(length[1] - 1).isLessThan(0.3 * (length[0] - 1));
  }
}
