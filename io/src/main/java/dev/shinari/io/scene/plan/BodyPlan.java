package dev.shinari.io.scene.plan;

import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.PaintedToughness;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.take.Look;
import java.util.List;

/**
 * One entry of a scene's bodies; {@link Repeat} may make several bodies of it.
 *
 * @param tear how it tears, or null for never
 * @param density kilograms a cubic meter, square meter (sheet) or meter (strand)
 * @param effects cartoon effects, in the order in which they are put on
 * @param examples poses that it likes to deform into, or null
 */
public record BodyPlan(
    String name,
    ShapePlan shape,
    Cage cage,
    Vec3 position,
    Vec3 rotationDeg,
    float scale,
    Vec3 velocity,
    Vec3 spinDegPerSecond,
    float density,
    Elasticity elasticity,
    float volumeKeeping,
    float friction,
    float restitution,
    float thickness,
    boolean sleeps,
    Look look,
    List<Selection> pins,
    List<Handle> handles,
    Repeat repeat,
    ExamplesPlan examples,
    Tear tear,
    List<EffectPlan> effects) {
  public BodyPlan {
    effects = List.copyOf(effects);
    pins = List.copyOf(pins);
    handles = List.copyOf(handles);
  }

  /**
   * Whether its cage is an adaptive lattice: that of a drawing, or of a solid that tears. Sheets,
   * strands and solids that ask for tetrahedra come apart between the elements of their cage.
   */
  public boolean isAdaptive() {
    boolean points = shape instanceof ShapePlan.Sheet || shape instanceof ShapePlan.Strand;
    return shape instanceof ShapePlan.Drawing || tear != null && cage.lattice() && !points;
  }

  /** How a body splits and tears. */
  public record Tear(
      FractureSettings settings,
      int levels,
      int outlineLevels,
      Vec3 shift,
      float turnDeg,
      List<PaintedToughness.Stroke> paint,
      List<Tool> tools) {
    public Tear {
      paint = List.copyOf(paint);
      tools = List.copyOf(tools);
    }

    /** How tough it is where. */
    public Toughness toughness() {
      return paint.isEmpty() ? Toughness.EVEN : new PaintedToughness(paint);
    }

    /**
     * A cut or shot, to all pieces or (by its name) to one.
     *
     * @param key where it stands in the scene: {@code cuts[0]}
     */
    public record Tool(String key, String piece, TearTool what) {}
  }

  /**
   * The simulated volume.
   *
   * @param resolution cells along the longest side
   * @param evenRegions whether regions of tetrahedra are of one size instead of one-rings
   * @param uneven how many times smaller tetrahedra are at the high end of the longest side
   */
  public record Cage(
      boolean lattice, int resolution, int halfWidth, float uneven, boolean evenRegions) {}

  /** Some particles, in the body's own coordinates before scale and placing. */
  public sealed interface Selection {
    /**
     * One side: axis 0, 1, 2 for x, y, z; {@code high} for the positive end; {@code depth} as a
     * share of the body's length on that axis.
     */
    record Side(int axis, boolean high, float depth) implements Selection {}

    record Box(Vec3 min, Vec3 max) implements Selection {}

    record Sphere(Vec3 center, float radius) implements Selection {}

    record All() implements Selection {}

    /** Vertices of the seen surface by number, and what lies under them; see PaintedParts. */
    record Vertices(int[] numbers) implements Selection {}
  }

  /**
   * Particles held and moved.
   *
   * @param name what drives call it, or null
   * @param releaseSeconds infinite for never
   */
  public record Handle(String name, Selection select, Scene.Motion motion, float releaseSeconds) {}

  /**
   * The same body several times, on a grid with the given step along each axis, or in a row: then
   * {@code countX} counts and the whole offset is added for each.
   */
  public record Repeat(
      boolean row,
      int countX,
      int countY,
      int countZ,
      Vec3 offset,
      float jitter,
      float jitterDeg,
      List<Integer> colors) {
    /** One body, where it stands. */
    public static final Repeat ONCE = new Repeat(true, 1, 1, 1, Vec3.ZERO, 0, 0, List.of());

    public Repeat {
      colors = List.copyOf(colors);
    }

    public int count() {
      return countX * countY * countZ;
    }

    /** Where number i stands, relative to the first; along x first, then y, then z. */
    public Vec3 place(int i) {
      if (row) {
        return offset.times(i);
      }
      int x = i % countX, y = i / countX % countY, z = i / (countX * countY);
      return new Vec3(x * offset.x(), y * offset.y(), z * offset.z());
    }
  }
}
