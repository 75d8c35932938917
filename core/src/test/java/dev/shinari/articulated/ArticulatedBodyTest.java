package dev.shinari.articulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.articulated.contact.ExoContacts;
import dev.shinari.articulated.contact.Exoskeleton;
import dev.shinari.articulated.motion.MotionSettings;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.articulated.shape.MeshCutter;
import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.collide.Collider;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.motion.MotionPath;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.world.Snapshot;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import org.junit.jupiter.api.Test;

class ArticulatedBodyTest {
  private static final float LENGTH = 0.2f;
  private static final double[] NONE = new double[3];
  private static final JointedOperator SHAPE =
      Limbs.operator(16, 4, LENGTH, 0.06f, 0.06f, new ElasticMaterial(2e5f, 0.4f));

  private static ArticulatedBody.Builder chain(int n) {
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j <= n; j++) {
      s.joint("j" + j, j - 1, LENGTH * (j - 0.5 * n), 2, 0);
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder("chain", s.build());
    for (int j = 1; j <= n; j++) {
      b.limb(SHAPE, j, 32);
    }
    return b;
  }

  private static World world(ArticulatedBody... bodies) {
    World w = new World();
    for (ArticulatedBody b : bodies) {
      w.add(b);
    }
    return w;
  }

  @Test
  void aChainOfThePapersCylindersHasThePapersSkin() {
    ArticulatedBody c = chain(30).build();
    assertThat(c.surface().vertexCount()).isEqualTo(1938);
    assertThat(c.surface().triangleCount()).isEqualTo(3872);
    assertThat(SurfaceReport.of(c.surface()).isClosed()).isTrue();
  }

  @Test
  void aHungChainComesToRestWithoutGapsAndItsEnergyNeverGrows() {
    ArticulatedBody c = chain(7).grip(Grip.pin(0)).grip(Grip.pin(7)).build();
    World w = world(c);
    w.step(1 / 240f); // hands take hold
    double energy = c.energy(0, -9.81, 0);
    double gap = 0;
    for (int k = 0; k < 240 * 9; k++) {
      w.step(1 / 240f);
      double e = c.energy(0, -9.81, 0);
      assertThat(e).isLessThanOrEqualTo(energy + 1e-9 * Math.abs(energy));
      energy = e;
      gap = k % 50 == 0 ? Math.max(gap, c.largestGap()) : gap;
    }
    assertThat(c.kineticEnergy()).isLessThan(1e-5);
    assertThat(gap).isLessThan(1e-4 * c.partLength());
    assertThat(c.joint(3, 1)).isBetween(1.7, 1.9); // hangs through
  }

  @Test
  void aFreeChainKeepsItsMomentum() {
    ArticulatedBody c = chain(5).settings(new MotionSettings(50, 0.02f, 0.01f, 0, 0, 0)).build();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(c);
    c.setVelocity(2, 0, 3, 0);
    double before = mean(c, 1);
    for (int k = 0; k < 100; k++) {
      w.step(1 / 240f);
    }
    // Joint 2 has a fifth of the mass: ends count half.
    assertThat(mean(c, 1) - before).isCloseTo(3.0 / 5 * 100 / 240, within(0.02));
  }

