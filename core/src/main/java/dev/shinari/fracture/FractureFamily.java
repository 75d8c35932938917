package dev.shinari.fracture;

import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** The pieces of what was one body at first, and what happened to them. */
public abstract class FractureFamily {
  private final String name;
  private final List<FractureBody> members = new ArrayList<>();
  private final List<FractureBody> vanished = new ArrayList<>();
  private Predicate<String> takenNames = any -> false;
  private boolean keepsVanished;
  private int dust;
  private int names;
  private int splits;
  private int tears;

  protected FractureFamily(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** What is seen of some bodies of this family as they are: the skin, or what tears opened. */
  public abstract FractureMesh mesh(List<FractureBody> bodies, boolean inner);

  /** Whether tears open faces that are seen: whether its bodies have an inside. */
  public abstract boolean hasInside();

  /** Bytes of a PNG file for the skin's texture coordinates, or null. */
  public byte[] picture() {
    return null;
  }

  /** The pieces in the order in which they came off; the first body comes first. */
  public List<FractureBody> members() {
    return Collections.unmodifiableList(members);
  }

  /** Pieces that were dust and went, as they were; only since {@link #keepVanished}. */
  public List<FractureBody> vanished() {
    return vanished;
  }

  /** A recording shows dust until it goes, so that bodies that go are kept from now on. */
  public void keepVanished() {
    keepsVanished = true;
  }

  /** Number of pieces that were dust and went. */
  public int dust() {
    return dust;
  }

  /** Who belongs to the family at one moment, and what had happened until then. */
  public static final class State {
    private final List<FractureBody> members;
    private final List<FractureBody> vanished;
    private final int[] counts;
    private final Object more;

    private State(FractureFamily f) {
      members = List.copyOf(f.members);
      vanished = List.copyOf(f.vanished);
      counts = new int[] {f.names, f.splits, f.tears, f.dust};
      more = f.saveMore();
    }
  }

  public State save() {
    return new State(this);
  }

  public void restore(State s) {
    members.clear();
    members.addAll(s.members);
    vanished.clear();
    vanished.addAll(s.vanished);
    names = s.counts[0];
    splits = s.counts[1];
    tears = s.counts[2];
    dust = s.counts[3];
    restoreMore(s.more);
  }

  /** What a kind of family knows beyond its members. */
  protected Object saveMore() {
    return null;
  }

  protected void restoreMore(Object saved) {}

  /** The body belongs to the family from now on. */
  public void add(FractureBody b) {
    members.add(b);
  }

  void vanish(FractureBody b) {
    dust++;
    if (keepsVanished) {
      vanished.add(b);
    }
  }

  /** Names that pieces must not get because others have them. */
  public void avoidNames(Predicate<String> taken) {
    takenNames = Check.notNull("taken", taken);
  }

  String nextName() {
    String next;
    do {
      next = name + "-" + ++names;
    } while (takenNames.test(next));
    return next;
  }

  void count(int newSplits, int newTears) {
    splits += newSplits;
    tears += newTears;
  }

  /** Times that cells were asked to be halved. */
  public int splits() {
    return splits;
  }

  /** Pairs that were cut. */
  public int tears() {
    return tears;
  }

  public int merges() {
    int n = 0;
    for (int k = 0; k < members.size(); k++) { // in every step: no iterator
      n += members.get(k).merges();
    }
    return n;
  }

  public int particleCount() {
    int n = 0;
    for (FractureBody b : members) {
      n += b.body().particles().count();
    }
    return n;
  }

  public int elementCount() {
    int n = 0;
    for (FractureBody b : members) {
      n += b.elements().count();
    }
    return n;
  }
}
