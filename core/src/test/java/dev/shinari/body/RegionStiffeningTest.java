package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.RegionStiffening;
import dev.shinari.body.region.StepContext;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Regions whose pull is stronger than others'. */
class RegionStiffeningTest {
  private static final int SIDE = 6;
  private final Body body = sheet();
  private final int n = body.particles().count();
  private final float[] dx = new float[n];
  private final float[] dy = new float[n];
  private final float[] dz = new float[n];

  /** SIDE x SIDE particles with uneven masses, regions of nine. */
  private static Body sheet() {
    int n = SIDE * SIDE;
    float[] rest = new float[3 * n], mass = new float[n];
    int[] starts = new int[n + 1], members = new int[9 * n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      int x = i % SIDE, y = i / SIDE;
      rest[3 * i] = 0.1f * x;
      rest[3 * i + 1] = 0.1f * y;
      mass[i] = 1 + 0.1f * (i % 7);
      for (int j = 0; j < n; j++) {
        if (Math.abs(j % SIDE - x) <= 1 && Math.abs(j / SIDE - y) <= 1) {
          members[m++] = j;
        }
      }
      starts[i + 1] = m;
    }
    PointCage cage = new PointCage(rest, starts, Arrays.copyOf(members, m), new int[0]);
    return Body.builder("sheet", cage).elasticity(Elasticity.hertz(1, 0)).editable(mass).build();
  }

  private void shake() {
    Random random = new Random(4);
    Particles p = body.particles();
    for (int i = 0; i < n; i++) {
      p.x()[i] += 0.04f * (random.nextFloat() - 0.5f);
      p.y()[i] += 0.04f * (random.nextFloat() - 0.5f);
      p.z()[i] += 0.04f * (random.nextFloat() - 0.5f);
    }
  }

  private void liftSome() {
    for (int r = 0; r < n; r++) {
      body.editor().setStrength(r, Math.pow(4, r % 5));
    }
    body.editor().finish();
  }

  private double energy() {
    Particles p = body.particles();
    StepContext step = context(p, p.x(), dx);
    body.regions.allowLift(RegionStiffening.MOST);
    for (int pass = 0; pass < 3; pass++) {
      body.fit.fit(step);
    }
    body.fit.pull(step);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double x = p.x()[i], y = p.y()[i], z = p.z()[i];
      sum += p.mass()[i] * (x * x + y * y + z * z);
    }
    return 0.5 * (sum - body.fit.elasticSum());
  }

  private StepContext context(Particles p, float[] x, float[] d) {
    StepContext step = new StepContext();
    step.particles = p;
    step.place(x, p.y(), p.z());
    step.into(d, dy, dz);
    return step;
  }

  @Test
  void liftedPullsKeepMomentumAndSpin() {
    liftSome();
    shake();
    energy();
    double[] sums = new double[6];
    Particles p = body.particles();
    double most = 0;
    for (int i = 0; i < n; i++) {
      double m = p.mass()[i];
      sums[0] += m * dx[i];
      sums[1] += m * dy[i];
      sums[2] += m * dz[i];
      sums[3] += m * (p.y()[i] * (double) dz[i] - p.z()[i] * (double) dy[i]);
      sums[4] += m * (p.z()[i] * (double) dx[i] - p.x()[i] * (double) dz[i]);
      sums[5] += m * (p.x()[i] * (double) dy[i] - p.y()[i] * (double) dx[i]);
      most = Math.max(most, Math.abs(dx[i]));
    }
    assertThat(most).as("a pull").isGreaterThan(0.05);
    for (double s : sums) {
      assertThat(s).isCloseTo(0, within(1e-4));
    }
  }

  @Test
  void liftedPullsAreTheGradientOfTheElasticEnergy() {
    liftSome();
    shake();
    energy();
    float[] pull = dx.clone();
    Particles p = body.particles();
    for (int i = 0; i < n; i += 5) {
      float at = p.x()[i], step = 2e-3f;
      p.x()[i] = at + step;
      double more = energy();
      p.x()[i] = at - step;
      double less = energy();
      p.x()[i] = at;
      assertThat((less - more) / (2 * step))
          .as("particle %d", i)
          .isCloseTo(p.mass()[i] * pull[i], within(0.01));
    }
  }

  @Test
  void aLiftOfAllRegionsIsAStrongerPullAndNothingElse() {
    shake();
    body.regions.allowLift(RegionStiffening.MOST);
    double plain = energy();
    float[] once = dx.clone();
    for (int r = 0; r < n; r++) {
      body.editor().setStrength(r, 16);
    }
    body.editor().finish();
    assertThat(energy()).isCloseTo(16 * plain, within(1e-3 * plain));
    for (int i = 0; i < n; i++) {
      assertThat(dx[i]).isCloseTo(16 * once[i], within(1e-5f));
    }
  }

  @Test
  void innerStepsLeaveRoomForLifts() {
    float h = 1 / 60f;
    int plain = body.innerSteps(h);
    double hertz = body.reachedHertz(h);
    body.editor().setStrength(7, 256);
    body.editor().finish();
    int n = body.innerSteps(h);
    assertThat(n).isGreaterThan(plain);
    assertThat(body.reachedHertz(h)).isCloseTo(hertz, within(0.01 * hertz));
    body.advance(h / n, 0, 0, 0);
    assertThat(body.regions.strongestLift()).isEqualTo(256);
    body.advance(h, 0, 0, 0); // a caller that takes longer steps than were asked for
    assertThat(body.regions.strongestLift()).isLessThan(256);
  }

  @Test
  void withTheTextsOwnAlphaNothingIsLifted() {
    liftSome();
    body.setElasticity(Elasticity.alpha(0.5f, 0.1f));
    assertThat(body.innerSteps(1 / 60f)).isEqualTo(1);
    body.advance(1 / 60f, 0, 0, 0);
    assertThat(body.regions.strongestLift()).isEqualTo(1);
  }

  @Test
  void whatIsRemovedAndRestoredPullsAsOneThatIsMadeAnew() {
    liftSome();
    energy();
    BodyState whole = body.save();
    body.editor().setStrength(3, 1);
    body.editor().setStrength(8, 64);
    body.editor().remove(4);
    body.editor().finish();
    assertThat(body.regions.mostLift()).isEqualTo(RegionStiffening.ofStrength(256));
    float[] before = pulls();
    body.regions.allowLift(0); // all lifts are found once more
    body.regions.allowLift(RegionStiffening.MOST);
    assertThat(pulls()).isEqualTo(before);
    body.restore(whole);
    assertThat(body.particles().count()).isEqualTo(n);
    float[] back = pulls();
    Body other = sheet();
    for (int r = 0; r < n; r++) {
      other.editor().setStrength(r, Math.pow(4, r % 5));
    }
    other.editor().finish();
    assertThat(pulls(other)).isEqualTo(back);
  }

  private float[] pulls() {
    return pulls(body);
  }

  private float[] pulls(Body b) {
    Particles p = b.particles();
    int count = p.count();
    float[] x = p.x().clone(), d = new float[n];
    for (int i = 0; i < count; i++) {
      x[i] *= 1.1f;
    }
    b.regions.allowLift(RegionStiffening.MOST);
    b.regions.resetRotations();
    StepContext step = context(p, x, d);
    b.fit.fit(step);
    b.fit.pull(step);
    return d;
  }
}