  private static double mean(ArticulatedBody c, int component) {
    int n = c.skeleton().jointCount();
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += (j == 0 || j == n - 1 ? 0.5 : 1) * c.joint(j, component) / (n - 1);
    }
    return sum;
  }

  @Test
  void partsTurnedByAnyAngleDoNotGrow() {
    double rest = SurfaceReport.of(chain(3).build().surface()).volume();
    for (double angle : new double[] {0.5, 1.6, 3.1}) {
      ArticulatedBody.Builder b = chain(3);
      double c = Math.cos(angle), s = Math.sin(angle);
      b.clip(
          (t, x, q) -> {
            double[] turn = new double[4];
            Quaternions.ofVector(0, 0, angle, turn, 0);
            for (int j = 0; j < 4; j++) {
              double d = LENGTH * (j - 1.5);
              x[3 * j] = c * d;
              x[3 * j + 1] = s * d;
              x[3 * j + 2] = 0;
              System.arraycopy(turn, 0, q, 4 * j, 4);
            }
          },
          1,
          5);
      ArticulatedBody body = b.build();
      world(body).step(1 / 240f);
      float[] p = new float[body.surface().positions().length];
      body.positions(p, Workers.SERIAL);
      double volume = SurfaceReport.of(body.surface().withPositions(p)).volume();
      assertThat(volume).isCloseTo(rest, within(1e-5 * rest));
    }
  }

  @Test
  void aSharpBendKeepsTheSkinSmoothAndClosed() {
    ArticulatedBody c =
        chain(4)
            .grip(Grip.pin(0))
            .grip(
                Grip.joint(
                    4, MotionPath.builder().key(0, 0, 0, 0).key(1, -0.55, 0.3, 0).build(), 0, 1e9))
            .build();
    World w = world(c);
    for (int k = 0; k < 240; k++) {
      w.step(1 / 240f);
    }
    float[] p = new float[c.surface().positions().length];
    c.positions(p, Workers.SERIAL);
    SurfaceReport r = SurfaceReport.of(c.surface().withPositions(p));
    assertThat(r.isClosed()).isTrue();
    assertThat(r.volume()).isGreaterThan(0.6 * SurfaceReport.of(c.surface()).volume());
    assertThat(c.largestGap()).isLessThan(1e-4 * c.partLength());
  }

  @Test
  void aPointOfTheSkinIsGrabbedAndTheWholeFollows() {
    ArticulatedBody probe = chain(5).build();
    int[] at = probe.nearestSkin(0, 2.06, 0);
    ArticulatedBody c =
        chain(5)
            .grip(
                Grip.skin(
                    at[0],
                    at[1],
                    MotionPath.builder().key(0, 0, 0, 0).key(1, 0, 0.5, 0).build(),
                    0,
                    1e9))
            .build();
    World w = world(c);
    for (int k = 0; k < 720; k++) {
      w.step(1 / 240f);
    }
    // It hangs from the point, which was 0.06 above the joints' line.
    assertThat(Math.max(c.joint(2, 1), c.joint(3, 1))).isBetween(2.3, 2.55);
  }

  @Test
  void anyStiffnessAndStepStaysFinite() {
    JointedOperator hard =
        Limbs.operator(8, 2, LENGTH, 0.06f, 0.06f, new ElasticMaterial(1e10f, 0.3f));
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j <= 5; j++) {
      s.joint("j" + j, j - 1, 0, 2 - LENGTH * j, 0);
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder("hard", s.build());
    for (int j = 1; j <= 5; j++) {
      b.limb(hard, j, 16);
    }
    ArticulatedBody c = b.grip(Grip.pin(0)).build();
    c.setVelocity(5, 40, 0, 10);
    World w = world(c);
    for (int k = 0; k < 100; k++) {
      w.step(1 / 24f);
    }
    assertThat(c.isFrozen()).isFalse();
    assertThat(Math.abs(c.joint(5, 0))).isLessThan(1.5);
  }

  @Test
  void theSameBitsForAnyNumberOfThreadsAndAfterASnapshot() {
    long[] hashes = new long[3];
    int[] threads = {1, 2, 3};
    for (int i = 0; i < threads.length; i++) {
      ArticulatedBody c = chain(70).grip(Grip.pin(0)).build();
      World w = world(c);
      w.add(Collider.floor(0));
      try (Workers crew = new Workers(threads[i])) {
        w.setWorkers(crew);
        for (int k = 0; k < 20; k++) {
          w.step(1 / 120f);
        }
        Snapshot saved = w.save();
        for (int k = 0; k < 10; k++) {
          w.step(1 / 120f);
        }
        hashes[i] = w.stateHash();
        w.restore(saved);
        for (int k = 0; k < 10; k++) {
          w.step(1 / 120f);
        }
        assertThat(w.stateHash()).isEqualTo(hashes[i]);
      }
    }
    assertThat(hashes[1]).isEqualTo(hashes[0]);
    assertThat(hashes[2]).isEqualTo(hashes[0]);
  }

  // ---- exoskeleton

  private static Exoskeleton exo(float x, float y, float young) {
    var box = Exoskeleton.box(2, 1, 1, 1);
    float[] p = box.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      p[i] += x;
      p[i + 1] += y;
    }
    return new Exoskeleton(
        box.withPositions(p), new ElasticMaterial(young, 0.4f), 10, 0.01f, 0.05f, 0.5f, 0);
  }

  @Test
  void anExoskeletonFallsSettlesOnTheFloorAndKeepsItsVolume() {
    Exoskeleton e = exo(0, 1, 1e5f);
    Collider[] floor = {Collider.floor(0)};
    double[] g = {0, -9.81, 0};
    for (int k = 0; k < 1000; k++) {
      e.step(k / 240.0, 1 / 240f, g, 0.1, NONE, floor);
    }
    double lowest = 10, fastest = 0;
    for (int i = 0; i < e.vertexCount(); i++) {
      lowest = Math.min(lowest, e.position(i, 1));
      fastest = Math.max(fastest, Math.abs(e.v[3 * i + 1]));
    }
    assertThat(lowest).isBetween(0.04, 0.06);
    assertThat(fastest).isLessThan(1e-2);
    assertThat(e.volumeRatio()).isBetween(0.97, 1.01);
  }

  @Test
  void aSpinningExoskeletonDoesNotGrow() {
    Exoskeleton e = exo(0, 0, 1e6f);
    for (int i = 0; i < e.x.length; i += 3) {
      e.v[i] = -2 * e.x[i + 1];
      e.v[i + 1] = 2 * e.x[i];
    }
    for (int k = 0; k < 720; k++) { // a whole turn
      e.step(k / 240.0, 1 / 240f, NONE, 0, NONE, new Collider[0]);
    }
    assertThat(e.volumeRatio()).isBetween(0.995, 1.01);
  }

  @Test
  void twoExoskeletonsCollideAndKeepTheirMomentum() {
    Exoskeleton a = exo(0, 0, 1e5f), b = exo(1.3f, 0.2f, 1e5f);
    for (int i = 0; i < a.v.length; i += 3) {
      a.v[i] = 2;
    }
    double before = a.momentum()[0] + b.momentum()[0];
    int touches = 0;
    for (int k = 0; k < 240; k++) {
      a.step(0, 1 / 240f, NONE, 0, NONE, new Collider[0]);
      b.step(0, 1 / 240f, NONE, 0, NONE, new Collider[0]);
      touches += ExoContacts.meet(a, b);
    }
    assertThat(touches).isGreaterThan(0);
    assertThat(b.momentum()[0]).isGreaterThan(5);
    assertThat(a.momentum()[0] + b.momentum()[0]).isCloseTo(before, within(1e-6 * before));
    assertThat(b.position(0, 0) - a.position(0, 0)).isGreaterThan(0.7);
  }

  @Test
  void aPartThatDoesNotTouchItsBoneIsRefused() {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 0, 0).joint("b", 0, 0, 2 * LENGTH, 0).build();
    assertThatThrownBy(() -> ArticulatedBody.builder("x", s).limb(SHAPE, 1, 32).build())
        .hasMessageContaining("does not touch its bone");
  }

  @Test
  void aMeshIsCutIntoPartsByItsBonesAndJoinedAgain() {
    var mesh = dev.shinari.mesh.shape.SurfaceShapes.capsule(12, 4, 12, 0.15f, 1.2f);
    Skeleton s =
        Skeleton.builder()
            .joint("a", -1, 0, -0.7, 0)
            .joint("b", 0, 0, 0.02, 0)
            .joint("c", 1, 0, 0.7, 0)
            .build();
    ArticulatedBody.Builder b = ArticulatedBody.builder("cut", s);
    int parts =
        MeshCutter.addParts(b, mesh, MeshCutter.nearestBones(mesh, s), ElasticMaterial.DEFAULT);
    ArticulatedBody c = b.build();
    assertThat(parts).isEqualTo(2);
    assertThat(c.surface().vertexCount()).isEqualTo(mesh.vertexCount());
    assertThat(c.surface().triangleCount()).isEqualTo(mesh.triangleCount());
    assertThat(SurfaceReport.of(c.surface()).isClosed()).isTrue();
    assertThatThrownBy(() -> new BoundaryElements(c.surface(), new ElasticMaterial(1e5f, 0.5f)))
        .hasMessageContaining("poissonRatio");
  }

  @Test
  void whoIsLookedAtMovesAsWhoIsNot() {
    long[] hash = new long[2];
    for (int looks = 0; looks < 2; looks++) {
      World w = new World();
      ArticulatedBody c = chain(4).build();
      w.add(c);
      float[] at = new float[c.surface().positions().length];
      for (int k = 0; k < 60; k++) {
        c.setVelocity(2, 0.3, 0.2, 0.5); // out of a plane, where frames twist
        w.step(1 / 240f);
        for (int l = 0; l < looks; l++) {
          c.positions(at, Workers.SERIAL);
          c.largestGap();
        }
      }
      hash[looks] = w.stateHash();
    }
    assertThat(hash[1]).isEqualTo(hash[0]);
  }
}
