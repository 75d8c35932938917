package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.fracture.FractureListener;
import java.util.Arrays;

/** Keeps handles on the right particles while a body splits, tears, merges and parts. */
final class FractureFollower implements FractureListener {
  private final World world;
  private final BodyEntry entry;
  private final int[] one = new int[1];

  FractureFollower(World world, BodyEntry entry) {
    this.world = world;
    this.entry = entry;
  }

  private BodyEntry entry(int particle) {
    BodyEntry e = entry;
    if (particle >= e.holds.length) {
      e.holds = Arrays.copyOf(e.holds, Math.max(2 * e.holds.length, particle + 1));
    }
    return e;
  }

  @Override
  public void copied(int from, int to) {
    BodyEntry e = entry(to);
    e.holds[to] = e.holds[from];
    one[0] = from;
    for (Handle h : e.handles) {
      if (h.grips(one, 1)) {
        int held = e.holds[to];
        h.grip(to, one, 1, e.holds);
        e.holds[to] = held; // the copy came with all of its holds
      }
    }
  }

  @Override
  public void born(int i, int[] parents, int n) {
    BodyEntry e = entry(i);
    e.holds[i] = 0;
    for (Handle h : e.handles) {
      if (h.grips(parents, n)) {
        h.grip(i, parents, n, e.holds);
      }
    }
  }

  @Override
  public void removed(int i, int last) {
    BodyEntry e = entry(last);
    e.holds[i] = e.holds[last];
    for (Handle h : e.handles) {
      h.removed(i, last);
    }
  }

  @Override
  public void parted(Body piece, int[] old) {
    world.parted(entry, piece, old);
  }
}
