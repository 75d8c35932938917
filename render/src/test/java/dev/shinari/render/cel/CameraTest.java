package dev.shinari.render.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.camera.CameraSettings.Follow;
import dev.shinari.render.camera.CameraSettings.Point;
import dev.shinari.render.camera.CameraView;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CameraTest {
  /** Largest |x| and |y| of all body vertices in all frames; fails for one behind the camera. */
  private static double[] reach(Take take, Camera camera) {
    double x = 0, y = 0;
    for (Take.Track t : take.tracks()) {
      if (t.isScenery()) {
        continue;
      }
      float[] p = new float[3 * t.surface().vertexCount()];
      for (int f = 0; f < take.frameCount(); f++) {
        t.positions(f, p);
        for (int i = 0; i < p.length; i += 3) {
          double[] q = camera.project(f, p[i], p[i + 1], p[i + 2]);
          assertThat(q[2]).isPositive();
          x = Math.max(x, Math.abs(q[0]));
          y = Math.max(y, Math.abs(q[1]));
        }
      }
    }
    return new double[] {x, y};
  }

  @ParameterizedTest
  @CsvSource({"640, 480", "200, 800", "900, 100", "1, 1"})
  void everyVertexOfEveryFrameIsInsideOfTheMarginAndThePictureIsFilled(int width, int height) {
    for (Take take :
        new Take[] {
          TestRenderTakes.bouncingBar(40),
          TestRenderTakes.stillLife(),
          TestRenderTakes.flatBlob(30),
          TestRenderTakes.walker(90)
        }) {
      Camera camera = Camera.frame(take, CameraSettings.DEFAULT, width, height);
      double[] r = reach(take, camera);
      assertThat(r[0]).isLessThanOrEqualTo(0.8);
      assertThat(r[1]).isLessThanOrEqualTo(0.8);
      assertThat(Math.max(r[0], r[1])).as("use of the picture").isGreaterThan(0.7);
    }
  }

  @Test
  void theViewIsFromAboveAndStandsStill() {
    Take take = TestRenderTakes.bouncingBar(20);
    Camera camera = Camera.frame(take, CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFollowing()).isFalse();
    assertThat(camera.isFrontal()).isFalse();
    assertThat(camera.at(0)).isEqualTo(camera.at(19));
    assertThat(camera.at(0).eyeY()).isGreaterThan(camera.bounds().maxY());
  }

  @Test
  void bodiesThatTravelFarAreFollowed() {
    Take take = TestRenderTakes.walker(90);
    Camera camera = Camera.frame(take, CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFollowing()).isTrue();
    assertThat(camera.at(89).eyeX() - camera.at(0).eyeX()).isCloseTo(0.4 * 89, within(0.5));
    assertThat(camera.viewHeight()).isLessThan(3);
    Camera still = Camera.frame(take, CameraSettings.DEFAULT.withFollow(Follow.NEVER), 640, 480);
    assertThat(still.at(89)).isEqualTo(still.at(0));
    assertThat(reach(take, still)[0]).isLessThanOrEqualTo(0.8);
  }

  /** Four cubes that start together and fly apart. */
  private static Take flyingApart(int frames) {
    Take take = new Take("apart", 24);
    for (int i = 0; i < 4; i++) {
      float x = i % 2 == 0 ? -1 : 1, z = i < 2 ? -1 : 1;
      take.add(
          TestRenderTakes.track(
              "cube" + i,
              Look.BODY,
              TestRenderTakes.cuboid(0.4f, 0.4f, 0.4f, 1, 1, 1),
              frames,
              false,
              (f, rest, out) -> {
                float way = Math.max(0, f - frames / 3) * 0.08f + 0.3f;
                TestRenderTakes.shift(x * way, 0.2f, z * way).move(f, rest, out);
              }));
    }
    return take;
  }

  @Test
  void bodiesThatFlyApartArePulledBackFromAndNeverCutOff() {
    Take take = flyingApart(72);
    Camera camera = Camera.frame(take, CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFollowing()).isTrue();
    assertThat(Arrays.stream(reach(take, camera)).max().orElseThrow())
        .isLessThanOrEqualTo(0.8 + 1e-9);
    assertThat(camera.at(71).distance()).isGreaterThan(2 * camera.at(0).distance());
    double fastest = 0;
    for (int f = 1; f < 72; f++) {
      double q = camera.at(f).distance() / camera.at(f - 1).distance();
      assertThat(q).as("it only pulls back").isGreaterThanOrEqualTo(1 - 1e-9);
      fastest = Math.max(fastest, q);
    }
    assertThat(fastest).as("calmly").isLessThan(1.08);
    Camera still = Camera.frame(take, CameraSettings.DEFAULT.withFollow(Follow.NEVER), 640, 480);
    assertThat(still.at(71)).isEqualTo(still.at(0));
    assertThat(Arrays.stream(reach(take, still)).max().orElseThrow())
        .isLessThanOrEqualTo(0.8 + 1e-9);
  }

  @ParameterizedTest
  @CsvSource({"auto, 0", "auto, 60", "keep, 0", "keep, -90", "always, 40", "never, 120"})
  void anOrbitKeepsEverythingInside(String follow, float orbitDeg) {
    CameraSettings s =
        CameraSettings.DEFAULT
            .withFollow(Follow.valueOf(follow.toUpperCase(Locale.ROOT)))
            .withMove(new CameraSettings.Move(orbitDeg, 1, 1));
    for (Take take :
        new Take[] {TestRenderTakes.bouncingBar(40), TestRenderTakes.walker(60), flyingApart(50)}) {
      double[] r = reach(take, Camera.frame(take, s, 640, 360));
      assertThat(Arrays.stream(r).max().orElseThrow()).isLessThanOrEqualTo(0.8 + 1e-9);
      assertThat(Math.max(r[0], r[1])).as("use of the picture").isGreaterThan(0.6);
    }
  }

  @Test
  void shadowsAndSceneryAreSeenWholeUnlessTheyTakeTheCameraTooFar() {
    TestRenderTakes.Motion lift = TestRenderTakes.shift(0, 1.2f, 0);
    Take.Track body =
        TestRenderTakes.track(
            "b", Look.BODY, TestRenderTakes.cuboid(1, 0.4f, 0.4f, 4, 1, 1), 12, false, lift);
    Take take = TestRenderTakes.take(body, TestRenderTakes.floor());
    Camera without = Camera.frame(take, CameraSettings.DEFAULT, 640, 480, false);
    Camera with = Camera.frame(take, CameraSettings.DEFAULT, 640, 480, true);
    assertThat(with.distance()).isLessThanOrEqualTo(1.35 * without.distance() + 1e-9);
    Take high =
        TestRenderTakes.take(
            TestRenderTakes.track(
                "b",
                Look.BODY,
                TestRenderTakes.cuboid(1, 1, 1, 1, 1, 1),
                2,
                false,
                TestRenderTakes.shift(0, 50, 0)),
            TestRenderTakes.floor());
    assertThat(Camera.frame(high, CameraSettings.DEFAULT, 640, 480, true).distance())
        .isEqualTo(Camera.frame(high, CameraSettings.DEFAULT, 640, 480, false).distance());
    TriangleMesh post =
        TestRenderTakes.at(TestRenderTakes.cuboid(0.1f, 0.4f, 0.1f, 1, 1, 1), 0.6f, 1.2f, 0);
    Take beside = TestRenderTakes.take(body, TestRenderTakes.scenery("post", Look.BODY, post));
    Camera sees = Camera.frame(beside, CameraSettings.DEFAULT, 640, 480);
    assertThat(sees.project(0, 0.65, 1.4, 0.05)[0]).isLessThanOrEqualTo(0.94 + 1e-9);
    assertThat(Arrays.stream(reach(beside, sees)).max().orElseThrow())
        .isLessThanOrEqualTo(0.8 + 1e-9);
  }

  @Test
  void flatTakesAreSeenFromTheFront() {
    Camera camera = Camera.frame(TestRenderTakes.flatBlob(5), CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFrontal()).isTrue();
    CameraView v = camera.at(0);
    assertThat(v.forwardZ()).isEqualTo(-1);
    assertThat(v.upY()).isEqualTo(1);
  }

  @Test
  void eyeTargetAndSizeAreObeyed() {
    Take take = TestRenderTakes.bouncingBar(3);
    CameraSettings s =
        CameraSettings.DEFAULT.withEye(new Point(1, 2, 8), new Point(0.5, 1, 0)).withSize(3);
    Camera camera = Camera.frame(take, s, 400, 300);
    double[] middle = camera.project(0, 0.5, 1, 0);
    assertThat(middle[0]).isCloseTo(0, within(1e-12));
    assertThat(middle[1]).isCloseTo(0, within(1e-12));
    assertThat(middle[2]).isCloseTo(Math.sqrt(0.25 + 1 + 64), within(1e-12));
    assertThat(camera.viewHeight()).isCloseTo(3, within(1e-6));
    // The same height without an eye: only the distance changes.
    Camera fitted = Camera.frame(take, CameraSettings.DEFAULT.withSize(3), 400, 300);
    assertThat(fitted.viewHeight()).isCloseTo(3, within(1e-6));
  }

  @Test
  void aTargetAloneStaysInTheMiddleWhileEverythingFits() {
    Take take = TestRenderTakes.bouncingBar(30);
    CameraSettings s = CameraSettings.DEFAULT.withEye(null, new Point(1, 0, 0));
    Camera camera = Camera.frame(take, s, 640, 480);
    double[] middle = camera.project(0, 1, 0, 0);
    assertThat(middle[0]).isCloseTo(0, within(1e-9));
    assertThat(middle[1]).isCloseTo(0, within(1e-9));
    assertThat(reach(take, camera)[0]).isLessThanOrEqualTo(0.8);
    assertThat(reach(take, camera)[1]).isLessThanOrEqualTo(0.8);
  }

  @Test
  void lookingStraightDownWorks() {
    CameraSettings down = CameraSettings.DEFAULT.withEye(new Point(0, 9, 0), new Point(0, 0, 0));
    Camera camera = Camera.frame(TestRenderTakes.bouncingBar(2), down, 100, 100);
    assertThat(camera.project(0, 1, 0, 0)[0]).isPositive();
    assertThat(camera.project(0, 0, 0, 0)[2]).isCloseTo(9, within(1e-9));
  }

  @Test
  void aSinglePointIsFramed() {
    TriangleMesh point = new TriangleMesh(new float[] {3, 4, 5}, new int[0]);
    Take take = TestRenderTakes.take(TestRenderTakes.still("p", Look.BODY, point));
    double[] q = Camera.frame(take, CameraSettings.DEFAULT, 64, 48).project(0, 3, 4, 5);
    assertThat(q[2]).isPositive();
    assertThat(Math.abs(q[0]) + Math.abs(q[1])).isLessThan(1e-6);
  }

  @Test
  void impossibleSettingsAreRefused() {
    Point p = new Point(1, 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CameraSettings.DEFAULT.withEye(p, new Point(1, 1, 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> CameraSettings.DEFAULT.withFovDeg(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Point(Double.NaN, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Camera.frame(TestRenderTakes.bouncingBar(1), CameraSettings.DEFAULT, 0, 5))
        .withMessageContaining("at least 1 x 1");
  }
}
