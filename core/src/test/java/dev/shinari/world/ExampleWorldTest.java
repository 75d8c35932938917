package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.WeightDrive;
import dev.shinari.example.WeightDrive.Signal;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies with examples in a world: on a floor, driven, recorded. */
class ExampleWorldTest {
  private static final float STEP = 1 / 240f;

  private static TetMesh cuboid() {
    return TetShapes.cuboid(3, 8, 3, 0.3f, 0.75f, 0.3f);
  }

  /** Twisted and shorter. */
  private static ExamplePose twist(TetMesh mesh) {
    Span y = Span.of(Bounds.of(mesh.positions()), Axis.Y);
    float[] turned = new Deformer.Twist(y, Math.toRadians(100)).apply(mesh.positions());
    return new ExamplePose("twist", new Deformer.Stretch(y, 0.8, true).apply(turned));
  }

  private static Body body(String name, ExampleSettings examples) {
    Body b =
        Body.builder(name, cuboid())
            .elasticity(Elasticity.hertz(3, 0.04f))
            .examples(examples)
            .build();
    b.translate(0, 1.5, 0);
    return b;
  }

  /** Mean angle in radians by which the top layer is turned against the bottom one, about y. */
  private static double twistAngle(Body b) {
    double[] turn = new double[2];
    float[] rest = b.cage().positions();
    Bounds box = Bounds.of(rest);
    Particles p = b.particles();
    for (int end = 0; end < 2; end++) {
      float level = end == 0 ? box.minY() : box.maxY();
      double cx = 0, cz = 0;
      int n = 0;
      for (int i = 0; i < p.count(); i++) {
        if (Math.abs(rest[3 * i + 1] - level) < 1e-4f) {
          cx += p.worldX(i);
          cz += p.worldZ(i);
          n++;
        }
      }
      double s = 0, c = 0;
      for (int i = 0; i < p.count(); i++) {
        if (Math.abs(rest[3 * i + 1] - level) < 1e-4f) {
          double x = p.worldX(i) - cx / n, z = p.worldZ(i) - cz / n;
          double x0 = rest[3 * i] - box.centerX(), z0 = rest[3 * i + 2] - box.centerZ();
          s += x0 * z - z0 * x;
          c += x0 * x + z0 * z;
        }
      }
      turn[end] = StrictMath.atan2(s, c);
    }
    return Math.abs(turn[1] - turn[0]);
  }

  private static double mostTwist(ExampleSettings examples) {
    World world = new World();
    world.add(Collider.builder("floor", new HalfSpaceShape(10)).build());
    Body b = body("b", examples);
    world.add(b);
    double most = 0;
    for (int i = 0; i < 300; i++) {
      world.step(STEP);
      most = Math.max(most, twistAngle(b));
    }
    return most;
  }

  @Test
  void aTwistingCuboidTwistsAtTheFloorAndAPlainOneHardly() {
    double twisting = mostTwist(ExampleSettings.of(twist(cuboid())));
    double plain = mostTwist(null);
    assertThat(twisting).isGreaterThan(5 * plain).isGreaterThan(Math.toRadians(30));
  }

  private static WeightDrive drive(Signal signal, float from, float to) {
    return new WeightDrive("twist", signal, new float[] {from, to}, new float[] {0, 1}, true);
  }

  private static Body driven(String name, WeightDrive drive) {
    return body(name, ExampleSettings.of(twist(cuboid())).withDrives(List.of(drive)));
  }

  @Test
  void weightsFollowTimeSpeedImpactForceAndDistance() {
    World world = new World();
    world.add(Collider.builder("floor", new HalfSpaceShape(10)).build());
    Body time = driven("time", drive(new Signal.Time(0), 0, 1));
    Body speed = driven("speed", drive(new Signal.Speed(), 0, 10));
    Body impact = driven("impact", drive(new Signal.Impact(0.3f), 0, 10));
    Body force = driven("force", drive(new Signal.Force(), 0, 100));
    Body near = driven("near", drive(new Signal.ToBody("time"), 0, 10));
    Body hand = driven("hand", drive(new Signal.ToHandle(null, 0), 0, 10));
    Body[] all = {time, speed, impact, force, near, hand};
    for (int i = 0; i < all.length; i++) {
      all[i].translate(2 * i, 0, 0);
      world.add(all[i]);
    }
    int held = Select.nearest(hand, 10, 3, 0)[0];
    world.add(Handle.builder(hand, held).build());
    for (int i = 0; i < 60; i++) {
      world.step(STEP);
    }
    // A quarter of a second of free fall: 2.45 m/s.
    assertThat(time.exampleWeight(0, 0)).isCloseTo(0.246, within(0.01));
    assertThat(speed.exampleWeight(0, 0)).isCloseTo(0.245, within(0.01));
    assertThat(impact.exampleWeight(0, 0)).isLessThan(0.01);
    assertThat(force.exampleWeight(0, 0)).isLessThan(0.01);
    assertThat(near.exampleWeight(0, 0)).isCloseTo(0.8, within(0.01));
    assertThat(hand.exampleWeight(0, 0)).isBetween(0.03, 0.08);
    double hardest = 0, most = 0;
    for (int i = 0; i < 120; i++) {
      world.step(STEP);
      hardest = Math.max(hardest, force.exampleWeight(0, 0));
      most = Math.max(most, impact.exampleWeight(0, 0));
    }
    assertThat(hardest).isGreaterThan(0.02);
    assertThat(most).isGreaterThan(0.2);
  }

  @Test
  void aSnapshotKeepsWhatTheDrivesRemember() {
    World world = new World();
    world.add(Collider.builder("floor", new HalfSpaceShape(10)).build());
    Body b = driven("b", drive(new Signal.Impact(0.5f), 0, 5));
    b.translate(0, -1, 0);
    world.add(b);
    for (int i = 0; i < 100; i++) {
      world.step(STEP);
    }
    Snapshot saved = world.save();
    for (int i = 0; i < 30; i++) {
      world.step(STEP);
    }
    long first = world.stateHash();
    world.restore(saved);
    for (int i = 0; i < 30; i++) {
      world.step(STEP);
    }
    assertThat(world.stateHash()).isEqualTo(first);
  }

  @Test
  void aTakeHoldsTheWeightsOfEveryFrame() {
    World world = new World();
    Body b = body("b", ExampleSettings.of(twist(cuboid())));
    b.driveExample(0, 0.5, true);
    world.add(b);
    Take take = Recorder.record(world, "test", 24, 2, 3);
    Take.Track track = take.tracks().get(0);
    assertThat(track.weightNames()).containsExactly("rest", "twist");
    assertThat(track.weights(0)).containsExactly(1, 0);
    assertThat(track.weights(3)).containsExactly(0.5f, 0.5f);
    assertThat(world.report().exampleBodies()).containsExactly(b);
  }
}
