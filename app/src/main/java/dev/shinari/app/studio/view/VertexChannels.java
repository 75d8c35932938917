package dev.shinari.app.studio.view;

import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.body.Body;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.world.World;
import java.util.Set;

/**
 * Values in [0, 1] over the vertices of a mesh that a page shows as colors.
 *
 * <ul>
 *   <li>stretch: longest edge at a vertex, 0 as at rest or shorter, 1 at twice its length;
 *   <li>regions, pieces: a number, (n mod 16 + 0.5) / 16, for 16 hues;
 *   <li>splits: how often the cell was halved, as a share of the most;
 *   <li>groups: the number of the part that follows the examples on its own, as a hue;
 *   <li>weights: the weight of one example, at every vertex.
 * </ul>
 */
public final class VertexChannels {
  public static final String NONE = "none";

  private static final Set<String> PLAIN =
      Set.of(NONE, "stretch", "regions", "splits", "pieces", "groups");

  private VertexChannels() {}

  /** The name of a channel; weights have the example's number behind a colon. */
  public static String name(String asked, int example) {
    if (asked.equals("weights")) {
      return "weights:" + example;
    }
    if (!PLAIN.contains(asked)) {
      throw new IllegalArgumentException("unknown channel " + MessageJson.shown(asked));
    }
    return asked;
  }

  /** The values of a mesh, or null where the channel says nothing about it. */
  static float[] values(String channel, World world, ShownMesh s, float[] positions) {
    if (channel.equals(NONE) || s.thing == 0 || s instanceof WireframeLines) {
      return null;
    }
    float[] out = new float[positions.length / 3];
    switch (channel) {
      case "stretch" -> stretch(s.indices(), s.rest(), positions, out);
      case "regions" -> {
        for (int v = 0; v < out.length; v++) {
          out[v] = hue(Math.max(0, s.mainParticle(v)));
        }
      }
      case "pieces" -> {
        Body last = null;
        float value = hue(s.thing - 1);
        for (int v = 0; v < out.length; v++) {
          Body b = s.carrier(v);
          if (b != null && b != last) {
            last = b;
            value = hue(world.bodies().indexOf(b));
          }
          out[v] = value;
        }
      }
      case "groups" -> groups(s, out);
      case "splits" -> {
        if (s instanceof ShownMesh.OfPieces l) {
          System.arraycopy(l.view.levels(), 0, out, 0, out.length);
        }
      }
      default -> weights(Integer.parseInt(channel.substring("weights:".length())), s, out);
    }
    return out;
  }

  private static float hue(int number) {
    return (Math.floorMod(number, 16) + 0.5f) / 16;
  }

  private static void stretch(int[] t, float[] rest, float[] p, float[] out) {
    if (rest == null) {
      return;
    }
    for (int k = 0; k < t.length; k++) {
      int a = t[k], b = t[k - k % 3 + (k + 1) % 3];
      float now = square(p, a, b), was = square(rest, a, b);
      float value = was > 0 ? (float) Math.sqrt(now / was) - 1 : 0;
      value = value > 0 ? Math.min(1, value) : 0;
      out[a] = Math.max(out[a], value);
      out[b] = Math.max(out[b], value);
    }
  }

  private static float square(float[] p, int a, int b) {
    float x = p[3 * a] - p[3 * b], y = p[3 * a + 1] - p[3 * b + 1], z = p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z;
  }

  private static void weights(int example, ShownMesh s, float[] out) {
    if (!(s instanceof ShownMesh.OfBody shown)
        || shown.body.examples() == null
        || example >= shown.body.examples().poses().size()) {
      return;
    }
    float[] at = new float[shown.body.particles().count()];
    shown.body.exampleWeights(example, at);
    Embedding e = shown.body.surface();
    for (int v = 0, k = 0; v < out.length; v++) {
      float sum = 0;
      for (int end = k + e.width(); k < end; k++) {
        sum += e.weights()[k] * at[e.indices()[k]];
      }
      out[v] = Math.max(0, Math.min(1, sum));
    }
  }

  private static void groups(ShownMesh s, float[] out) {
    if (s instanceof ShownMesh.OfBody shown && shown.body.examples() != null) {
      for (int v = 0; v < out.length; v++) {
        out[v] = hue(Math.max(0, shown.body.exampleGroupAt(shown.mainParticle(v))));
      }
    }
  }

  /** Weight of an example in the mean over the groups of a body. */
  static double mean(Body b, int example) {
    double sum = 0;
    for (int g = 0; g < b.exampleGroupCount(); g++) {
      sum += b.exampleWeight(g, example);
    }
    return sum / Math.max(1, b.exampleGroupCount());
  }
}
