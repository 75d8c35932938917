package dev.shinari.rig.fit.pass;

import java.io.Serializable;
import java.util.ArrayList;

/** Numbers by example as they come from the blocks, a segment each. */
public final class ExampleSegments implements Serializable {
  private static final long serialVersionUID = 1;

  private record Segment(int first, double[] values) implements Serializable {}

  private final int each;
  private final ArrayList<Segment> segments = new ArrayList<>();

  /**
   * @param each numbers an example
   */
  public ExampleSegments(int each) {
    this.each = each;
  }

  /** Adds the numbers of examples from {@code first} on. */
  public void add(int first, double[] values) {
    segments.add(new Segment(first, values));
  }

  public void addAll(ExampleSegments others) {
    segments.addAll(others.segments);
  }

  /** All of them in the examples' order. */
  public double[] join(int examples) {
    double[] out = new double[each * examples];
    for (Segment s : segments) {
      System.arraycopy(s.values, 0, out, each * s.first, s.values.length);
    }
    return out;
  }
}
