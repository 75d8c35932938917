package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.collide.shape.CapsuleShape;
import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.CylinderShape;
import dev.shinari.collide.shape.FieldShape;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.collide.shape.HeightFieldShape;
import dev.shinari.collide.shape.SphereShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Take;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColliderWorldTest {
  private static final float H = 1f / 240;
  private static final BodySettings SMALL = BodySettings.DEFAULT.withContactThickness(1e-4f);

  /** All of them about 1 mm thick at x = z = 0, where they are hit from above. */
  static Stream<ColliderShape> thinShapes() {
    return Stream.of(
        new BoxShape(1, 5e-4f, 1),
        new SphereShape(5e-4f),
        new CapsuleShape(5e-4f, 0),
        new CylinderShape(1, 5e-4f),
        new HalfSpaceShape(1),
        new HeightFieldShape(3, 3, 1, new float[9]),
        new FieldShape(
            (x, y, z) -> Math.abs(y) - 5e-4f,
            new Bounds(-1, -1e-2f, -1, 1, 1e-2f, 1),
            1e-4f,
            new TriangleMesh(new float[0], new int[0])));
  }

  @ParameterizedTest
  @MethodSource("thinShapes")
  void aParticleAtAThousandMetersASecondDoesNotPassAMillimeterWall(ColliderShape shape) {
    for (float speed : new float[] {3, 70, 1000}) {
      World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0).withSleep(0, 0));
      Body b = TestBodies.point("p", 0, 1.23f, 0);
      w.add(b, SMALL);
      w.add(Collider.builder("wall", shape).at(0, 0, 0).build());
      TestBodies.setVelocity(b, 0, -speed, 0);
      for (int k = 0; k < 240; k++) {
        w.step(1f / 60);
      }
      assertThat(b.particles().worldY(0)).as("speed %s", speed).isBetween(-1e-5, 1e-3);
      assertThat(b.particles().vy()[0]).isEqualTo(0, within(1e-6f));
    }
  }

  @ParameterizedTest
  @MethodSource("thinShapes")
  void aWallThatMovesAtAThousandMetersASecondTakesTheParticleAlong(ColliderShape shape) {
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0).withSleep(0, 0));
    Body b = TestBodies.point("p", 0, 1.23f, 0);
    w.add(b, SMALL);
    w.add(Collider.builder("wall", shape).path(MotionPath.velocity(0, 1000, 0)).build());
    for (int k = 0; k < 30; k++) {
      w.step(1f / 60);
    }
    double wall = 1000 * w.seconds();
    assertThat(b.particles().worldY(0)).isBetween(wall - 1e-3, wall + 17);
    assertThat(b.particles().vy()[0]).isEqualTo(1000, within(0.5f));
  }

  @Test
  void aTurnedThinBoxStopsParticlesFromBothSides() {
    for (float side : new float[] {1, -1}) {
      World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0).withSleep(0, 0));
      Body b = TestBodies.point("p", 0, side, 0.1f);
      w.add(b, SMALL.withMaterial(0, 0));
      w.add(
          Collider.builder("wall", new BoxShape(500, 5e-4f, 500))
              .turned(0, 0, 1, 0.7)
              .material(0, 0)
              .build());
      TestBodies.setVelocity(b, 0, -500 * side, 3);
      for (int k = 0; k < 20; k++) {
        w.step(1f / 60);
      }
      // Signed distance to the turned plane.
      double d = -Math.sin(0.7) * b.particles().worldX(0) + Math.cos(0.7) * b.particles().worldY(0);
      assertThat(d * side).isGreaterThan(0);
      // Without friction the way along the wall goes on.
      assertThat(b.particles().worldZ(0)).isEqualTo(0.1 + 3 * w.seconds(), within(1e-3));
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {0.2f, 0.5f, 1})
  void aParticleRestsBelowTheFrictionAngleAndSlidesAboveIt(float friction) {
    double limit = Math.atan(friction);
    assertThat(slide(friction, limit - 0.02)).isLessThan(2e-3);
    // Above, it slides with g (sin a - mu cos a) t^2 / 2.
    double a = limit + 0.05, t = 1;
    double expected = 0.5 * 9.81 * (Math.sin(a) - friction * Math.cos(a)) * t * t;
    assertThat(slide(friction, a)).isEqualTo(expected, within(0.03 * expected + 2e-3));
  }

  private static double slide(float friction, double slope) {
    World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
    Body b = TestBodies.point("p", 0, 1e-4f, 0);
    w.add(b, SMALL.withMaterial(friction, 0));
    w.add(
        Collider.builder("slope", new HalfSpaceShape(1))
            .upAlong(Math.sin(slope), Math.cos(slope), 0)
            .material(friction, 0)
            .build());
    for (int k = 0; k < 240; k++) {
      w.step(H);
    }
    return Math.hypot(b.particles().worldX(0), b.particles().worldY(0) - 1e-4);
  }

  @ParameterizedTest
  @ValueSource(floats = {0.3f, 0.7f, 1})
  void aBounceReturnsToTheSquareOfTheRestitution(float e) {
    World w = new World();
    Body b = TestBodies.point("p", 0, 1 + 1e-4f, 0);
    w.add(b, SMALL.withMaterial(0, e));
    w.add(Collider.floor(0));
    double highest = 0;
    boolean up = false;
    for (int k = 0; k < 2000; k++) {
      w.step(1f / 2000);
      up |= b.particles().vy()[0] > 0;
      highest = up ? Math.max(highest, b.particles().worldY(0)) : 0;
      if (up && b.particles().vy()[0] < 0) {
        break;
      }
    }
    assertThat(highest).isEqualTo(e * e, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(floats = {0.0101f, 1f / 60, 1f / 240, 0.1f})
  void bouncingNeverGainsEnergy(float h) {
    World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
    Body b = TestBodies.point("p", 0, 1, 0);
    w.add(b, SMALL.withMaterial(0, 1));
    w.add(Collider.floor(0));
    w.add(Collider.builder("ball", new SphereShape(0.3f)).at(0.1, 0, 0).material(0, 1).build());
    w.add(Collider.builder("wall", new BoxShape(0.01f, 50, 50)).at(2, 0, 0).material(0, 1).build());
    double last = 9.81;
    for (int k = 0; k < 3000; k++) {
      w.step(h);
      double e = TestBodies.kinetic(b) / TestBodies.mass(b) + 9.81 * b.particles().worldY(0);
      assertThat(e).as("step %s", k).isLessThanOrEqualTo(last + 2e-4);
      last = e;
    }
    assertThat(b.particles().worldY(0)).isGreaterThanOrEqualTo(0);
  }

  @Test
  void aRestingParticleHasNoSpeedAndDoesNotMove() {
    World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
    Body b = TestBodies.point("p", 0.3f, 0.2f, 0);
    w.add(b, SMALL);
    w.add(Collider.floor(0));
    for (int k = 0; k < 500; k++) {
      w.step(H);
    }
    double x = b.particles().worldX(0), y = b.particles().worldY(0);
    for (int k = 0; k < 2000; k++) {
      w.step(H);
      assertThat(b.particles().vy()[0]).isZero();
      assertThat(b.particles().worldY(0)).isEqualTo(y, within(1e-7));
    }
    assertThat(b.particles().worldX(0)).isEqualTo(x);
    assertThat(w.report().colliderContacts()).isEqualTo(1);
  }

  @Test
  void aConveyorTakesWhatLiesOnItToItsOwnSpeed() {
    World w = new World();
    Body b = TestBodies.point("p", 0, 0.5f + 1e-4f, 0);
    w.add(b, SMALL);
    w.add(
        Collider.builder("belt", new BoxShape(100, 0.5f, 1))
            .path(MotionPath.velocity(2, 0, 0))
            .build());
    for (int k = 0; k < 480; k++) {
      w.step(H);
    }
    assertThat(b.particles().vx()[0]).isEqualTo(2, within(1e-3f));
    assertThat(w.isSleeping(b)).isFalse();
  }

  @Test
  void aTurntableCarriesAParticleRound() {
    World w = new World();
    Body b = TestBodies.point("p", 0.5f, 0.5f + 1e-4f, 0);
    w.add(b, SMALL.withMaterial(2, 0));
    w.add(
        Collider.builder("table", new CylinderShape(2, 0.5f))
            .path(MotionPath.builder().spin(0, 1, 0).build())
            .material(2, 0)
            .build());
    for (int k = 0; k < 240; k++) {
      w.step(H);
    }
    double angle = Math.atan2(-b.particles().worldZ(0), b.particles().worldX(0));
    assertThat(angle).isEqualTo(1, within(0.02));
    assertThat(Math.hypot(b.particles().worldX(0), b.particles().worldZ(0)))
        .isEqualTo(0.5, within(5e-3));
  }

  @Test
  void whatStartsDeepInsideOfAnObstacleIsLetOutSlowly() {
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    Body b = TestBodies.point("p", 0, 0, 0);
    w.add(b, SMALL);
    w.add(Collider.builder("ball", new SphereShape(1)).build());
    double last = 0;
    for (int k = 0; k < 300; k++) {
      w.step(H);
      double y = b.particles().worldY(0);
      assertThat(y - last).isLessThanOrEqualTo(2.0 * H + 1e-6);
      assertThat(b.particles().vy()[0]).isZero();
      last = y;
    }
    assertThat(last).isEqualTo(1, within(1e-3));
  }

  @Test
  void degenerateObstaclesKeepEverythingFinite() {
    ColliderShape[] shapes = {
      new BoxShape(0, 0, 0),
      new SphereShape(0),
      new CapsuleShape(0, 0),
      new CylinderShape(0, 0),
      new CapsuleShape(0, 1),
      new BoxShape(0, 1, 1)
    };
    for (ColliderShape s : shapes) {
      for (float speed : new float[] {0, 1, 1e6f}) {
        World w = new World();
        Body b = TestBodies.block("b", 2, 0.1f, -0.1f, -0.1f, -0.1f);
        w.add(b);
        w.add(Collider.builder("odd", s).build());
        TestBodies.setVelocity(b, 0, speed, -speed);
        for (int k = 0; k < 50; k++) {
          w.step(H);
        }
        assertThat(TestBodies.isFinite(b)).isTrue();
        assertThat(w.report().frozen()).isZero();
      }
    }
  }

  @Test
  void farFromTheOriginContactIsAsGoodAsNear() {
    // The same fall at 0 and at 8,192 (a power of two: positions stay exactly representable).
    double[] ends = new double[2];
    for (int far = 0; far < 2; far++) {
      World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
      float off = 8192 * far;
      Body b = TestBodies.point("p", off, 0.25f, off);
      w.add(b, SMALL);
      w.add(
          Collider.builder("slope", new HalfSpaceShape(1))
              .at(off, 0, off)
              .upAlong(0.2, 1, 0)
              .build());
      for (int k = 0; k < 500; k++) {
        w.step(H);
      }
      ends[far] = b.particles().worldX(0) - off;
    }
    assertThat(ends[1]).isEqualTo(ends[0], within(5e-3));
  }

  @Test
  void oneFallIsOneEvent() {
    World w = new World();
    Body b = TestBodies.block("b", 2, 0.1f, 0, 0.5f, 0);
    w.add(b, BodySettings.DEFAULT.withMaterial(0.5f, 0));
    w.add(Collider.floor(0));
    int events = 0;
    Take.Event last = null;
    for (int k = 0; k < 100; k++) { // it lands after 77 steps and has not come down again
      w.step(H);
      for (Take.Event e : w.report().events()) {
        events++;
        last = e;
      }
    }
    assertThat(events).isEqualTo(1);
    assertThat(last.kind()).isEqualTo("impact");
    assertThat(last.body()).isEqualTo("b");
    assertThat(last.strength()).isEqualTo((float) Math.sqrt(2 * 9.81 * 0.5), within(0.2f));
    assertThat(last.seconds()).isEqualTo((float) Math.sqrt(2 * 0.5 / 9.81), within(0.02f));
    assertThat(last.other()).isEqualTo("floor");
    assertThat(last.directionY()).isEqualTo(1);
  }
}
