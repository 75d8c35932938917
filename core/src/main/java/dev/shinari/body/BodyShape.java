package dev.shinari.body;

import dev.shinari.body.particle.Masses;
import dev.shinari.body.region.LatticeLayout;
import dev.shinari.body.region.LatticeRegions;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.Kernels;
import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.embed.Embedding;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The rest data of a body: all that follows from its cage, density and regions, and that equal
 * bodies have in common ({@link Body.Builder#like}). Read-only: a body whose particles or regions
 * change copies what it changes first.
 */
public final class BodyShape {
  final Cage cage;
  final Embedding surface;
  final float[] mass;
  final float[] restX;
  final float[] restY;
  final float[] restZ;
  final double[] restCenter;
  final double totalMass;
  final float length;
  final float spacing;

  // Set by the first body, which makes them.
  ListRegions.Rest lists; // or
  LatticeLayout layout;
  NaturalFrequency stretch;

  // What the body was built with.
  private final float density;
  private final int halfWidth;
  private final boolean evenRegions;
  private final boolean editable;
  private final boolean breakable;
  private final Kernels kernels;
  private final boolean plain; // not a piece, no masses of its own

  private final Map<Class<?>, Object> derived = new HashMap<>();

  BodyShape(Body.Builder b) {
    cage = b.cage;
    surface = b.surface == null ? Embedding.identity(cage.boundary()) : b.surface;
    mass = b.masses == null ? Masses.of(cage, b.density) : b.masses;
    density = b.density;
    halfWidth = b.halfWidth;
    evenRegions = b.evenRegions;
    editable = b.editable;
    breakable = b.breakable;
    kernels = b.kernels;
    plain = b.masses == null && !b.isPiece();
    int n = mass.length;
    Check.that(n > 0, "a body needs at least one particle; its cage is empty");
    float[] p = cage.positions();
    double cx = 0, cy = 0, cz = 0, m = 0;
    for (int i = 0; i < n; i++) {
      m += mass[i];
      cx += (double) mass[i] * p[3 * i];
      cy += (double) mass[i] * p[3 * i + 1];
      cz += (double) mass[i] * p[3 * i + 2];
    }
    totalMass = m;
    restCenter = b.restCenter != null ? b.restCenter : new double[] {cx / m, cy / m, cz / m};
    restX = new float[n];
    restY = new float[n];
    restZ = new float[n];
    for (int i = 0; i < n; i++) {
      restX[i] = (float) (p[3 * i] - restCenter[0]);
      restY[i] = (float) (p[3 * i + 1] - restCenter[1]);
      restZ[i] = (float) (p[3 * i + 2] - restCenter[2]);
    }
    float side = cage.boundary().bounds().longestSide();
    length = side > 0 ? side : 1; // a single point is as long as anything
    spacing = Masses.spacing(cage, length);
  }

  /** This shape for another body; refuses one that would have another. */
  BodyShape checked(Body.Builder b) {
    String differs =
        b.cage != cage
            ? "cage"
            : b.density != density
                ? "density"
                : b.halfWidth != halfWidth
                    ? "half-width"
                    : b.evenRegions != evenRegions || b.breakable != breakable
                        ? "kind of regions"
                        : b.kernels != kernels ? "kernels" : null;
    if (differs == null && (b.editable != editable || b.masses != null || b.isPiece() || !plain)) {
      differs = "way of changing";
    }
    Check.that(
        differs == null,
        "body '" + b.name + "' cannot be like the other one: its " + differs + " differs");
    return this;
  }

  Regions regions(Body.Builder b) {
    float[][] rest = {restX, restY, restZ};
    if (lists != null) {
      return new ListRegions(b.kernels, lists, rest, mass);
    } else if (layout != null) {
      return new LatticeRegions(b.kernels, layout);
    }
    Regions made = RegionChoice.make(b, rest, mass);
    if (made instanceof ListRegions list) {
      lists = list.rest();
    } else {
      layout = ((LatticeRegions) made).layout;
    }
    return made;
  }

  /**
   * Rest data that another package works out from this shape: made once, for all equal bodies.
   *
   * @param type says what it is
   */
  public synchronized <T> T derived(Class<T> type, Supplier<T> maker) {
    Check.notNull("type", type);
    Check.notNull("maker", maker);
    T known = type.cast(derived.get(type));
    if (known == null) {
      known = maker.get();
      derived.put(type, known);
    }
    return known;
  }
}
