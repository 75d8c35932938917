package dev.shinari.render.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.camera.CameraSettings.Point;
import dev.shinari.render.camera.CameraView;
import dev.shinari.style.Backdrop;
import dev.shinari.style.InkStyle;
import dev.shinari.style.Marks;
import dev.shinari.style.Paint;
import dev.shinari.style.Ramp;
import dev.shinari.style.Style;
import dev.shinari.style.Styles;
import dev.shinari.style.Tone;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StyleTest {
  private static final int W = 160, H = 120;

  /** Looks along -z at the origin from a distance of 5. */
  private static final CameraSettings AHEAD =
      CameraSettings.DEFAULT.withEye(new Point(0, 0, 5), new Point(0, 0, 0)).withFovDeg(40);

  private static final PictureSettings SMALL =
      PictureSettings.DEFAULT.withSize(W, H).withCamera(AHEAD);

  private static final InkStyle PLAIN = new InkStyle(1, 0, 0, 0, 0);

  static List<String> names() {
    return Styles.names();
  }

  private static int[] draw(Take take, PictureSettings s, int frame, int threads) {
    int[] argb = new int[s.width() * s.height()];
    new CelRenderer(take, s, threads).draw(frame, argb);
    return argb;
  }

  private static int[] draw(Take take, Style style, int frame) {
    return draw(take, SMALL.withStyle(style), frame, 1);
  }

  /** A ball of radius 0.4 that crosses the middle in frame 2 at some units a frame to the right. */
  private static Take passing(float perFrame, Look look) {
    return TestRenderTakes.take(
        TestRenderTakes.track(
            "ball",
            look,
            TestRenderTakes.sphere(0.4f, 24),
            5,
            false,
            (f, rest, out) -> TestRenderTakes.shift(perFrame * (f - 2), 0, 0).move(f, rest, out)));
  }

  private static double ink(int[] argb, int left, int right) {
    double sum = 0;
    for (int y = 0; y < H; y++) {
      for (int x = left; x < right; x++) {
        int p = argb[y * W + x];
        double luma = (3 * (p >> 16 & 255) + 6 * (p >> 8 & 255) + (p & 255)) / 10.0;
        sum += p >>> 24 == 0 ? 0 : Math.max(0, 110 - luma) / 80;
      }
    }
    return sum;
  }

  private static int differing(int[] a, int[] b) {
    int n = 0;
    for (int i = 0; i < a.length; i++) {
      n += a[i] != b[i] ? 1 : 0;
    }
    return n;
  }

  @ParameterizedTest
  @MethodSource("names")
  void outsideOfTheDrawingATransparentPictureIsClear(String name) {
    Style style = Styles.named(name).withBackdrop(Backdrop.TRANSPARENT);
    int[] argb = draw(passing(0, Look.BODY), style, 2);
    int solid = 0;
    for (int y = 0; y < H; y++) {
      for (int x = 0; x < W; x++) {
        int alpha = argb[y * W + x] >>> 24;
        double d = Math.hypot(x + 0.5 - W / 2.0, y + 0.5 - H / 2.0);
        if (d > 20) { // the ball's radius is 13 pixels; its line and dropped shadow end before
          assertThat(argb[y * W + x]).as("pixel %d %d", x, y).isZero();
        }
        solid += alpha == 255 ? 1 : 0;
      }
    }
    assertThat(solid).isGreaterThan(400);
  }

  @ParameterizedTest
  @MethodSource("names")
  void anyNumberOfThreadsGivesTheSameBits(String name) {
    Take take = passing(0.35f, Look.BODY);
    take.add(impact(2 / 24f, 0.3f, 5));
    PictureSettings s = SMALL.withStyle(Styles.named(name)).withSize(131, 97);
    int[] one = draw(take, s, 3, 1);
    assertThat(draw(take, s, 3, 2)).isEqualTo(one);
    assertThat(draw(take, s, 3, 7)).isEqualTo(one);
  }

  @Test
  void linesGrowThickerWithSpeed() {
    Style style = Styles.CEL.withBackdrop(Backdrop.TRANSPARENT);
    Style quick = style.withLines(new InkStyle(1, 0, 0.6f, 0, 0));
    double last = 0, still = 0;
    for (float speed : new float[] {0, 0.04f, 0.1f, 0.2f}) {
      Take take = passing(speed, Look.BODY);
      double thick = ink(draw(take, quick, 2), 0, W);
      double plain = ink(draw(take, style.withLines(PLAIN), 2), 0, W);
      if (speed == 0) {
        assertThat(thick).isEqualTo(plain);
        still = plain;
      } else {
        assertThat(thick).as("at %s", speed).isGreaterThan(1.05 * last);
        assertThat(plain).as("without the rule, at %s", speed).isEqualTo(still);
      }
      last = thick;
    }
  }

  @Test
  void linesOfNearThingsAreThicker() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.still(
                "near",
                Look.BODY,
                TestRenderTakes.at(TestRenderTakes.sphere(0.3f, 24), -0.5f, 0, 1.5f)),
            TestRenderTakes.still(
                "far", Look.BODY, TestRenderTakes.at(TestRenderTakes.sphere(0.6f, 24), 1, 0, -2)));
    Style style = Styles.CEL.withBackdrop(Backdrop.TRANSPARENT);
    double[] ratio = new double[2];
    for (int k = 0; k < 2; k++) {
      int[] argb = draw(take, style.withLines(new InkStyle(1, k, 0, 0, 0)), 0);
      ratio[k] = ink(argb, 0, W / 2) / ink(argb, W / 2, W);
    }
    assertThat(ratio[1]).isGreaterThan(1.4 * ratio[0]);
  }

  private static Take.Event impact(float seconds, float x, float speed) {
    return new Take.Event(seconds, Take.Event.IMPACT, "ball", "floor", x, 0, 0, 0, 1, 0, speed);
  }

  @Test
  void aStarIsSeenOnlyAtAnImpactThatIsHardEnough() {
    Style stars = Styles.CEL.withLines(PLAIN).withMarks(Marks.NONE.withStars(1, 2));
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.track(
                "b",
                Look.BODY,
                TestRenderTakes.sphere(0.4f, 16),
                24,
                false,
                TestRenderTakes.STILL));
    int[] without = draw(take, stars, 10);
    take.add(impact(0.25f, 0.8f, 1.9f));
    for (int f = 0; f < 24; f++) {
      assertThat(draw(take, stars, f)).as("too slow, frame %d", f).isEqualTo(without);
    }
    take.add(impact(0.25f, 0.8f, 4));
    for (int f = 0; f < 24; f++) {
      int[] argb = draw(take, stars, f);
      int n = differing(argb, without);
      if (f >= 6 && f < 12) {
        assertThat(n).as("frame %d", f).isGreaterThan(10);
        double sum = 0;
        for (int i = 0; i < argb.length; i++) {
          sum += argb[i] != without[i] ? i % W : 0;
        }
        // where it happened: 0.8 to the right at a distance of 5
        double x = W / 2.0 + 0.8 / 5 * H / 2 / StrictMath.tan(Math.toRadians(20));
        assertThat(sum / n).isBetween(x - 3, x + 3);
      } else {
        assertThat(n).as("frame %d", f).isZero();
      }
    }
    assertThat(draw(take, Styles.CEL.withLines(PLAIN), 7)).isEqualTo(without);
  }

  @Test
  void speedLinesTrailBehindWhatIsFastAndNothingElse() {
    Paint trails = Styles.CEL.paint().withSpeedLines(1);
    Style style = Styles.CEL.withLines(PLAIN), with = style.withPaint(trails);
    Take slow = passing(0.02f, Look.BODY), fast = passing(0.5f, Look.BODY);
    assertThat(draw(slow, with, 2)).isEqualTo(draw(slow, style, 2));
    int[] a = draw(fast, with, 2), b = draw(fast, style, 2);
    assertThat(differing(a, b)).isGreaterThan(30);
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) {
        assertThat(i % W).as("it goes to the right").isLessThan(W / 2);
      }
    }
  }

  @Test
  void aBodysOwnPaintTakesThePlaceOfTheStyles() {
    Paint own = Styles.CEL.paint().withRamp(Ramp.FLAT).withInk(0x0000FF, 0);
    Take take = passing(0, Look.rgb(0x40C040).withPaint(own));
    int[] argb = draw(take, Styles.CEL, 2);
    assertThat(argb[H / 2 * W + W / 2]).isEqualTo(0xFF40C040);
    int blue = 0;
    for (int p : argb) {
      blue += (p & 255) > 200 && (p >> 16 & 255) < 60 ? 1 : 0;
    }
    assertThat(blue).as("pixels of its line").isGreaterThan(30);
  }

  @Test
  void colorLinesTakeTheHueOfTheFill() {
    Take take = passing(0, Look.rgb(0xE03020));
    Style base = Styles.CEL.withLines(new InkStyle(2, 0, 0, 0, 0));
    int black = darkest(draw(take, base.withPaint(base.paint().withInk(0x202020, 0)), 2));
    int red = darkest(draw(take, base.withPaint(base.paint().withInk(0x202020, 1)), 2));
    assertThat(black).isEqualTo(0xFF202020);
    assertThat(red >> 16 & 255).isGreaterThan(2 * Math.max(1, red & 255));
    assertThat(red >> 16 & 255).isLessThan(130);
  }

  private static int darkest(int[] argb) {
    int best = -1, least = Integer.MAX_VALUE;
    for (int p : argb) {
      int luma = 3 * (p >> 16 & 255) + 6 * (p >> 8 & 255) + (p & 255);
      if (luma < least) {
        least = luma;
        best = p;
      }
    }
    return best;
  }

  @Test
  void aRampFromAPictureGivesItsColors() {
    int[] row = {0x102030, 0x102030, 0x405060, 0xA0B0C0};
    Style style = Styles.CEL.withLines(PLAIN.withWeight(0)).withShadows(false, 0);
    style = style.withPaint(style.paint().withRamp(Ramp.of(row, true)));
    int[] argb = draw(passing(0, Look.BODY), style.withBackdrop(Backdrop.TRANSPARENT), 2);
    int exact = 0, all = 0;
    for (int p : argb) {
      all += p >>> 24 == 255 ? 1 : 0;
      for (int c : new int[] {0x102030, 0x405060, 0xA0B0C0}) {
        exact += p == (0xFF000000 | c) ? 1 : 0;
      }
    }
    assertThat(exact).isGreaterThan((int) (0.8 * all));
    assertThat(argb).contains(0xFF102030, 0xFF405060, 0xFFA0B0C0);
  }

  @Test
  void aSmoothRampHasNoBands() {
    Style style = Styles.CEL.withLines(PLAIN.withWeight(0)).withShadows(false, 0);
    style = style.withPaint(style.paint().withRamp(Ramp.SOFT));
    int[] argb = draw(passing(0, Look.BODY), style.withBackdrop(Backdrop.TRANSPARENT), 2);
    long colors = java.util.Arrays.stream(argb).filter(p -> p >>> 24 == 255).distinct().count();
    assertThat(colors).isGreaterThan(40);
  }

  @Test
  void theAverageOverARampIsExact() {
    ToneTable table =
        new ToneTable(
            new Ramp(
                List.of(
                    new Tone(-1, 0x000000, 1, 0),
                    new Tone(0, 0x808080, 1, 0),
                    new Tone(0.5f, 0xFFFFFF, 1, 0)),
                false));
    float[] colors = table.colors(new float[] {255, 255, 255}), out = new float[3];
    table.average(0.25f, 1, colors, out); // -0.25 to 0.75: a quarter, a half, a quarter
    assertThat(out[0]).isEqualTo(0.5f * 128 + 0.25f * 255);
    table.average(-1.5f, 0, colors, out);
    assertThat(out[0]).isZero();
    table.average(3, 0.1f, colors, out);
    assertThat(out[0]).isEqualTo(255);
  }

  @Test
  void aDroppedShadowFallsToTheRightAndBelow() {
    Style style = Styles.CEL.withLines(PLAIN.withWeight(0)).withShadows(false, 0);
    style = style.withBackdrop(Backdrop.flat(0xFFFFFF));
    int[] without = draw(passing(0, Look.BODY), style, 2);
    int[] with = draw(passing(0, Look.BODY), style.withShadows(false, 0.1f), 2);
    double x = 0, y = 0;
    int n = 0;
    for (int i = 0; i < with.length; i++) {
      if (with[i] != without[i]) {
        x += i % W;
        y += i / W;
        n++;
      }
    }
    assertThat(n).isGreaterThan(50);
    assertThat(x / n).isGreaterThan(W / 2.0 + 3);
    assertThat(y / n).isGreaterThan(H / 2.0 + 5);
  }

  @Test
  void theRimIsOnRoundBordersAndNotOnFlatFaces() {
    Style style = Styles.CEL.withLines(PLAIN).withShadows(false, 0);
    Style rim = style.withPaint(style.paint().withRim(0.6f, 0x00FF00));
    int[] ball = draw(passing(0, Look.BODY), rim, 2);
    assertThat(differing(ball, draw(passing(0, Look.BODY), style, 2))).isGreaterThan(30);
    Take box =
        TestRenderTakes.take(
            TestRenderTakes.still(
                "box",
                Look.BODY,
                TestRenderTakes.at(TestRenderTakes.cuboid(1, 1, 1, 4, 4, 4), 0, -0.7f, 0)));
    assertThat(draw(box, rim, 0)).isEqualTo(draw(box, style, 0));
  }

  @Test
  void boilingLinesWanderFromDrawingToDrawingAndOnlyThen() {
    Style style = Styles.CEL.withLines(new InkStyle(1, 0, 0, 3, 0));
    Take still =
        TestRenderTakes.take(
            TestRenderTakes.track(
                "b", Look.BODY, TestRenderTakes.sphere(0.4f, 16), 4, false, TestRenderTakes.STILL));
    assertThat(draw(still, style, 1)).isEqualTo(draw(still, style, 1));
    assertThat(differing(draw(still, style, 1), draw(still, style, 2))).isGreaterThan(20);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    Paint p = Styles.CEL.paint();
    assertThatIllegalArgumentException().isThrownBy(() -> p.withFill(Float.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> p.withRim(2, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> p.withSpeedLines(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new InkStyle(-1, 0, 0, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Ramp.of(new int[0], false));
    assertThatIllegalArgumentException().isThrownBy(() -> Ramp.of(new int[2000], false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ramp(List.of(new Tone(0, 0, 1, 0)), false));
    assertThatIllegalArgumentException().isThrownBy(() -> Styles.CEL.withShadows(true, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Marks.NONE.withStars(-1, 0));
  }

  @Test
  void cameraMovesTurnAboutWhatIsLookedAtAndEndWhereTheyShould() {
    Take take = passing(0, Look.BODY);
    CameraSettings move =
        CameraSettings.DEFAULT.withMove(new CameraSettings.Move(60, 1, 2)).withAngles(20, 10);
    Camera still = Camera.frame(take, CameraSettings.DEFAULT.withAngles(20, 10), W, H);
    Camera moving = Camera.frame(take, move, W, H);
    for (int f = 0; f < 5; f++) {
      double[] p = moving.project(f, 0, 0, 0), q = still.project(f, 0, 0, 0);
      assertThat(p[0]).as("frame %d", f).isCloseTo(q[0], within(1e-3));
      assertThat(p[1]).isCloseTo(q[1], within(1e-3));
    }
    assertThat(moving.project(4, 0, 0, 0)[2] / still.project(4, 0, 0, 0)[2])
        .isCloseTo(0.5, within(1e-3));
    CameraView first = moving.at(0), last = moving.at(4);
    double cos = first.forwardX() * last.forwardX() + first.forwardZ() * last.forwardZ();
    double flat = first.forwardX() * first.forwardX() + first.forwardZ() * first.forwardZ();
    assertThat(cos / flat).isCloseTo(0.5, within(1e-9));
  }
}
