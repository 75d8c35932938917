package dev.shinari.collide.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ColliderShapeTest {
  private static final TriangleMesh NO_MESH = new TriangleMesh(new float[0], new int[0]);

  static Stream<ColliderShape> shapes() {
    return Stream.of(
        new HalfSpaceShape(1),
        new SphereShape(0.7f),
        new BoxShape(0.5f, 0.3f, 0.8f),
        new CapsuleShape(0.3f, 0.6f),
        new CylinderShape(0.5f, 0.4f),
        hills(),
        new FieldShape(
            (x, y, z) -> (float) Math.sqrt(x * x + y * y + z * z) - 0.5f,
            new Bounds(-0.8f, -0.8f, -0.8f, 0.8f, 0.8f, 0.8f),
            1e-3f,
            NO_MESH));
  }

  static HeightFieldShape hills() {
    float[] h = new float[9 * 9];
    for (int k = 0; k < 81; k++) {
      int column = k % 9, row = k / 9;
      h[k] = 0.2f * (float) (Math.sin(column) * Math.cos(row));
    }
    return new HeightFieldShape(9, 9, 0.4f, h);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void normalsHaveUnitLengthAndPointTheWayTheDistanceGrows(ColliderShape s) {
    Random random = new Random(1);
    float[] n = new float[3];
    for (int k = 0; k < 2000; k++) {
      float x = coordinate(random), y = coordinate(random), z = coordinate(random);
      s.normal(x, y, z, n);
      assertThat(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).isEqualTo(1, within(1e-4f));
      float e = 1e-3f;
      float rise = s.distance(x + e * n[0], y + e * n[1], z + e * n[2]) - s.distance(x, y, z);
      assertThat(rise).as("at %s %s %s", x, y, z).isGreaterThan(0);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aSweepStopsWhereAFineMarchFirstTouches(ColliderShape s) {
    Random random = new Random(2);
    float r = 0.05f;
    int hits = 0;
    for (int k = 0; k < 2000; k++) {
      float px = coordinate(random), py = coordinate(random), pz = coordinate(random);
      float qx = coordinate(random), qy = coordinate(random), qz = coordinate(random);
      if (s.distance(px, py, pz) < r + 0.01f) {
        continue;
      }
      float share = s.sweep(new SweptBall().radius(r).from(px, py, pz).to(qx, qy, qz));
      int steps = 400;
      float first = ColliderShape.MISS;
      float least = Float.POSITIVE_INFINITY;
      for (int m = 0; m <= steps && first == ColliderShape.MISS; m++) {
        float t = m / (float) steps;
        float d = s.distance(px + t * (qx - px), py + t * (qy - py), pz + t * (qz - pz)) - r;
        least = Math.min(least, d);
        first = d < -1e-3f ? t : first;
      }
      if (first != ColliderShape.MISS) {
        hits++;
        assertThat(share).as("seed 2, try %s", k).isLessThanOrEqualTo(first + 1e-3f);
      }
      if (share != ColliderShape.MISS && !(s instanceof HeightFieldShape)) {
        // Not before the touch: the distance where it stops is the radius.
        float d =
            s.distance(px + share * (qx - px), py + share * (qy - py), pz + share * (qz - pz));
        assertThat(d).as("seed 2, try %s", k).isEqualTo(r, within(2e-3f));
      }
    }
    assertThat(hits).isGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void drawnVerticesLieOnTheSurfaceAndFacesLookOutward(ColliderShape s) {
    float[] p = s.mesh().positions();
    for (int v = 0; v < p.length; v += 3) {
      assertThat(s.distance(p[v], p[v + 1], p[v + 2])).isEqualTo(0, within(1e-5f));
    }
    int[] t = s.mesh().triangles();
    float[] n = new float[3];
    for (int k = 0; k < t.length; k += 3) {
      int a = 3 * t[k], b = 3 * t[k + 1], c = 3 * t[k + 2];
      float ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
      float vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
      float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      s.normal(
          (p[a] + p[b] + p[c]) / 3 * 1.0001f,
          (p[a + 1] + p[b + 1] + p[c + 1]) / 3 + 1e-4f * Math.signum(p[a + 1]),
          (p[a + 2] + p[b + 2] + p[c + 2]) / 3 * 1.0001f,
          n);
      assertThat(nx * n[0] + ny * n[1] + nz * n[2]).as("triangle %s", k / 3).isGreaterThan(-1e-6f);
    }
  }

  @Test
  void degeneratePlacesStillGiveAUnitNormal() {
    float[] n = new float[3];
    ColliderShape[] all = {
      new BoxShape(0, 0, 0),
      new SphereShape(0),
      new CapsuleShape(0, 0),
      new CapsuleShape(0.1f, 1),
      new CylinderShape(0, 0),
      new CylinderShape(1, 1),
      new BoxShape(1, 1, 1),
      new SphereShape(1)
    };
    for (ColliderShape s : all) {
      for (float at : new float[] {0, 1e-30f, -1e-38f, 1e18f}) {
        s.normal(at, at, at, n);
        assertThat(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).isEqualTo(1, within(1e-4f));
        s.normal(0, at, 0, n);
        assertThat(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).isEqualTo(1, within(1e-4f));
      }
    }
  }

  private static float coordinate(Random random) {
    return 3 * random.nextFloat() - 1.5f;
  }
}
