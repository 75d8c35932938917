package dev.shinari.cartoon;

import static dev.shinari.cartoon.EffectBodies.end;
import static dev.shinari.cartoon.EffectBodies.weightless;
import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.mesh.Lattice;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a take shows of a body that breaks down. */
class BreakdownTakeTest {
  private static Take pulledApart(Lattice cage, float limit) {
    World w = weightless();
    Body b = Body.builder("a", cage).elasticity(Elasticity.hertz(8, 0.2f)).breakable(true).build();
    w.add(b);
    w.add(Handle.builder(b, end(b, false)).build());
    MotionPath pull = MotionPath.builder().key(0, 0, 0, 0).key(1, 0, 4, 0).build();
    w.add(Handle.builder(b, end(b, true)).path(pull).build());
    w.add(b, new Breakdown(new Breakdown.Settings(limit, Envelope.ALWAYS)));
    Recorder r = new Recorder(w, "take", 24, 5);
    for (int f = 0; f < 36; f++) {
      r.advance();
    }
    return r.take();
  }

  private static float[] at(Take.Track t, int frame) {
    float[] p = new float[3 * t.surface().vertexCount()];
    t.positions(frame, p);
    return p;
  }

  private static double area(Take.Track t, int frame) {
    float[] p = at(t, frame);
    int[] k = t.surface().triangles();
    double sum = 0;
    for (int i = 0; i < k.length; i += 3) {
      double[] u = new double[3], v = new double[3];
      for (int a = 0; a < 3; a++) {
        u[a] = p[3 * k[i + 1] + a] - (double) p[3 * k[i] + a];
        v[a] = p[3 * k[i + 2] + a] - (double) p[3 * k[i] + a];
      }
      double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2];
      double z = u[0] * v[1] - u[1] * v[0];
      sum += 0.5 * Math.sqrt(x * x + y * y + z * z);
    }
    return sum;
  }

  @Test
  void aSolidShowsWallsWhereItBroke() {
    Take take = pulledApart(Lattice.block(2, 8, 2, 0.1f, 0, 0, 0), 1.6f);
    assertThat(take.tracks().stream().map(Take.Track::name)).containsExactly("a", "a-inside");
    Take.Track skin = take.tracks().get(0), inside = take.tracks().get(1);
    assertThat(inside.frameCount()).isEqualTo(skin.frameCount());
    // One break right across at least: two sides of a section of 0.2 by 0.2.
    assertThat(area(inside, 0)).isGreaterThan(2 * 0.2 * 0.2 - 1e-6);
    assertThat(area(inside, 36)).isGreaterThan(2 * 0.2 * 0.2 * 0.9);

    // Every edge of the skin that came apart is one of the inside.
    Map<String, Integer> edges = new HashMap<>();
    float[] p = at(skin, 36);
    int[] k = skin.surface().triangles();
    Map<String, Integer> skinEdges = count(p, k);
    edges.putAll(count(at(inside, 36), inside.surface().triangles()));
    long open = skinEdges.values().stream().filter(n -> n == 1).count();
    long closed =
        skinEdges.entrySet().stream()
            .filter(e -> e.getValue() == 1 && edges.containsKey(e.getKey()))
            .count();
    assertThat(open).isPositive();
    assertThat(closed / (double) open).isEqualTo(1);
  }

  private static Map<String, Integer> count(float[] p, int[] t) {
    Map<String, Integer> edges = new HashMap<>();
    for (int i = 0; i < t.length; i++) {
      String a = place(p, t[i]), b = place(p, t[i % 3 == 2 ? i - 2 : i + 1]);
      edges.merge(a.compareTo(b) < 0 ? a + b : b + a, 1, Integer::sum);
    }
    return edges;
  }

  private static String place(float[] p, int v) {
    return "(" + p[3 * v] + "," + p[3 * v + 1] + "," + p[3 * v + 2] + ")";
  }

  @Test
  void whatDoesNotBreakHasNoWalls() {
    Take take = pulledApart(Lattice.block(2, 8, 2, 0.1f, 0, 0, 0), 1000);
    assertThat(take.tracks().get(1).surface().triangleCount()).isZero();
    assertThat(take.tracks().get(1).surface().vertexCount()).isZero();
  }
}
