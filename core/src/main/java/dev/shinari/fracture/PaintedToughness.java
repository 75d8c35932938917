package dev.shinari.fracture;

import java.util.List;

/** Toughness as painted with capsules: lines, and dots where both ends are one point. */
public final class PaintedToughness implements Toughness {
  /**
   * One stroke. Where strokes lie over each other the last one counts.
   *
   * @param factor below 1 is weak, above 1 tough
   */
  public record Stroke(
      double ax,
      double ay,
      double az,
      double bx,
      double by,
      double bz,
      double radius,
      float factor) {}

  private final List<Stroke> strokes;

  public PaintedToughness(List<Stroke> strokes) {
    this.strokes = List.copyOf(strokes);
  }

  @Override
  public float at(double x, double y, double z, double size) {
    float factor = 1;
    for (Stroke s : strokes) {
      double ux = s.bx - s.ax, uy = s.by - s.ay, uz = s.bz - s.az;
      double length = ux * ux + uy * uy + uz * uz;
      double px = x - s.ax, py = y - s.ay, pz = z - s.az;
      double t = length > 0 ? Math.max(0, Math.min(1, (px * ux + py * uy + pz * uz) / length)) : 0;
      double dx = px - t * ux, dy = py - t * uy, dz = pz - t * uz;
      double reach = s.radius + (s.factor < 1 ? 0.5 * size : 0);
      if (dx * dx + dy * dy + dz * dz <= reach * reach) {
        factor = s.factor;
      }
    }
    return factor;
  }
}
