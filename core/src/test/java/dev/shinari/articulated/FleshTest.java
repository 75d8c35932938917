package dev.shinari.articulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.articulated.motion.SwaySettings;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.collide.Collider;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;
import dev.shinari.skinning.SkinBinding;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FleshTest {
  private static final float STEP = 1 / 240f;
  private static final ElasticMaterial JELLY = new ElasticMaterial(2e4f, 0.4f);

  /** A limb along x that a clip shakes for half a second and then leaves where it is. */
  private static ArticulatedBody limb(SwaySettings flesh) {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 1, 0).joint("b", 0, 0.5, 1, 0).build();
    JointedOperator shape = Limbs.operator(Limbs.SIDES, Limbs.LAYERS, 0.5f, 0.1f, 0.1f, JELLY);
    ArticulatedBody.Builder b = ArticulatedBody.builder("limb", s);
    b.limb(shape, 1, 2 * Limbs.SIDES).clip(FleshTest::shaken, 1, 8);
    return (flesh == null ? b : b.flesh(flesh)).build();
  }

  private static double lift(double t) {
    return t < 0.5 ? 0.05 * Math.sin(4 * Math.PI * t) * Math.sin(4 * Math.PI * t) : 0;
  }

  private static void shaken(double seconds, double[] positions, double[] turns) {
    double[] at = {0, 1, 0, 0.5, 1, 0};
    for (int i = 0; i < 6; i++) {
      positions[i] = at[i] + (i % 3 == 1 ? lift(seconds) : 0);
    }
    Arrays.fill(turns, 0);
    turns[3] = 1;
    turns[7] = 1;
  }

  private static double[] heights(ArticulatedBody body, int steps, float gravity) {
    World world = new World();
    world.setSettings(world.settings().withGravity(0, gravity, 0));
    world.add(body);
    double[] out = new double[steps];
    float[] at = new float[body.surface().positions().length];
    for (int k = 0; k < steps; k++) {
      world.step(STEP);
      body.positions(at, Workers.SERIAL);
      double sum = 0;
      for (int v = 1; v < at.length; v += 3) {
        sum += at[v];
      }
      out[k] = 3 * sum / at.length;
    }
    return out;
  }

  private static double spread(double[] h, int from) {
    double[] rest = Arrays.copyOfRange(h, from, h.length);
    return Arrays.stream(rest).max().getAsDouble() - Arrays.stream(rest).min().getAsDouble();
  }

  @Test
  void fleshGoesOnAfterTheClipHasStoppedAndOnlyWithMass() {
    double[] stiff = heights(limb(null), 240, 0);
    double[] soft = heights(limb(new SwaySettings(3, 0.05f, 1)), 240, 0);
    assertThat(spread(stiff, 130)).isLessThan(1e-6);
    assertThat(spread(soft, 130)).isGreaterThan(1e-4);
  }

  @Test
  void itSwingsAtTheFrequencyThatIsAskedFor() {
    double[] h = heights(limb(new SwaySettings(5, 0.01f, 1)), 720, 0);
    int crossings = 0;
    for (int k = 241; k < 720; k++) {
      crossings += (h[k] > 1) != (h[k - 1] > 1) ? 1 : 0;
    }
    assertThat(crossings / 2.0 / (479 * STEP)).isCloseTo(5, within(0.3));
  }

  @Test
  void gravityMakesItHangAndDampingLetsItRest() {
    double[] free = heights(limb(new SwaySettings(4, 0.3f, 1)), 720, -9.81f);
    assertThat(free[719]).isLessThan(1 - 1e-4);
    assertThat(spread(free, 700)).isLessThan(1e-5);
    double[] drawn = heights(limb(new SwaySettings(4, 0.3f, 0)), 720, -9.81f);
    assertThat(drawn[719]).isCloseTo(1, within(1e-6));
  }

  @Test
  void aSnapshotKeepsTheSwing() {
    ArticulatedBody body = limb(new SwaySettings(4, 0.1f, 1));
    heights(body, 100, -9.81f);
    Object saved = body.save();
    WorldSettings settings = new World().settings();
    body.step(1, STEP, settings, new Collider[0], Workers.SERIAL);
    long once = body.hash(7);
    body.step(2, STEP, settings, new Collider[0], Workers.SERIAL);
    body.restore(saved);
    body.step(1, STEP, settings, new Collider[0], Workers.SERIAL);
    assertThat(body.hash(7)).isEqualTo(once);
  }

  @Test
  void thickFleshOfACharacterSwingsAndThinFleshStays() {
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 1, 0).joint("b", 0, 0.5, 1, 0).build();
    // A cone around the bone: thin at a, thick at b.
    TriangleMesh ball = SurfaceShapes.sphere(6, 0.25f);
    float[] p = ball.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      float wide = 0.2f + 0.8f * (p[i] + 0.25f) / 0.5f;
      p[i] += 0.25f;
      p[i + 1] = 1 + wide * p[i + 1];
      p[i + 2] = wide * p[i + 2];
    }
    TriangleMesh mesh = ball.withPositions(p);
    int n = mesh.vertexCount();
    float[] one = new float[n];
    Arrays.fill(one, 1);
    BoneSkin skin = new BoneSkin(mesh, new SkinBinding(1, new int[n], one), 1);
    ArticulatedBody.Builder b = ArticulatedBody.builder("cone", s);
    JointedOperator shape = Limbs.operator(Limbs.SIDES, Limbs.LAYERS, 0.5f, 0.1f, 0.1f, JELLY);
    b.limb(shape, 1, 2 * Limbs.SIDES)
        .surface(skin, new int[] {0})
        .clip(new Still(), 1, 8)
        .flesh(new SwaySettings(3, 0.3f, 1));
    ArticulatedBody body = b.build();
    World world = new World();
    world.add(body);
    for (int k = 0; k < 20; k++) {
      world.step(STEP);
    }
    float[] at = new float[3 * n];
    body.positions(at, Workers.SERIAL);
    double thin = 0, thick = 0;
    for (int v = 0; v < n; v++) {
      double by = Math.abs(at[3 * v + 1] - p[3 * v + 1]);
      if (p[3 * v] < 0.1) {
        thin = Math.max(thin, by);
      } else if (p[3 * v] > 0.3) {
        thick = Math.max(thick, by);
      }
      assertThat(by).isLessThan(0.15); // half of the way to the bone at most
    }
    assertThat(thick).isGreaterThan(0.01).isGreaterThan(4 * thin);
  }

  private static final class Still implements PoseSource {
    @Override
    public void pose(double seconds, double[] positions, double[] turns) {
      shaken(1, positions, turns);
    }

    @Override
    public void skin(double seconds, double[] transforms) {
      Arrays.fill(transforms, 0);
      transforms[0] = 1;
      transforms[5] = 1;
      transforms[10] = 1;
    }
  }

  @Test
  void aClampedLimbStandsAndAPinnedOneFalls() {
    double clamped = tip(Grip.clamp(0)), pinned = tip(Grip.pin(0));
    assertThat(clamped).isGreaterThan(1.3);
    assertThat(pinned).isLessThan(1);
  }

  /** Height of the tip, after a while, of a limb of 0.5 m that stands at an angle on y = 1. */
  private static double tip(Grip grip) {
    double x = 0.15, y = Math.sqrt(0.25 - x * x);
    Skeleton s = Skeleton.builder().joint("a", -1, 0, 1, 0).joint("b", 0, x, 1 + y, 0).build();
    ElasticMaterial rubber = new ElasticMaterial(2e6f, 0.4f);
    JointedOperator shape = Limbs.operator(Limbs.SIDES, Limbs.LAYERS, 0.5f, 0.06f, 0.06f, rubber);
    ArticulatedBody body =
        ArticulatedBody.builder("limb", s).limb(shape, 1, 2 * Limbs.SIDES).grip(grip).build();
    World world = new World();
    world.add(body);
    for (int k = 0; k < 150; k++) {
      world.step(STEP);
    }
    return body.joint(1, 1);
  }

  @Test
  void limbsOfOneCreatureDoNotPassThroughEachOther() {
    // A fork whose prongs are thrown at each other.
    Skeleton s =
        Skeleton.builder()
            .joint("root", -1, 0, 0, 0)
            .joint("left", 0, -0.4, 0, 0)
            .joint("left-knee", 1, -0.4, 0.5, 0)
            .joint("left-tip", 2, -0.4, 1, 0)
            .joint("right", 0, 0.4, 0, 0)
            .joint("right-knee", 4, 0.4, 0.5, 0)
            .joint("right-tip", 5, 0.4, 1, 0)
            .build();
    JointedOperator half = Limbs.operator(Limbs.SIDES, Limbs.LAYERS, 0.5f, 0.06f, 0.06f, JELLY);
    JointedOperator foot = Limbs.operator(Limbs.SIDES, Limbs.LAYERS, 0.4f, 0.06f, 0.06f, JELLY);
    int caps = 2 * Limbs.SIDES;
    ArticulatedBody.Builder b = ArticulatedBody.builder("fork", s);
    for (int j : new int[] {1, 4}) {
      b.limb(foot, j, caps).limb(half, j + 1, caps).limb(half, j + 2, caps);
    }
    ArticulatedBody body = b.grip(Grip.clamp(0)).grip(Grip.clamp(1)).grip(Grip.clamp(4)).build();
    World world = new World();
    world.setSettings(world.settings().withGravity(0, 0, 0));
    world.add(body);
    body.setVelocity(3, 2.5, 0, 0);
    body.setVelocity(6, -2.5, 0, 0);
    double least = 1;
    for (int k = 0; k < 120; k++) {
      world.step(STEP);
      least = Math.min(least, body.joint(6, 0) - body.joint(3, 0));
    }
    assertThat(least).isBetween(0.06, 0.2); // they meet, and stay apart but for a dent
  }
}
