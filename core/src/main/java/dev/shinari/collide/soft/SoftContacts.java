package dev.shinari.collide.soft;

import dev.shinari.collide.ContactSettings;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Contact between all bodies of a world. A round goes: {@link #begin}, {@link #add} every pair of
 * bodies that are near each other, {@link #find} where they touch, {@link #include} the pairs that
 * shall be resolved, {@link #solve} them together. Finding runs side by side, since a pair writes
 * to itself alone; solving goes through the pairs in the order in which they were added, to and fro
 * over all of them, so that what lies in a pile feels all of the pile.
 */
public final class SoftContacts {
  /** Pairs a block: to decide about one takes less than to fetch it. */
  private static final int PAIRS = 16;

  private ContactPair[] pairs = new ContactPair[64];
  private int size;
  private ContactPair[] look = new ContactPair[64]; // those that must be looked at
  private int lookSize;
  private ContactPair[] included = new ContactPair[64];
  private int includedSize;
  private final List<ContactSurface> surfaces = new ArrayList<>(); // in the pairs, each once
  private ContactFinder[] finders = {};
  private long round;
  private float seconds;
  private final Workers.BlockTask arriveOne = (i, worker) -> surfaces.get(i).arrive();
  private final Workers.BlockTask refitOne =
      (i, worker) -> {
        if (surfaces.get(i).wanted) {
          surfaces.get(i).refit();
        }
      };
  private final Workers.BlockTask decideSome =
      (block, worker) -> {
        for (int k = PAIRS * block; k < Math.min(size, PAIRS * (block + 1)); k++) {
          pairs[k].decide(round);
        }
      };
  private final Workers.BlockTask turnOne =
      (i, worker) -> surfaces.get(i).body().applyAngularImpulse();
  private final Workers.BlockTask lookInsideOne = (i, worker) -> surfaces.get(i).lookInside();
  private final Workers.BlockTask findOne =
      (i, worker) -> look[i].find(finders[worker], seconds, round);

  /** Starts a round at the end of a way of so many seconds. */
  public void begin(float wayOfSeconds) {
    seconds = wayOfSeconds;
    round++;
    size = 0;
    includedSize = 0;
    for (int k = 0; k < surfaces.size(); k++) { // in every step: no iterator
      surfaces.get(k).inRound = false;
    }
    surfaces.clear();
  }

  /** Two bodies that are near each other and may touch. */
  public void add(ContactSurface a, ContactSurface b) {
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * size);
      look = Arrays.copyOf(look, 2 * size);
      included = Arrays.copyOf(included, 2 * size);
    }
    a.renew();
    b.renew();
    pairs[size++] = pair(a, b);
    enter(a);
    enter(b);
  }

  private void enter(ContactSurface s) {
    if (!s.inRound) {
      s.inRound = true;
      surfaces.add(s);
    }
  }

  /** Two bodies that are near each other and still: what is known about them holds on. */
  public void keep(ContactSurface a, ContactSurface b) {
    ContactPair known = a.pairWith(b);
    if (known != null && known.round == round - 1) {
      known.round = round;
    }
  }

  private static ContactPair pair(ContactSurface a, ContactSurface b) {
    ContactPair known = a.pairWith(b);
    if (known == null) {
      known = new ContactPair(a, b);
      a.know(known);
    }
    return known;
  }

  /** Finds where the pairs of this round touch. */
  public void find(Workers workers) {
    if (finders.length < workers.count()) {
      finders = Arrays.copyOf(finders, workers.count());
      for (int k = 0; k < finders.length; k++) {
        finders[k] = finders[k] == null ? new ContactFinder() : finders[k];
      }
    }
    workers.run(surfaces.size(), arriveOne);
    workers.run((size + PAIRS - 1) / PAIRS, decideSome);
    lookSize = 0;
    for (int k = 0; k < size; k++) {
      ContactPair pair = pairs[k];
      if (pair.looks) {
        look[lookSize++] = pair;
        pair.a.wanted = true;
        pair.b.wanted = true;
      } else {
        pair.goOn(round);
      }
    }
    workers.run(surfaces.size(), refitOne);
    workers.run(lookSize, findOne);
  }

  /** Pairs of this round. */
  public int pairCount() {
    return size;
  }

  /** Whether pair k of this round touches. */
  public boolean touches(int k) {
    return pairs[k].touches();
  }

  /** Has pair k of this round resolved by {@link #solve}. */
  public void include(int k) {
    included[includedSize++] = pairs[k];
  }

  /** Resolves the pairs that were included. */
  public void solve(ContactSettings settings, Workers workers) {
    for (int k = 0; k < includedSize; k++) {
      included[k].part(seconds, settings);
    }
    if (includedSize > 0) {
      workers.run(surfaces.size(), lookInsideOne);
    }
    // Impulses go on until neighboring contacts agree: what is left over would look like motion.
    for (int sweep = 0; sweep < settings.iterations() && includedSize > 0; sweep++) {
      boolean back = sweep % 2 == 1;
      for (int k = 0; k < includedSize; k++) {
        included[back ? includedSize - 1 - k : k].list.sweep(back);
      }
      // Else a contact would only ever feel the layer of particles that touches.
      for (int k = 0; k < surfaces.size(); k++) {
        surfaces.get(k).handOn(back);
      }
    }
    for (int k = 0; k < includedSize; k++) {
      included[k].roll(settings.rollingResistance());
    }
    workers.run(surfaces.size(), turnOne);
  }

  /**
   * A body has fallen asleep: what it touches may tremble, but not move away, without waking it.
   */
  public void rest(ContactSurface sleeper) {
    sleeper.rest(round);
  }

  /** A body has woken up. */
  public void wake(ContactSurface sleeper) {
    sleeper.wake();
  }

  /** Whether the sleeper of pair k lay on or under the other one when it fell asleep. */
  public boolean isResting(int k) {
    return pairs[k].resting;
  }

  /** Whether the two of pair k, which rested on each other, have moved since. */
  public boolean hasShifted(int k) {
    return pairs[k].hasShifted();
  }

  /** Particle contacts of pair k. */
  public int contacts(int k) {
    return pairs[k].list.contacts;
  }

  /** Fastest approach of pair k, meters a second. */
  public float approach(int k) {
    return pairs[k].list.approach;
  }

  /** World coordinate 0, 1 or 2 of the fastest approach of pair k. */
  public double place(int k, int axis) {
    return axis == 0
        ? pairs[k].list.placeX
        : axis == 1 ? pairs[k].list.placeY : pairs[k].list.placeZ;
  }

  /** Coordinate 0, 1 or 2 of the line on which pair k met, from the second body to the first. */
  public float normal(int k, int axis) {
    return (float) pairs[k].axis[axis];
  }

  /** On which side of which body the particles are; for {@link #restore}. */
  public Sides save(ContactSurface[] all) {
    List<ContactPair> known = new ArrayList<>();
    for (ContactSurface s : all) {
      for (ContactPair pair : s.pairs) {
        if (pair.round == round) {
          known.add(pair);
        }
      }
    }
    return new Sides(known, all);
  }

  /** Goes back to what {@link #save} took. */
  public void restore(Sides sides, ContactSurface[] all) {
    for (ContactSurface s : all) {
      for (ContactPair pair : s.pairs) {
        pair.round = -1;
      }
    }
    sides.restore(round);
  }

  /** What is known of the pairs of bodies that are near each other, and how far all have gone. */
  public static final class Sides {
    private final ContactPair[] pairs;
    private final ContactPair.State[] states;
    private final ContactSurface[] surfaces;
    private final ContactSurface.Mark[] marks;

    private Sides(List<ContactPair> known, ContactSurface[] all) {
      pairs = known.toArray(ContactPair[]::new);
      states = known.stream().map(ContactPair::save).toArray(ContactPair.State[]::new);
      surfaces = all.clone();
      marks = Arrays.stream(all).map(ContactSurface::mark).toArray(ContactSurface.Mark[]::new);
    }

    private void restore(long round) {
      for (int k = 0; k < pairs.length; k++) {
        pairs[k].a.know(pairs[k]);
        pairs[k].restore(states[k], round);
      }
      for (int k = 0; k < surfaces.length; k++) {
        surfaces[k].restore(marks[k]);
      }
    }
  }
}
