package dev.shinari.take.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.world.BodySettings;
import dev.shinari.world.TestBodies;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import org.junit.jupiter.api.Test;

class RecorderTest {
  @Test
  void framesAreWhatTheWorldShowedAtTheirTimes() {
    World w = new World();
    Body b = TestBodies.block("b", 2, 0.1f, 0, 1, 0);
    w.add(b, BodySettings.DEFAULT, Look.rgb(0x123456));
    w.add(Collider.floor(0));
    Recorder r = new Recorder(w, "fall", 24, 5);
    float[][] seen = new float[16][3 * 27];
    b.particles().copyPositions(seen[0]);
    for (int f = 1; f < 16; f++) {
      r.advance();
      b.particles().copyPositions(seen[f]);
      assertThat(w.seconds()).isEqualTo(f / 24.0, within(1e-5));
    }
    Take take = r.take();
    assertThat(take.frameCount()).isEqualTo(16);
    assertThat(take.tracks()).hasSize(2);
    Take.Track floor = take.tracks().get(0), body = take.tracks().get(1);
    assertThat(floor.isScenery()).isTrue();
    assertThat(floor.frameCount()).isEqualTo(1);
    assertThat(body.look().toRgb()).isEqualTo(0x123456);
    assertThat(body.isScenery()).isFalse();
    float[] out = new float[3 * 27];
    for (int f = 0; f < 16; f++) {
      body.positions(f, out);
      int[] drawn = body.surface().triangles();
      for (int v : drawn) {
        for (int k = 0; k < 3; k++) {
          assertThat(out[3 * v + k]).isEqualTo(seen[f][3 * v + k]);
        }
      }
    }
    assertThat(body.surface().positions()[1]).isEqualTo(seen[0][1]);
    assertThat(take.events()).hasSize(1); // it has not come down again
    assertThat(take.events().get(0).seconds())
        .isEqualTo((float) Math.sqrt(2 / 9.81), within(0.02f));
    int hit = (int) Math.ceil(24 * take.events().get(0).seconds());
    assertThat(take.frameOf(take.events().get(0))).isEqualTo(hit);
    for (int f = 0; f < take.frameCount(); f++) {
      assertThat(take.events(f)).hasSize(f == hit ? 1 : 0);
    }
  }

  @Test
  void aMovingObstacleHasFramesAndALateBodyStandsStillBeforeItCame() {
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(
        Collider.builder("box", new BoxShape(1, 1, 1))
            .at(5, 0, 0)
            .path(MotionPath.velocity(0, 2, 0))
            .build());
    Recorder r = new Recorder(w, "t", 10, 1);
    r.advance();
    Body late = TestBodies.block("late", 1, 0.1f, 0, 0, 0);
    w.add(late);
    TestBodies.setVelocity(late, 1, 0, 0);
    r.advance();
    r.advance();
    Take take = r.take();
    float[] a = new float[3 * 24], c = new float[3 * 24];
    take.tracks().get(0).positions(0, a);
    take.tracks().get(0).positions(3, c);
    assertThat(c[1] - a[1]).isEqualTo(0.6f, within(1e-5f));
    Take.Track body = take.tracks().get(1);
    assertThat(body.frameCount()).isEqualTo(4).isEqualTo(take.frameCount());
    float[] p = new float[24], q = new float[24];
    body.positions(0, p);
    body.positions(2, q);
    assertThat(p).containsExactly(q);
    body.positions(3, q);
    assertThat(q[0] - p[0]).isEqualTo(0.1f, within(1e-5f));
  }

  @Test
  void anEmbeddedSurfaceIsMadeFromTheCarriersAlone() {
    // One small triangle in the middle cell of a large lattice, and one with many vertices.
    Lattice cage = Lattice.block(3, 3, 3, 1, 0, 0, 0);
    int[] tetrahedron = {21, 22, 25, 37};
    float[] p = cage.positions();
    for (int copies : new int[] {1, 50}) {
      int n = 3 * copies;
      float[] surface = new float[3 * n];
      int[] triangles = new int[n];
      int[] indices = new int[4 * n];
      float[] weights = new float[4 * n];
      for (int v = 0; v < n; v++) {
        triangles[v] = v;
        for (int k = 0; k < 4; k++) {
          indices[4 * v + k] = tetrahedron[k];
          weights[4 * v + k] = k == v % 3 ? 0.7f : 0.1f;
          for (int c = 0; c < 3; c++) {
            surface[3 * v + c] += weights[4 * v + k] * p[3 * tetrahedron[k] + c];
          }
        }
      }
      Embedding e = new Embedding(new TriangleMesh(surface, triangles), 4, indices, weights);
      World w = new World();
      Body b = Body.builder("b", cage).surface(e).build();
      w.add(b);
      Recorder r = new Recorder(w, "t", 24, 1);
      r.advance();
      float[] expected = new float[3 * n], out = new float[3 * n];
      e.apply(
          b.particles().x(),
          b.particles().y(),
          b.particles().z(),
          b.particles().originX(),
          b.particles().originY(),
          b.particles().originZ(),
          expected);
      r.take().tracks().get(0).positions(1, out);
      assertThat(out).containsExactly(expected);
    }
  }
}
