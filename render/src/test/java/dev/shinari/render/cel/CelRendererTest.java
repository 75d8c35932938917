package dev.shinari.render.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.camera.CameraSettings.Point;
import dev.shinari.style.Backdrop;
import dev.shinari.style.InkStyle;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class CelRendererTest {
  private static final PictureSettings SMALL = PictureSettings.DEFAULT.withSize(160, 120);

  /** Size of the golden picture; {@code RenderGallery} writes it anew. */
  public static final PictureSettings GOLDEN = PictureSettings.DEFAULT.withSize(96, 72);

  /** Looks along -z at a ball of radius 1 in the origin from a distance of 5. */
  private static final CameraSettings AHEAD =
      CameraSettings.DEFAULT.withEye(new Point(0, 0, 5), new Point(0, 0, 0)).withFovDeg(40);

  private static int[] draw(Take take, PictureSettings settings) {
    return draw(take, settings, 0, 1);
  }

  private static int[] draw(Take take, PictureSettings settings, int frame, int threads) {
    int[] argb = new int[settings.width() * settings.height()];
    new CelRenderer(take, settings, threads).draw(frame, argb);
    return argb;
  }

  private static double coverage(int[] argb) {
    double sum = 0;
    for (int p : argb) {
      sum += (p >>> 24) / 255.0;
    }
    return sum;
  }

  private static int luma(int p) {
    return (3 * (p >> 16 & 255) + 6 * (p >> 8 & 255) + (p & 255)) / 10;
  }

  private static Take ball() {
    return TestRenderTakes.take(
        TestRenderTakes.still("ball", Look.BODY, TestRenderTakes.sphere(1, 64)));
  }

  /** A ball's outline is a circle of radius f r / sqrt(d^2 - r^2) when it sits on the axis. */
  private static double ballRadius(int height) {
    return 0.5 * height / StrictMath.tan(Math.toRadians(20)) / Math.sqrt(24);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void silhouetteOfABallHasItsArea(int supersampling) {
    PictureSettings s =
        SMALL
            .withSize(320, 240)
            .withCamera(AHEAD)
            .withLineWeight(0)
            .withBackdrop(Backdrop.TRANSPARENT)
            .withSupersampling(supersampling);
    double r = ballRadius(240);
    assertThat(coverage(draw(ball(), s)) / (Math.PI * r * r)).isBetween(0.99, 1.01);
  }

  @Test
  void outlineRunsAllAroundABall() {
    PictureSettings s = SMALL.withSize(320, 240).withCamera(AHEAD);
    int[] argb = draw(ball(), s);
    double r = ballRadius(240);
    for (int i = 0; i < 720; i++) {
      double a = Math.PI * i / 360;
      int darkest = 255;
      for (double d = -1; d <= 1; d += 0.25) {
        int x = (int) (160 + (r + d) * Math.cos(a)), y = (int) (120 - (r + d) * Math.sin(a));
        darkest = Math.min(darkest, luma(argb[y * 320 + x]));
      }
      assertThat(darkest).as("ink at %s degrees", i / 2.0).isLessThan(150);
    }
  }

  @Test
  void inkReachesNoFurtherThanTheLineIsWide() {
    PictureSettings s =
        SMALL.withSize(320, 240).withCamera(AHEAD).withBackdrop(Backdrop.TRANSPARENT);
    int[] argb = draw(ball(), s);
    double r = ballRadius(240);
    for (int y = 0; y < 240; y++) {
      for (int x = 0; x < 320; x++) {
        double d = Math.hypot(x + 0.5 - 160, y + 0.5 - 120);
        if (d > r + 3) {
          assertThat(argb[y * 320 + x]).as("pixel %d %d", x, y).isZero();
        } else if (d < r - 3) {
          assertThat(luma(argb[y * 320 + x])).as("pixel %d %d", x, y).isGreaterThan(90);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aBallHasAsManyTonesAsBands(int bands) {
    PictureSettings s =
        SMALL
            .withCamera(AHEAD)
            .withBands(bands)
            .withLineWeight(0)
            .withBackdrop(Backdrop.TRANSPARENT);
    Map<Integer, Integer> counts = new HashMap<>();
    int covered = 0;
    for (int p : draw(ball(), s)) {
      if (p >>> 24 == 255) {
        counts.merge(p, 1, Integer::sum);
        covered++;
      }
    }
    int large = 0, flat = 0;
    for (int n : counts.values()) {
      if (n > 0.02 * covered) {
        large++;
        flat += n;
      }
    }
    assertThat(large).isEqualTo(bands);
    assertThat(flat).as("pixels in flat tones").isGreaterThan((int) (0.93 * covered));
  }

  @Test
  void eachSeenFaceOfACuboidHasOneToneAndTheThreeDiffer() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.still("box", Look.BODY, TestRenderTakes.cuboid(1, 1, 1, 4, 4, 4)));
    CelRenderer r = new CelRenderer(take, SMALL.withSize(640, 480), 1);
    int[] argb = new int[640 * 480];
    r.draw(0, argb);
    int[] tones = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      for (int i = 0; i < 25; i++) {
        double[] p = new double[3];
        p[axis] = 0.5;
        p[(axis + 1) % 3] = 0.35 * (i % 5 - 2) / 2.0;
        p[(axis + 2) % 3] = 0.35 * (i / 5 - 2) / 2.0;
        int seen = argb[pixel(r, p[0], p[1], p[2])];
        if (i == 0) {
          tones[axis] = seen;
        }
        assertThat(seen).as("face %d", axis).isEqualTo(tones[axis]);
      }
    }
    assertThat(Arrays.stream(tones).distinct().count()).isEqualTo(3);
  }

  private static int pixel(CelRenderer r, double x, double y, double z) {
    double[] p = r.camera().project(0, x, y, z);
    int w = r.settings().width(), h = r.settings().height();
    return (int) (0.5 * h * (1 - p[1])) * w + (int) (0.5 * w * (1 + p[0]));
  }

  @Test
  void creasesOfACuboidAreInkedAndThinnerThanItsSilhouette() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.still("box", Look.BODY, TestRenderTakes.cuboid(1, 1, 1, 4, 4, 4)));
    CelRenderer r = new CelRenderer(take, SMALL.withSize(640, 480), 1);
    int[] argb = new int[640 * 480];
    r.draw(0, argb);
    // The row through the middle of the edge between the two upright faces.
    int at = pixel(r, 0.5, 0, 0.5), row = at / 640;
    assertThat(luma(argb[at])).isLessThan(110);
    double inner = darkness(argb, at - 6, at + 6);
    int left = row * 640;
    while (luma(argb[left]) > 110) {
      left++;
    }
    double outer = darkness(argb, left - 6, left + 6);
    assertThat(inner).isBetween(0.3 * outer, 0.8 * outer);
  }

  private static double darkness(int[] argb, int from, int to) {
    double sum = 0;
    for (int i = from; i <= to; i++) {
      sum += Math.max(0, 125 - luma(argb[i])) / 85.0;
    }
    return sum;
  }

  @Test
  void transparentPicturesHaveClearCornersSolidBodiesAndFaintShadows() {
    PictureSettings s = SMALL.withBackdrop(Backdrop.TRANSPARENT);
    CelRenderer r = new CelRenderer(TestRenderTakes.bouncingBar(1), s, 1);
    BufferedImage image = r.image(0);
    assertThat(image.getColorModel().hasAlpha()).isTrue();
    assertThat(image.getRGB(0, 0)).isZero();
    assertThat(image.getRGB(159, 119)).isZero();
    int solid = 0, faint = 0;
    for (int p : image.getRGB(0, 0, 160, 120, null, 0, 160)) {
      solid += p >>> 24 == 255 ? 1 : 0;
      faint += p >>> 24 > 60 && p >>> 24 < 90 ? 1 : 0;
    }
    assertThat(solid).isGreaterThan(500);
    assertThat(faint).as("pixels in shadow").isGreaterThan(300);
    assertThat(r.image(0).getRGB(80, 60)).isEqualTo(image.getRGB(80, 60));
  }

  @Test
  void opaquePicturesHaveNoAlpha() {
    for (int p : draw(TestRenderTakes.stillLife(), SMALL)) {
      assertThat(p >>> 24).isEqualTo(255);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void anyNumberOfThreadsGivesTheSameBits(int threads) {
    PictureSettings s = PictureSettings.DEFAULT.withSize(203, 151).withRim(true);
    assertThat(draw(TestRenderTakes.stillLife(), s, 0, threads))
        .isEqualTo(draw(TestRenderTakes.stillLife(), s, 0, 1));
    Take bar = TestRenderTakes.bouncingBar(12);
    assertThat(draw(bar, s, 7, threads)).isEqualTo(draw(bar, s, 7, 1));
  }

  @Test
  void aFrameDoesNotDependOnTheFramesBefore() {
    Take bar = TestRenderTakes.bouncingBar(12);
    CelRenderer r = new CelRenderer(bar, SMALL, 1);
    int[] argb = new int[160 * 120];
    for (int f = 0; f < 12; f++) {
      r.draw(f, argb);
    }
    r.draw(5, argb);
    assertThat(argb).isEqualTo(draw(bar, SMALL, 5, 1));
  }

  @Test
  void trianglesWithNonFiniteVerticesAreSkipped() {
    TriangleMesh ball = TestRenderTakes.sphere(1, 16);
    float[] p = Arrays.copyOf(ball.positions(), ball.positions().length + 9);
    int n = ball.vertexCount();
    p[3 * n] = Float.NaN;
    p[3 * n + 3] = Float.POSITIVE_INFINITY;
    p[3 * n + 6] = 1e30f;
    int[] t = Arrays.copyOf(ball.triangles(), ball.triangles().length + 9);
    int k = ball.triangles().length;
    for (int i = 0; i < 3; i++) {
      t[k + 3 * i] = 0;
      t[k + 3 * i + 1] = n + i;
      t[k + 3 * i + 2] = n / 2;
    }
    int[] bad =
        draw(
            TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, new TriangleMesh(p, t))),
            SMALL);
    int[] good = draw(TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, ball)), SMALL);
    assertThat(bad).isEqualTo(good);
  }

  @Test
  void surfacesThatReachBehindTheCameraAreCutAtIt() {
    float[] p = {-90, -1, -90, -90, -1, 90, 90, -1.5f, 90, 90, -1.5f, -90};
    TriangleMesh ground = new TriangleMesh(p, new int[] {0, 1, 2, 0, 2, 3});
    CameraSettings inside = CameraSettings.DEFAULT.withEye(new Point(0, 0, 0), new Point(0, 0, -1));
    PictureSettings s =
        SMALL.withCamera(inside).withLineWeight(0).withBackdrop(Backdrop.TRANSPARENT);
    int[] argb = draw(TestRenderTakes.take(TestRenderTakes.still("ground", Look.BODY, ground)), s);
    for (int y = 0; y < 120; y++) {
      int alpha = argb[y * 160 + 80] >>> 24;
      if (y < 58) {
        assertThat(alpha).as("above the horizon, row %d", y).isZero();
      } else if (y > 70) {
        assertThat(alpha).as("on the ground, row %d", y).isEqualTo(255);
      }
    }
  }

  @Test
  void emptyTakesAreRefusedInPlainWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CelRenderer(new Take("nothing", 24), SMALL))
        .withMessageContaining("'nothing' is empty");
    TriangleMesh lost =
        new TriangleMesh(
            new float[] {Float.NaN, 0, 0, 0, Float.NaN, 0, 0, 0, Float.NaN}, new int[] {0, 1, 2});
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new CelRenderer(
                    TestRenderTakes.take(TestRenderTakes.still("x", Look.BODY, lost)), SMALL))
        .withMessageContaining("no vertex with finite coordinates");
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withSize(0, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withSize(10, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SMALL.withSize(8192, 8192).withSupersampling(4));
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withBands(4));
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withLineWeight(Float.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withGifFramesPerSecond(60));
    assertThatIllegalArgumentException().isThrownBy(() -> SMALL.withBackdrop(null));
    assertThatIllegalArgumentException().isThrownBy(() -> new CelRenderer(ball(), SMALL, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> draw(ball(), SMALL, 1, 1));
  }

  @Test
  void onePixelIsAPictureToo() {
    assertThat(draw(ball(), SMALL.withSize(1, 1)).length).isEqualTo(1);
  }

  /** All lengths scale by a power of two, so nothing may round differently. */
  @ParameterizedTest
  @ValueSource(floats = {0x1p-20f, 0x1p20f})
  void thePictureDoesNotDependOnTheUnit(float scale) {
    TriangleMesh bar = TestRenderTakes.cuboid(1, 0.5f, 0.75f, 3, 2, 2);
    float[] p = bar.positions().clone();
    for (int i = 0; i < p.length; i++) {
      p[i] *= scale;
    }
    Take large = TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, bar.withPositions(p)));
    assertThat(draw(large, SMALL))
        .isEqualTo(draw(TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, bar)), SMALL));
  }

  @Test
  void aBodyFarFromTheOriginLooksAsItDoesThere() {
    PictureSettings s = SMALL.withBackdrop(Backdrop.TRANSPARENT);
    TriangleMesh ball = TestRenderTakes.sphere(64, 24);
    double here =
        coverage(draw(TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, ball)), s));
    TriangleMesh moved = TestRenderTakes.at(ball, 1e6f, -2e6f, 1e6f);
    double there =
        coverage(draw(TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, moved)), s));
    assertThat(there / here).isBetween(0.75, 1.02); // floats out there are as coarse as 1/8
  }

  @Test
  void theShadowOfABoxOnTheFloorBeginsAtTheBox() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.floor(),
            TestRenderTakes.still(
                "box",
                Look.BODY,
                TestRenderTakes.at(TestRenderTakes.cuboid(1, 1, 1, 2, 2, 2), 0, 0.5f, 0)));
    PictureSettings s = SMALL.withSize(640, 480).withGrid(false);
    CelRenderer with = new CelRenderer(take, s, 1);
    CelRenderer without = new CelRenderer(take, s.withShadows(false), 1);
    int[] a = new int[640 * 480], b = new int[640 * 480];
    with.draw(0, a);
    without.draw(0, b);
    for (double z = -0.1; z <= 0.3; z += 0.1) {
      int beside = pixel(with, 0.5 + 0.03, 0, z);
      assertThat(luma(a[beside])).as("beside the box").isLessThan(luma(b[beside]) - 20);
    }
    int lit = pixel(with, -0.2, 0, 0.7);
    assertThat(a[lit]).as("towards the light").isEqualTo(b[lit]);
  }

  @Test
  void bodiesCastShadowsOnSceneryUnderThem() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.scenery(
                "step",
                Look.OBSTACLE,
                TestRenderTakes.at(TestRenderTakes.cuboid(2, 0.5f, 2, 1, 1, 1), 0, 0, 0)),
            TestRenderTakes.still(
                "ball",
                Look.BODY,
                TestRenderTakes.at(TestRenderTakes.sphere(0.3f, 16), 0, 1.2f, 0)));
    CameraSettings above =
        CameraSettings.DEFAULT.withEye(new Point(3, 4, 5), new Point(0, 0.3, 0)).withFovDeg(40);
    int[] a = draw(take, SMALL.withCamera(above)),
        b = draw(take, SMALL.withCamera(above).withShadows(false));
    int darker = 0;
    for (int i = 0; i < a.length; i++) {
      darker += luma(a[i]) < luma(b[i]) - 20 ? 1 : 0;
    }
    assertThat(darker).isGreaterThan(50);
  }

  @Test
  void aSeamOfDoubledVerticesIsNotSeen() {
    TriangleMesh ball = TestRenderTakes.sphere(1, 16);
    int[] t = ball.triangles();
    float[] p = new float[3 * t.length];
    int[] own = new int[t.length];
    for (int k = 0; k < t.length; k++) {
      System.arraycopy(ball.positions(), 3 * t[k], p, 3 * k, 3);
      own[k] = k;
    }
    int[] soup =
        draw(
            TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, new TriangleMesh(p, own))),
            SMALL);
    assertThat(soup)
        .isEqualTo(draw(TestRenderTakes.take(TestRenderTakes.still("b", Look.BODY, ball)), SMALL));
  }

  @Test
  void flatBodiesThatOverlapHideEachOtherCleanly() {
    Take take = TestRenderTakes.flatBlob(1);
    PictureSettings s = SMALL.withLineWeight(0).withSupersampling(1);
    CelRenderer r = new CelRenderer(take, s, 1);
    int[] argb = new int[160 * 120];
    r.draw(0, argb);
    assertThat(r.camera().isFrontal()).isTrue();
    for (double x = 0.3; x < 0.45; x += 0.02) { // inside of both
      assertThat(argb[pixel(r, x, 0.6, 0)]).isEqualTo(0xFF000000 | 0x5FA8D3);
    }
  }

  @Test
  void aTrackThatEndsEarlierStaysWhereItWas() {
    TestRenderTakes.Motion strict =
        (f, rest, out) -> {
          assertThat(f).isLessThan(3);
          TestRenderTakes.shift(f, 0, 0).move(f, rest, out);
        };
    TriangleMesh ball = TestRenderTakes.sphere(1, 8);
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.track("short", Look.BODY, ball, 3, false, strict),
            TestRenderTakes.track(
                "long",
                Look.OBSTACLE,
                TestRenderTakes.at(ball, 0, 3, 0),
                9,
                false,
                TestRenderTakes.STILL),
            TestRenderTakes.track(
                "none",
                Look.BODY,
                TestRenderTakes.at(ball, 900, 0, 0),
                0,
                false,
                TestRenderTakes.STILL));
    // by speed its lines would thin out as it stops
    InkStyle still = new InkStyle(1, 0, 0, 0, 0);
    PictureSettings s = SMALL.withStyle(SMALL.style().withLines(still));
    assertThat(draw(take, s, 8, 1)).isEqualTo(draw(take, s, 2, 1));
  }

  @Test
  void aStillTakeOfSceneryAloneIsDrawn() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.scenery("ramp", Look.OBSTACLE, TestRenderTakes.ramp()));
    PictureSettings s = SMALL.withBackdrop(Backdrop.TRANSPARENT);
    assertThat(coverage(draw(take, s))).isGreaterThan(1000);
  }

  /**
   * The picture in the test resources, drawn by {@code RenderGallery} and looked at. Write it anew
   * when the renderer is meant to draw differently.
   */
  @Test
  void theStillLifeLooksAsItDid() throws IOException {
    BufferedImage golden;
    try (InputStream in = CelRendererTest.class.getResourceAsStream("still-life.png")) {
      golden = ImageIO.read(in);
    }
    int[] argb = draw(TestRenderTakes.stillLife(), GOLDEN);
    double sum = 0;
    for (int i = 0; i < argb.length; i++) {
      int g = golden.getRGB(i % 96, i / 96);
      for (int shift = 0; shift <= 16; shift += 8) {
        sum += Math.abs((argb[i] >> shift & 255) - (g >> shift & 255));
      }
    }
    assertThat(sum / (3.0 * argb.length)).as("mean difference in levels").isLessThan(0.25);
  }
}
