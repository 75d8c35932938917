package dev.shinari.body;

import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Embedding;

/**
 * A deformable body: particles pulled to the shapes of overlapping regions. Made from a cage by
 * {@link #builder}; moved by {@link #advance}, one inner step at a time, or by a world.
 */
public final class Body {
  /** The origin follows once the centre is this many body lengths away from it. */
  public static final float ORIGIN_STRAY = 4;

  private final String name;
  private final Cage cage;
  private final Particles particles;
  private final Embedding surface;
  private Elasticity elasticity;

  private Body(Builder b) {
    name = b.name;
    cage = b.cage;
    elasticity = b.elasticity;
    surface = b.surface == null ? Embedding.identity(cage.boundary()) : b.surface;
    float[] mass = new float[cage.vertexCount()];
    java.util.Arrays.fill(mass, 1f / mass.length); // CONTRACT STUB: by volume and density
    particles = new Particles(cage.positions(), mass);
  }

  public static Builder builder(String name, Cage cage) {
    return new Builder(name, cage);
  }

  public String name() {
    return name;
  }

  public Cage cage() {
    return cage;
  }

  public Particles particles() {
    return particles;
  }

  /** The surface that is seen, embedded in the cage. */
  public Embedding surface() {
    return surface;
  }

  public Elasticity elasticity() {
    return elasticity;
  }

  public void setElasticity(Elasticity elasticity) {
    this.elasticity = elasticity;
  }

  public int regionCount() {
    return particles.count();
  }

  /** Mean distance between neighbouring particles at rest; particles are half of it thick. */
  public float spacing() {
    return 0.1f; // CONTRACT STUB
  }

  /** Holds particle i: forces and pulls no longer move it; its velocity is what the caller sets. */
  public void hold(int i) {
    particles.mobility()[i] = 0;
  }

  public void release(int i) {
    particles.mobility()[i] = 1;
  }

  /** How many inner steps a step of h seconds needs for the body to reach its frequency. */
  public int innerSteps(float h) {
    return 1;
  }

  /**
   * One inner step: pull to goals, uniform acceleration, motion. Held particles move with the
   * velocity that they have. CONTRACT STUB.
   */
  public void advance(float h, float ax, float ay, float az) {
    Check.positive("h", h);
    Particles p = particles;
    for (int i = 0; i < p.count(); i++) {
      float m = p.mobility()[i];
      p.vx()[i] += m * h * ax;
      p.vy()[i] += m * h * ay;
      p.vz()[i] += m * h * az;
      p.x()[i] += h * p.vx()[i];
      p.y()[i] += h * p.vy()[i];
      p.z()[i] += h * p.vz()[i];
    }
  }

  /**
   * Tells the body that something other than its own pull moved its particles (contact, handle,
   * user), so that the energy guard takes the new state as given.
   */
  public void disturbed() {}

  /** What a body is made with. */
  public static final class Builder {
    private final String name;
    private final Cage cage;
    private Elasticity elasticity = Elasticity.DEFAULT;
    private Embedding surface;
    private float density = 1000;
    private int halfWidth = 1;

    private Builder(String name, Cage cage) {
      this.name = name;
      this.cage = cage;
    }

    public Builder elasticity(Elasticity e) {
      elasticity = e;
      return this;
    }

    /** The surface that is seen; the cage's own boundary unless given. */
    public Builder surface(Embedding e) {
      surface = e;
      return this;
    }

    /** Kilograms a cubic metre (a square metre for sheets, a metre for strands). */
    public Builder density(float kilograms) {
      density = Check.positive("density", kilograms);
      return this;
    }

    /** Half-width w of a lattice's regions in cells; 1 or more. */
    public Builder halfWidth(int w) {
      halfWidth = Check.inRange("halfWidth", w, 1, 64);
      return this;
    }

    public Body build() {
      return new Body(this);
    }
  }
}
