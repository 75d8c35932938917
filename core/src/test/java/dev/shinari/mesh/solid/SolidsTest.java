package dev.shinari.mesh.solid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SolidsTest {
  static Stream<Arguments> primitives() {
    return Stream.of(
        Arguments.of("sphere", Solids.sphere(1, 2, 3, 0.5), 4 * Math.PI / 3 / 8, 0.02, 2),
        Arguments.of("box", Solids.box(0, 0, 0, 1, 2, 0.5, 0), 8.0, 0.03, 2),
        Arguments.of("rounded box", Solids.box(0, 0, 0, 1, 1, 1, 1), 4 * Math.PI / 3, 0.02, 2),
        Arguments.of(
            "ellipsoid", Solids.ellipsoid(0, 0, 0, 1, 0.5, 0.7), 4 * Math.PI / 3 * 0.35, 0.02, 2),
        Arguments.of(
            "capsule",
            Solids.capsule(0, 0, 0, 1, 1, 1, 0.4),
            Math.PI * 0.16 * (Math.sqrt(3) + 1.6 / 3),
            0.02,
            2),
        // Frustum between the tangent circles plus two sphere caps, by the formula in the comment
        // of coneVolume.
        Arguments.of(
            "cone",
            Solids.cone(new Solids.Ball(0, 0, 0, 0.6), new Solids.Ball(0, 2, 0, 0.2)),
            coneVolume(0.6, 0.2, 2),
            0.02,
            2),
        Arguments.of("cylinder", Solids.cylinder(0, 0, 0, 0.7, 1, 0), 2 * Math.PI * 0.49, 0.03, 2),
        Arguments.of("torus", Solids.torus(0, 0, 0, 1, 0.3), 2 * Math.PI * Math.PI * 0.09, 0.02, 0),
        Arguments.of(
            "half ball",
            Solids.sphere(0, 0, 0, 1).intersect(Solids.halfSpace(0, 2, 0, 0)),
            2 * Math.PI / 3,
            0.03,
            2),
        Arguments.of(
            "ball with a hole",
            Solids.sphere(0, 0, 0, 1).minus(Solids.cylinder(0, 0, 0, 0.4, 3, 0)),
            4 * Math.PI / 3 * Math.pow(1 - 0.16, 1.5),
            0.03,
            0),
        Arguments.of(
            "turned box", Solids.box(0, 0, 0, 1, 0.5, 0.25, 0).rotate(1, 2, 3, 0.7), 1.0, 0.05, 2),
        Arguments.of(
            "two balls", Solids.sphere(1, 0, 0, 0.5).mirrorX(), 8 * Math.PI / 3 / 8, 0.03, 4),
        Arguments.of(
            "tiny", Solids.sphere(0, 0, 0, 1).scale(1e-4), 4 * Math.PI / 3 * 1e-12, 0.02, 2),
        Arguments.of(
            "huge",
            Solids.sphere(0, 0, 0, 1).translate(1, 0, 0).scale(1e4),
            4 * Math.PI / 3 * 1e12,
            0.02,
            2));
  }

  // Tangent circles stand at s1 = ra sin and s2 = l + rb sin with radii ra cos and rb cos, where
  // sin = (ra - rb) / l. Caps: pi h^2 (3 r - h) / 3 with heights ra + s1 and rb - rb sin.
  private static double coneVolume(double ra, double rb, double l) {
    double sin = (ra - rb) / l, cos = Math.sqrt(1 - sin * sin);
    double a = ra * cos, b = rb * cos, height = l + rb * sin - ra * sin;
    double frustum = Math.PI * height / 3 * (a * a + a * b + b * b);
    return frustum + cap(ra, ra + ra * sin) + cap(rb, rb - rb * sin);
  }

  private static double cap(double r, double h) {
    return Math.PI * h * h * (3 * r - h) / 3;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("primitives")
  void surfacesOfSolidsAreClosedAndOfTheRightVolume(
      String name, Solid solid, double volume, double tolerance, int euler) {
    SurfaceReport report = SurfaceReport.of(IsoSurface.of(solid, 40));
    assertThat(report.isClosed()).isTrue();
    assertThat(report.eulerCharacteristic()).isEqualTo(euler);
    assertThat(report.volume()).isCloseTo(volume, within(tolerance * volume));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("primitives")
  void distancesNeverPromiseMoreThanThereIs(
      String name, Solid solid, double volume, double tolerance, int euler) {
    // |d| at p is at most the distance to any point beyond the surface: d has slope one at most.
    // The ellipsoid's distance is exact only to first order; it may be steeper away from it.
    if (name.equals("ellipsoid")) {
      return;
    }
    Bounds b = solid.bounds();
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      double[] p = point(b, random), q = point(b, random);
      double apart = Math.hypot(p[0] - q[0], Math.hypot(p[1] - q[1], p[2] - q[2]));
      double d = solid.distance(p[0], p[1], p[2]) - solid.distance(q[0], q[1], q[2]);
      assertThat(Math.abs(d)).isLessThanOrEqualTo(apart * (1 + 1e-6));
    }
  }

  private static double[] point(Bounds b, Random r) {
    double s = b.longestSide();
    return new double[] {
      b.centerX() + s * (2 * r.nextDouble() - 1),
      b.centerY() + s * (2 * r.nextDouble() - 1),
      b.centerZ() + s * (2 * r.nextDouble() - 1)
    };
  }

  @Test
  void modelsAreSingleClosedSolids() {
    for (String name : Models.names()) {
      for (int resolution : new int[] {24, 48}) {
        TriangleMesh mesh = IsoSurface.of(Models.named(name), resolution);
        SurfaceReport report = SurfaceReport.of(mesh);
        assertThat(report.isClosed()).as(name).isTrue();
        assertThat(report.components()).as(name + " at " + resolution).isEqualTo(1);
        assertThat(report.volume()).as(name).isGreaterThan(0.01);
        assertThat(mesh.bounds().minY()).as(name).isBetween(-0.02f, 0.02f);
        assertThat(mesh.bounds().sizeY()).as(name).isBetween(0.8f, 1.15f);
      }
    }
    assertThatThrownBy(() -> Models.named("bear")).hasMessageContaining("teddy");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void roughFieldsStillGiveManifolds(long seed) {
    // A random value a unit cell has every ambiguous case many times.
    Solid noise =
        Solids.of(
            new Bounds(0, 0, 0, 10, 10, 10),
            (x, y, z) -> {
              long h = seed;
              for (double v : new double[] {x, y, z}) {
                h = (h ^ (long) Math.floor(2 * v)) * 0x9E3779B97F4A7C15L;
                h ^= h >>> 31;
              }
              return ((h >>> 40) / (double) (1 << 24)) - 0.3;
            });
    TriangleMesh mesh = IsoSurface.of(noise, 20);
    SurfaceReport report = SurfaceReport.of(mesh);
    assertThat(report.isClosed()).isTrue();
    assertThat(report.volume()).isPositive();
    // A vertex where two fans meet is no manifold either: the links must be single loops. With
    // closed manifold edges that is so exactly if corners around a vertex form one cycle.
    assertThat(vertexFans(mesh)).isEqualTo(mesh.vertexCount());
  }

  private static int vertexFans(TriangleMesh mesh) {
    int[] tri = mesh.triangles();
    java.util.Map<Long, Integer> next = new java.util.HashMap<>();
    for (int t = 0; t < tri.length; t += 3) {
      for (int c = 0; c < 3; c++) {
        long v = tri[t + c];
        next.put(v << 32 | tri[t + (c + 1) % 3], tri[t + (c + 2) % 3]);
      }
    }
    java.util.Set<Long> seen = new java.util.HashSet<>();
    int fans = 0;
    for (Long key : next.keySet()) {
      if (seen.add(key)) {
        fans++;
        long v = key >>> 32;
        for (long k = v << 32 | next.get(key); seen.add(k); ) {
          k = v << 32 | next.get(k);
        }
      }
    }
    return fans;
  }

  @Test
  void trianglesAreWellShapedAndLieOnTheSurface() {
    Solid solid = Models.teddy();
    TriangleMesh mesh = IsoSurface.of(solid, 64);
    float[] p = mesh.positions();
    float cell = solid.bounds().longestSide() / 64;
    int far = 0;
    for (int v = 0; v < p.length; v += 3) {
      far += Math.abs(solid.distance(p[v], p[v + 1], p[v + 2])) > 0.02 * cell ? 1 : 0;
    }
    assertThat(far).isLessThan(mesh.vertexCount() / 50);
    int thin = 0;
    for (int t = 0; t < mesh.triangles().length; t += 3) {
      thin += smallestAngle(mesh, t) < Math.toRadians(20) ? 1 : 0;
    }
    assertThat(thin).isLessThan(mesh.triangleCount() / 100);
  }

  private static double smallestAngle(TriangleMesh mesh, int t) {
    double least = Math.PI;
    float[] p = mesh.positions();
    for (int c = 0; c < 3; c++) {
      double uv = 0, uu = 0, vv = 0;
      for (int x = 0; x < 3; x++) {
        double o = p[3 * mesh.triangles()[t + c] + x];
        double u = p[3 * mesh.triangles()[t + (c + 1) % 3] + x] - o;
        double v = p[3 * mesh.triangles()[t + (c + 2) % 3] + x] - o;
        uv += u * v;
        uu += u * u;
        vv += v * v;
      }
      least = Math.min(least, Math.acos(uv / Math.sqrt(uu * vv)));
    }
    return least;
  }

  @Test
  void theSameSolidGivesTheSameBits() {
    TriangleMesh a = IsoSurface.of(Models.car(), 32), b = IsoSurface.of(Models.car(), 32);
    assertThat(a.positions()).isEqualTo(b.positions());
    assertThat(a.triangles()).isEqualTo(b.triangles());
  }

  @Test
  void smoothUnionsStayInsideTheirBounds() {
    Solid blend = Solids.sphere(0, 0, 0, 1).blend(Solids.sphere(0, 0, 0, 1), 0.4);
    assertThat(IsoSurface.of(blend, 24).bounds().maxX()).isCloseTo(1.1f, within(0.01f));
    assertThat(blend.bounds().maxX()).isGreaterThanOrEqualTo(1.1f - 1e-6f);
  }

  @Test
  void solidsWithoutASurfaceAreRefused() {
    assertThatThrownBy(() -> IsoSurface.of(Solids.halfSpace(0, 1, 0, 0), 16))
        .hasMessageContaining("infinite");
    Solid nothing = Solids.sphere(0, 0, 0, 1).intersect(Solids.sphere(5, 0, 0, 1));
    assertThatThrownBy(() -> IsoSurface.of(nothing, 16)).hasMessageContaining("empty");
    Solid shaved = Solids.sphere(0, 0, 0, 1).minus(Solids.sphere(0, 0, 0, 2));
    assertThatThrownBy(() -> IsoSurface.of(shaved, 16)).hasMessageContaining("empty");
    Solid broken = Solids.of(new Bounds(0, 0, 0, 1, 1, 1), (x, y, z) -> Double.NaN);
    assertThatThrownBy(() -> IsoSurface.of(broken, 16)).hasMessageContaining("not a number");
    assertThatThrownBy(() -> Solids.sphere(0, 0, 0, Double.NaN)).hasMessageContaining("radius");
    assertThatThrownBy(() -> IsoSurface.of(Models.star(), 2)).hasMessageContaining("resolution");
  }
}
