package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that meet. */
class BodyContactTest {
  private static final float H = 1f / 240;
  private static final WorldSettings FLOATING = WorldSettings.DEFAULT.withGravity(0, 0, 0);

  @Test
  void twoBlocksThatMeetInSpaceKeepTheirMomentum() {
    World w = new World(FLOATING.withSleep(0, 0));
    Body a = TestBodies.springy(w, "a", 0, 0, 0),
        b = TestBodies.springy(w, "b", 0.4f, 0.05f, 0.03f);
    TestBodies.setVelocity(a, 3, 0, 0);
    TestBodies.setVelocity(b, -1, 0.2f, 0);
    double[] before = new double[3];
    for (int k = 0; k < 3; k++) {
      before[k] = TestBodies.momentum(a, k) + TestBodies.momentum(b, k);
    }
    int contacts = 0;
    for (int k = 0; k < 480; k++) {
      contacts += w.step(H).bodyContacts();
    }
    assertThat(contacts).isPositive();
    double size = 4 * TestBodies.mass(a);
    for (int k = 0; k < 3; k++) {
      double after = TestBodies.momentum(a, k) + TestBodies.momentum(b, k);
      assertThat(after).isEqualTo(before[k], within(2e-5 * size));
    }
    // They did not pass through each other.
    assertThat(TestBodies.center(a, 0)).isLessThan(TestBodies.center(b, 0) - 0.15);
  }

  @ParameterizedTest
  @ValueSource(floats = {1, 5, 20, 60})
  void quickBodiesDoNotPassThroughEachOther(float speed) {
    World w = new World(FLOATING.withSleep(0, 0).withSubsteps(1, 64));
    Body a = TestBodies.springy(w, "a", 0, 0, 0), b = TestBodies.springy(w, "b", 1, 0.02f, 0.01f);
    TestBodies.setVelocity(a, speed, 0, 0);
    double before = TestBodies.momentum(a, 0);
    for (int k = 0; k < 240; k++) {
      w.step(H);
    }
    double after = TestBodies.momentum(a, 0) + TestBodies.momentum(b, 0);
    assertThat(after).isEqualTo(before, within(2e-5 * before));
    assertThat(TestBodies.center(a, 0)).isLessThan(TestBodies.center(b, 0));
    assertThat(TestBodies.isFinite(a) && TestBodies.isFinite(b)).isTrue();
  }

  @Test
  void frictionBetweenBodiesHoldsBelowItsAngleAndSlidesAboveIt() {
    double limit = Math.atan(0.5);
    assertThat(slideOnABody(limit - 0.04)).isLessThan(5e-3);
    double a = limit + 0.1;
    double expected = 0.5 * 9.81 * (Math.sin(a) - 0.5 * Math.cos(a)) * 0.25;
    assertThat(slideOnABody(a)).isEqualTo(expected, within(0.1 * expected));
  }

  /** Way of a particle in half a second on the tilted top of a body that is held. */
  private static double slideOnABody(double slope) {
    World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
    Body ramp = TestBodies.block("ramp", 2, 1, -1, -2, -1);
    Particles p = ramp.particles();
    float c = (float) Math.cos(slope), s = (float) Math.sin(slope);
    for (int i = 0; i < p.count(); i++) {
      float x = p.x()[i], y = p.y()[i];
      p.x()[i] = c * x - s * y;
      p.y()[i] = s * x + c * y;
    }
    float reach = 1e-2f + 1e-2f;
    Body point = TestBodies.point("point", -s * reach + 0.1f * c, c * reach + 0.1f * s, 0.15f);
    w.add(ramp, BodySettings.DEFAULT.withContactThickness(1e-2f));
    w.add(Handle.builder(ramp, Select.all(ramp)).build());
    w.add(point, BodySettings.DEFAULT.withContactThickness(1e-2f));
    double x = point.particles().worldX(0), y = point.particles().worldY(0);
    for (int k = 0; k < 120; k++) {
      w.step(H);
    }
    assertThat(w.report().bodyContacts()).isPositive();
    return Math.hypot(point.particles().worldX(0) - x, point.particles().worldY(0) - y);
  }

  @Test
  void groupsPairsAndTimesDecideWhoMeets() {
    BodySettings one = BodySettings.DEFAULT.withGroups(1, 1);
    BodySettings two = BodySettings.DEFAULT.withGroups(2, 2);
    assertThat(contacts(one, one, false)).isPositive();
    assertThat(contacts(one, two, false)).isZero();
    assertThat(contacts(one, one, true)).isZero();
    assertThat(contacts(one.withSoftContact(false), one, false)).isZero();
    assertThat(contacts(one.withContactFrom(99), one, false)).isZero();
    assertThat(contacts(one.withContactFrom(0.5f * H), one, false)).isPositive();
  }

  private static int contacts(BodySettings first, BodySettings second, boolean exclude) {
    World w = new World(FLOATING);
    Body a = TestBodies.block("a", 1, 0.1f, 0, 0, 0);
    Body b = TestBodies.block("b", 1, 0.1f, 0.05f, 0.09f, 0.05f);
    w.add(a, first);
    w.add(b, second);
    if (exclude) {
      w.excludePair(b, a);
    }
    return w.step(H).bodyContacts() + w.step(H).bodyContacts();
  }
}
