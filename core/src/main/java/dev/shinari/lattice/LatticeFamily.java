package dev.shinari.lattice;

import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** The pieces of what was one body at first, and what happened to them. */
public final class LatticeFamily {
  private final String name;
  private final LatticeSkin skin;
  final LatticeFrame frame;
  private final List<LatticeBody> members = new ArrayList<>();
  private final List<LatticeBody> vanished = new ArrayList<>();
  private Predicate<String> takenNames = any -> false;
  private int names;
  private int splits;
  private int tears;

  LatticeFamily(String name, LatticeSkin skin, LatticeFrame frame) {
    this.name = name;
    this.skin = skin;
    this.frame = frame;
  }

  public String name() {
    return name;
  }

  public LatticeSkin skin() {
    return skin;
  }

  /** The pieces in the order in which they came off; the first body comes first. */
  public List<LatticeBody> members() {
    return Collections.unmodifiableList(members);
  }

  /** Pieces that were dust and went, as they were. */
  public List<LatticeBody> vanished() {
    return Collections.unmodifiableList(vanished);
  }

  /** Who belongs to the family at one moment, and what had happened until then. */
  public static final class State {
    private final List<LatticeBody> members;
    private final List<LatticeBody> vanished;
    private final int names;
    private final int splits;
    private final int tears;

    private State(LatticeFamily f) {
      members = List.copyOf(f.members);
      vanished = List.copyOf(f.vanished);
      names = f.names;
      splits = f.splits;
      tears = f.tears;
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
    names = s.names;
    splits = s.splits;
    tears = s.tears;
  }

  void add(LatticeBody b) {
    members.add(b);
  }

  void vanish(LatticeBody b) {
    vanished.add(b);
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
    for (LatticeBody b : members) {
      n += b.lattice().merges();
    }
    return n;
  }

  public int particleCount() {
    int n = 0;
    for (LatticeBody b : members) {
      n += b.lattice().particleCount();
    }
    return n;
  }

  public int cellCount() {
    int n = 0;
    for (LatticeBody b : members) {
      n += b.lattice().cellCount();
    }
    return n;
  }
}
