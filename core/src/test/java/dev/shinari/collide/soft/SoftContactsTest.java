package dev.shinari.collide.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.collide.ContactSettings;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SoftContactsTest {
  private static final float H = 1f / 240;
  private final SoftContacts contacts = new SoftContacts();

  private static Body block(int cells, float cell, float x, float y, float z) {
    return Body.builder("block", Lattice.block(cells, cells, cells, cell, x, y, z)).build();
  }

  private static Body sheet(int cells, float cell, float x, float y, float z) {
    return Body.builder("sheet", Lattice.block(cells, cells, 0, cell, x, y, z)).build();
  }

  private static ContactSurface surface(Body b, float friction, float restitution) {
    return new ContactSurface(b, new ContactMaterial(friction, restitution), 0);
  }

  private boolean touch(ContactSurface a, ContactSurface b) {
    a.measure();
    b.measure();
    contacts.begin(H);
    contacts.add(a, b);
    contacts.find(Workers.SERIAL);
    if (!contacts.touches(0)) {
      return false;
    }
    contacts.include(0);
    contacts.solve(ContactSettings.DEFAULT, Workers.SERIAL);
    a.begin();
    b.begin();
    return true;
  }

  private static void scatter(Body b, long seed, float speed, float shake) {
    Random random = new Random(seed);
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = speed * (random.nextFloat() - 0.5f);
      p.vy()[i] = speed * (random.nextFloat() - 0.5f);
      p.vz()[i] = speed * (random.nextFloat() - 0.5f);
      p.x()[i] += shake * (random.nextFloat() - 0.5f);
      p.y()[i] += shake * (random.nextFloat() - 0.5f);
      p.z()[i] += shake * (random.nextFloat() - 0.5f);
    }
  }

  private static double[] momentum(Body... bodies) {
    double[] sum = new double[9]; // velocity, position, and the size of the velocity terms
    for (Body b : bodies) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        double m = p.mass()[i];
        sum[0] += m * p.vx()[i];
        sum[1] += m * p.vy()[i];
        sum[2] += m * p.vz()[i];
        sum[3] += m * p.worldX(i);
        sum[4] += m * p.worldY(i);
        sum[5] += m * p.worldZ(i);
        sum[6] += m * (Math.abs(p.vx()[i]) + Math.abs(p.vy()[i]) + Math.abs(p.vz()[i]));
        sum[7] += m * (Math.abs(p.worldX(i)) + Math.abs(p.worldY(i)) + Math.abs(p.worldZ(i)));
        sum[8] += 0.5 * m * (p.vx()[i] * p.vx()[i] + p.vy()[i] * p.vy()[i] + p.vz()[i] * p.vz()[i]);
      }
    }
    return sum;
  }

  @Test
  void contactKeepsMomentumAndCenterOfMassToFloatAccuracy() {
    for (int kind = 0; kind < 3; kind++) {
      for (long seed = 0; seed < 40; seed++) {
        Body a = kind == 2 ? sheet(4, 0.1f, 0, 0, 0) : block(3, 0.1f, 0, 0, 0);
        Body b = kind == 0 ? block(2, 0.13f, 0.2f, 0.15f, 0.05f) : sheet(5, 0.1f, 0.2f, 0.1f, 0);
        scatter(a, seed, 3, 0.03f);
        scatter(b, seed + 1000, 3, 0.03f);
        double[] before = momentum(a, b);
        boolean touched = touch(surface(a, 0.6f, 0.3f), surface(b, 0.6f, 0.3f));
        double[] after = momentum(a, b);
        assertThat(touched).isTrue();
        for (int k = 0; k < 3; k++) {
          assertThat(after[k]).isEqualTo(before[k], within(3e-7 * before[6]));
          assertThat(after[3 + k]).isEqualTo(before[3 + k], within(3e-7 * before[7]));
        }
        assertThat(after[8]).as("energy, seed %s", seed).isLessThanOrEqualTo(before[8] * 1.0001);
        assertThat(after[8]).isNotEqualTo(before[8]);
      }
    }
  }

  @Test
  void aSparseCageDoesNotLetTheCornerOfAnotherThrough() {
    // One cell of a meter: its 8 particles are far from where the small block's corner comes in.
    Body big = block(1, 1, 0, 0, 0);
    Body small = block(1, 0.1f, 0.45f, 1.001f, 0.45f);
    Particles p = small.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vy()[i] = -1;
      big.hold(i);
    }
    ContactSurface a = surface(big, 0, 0), b = surface(small, 0, 0);
    for (int k = 0; k < 100; k++) {
      for (int i = 0; i < p.count(); i++) {
        p.y()[i] += H * p.vy()[i]; // no springs: the upper corners come down all the way
      }
      touch(a, b);
    }
    assertThat(p.bounds().minY()).isGreaterThan(0.99f);
  }

  @Test
  void insideAndOutsideAreToldApartEverywhereOnASurfaceWithSharpEdges() {
    // A wedge with a 10 degree edge, where the wrong face is often as near as the right one.
    float[] v = {0, 0, 0, 1, 0, 0, 1, 0.17f, 0, 0.5f, 0.05f, 1};
    TetMesh tet = new TetMesh(v, new int[] {0, 1, 2, 3});
    Body body = Body.builder("wedge", tet).build();
    TriangleMesh boundary = tet.boundary();
    SurfaceProbe probe = probe(body);
    Random random = new Random(5);
    int inside = 0;
    for (int k = 0; k < 5000; k++) {
      float x = 1.6f * random.nextFloat() - 0.3f, y = 0.8f * random.nextFloat() - 0.3f;
      float z = 1.6f * random.nextFloat() - 0.3f;
      boolean truth = true;
      double margin = 1;
      int[] t = boundary.triangles();
      for (int f = 0; f < t.length; f += 3) {
        double d = plane(v, t[f], t[f + 1], t[f + 2], x, y, z);
        truth &= d < 0;
        margin = Math.min(margin, Math.abs(d));
      }
      if (margin < 1e-4) {
        continue;
      }
      assertThat(probe.contains(x, y, z)).as("%s %s %s", x, y, z).isEqualTo(truth);
      inside += truth ? 1 : 0;
    }
    assertThat(inside).isGreaterThan(50);
  }

  private static double plane(float[] v, int a, int b, int c, float x, float y, float z) {
    double ux = v[3 * b] - v[3 * a], uy = v[3 * b + 1] - v[3 * a + 1];
    double uz = v[3 * b + 2] - v[3 * a + 2];
    double wx = v[3 * c] - v[3 * a], wy = v[3 * c + 1] - v[3 * a + 1];
    double wz = v[3 * c + 2] - v[3 * a + 2];
    double nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
    double n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    return ((x - v[3 * a]) * nx + (y - v[3 * a + 1]) * ny + (z - v[3 * a + 2]) * nz) / n;
  }

  @Test
  void theTreeFindsTheSameNearestPointAsALookAtEveryTriangle() {
    Body b = block(5, 0.1f, 0, 0, 0);
    scatter(b, 3, 0, 0.05f);
    SurfaceProbe probe = probe(b);
    int[] t = b.cage().boundary().triangles();
    Random random = new Random(4);
    for (int k = 0; k < 60; k++) {
      float x = 0.9f * random.nextFloat() - 0.2f, y = 0.9f * random.nextFloat() - 0.2f;
      float z = 0.9f * random.nextFloat() - 0.2f;
      double best = Double.POSITIVE_INFINITY;
      for (int f = 0; f < t.length; f += 3) {
        best = Math.min(best, distance(b.particles(), t[f], t[f + 1], t[f + 2], x, y, z));
      }
      assertThat(probe.nearest(x, y, z, 10)).isTrue();
      assertThat(probe.distance).isEqualTo((float) best, within(2e-4f * (float) best + 1e-6f));
    }
  }

  @Test
  void gatheredTrianglesGiveTheSameNearestPointAsTheTree() {
    for (int cells : new int[] {2, 9}) { // few triangles in the box, and more than are gathered
      Body b = block(cells, 0.5f / cells, 0, 0, 0);
      scatter(b, 3, 0, 0.1f / cells);
      SurfaceProbe probe = probe(b);
      Random random = new Random(4);
      int found = 0;
      for (int k = 0; k < 300; k++) {
        float x = 0.7f * random.nextFloat() - 0.1f, y = 0.7f * random.nextFloat() - 0.1f;
        float z = 0.7f * random.nextFloat() - 0.1f;
        float within = 0.1f * random.nextFloat();
        boolean near = probe.nearest(x, y, z, within);
        float distance = probe.distance;
        float r = within + 0.05f;
        probe.gather(x - r, y - r, z - r, x + r, y + r, z + r);
        assertThat(probe.nearestGathered(x, y, z, within)).isEqualTo(near);
        if (near) {
          found++;
          assertThat(probe.distance).isEqualTo(distance, within(1e-3f * distance));
        }
      }
      assertThat(found).isGreaterThan(50);
    }
  }

  private static SurfaceProbe probe(Body b) {
    ContactSurface s = surface(b, 0, 0);
    s.refit();
    SurfaceProbe probe = new SurfaceProbe();
    probe.ask(s);
    return probe;
  }

  /** Distance from a triangle by looking closer and closer at a grid of its points. */
  private static double distance(Particles p, int i, int j, int k, float x, float y, float z) {
    double u = 0.5, v = 0.5, width = 0.5, best = Double.POSITIVE_INFINITY;
    for (int level = 0; level < 30; level++) {
      double atU = u, atV = v;
      for (int c = 0; c < 25; c++) {
        double s = Math.min(1, Math.max(0, u + (c % 5 - 2) * width / 2));
        double t = Math.min(1 - s, Math.max(0, v + (c / 5 - 2) * width / 2));
        double r = 1 - s - t;
        double dx = r * p.x()[i] + s * p.x()[j] + t * p.x()[k] - x;
        double dy = r * p.y()[i] + s * p.y()[j] + t * p.y()[k] - y;
        double dz = r * p.z()[i] + s * p.z()[j] + t * p.z()[k] - z;
        double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (d < best) {
          best = d;
          atU = s;
          atV = t;
        }
      }
      u = atU;
      v = atV;
      width *= 0.6;
    }
    return best;
  }

  @Test
  void aCrumpledOrInvertedBodyKnowsItsInsideByTheSumOfSolidAngles() {
    for (int kind = 0; kind < 3; kind++) {
      Body b = block(3, 0.1f, 0, 0, 0);
      Particles p = b.particles();
      scatter(b, 11 + kind, 0, kind == 1 ? 0.25f : 0.05f);
      for (int i = 0; i < p.count() && kind == 2; i++) {
        p.x()[i] = -p.x()[i]; // mirrored: inside out
      }
      SurfaceProbe probe = probe(b);
      int[] t = b.cage().boundary().triangles();
      Random random = new Random(12);
      int inside = 0;
      for (int k = 0; k < 2000; k++) {
        float x = 0.5f * random.nextFloat() - 0.1f, y = 0.5f * random.nextFloat() - 0.1f;
        float z = 0.5f * random.nextFloat() - 0.1f;
        x = kind == 2 ? -x : x;
        double sum = 0;
        for (int f = 0; f < t.length; f += 3) {
          sum += solidAngle(p, t[f], t[f + 1], t[f + 2], x, y, z);
        }
        boolean truth = Math.round(sum / (4 * Math.PI)) != 0;
        assertThat(probe.contains(x, y, z)).as("%s: %s %s %s", kind, x, y, z).isEqualTo(truth);
        inside += truth ? 1 : 0;
      }
      assertThat(inside).isBetween(200, 1800);
    }
  }

  private static double solidAngle(Particles p, int i, int j, int k, float x, float y, float z) {
    double ax = p.x()[i] - x, ay = p.y()[i] - y, az = p.z()[i] - z;
    double bx = p.x()[j] - x, by = p.y()[j] - y, bz = p.z()[j] - z;
    double cx = p.x()[k] - x, cy = p.y()[k] - y, cz = p.z()[k] - z;
    double a = Math.sqrt(ax * ax + ay * ay + az * az);
    double b = Math.sqrt(bx * bx + by * by + bz * bz);
    double c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    double det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    double ab = ax * bx + ay * by + az * bz;
    double bc = bx * cx + by * cy + bz * cz;
    double ca = cx * ax + cy * ay + cz * az;
    return 2 * Math.atan2(det, a * b * c + ab * c + bc * a + ca * b);
  }

  @Test
  void ballsMeetExactlyWhenTheyAreCloserThanTheirRadii() {
    Random random = new Random(6);
    int n = 60;
    float[] pa = new float[3 * n], pb = new float[3 * n];
    for (int k = 0; k < 3 * n; k++) {
      pa[k] = random.nextFloat();
      pb[k] = random.nextFloat();
    }
    Body a = points(pa), b = points(pb);
    ContactSurface sa = new ContactSurface(a, ContactMaterial.SLIPPERY, 0.05f);
    ContactSurface sb = new ContactSurface(b, ContactMaterial.SLIPPERY, 0.04f);
    int expected = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double x = pa[3 * i] - pb[3 * j], y = pa[3 * i + 1] - pb[3 * j + 1];
        double z = pa[3 * i + 2] - pb[3 * j + 2];
        expected += Math.sqrt(x * x + y * y + z * z) < 0.09 ? 1 : 0;
      }
    }
    sa.measure();
    sb.measure();
    BallGrid grid = new BallGrid();
    grid.fill(sb, sa, 0.09f);
    int found = 0;
    for (int i = 0; i < n; i++) {
      int near = grid.near(pa[3 * i], pa[3 * i + 1], pa[3 * i + 2]);
      for (int f = 0; f < near; f++) {
        int j = grid.found(f);
        double x = pa[3 * i] - pb[3 * j], y = pa[3 * i + 1] - pb[3 * j + 1];
        double z = pa[3 * i + 2] - pb[3 * j + 2];
        found += Math.sqrt(x * x + y * y + z * z) < 0.09 ? 1 : 0;
      }
    }
    assertThat(found).isEqualTo(expected).isGreaterThan(5);
  }

  private static Body points(float[] p) {
    int n = p.length / 3;
    int[] starts = new int[n + 1], members = new int[n];
    for (int i = 0; i < n; i++) {
      starts[i + 1] = i + 1;
      members[i] = i;
    }
    return Body.builder("points", new PointCage(p, starts, members, new int[0])).build();
  }

  @Test
  void flatBodiesInOnePlaneStayInIt() {
    Body a = sheet(4, 0.1f, 0, 0, 0), b = sheet(4, 0.1f, 0.45f, 0.02f, 0);
    for (int i = 0; i < a.particles().count(); i++) {
      a.particles().vx()[i] = 1;
    }
    assertThat(touch(surface(a, 0.5f, 0), surface(b, 0.5f, 0))).isTrue();
    for (int i = 0; i < a.particles().count(); i++) {
      assertThat(a.particles().z()[i]).isZero();
      assertThat(b.particles().vz()[i]).isZero();
    }
    assertThat(momentum(b)[0]).isGreaterThan(0);
  }

  @Test
  void bodiesThatCoincideDriftAtLeastHalfApartAndGently() {
    Body a = block(2, 0.1f, 0, 0, 0), b = block(2, 0.1f, 0, 0, 0);
    ContactSurface sa = surface(a, 0.5f, 1), sb = surface(b, 0.5f, 1);
    for (int k = 0; k < 400; k++) {
      touch(sa, sb);
    }
    double[] pa = momentum(a), pb = momentum(b);
    assertThat(Math.abs(pa[4] - pb[4])).isGreaterThan(0.1 * mass(a));
    assertThat(pa[8] + pb[8]).isLessThan(1e-6);
  }

  private static double mass(Body b) {
    double m = 0;
    for (float v : b.particles().mass()) {
      m += v;
    }
    return m;
  }

  @Test
  void aHeldParticleIsNotMovedByContact() {
    Body a = block(1, 0.1f, 0, 0, 0), b = block(1, 0.05f, 0.02f, 0.0999f, 0.03f);
    for (int i = 0; i < 8; i++) {
      a.hold(i);
      b.particles().vy()[i] = -2;
    }
    float[] before = a.particles().y().clone();
    assertThat(touch(surface(a, 0, 0), surface(b, 0, 0))).isTrue();
    assertThat(a.particles().y()).containsExactly(before);
    assertThat(b.particles().bounds().minY()).isGreaterThan(0.1f);
  }

  @Test
  void degenerateBodiesGiveFiniteNumbers() {
    // All of a block's particles in one point, on a line, or in a plane, in another block.
    for (int kind = 0; kind < 3; kind++) {
      Body a = block(2, 0.1f, 0, 0, 0), b = block(2, 0.1f, 0.05f, 0.05f, 0.05f);
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        p.x()[i] = kind > 0 ? p.x()[i] : 0.1f;
        p.y()[i] = kind > 1 ? p.y()[i] : 0.1f;
        p.z()[i] = 0.1f;
        p.vx()[i] = 1;
      }
      ContactSurface sa = surface(a, 1, 1), sb = surface(b, 1, 1);
      for (int k = 0; k < 20; k++) {
        touch(sa, sb);
      }
      assertThat(sa.measure() && sb.measure()).isTrue();
      assertThat(sa.fastest()).isLessThan(10);
    }
  }

  @Test
  void theBroadPhaseFindsThePairsThatAllPairsDo() {
    Random random = new Random(8);
    int n = 40;
    ContactSurface[] all = new ContactSurface[n];
    for (int i = 0; i < n; i++) {
      float s = 0.1f + 0.3f * random.nextFloat();
      all[i] =
          surface(
              block(1, s, 2 * random.nextFloat(), 2 * random.nextFloat(), 2 * random.nextFloat()),
              0,
              0);
      all[i].measure();
    }
    BroadPhase broad = new BroadPhase();
    broad.find(all, n, 0);
    int expected = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        expected += all[i].overlaps(all[j], 0) ? 1 : 0;
      }
    }
    assertThat(broad.pairCount()).isEqualTo(expected).isGreaterThan(5);
  }
}
