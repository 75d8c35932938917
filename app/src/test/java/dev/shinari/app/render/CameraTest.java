package dev.shinari.app.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.app.render.CameraSettings.Follow;
import dev.shinari.app.render.CameraSettings.Point;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.world.Look;
import dev.shinari.world.Take;
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
          Takes.bouncingBar(40), Takes.stillLife(), Takes.flatBlob(30), Takes.walker(90)
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
    Take take = Takes.bouncingBar(20);
    Camera camera = Camera.frame(take, CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFollowing()).isFalse();
    assertThat(camera.isFrontal()).isFalse();
    assertThat(camera.at(0)).isEqualTo(camera.at(19));
    assertThat(camera.at(0).eyeY()).isGreaterThan(camera.bounds().maxY());
  }

  @Test
  void bodiesThatTravelFarAreFollowed() {
    Take take = Takes.walker(90);
    Camera camera = Camera.frame(take, CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFollowing()).isTrue();
    assertThat(camera.at(89).eyeX() - camera.at(0).eyeX()).isCloseTo(0.4 * 89, within(0.5));
    assertThat(camera.viewHeight()).isLessThan(3);
    Camera still = Camera.frame(take, CameraSettings.DEFAULT.withFollow(Follow.NEVER), 640, 480);
    assertThat(still.at(89)).isEqualTo(still.at(0));
    assertThat(reach(take, still)[0]).isLessThanOrEqualTo(0.8);
  }

  @Test
  void flatTakesAreSeenFromTheFront() {
    Camera camera = Camera.frame(Takes.flatBlob(5), CameraSettings.DEFAULT, 640, 480);
    assertThat(camera.isFrontal()).isTrue();
    View v = camera.at(0);
    assertThat(v.forwardZ()).isEqualTo(-1);
    assertThat(v.upY()).isEqualTo(1);
  }

  @Test
  void eyeTargetAndSizeAreObeyed() {
    Take take = Takes.bouncingBar(3);
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
    Take take = Takes.bouncingBar(30);
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
    Camera camera = Camera.frame(Takes.bouncingBar(2), down, 100, 100);
    assertThat(camera.project(0, 1, 0, 0)[0]).isPositive();
    assertThat(camera.project(0, 0, 0, 0)[2]).isCloseTo(9, within(1e-9));
  }

  @Test
  void aSinglePointIsFramed() {
    TriangleMesh point = new TriangleMesh(new float[] {3, 4, 5}, new int[0]);
    Take take = Takes.take(Takes.still("p", Look.BODY, point));
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
        .isThrownBy(() -> Camera.frame(Takes.bouncingBar(1), CameraSettings.DEFAULT, 0, 5))
        .withMessageContaining("at least 1 x 1");
  }
}
