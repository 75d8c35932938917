package dev.shinari.body;

import dev.shinari.math.Check;
import java.util.Arrays;

/**
 * The links of a body that was built {@link Body.Builder#breakable breakable}: pairs of particles
 * that are in each other's region. A link that breaks takes the two out of each other's region, so
 * that they no longer pull each other; nothing else changes, no mesh and no particle [Lin, sec.
 * 2.3, 3.2].
 */
public final class Links {
  private final Body body;
  private final ListRegions regions;
  private final int[] ends; // two a link, ascending
  private final float[] restSquare;
  private final float[] broken; // 1 where it is; state
  private int brokenCount;
  private final boolean[] touched; // particles that lost a link in this call
  private final int[] list;
  private final double[] place = new double[3];

  Links(Body body, ListRegions regions) {
    this.body = body;
    this.regions = regions;
    int n = body.particles().count(), count = 0, most = 0;
    for (int r = 0; r < n; r++) {
      most = Math.max(most, regions.memberCount(r));
      for (int k = 0; k < regions.memberCount(r); k++) {
        count += regions.member(r, k) > r ? 1 : 0;
      }
    }
    ends = new int[2 * count];
    restSquare = new float[count];
    broken = new float[count];
    touched = new boolean[n];
    list = new int[most];
    int at = 0;
    for (int r = 0; r < n; r++) {
      for (int k = 0; k < regions.memberCount(r); k++) {
        int j = regions.member(r, k);
        if (j > r) {
          ends[2 * at] = r;
          ends[2 * at + 1] = j;
          float x = body.restX()[j] - body.restX()[r], y = body.restY()[j] - body.restY()[r];
          float z = body.restZ()[j] - body.restZ()[r];
          restSquare[at++] = x * x + y * y + z * z;
        }
      }
    }
  }

  public int count() {
    return restSquare.length;
  }

  public int first(int link) {
    return ends[2 * link];
  }

  public int second(int link) {
    return ends[2 * link + 1];
  }

  public boolean isBroken(int link) {
    return broken[link] != 0;
  }

  public int brokenCount() {
    return brokenCount;
  }

  /** World coordinate 0, 1 or 2 of the middle of the links that broke last. */
  public double place(int axis) {
    return place[axis];
  }

  /**
   * Breaks all links that are longer than a multiple of their length at rest.
   *
   * @return how many broke
   */
  public int breakBeyond(float ratio) {
    Check.inRange("ratio", ratio, 1, 1e6f);
    Particles p = body.particles();
    float[] x = p.x(), y = p.y(), z = p.z();
    float most = ratio * ratio;
    int news = 0;
    int last = -1; // links ascend by their first end
    float xi = 0, yi = 0, zi = 0;
    for (int k = 0; k < restSquare.length; k++) {
      int i = ends[2 * k], j = ends[2 * k + 1];
      if (i != last) {
        last = i;
        xi = x[i];
        yi = y[i];
        zi = z[i];
      }
      float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
      if (dx * dx + dy * dy + dz * dz > most * restSquare[k] && broken[k] == 0) {
        if (news++ == 0) {
          Arrays.fill(place, 0);
        }
        broken[k] = 1;
        touched[i] = true;
        touched[j] = true;
        place[0] += 0.5 * (p.worldX(i) + p.worldX(j));
        place[1] += 0.5 * (p.worldY(i) + p.worldY(j));
        place[2] += 0.5 * (p.worldZ(i) + p.worldZ(j));
      }
    }
    if (news > 0) {
      brokenCount += news;
      for (int a = 0; a < 3; a++) {
        place[a] /= news;
      }
      renew();
    }
    return news;
  }

  /** Gives the regions of touched particles the members that they are still linked to. */
  private void renew() {
    int n = touched.length, at = 0;
    // Links ascend by their first end only, so members are gathered from both sides.
    for (int r = 0; r < n; r++) {
      if (touched[r]) {
        at++;
      }
    }
    if (at == 0) {
      return;
    }
    int[] sizes = new int[n + 1];
    for (int k = 0; k < restSquare.length; k++) {
      if (broken[k] == 0) {
        sizes[ends[2 * k] + 1]++;
        sizes[ends[2 * k + 1] + 1]++;
      }
    }
    for (int r = 0; r < n; r++) {
      sizes[r + 1] += sizes[r];
    }
    int[] next = Arrays.copyOf(sizes, n);
    int[] members = new int[sizes[n]];
    for (int k = 0; k < restSquare.length; k++) {
      if (broken[k] == 0) {
        members[next[ends[2 * k]]++] = ends[2 * k + 1];
        members[next[ends[2 * k + 1]]++] = ends[2 * k];
      }
    }
    for (int r = 0; r < n; r++) {
      if (!touched[r]) {
        continue;
      }
      touched[r] = false;
      int size = 0;
      list[size++] = r;
      for (int e = sizes[r]; e < sizes[r + 1]; e++) {
        list[size++] = members[e];
      }
      Arrays.sort(list, 0, size);
      if (!regions.hasMembers(r, list, size)) {
        regions.setMembers(r, list, size);
      }
    }
    regions.refresh();
    body.disturbed();
  }

  float[] state() {
    return broken;
  }

  /** The state was written from outside. */
  void restored() {
    brokenCount = 0;
    for (float b : broken) {
      brokenCount += b != 0 ? 1 : 0;
    }
    Arrays.fill(touched, true);
    renew();
  }
}
