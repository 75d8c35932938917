package dev.shinari.app.studio.view;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.world.Actor;
import dev.shinari.world.World;
import java.util.Arrays;

/** From what the page points at to particles of a body. */
public final class Picking {
  /** A hand holds particles no further apart at rest than this, in mean distances. */
  private static final float HAND_REACH = 1.7f;

  private static final int MOST_HELD = 256;

  /** A body hanging from a hand pulls it down by this share of its length. */
  private static final double SAG = 0.03;

  private static final double SOFTEST_HZ = 3;
  private static final double STIFFEST_HZ = 60;

  private Picking() {}

  /** A particle of a body of the world. */
  public record Spot(Body body, int number, int particle) {}

  /** The particle that carries most of a vertex. */
  public static Spot particle(World world, ShownMesh shown, int vertex) {
    if (vertex < 0 || vertex >= shown.vertexCount()) {
      throw new IllegalArgumentException("there is no vertex " + vertex);
    }
    Body body = shown.carrier(vertex);
    if (body == null) {
      throw new IllegalArgumentException("this cannot be taken hold of");
    }
    return spot(world, body, shown.mainParticle(vertex));
  }

  /** The joint of a creature that is nearest to a place. */
  public static int joint(Actor actor, double[] place) {
    if (!(actor instanceof ArticulatedBody creature)) {
      throw new IllegalArgumentException("this cannot be taken hold of");
    }
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < creature.skeleton().jointCount(); j++) {
      double d = 0;
      for (int c = 0; c < 3; c++) {
        d += (creature.joint(j, c) - place[c]) * (creature.joint(j, c) - place[c]);
      }
      if (d < least) {
        least = d;
        best = j;
      }
    }
    return best;
  }

  private static Spot spot(World world, Body body, int particle) {
    int number = world.bodies().indexOf(body);
    if (number < 0 || particle < 0 || particle >= body.particles().count()) {
      throw new IllegalArgumentException("this has just changed; try again");
    }
    return new Spot(body, number, particle);
  }

  /** A particle with those around it in the rest shape: what a hand takes hold of. */
  public static int[] around(Spot spot) {
    Body b = spot.body;
    float[] x = b.restX(), y = b.restY(), z = b.restZ();
    int c = spot.particle;
    double reach = HAND_REACH * b.spacing();
    int[] found = new int[MOST_HELD];
    int n = 0;
    found[n++] = c;
    for (int i = 0; i < b.particles().count() && n < MOST_HELD; i++) {
      double dx = x[i] - x[c], dy = y[i] - y[c], dz = z[i] - z[c];
      if (i != c && dx * dx + dy * dy + dz * dz < reach * reach) {
        found[n++] = i;
      }
    }
    return Arrays.copyOf(found, n);
  }

  /**
   * Frequency of a hand's spring, for each particle alone: stiff enough to carry the body's weight
   * with a little sag, which is what makes a heavy body feel heavy and a light one follow.
   */
  public static double hertz(Body body, int[] held, double gravity) {
    Particles p = body.particles();
    double mass = 0;
    for (int i : held) {
      mass += p.mass()[i];
    }
    double square = Math.max(1, gravity) * body.totalMass() / (mass * SAG * body.length());
    return Math.max(SOFTEST_HZ, Math.min(STIFFEST_HZ, Math.sqrt(square) / (2 * Math.PI)));
  }
}
