package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import org.junit.jupiter.api.Test;

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
    double before = TestBodies.momentum(b, 0), centre = TestBodies.centre(b, 1);
    for (int k = 0; k < 30; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.027, within(1e-6));
    assertThat(TestBodies.momentum(b, 0)).isEqualTo(before, within(1e-6 * TestBodies.mass(b)));
    assertThat(TestBodies.centre(b, 1)).isEqualTo(centre, within(1e-6));
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
    double centre = TestBodies.centre(b, 0);
    for (int k = 0; k < 60; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.09, within(1e-5));
    assertThat(TestBodies.centre(b, 0)).isEqualTo(centre, within(1e-6));
  }
}
