package dev.shinari.world.constraint;

import dev.shinari.body.Body;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.mesh.TriangleMesh;

/**
 * What a body's size is measured by, and on which elements over its particles: the volume within a
 * closed surface, the area that triangles cover, or the length of links between two particles.
 *
 * @param elements three particles per triangle, two per link
 */
@SuppressWarnings("ArrayRecordComponent")
public // flat arrays are the point; records only name them
record Extent(Measure measure, int[] elements) {
  /** What is measured. */
  public enum Measure {
    VOLUME,
    AREA,
    LENGTH
  }

  /** Of a body that does not change: its cage's boundary; the links of a strand. */
  static Extent of(Body body) {
    TriangleMesh boundary = body.cage().boundary();
    if (boundary.triangles().length > 0) {
      return of(boundary);
    }
    int[] links = new int[2 * Math.max(0, body.particles().count() - 1)];
    for (int k = 0; k < links.length; k++) {
      links[k] = (k + 1) / 2; // a strand's points follow each other
    }
    return new Extent(Measure.LENGTH, links);
  }

  static Extent of(TriangleMesh boundary) {
    return new Extent(
        ContactSurface.isClosed(boundary) ? Measure.VOLUME : Measure.AREA, boundary.triangles());
  }
}
