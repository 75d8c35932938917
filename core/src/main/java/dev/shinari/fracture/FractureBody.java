package dev.shinari.fracture;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A body that can come apart [Ohta, sec. 4; Lin, sec. 2.3]. It is made of elements that share
 * particles (cells of an adaptive lattice; tetrahedra, cells, triangles or links of a cage); two
 * elements with a common facet are joined until that facet is torn. Where elements are no longer
 * joined around a particle, the particle is doubled; elements that are joined to no others of the
 * body are a piece, and become a body of their own.
 *
 * <p>A facet tears where the distance of its two elements' middles, to that at rest, is above a
 * limit. Of the facets that are ready the widest go first, and each element takes part in one tear
 * per step at most: a pull needs some steps to travel through the elements, and all that is
 * stretched would crumble before the first tear has relieved it.
 */
public abstract class FractureBody {
  private final FractureFamily family;
  private final PieceSearch search;
  private final ElementGraph graph;
  private long[] ready = new long[64]; // facets to tear: falling stretch, then element and facet
  private int readyCount;
  private boolean[] busy = {};
  private int eventTears;
  private long changeNanos;
  private final double[] eventPlace = new double[3];

  protected FractureBody(FractureFamily family, ElementGraph graph) {
    this.family = family;
    this.graph = graph;
    search = new PieceSearch(graph);
  }

  public abstract Body body();

  /** All pieces of what was one body at first. */
  public final FractureFamily family() {
    return family;
  }

  public final ElementGraph elements() {
    return graph;
  }

  /** Grows with every change of elements or particles. */
  public abstract int version();

  /** Cells that became one again since the beginning. */
  public int merges() {
    return 0;
  }

  /** The ratio above which facets tear. */
  public abstract float limit();

  /** Another limit from now on, infinity for never; what has torn stays torn. */
  public abstract void setLimit(float ratio);

  public abstract void setListener(FractureListener listener);

  /** Whether it lies in a plane of equal z, and its outline meets those of other flat bodies. */
  public abstract boolean isFlat();

  /**
   * The boundary over the body's particles: triangles of a closed surface, counter-clockwise
   * outside; of a flat body the edges of its outline, with the body on their left, and an inner
   * particle each; nothing for a sheet or a strand, which is open everywhere.
   */
  public abstract int[] boundary();

  /** The elements as they are now. */
  public abstract FractureTopology topology();

  /**
   * What an open body is made of, by its particles: triangles, by whose area its size is measured,
   * or the links of a strand.
   */
  public abstract int[] cover();

  /** Corners of an element of {@link #cover}. */
  public int coverCorners() {
    return 3;
  }

  /** Lines between the corners of elements, two particles each. */
  public abstract int[] edges();

  // ------------------------------------------------------------------ what a kind of body does

  /** Element beyond a facet, or -1 where there is none or it is torn off. */
  protected abstract int beyond(int element, int facet);

  /** Most facets of an element. */
  protected abstract int facets();

  /** Finds the middles of all elements as they are, relative to the particles' origin. */
  protected abstract void measure();

  /** Middle of an element at the last {@link #measure}, along axis 0, 1 or 2. */
  protected abstract float middle(int element, int axis);

  /**
   * Tears one facet that has an element beyond it. The batch is still to be ended.
   *
   * @param share where a cut crosses the way between the middles of the two elements, 0 to 1; below
   *     0 for a tear
   */
  protected abstract boolean tearFacet(int element, int facet, double share);

  /** Ends a batch of changes: brings regions and masses up to date. */
  protected abstract void finishBatch();

  /** Splits, tears and merges after a step of h seconds, by {@link #tearWidest} and the like. */
  protected abstract void change(float h);

  /** Elements that hang together with no others, as a body of its own. */
  protected abstract FractureBody takeOut(int[] elements, String name, boolean tell);

  /** Pieces of fewer elements are dust. */
  protected int dustElements() {
    return 0;
  }

  /** Whether dust stays a part of the body that it came off, or goes. */
  protected boolean keepsDust() {
    return true;
  }

  /** Whether a facet that is stretched so much must wait, for a tear nearby relieves it. */
  protected boolean waits(int element, int facet, float stretch) {
    return false;
  }

  /** Makes elements ready for a cut: those that it goes through are as small as they may be. */
  protected void prepare(CutPlane cut) {}

  // ------------------------------------------------------------------ aging

  /** Splits, tears and merges after a step of h seconds; returns whether anything changed. */
  public final boolean age(float h) {
    int before = version();
    change(h);
    return version() != before;
  }

  /** Has {@link #tearWidest} tear a facet, whose stretch (above 0) is given. */
  protected final void makeReady(int element, int facet, float stretch) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, 2 * readyCount);
    }
    // Positive floats sort as their bits do.
    ready[readyCount++] =
        (long) (Integer.MAX_VALUE - Float.floatToRawIntBits(stretch)) << 32
            | (long) element << 3
            | facet;
  }

  /** Tears what is ready, the widest first; returns how many facets. */
  protected final int tearWidest() {
    int n = readyCount, done = 0;
    readyCount = 0;
    if (n == 0) {
      return 0;
    }
    if (busy.length < graph.end()) {
      busy = new boolean[2 * graph.end()];
    }
    Arrays.sort(ready, 0, n);
    for (int k = 0; k < n; k++) {
      int e = (int) ready[k] >> 3, facet = (int) ready[k] & 7, b = beyond(e, facet);
      float stretch = Float.intBitsToFloat(Integer.MAX_VALUE - (int) (ready[k] >> 32));
      if (b < 0 || busy[e] || busy[b] || waits(e, facet, stretch) || !tear(e, facet)) {
        continue;
      }
      busy[e] = true;
      busy[b] = true;
      ready[done++] = (long) b << 32 | e;
      noteEvent(e, b);
    }
    for (int k = 0; k < done; k++) {
      busy[(int) ready[k]] = false;
      busy[(int) (ready[k] >> 32)] = false;
    }
    family.count(0, done);
    eventTears += done;
    return done;
  }

  /** So many cells were asked to be halved. */
  protected final void countSplits(int n) {
    family.count(n, 0);
  }

  /** A part of the step that changed elements took so long. */
  protected final void countNanos(long nanos) {
    changeNanos += nanos;
  }

  /** Nanoseconds that changes of elements took since the last call. */
  public final long takeChangeNanos() {
    long n = changeNanos;
    changeNanos = 0;
    return n;
  }

  /** Facets that were torn since the last call; {@link #tearPlace} tells where one of them is. */
  public final int takeTears() {
    int n = eventTears;
    eventTears = 0;
    return n;
  }

  public final double tearPlace(int axis) {
    return eventPlace[axis];
  }

  // ------------------------------------------------------------------ by hand

  /** Tears one facet, and notes it for the search of pieces. The batch is still to be ended. */
  public final boolean tear(int element, int facet) {
    return tear(element, facet, 0.5);
  }

  private boolean tear(int element, int facet, double share) {
    int b = graph.isElement(element) ? beyond(element, facet) : -1;
    if (b < 0 || !tearFacet(element, facet, share)) {
      return false;
    }
    search.tore(element, b);
    return true;
  }

  /** Tears one facet as part of aging, and counts it. The batch is still to be ended. */
  protected final boolean tearNow(int element, int facet) {
    int b = graph.isElement(element) ? beyond(element, facet) : -1;
    if (!tear(element, facet, -1)) {
      return false;
    }
    noteEvent(element, b);
    family.count(0, 1);
    eventTears++;
    return true;
  }

  private void noteEvent(int a, int b) {
    Particles p = body().particles();
    eventPlace[0] = p.originX() + 0.5 * (middle(a, 0) + middle(b, 0));
    eventPlace[1] = p.originY() + 0.5 * (middle(a, 1) + middle(b, 1));
    eventPlace[2] = p.originZ() + 0.5 * (middle(a, 2) + middle(b, 2));
  }

  /** Uses a tool on this body now. Returns whether particles or regions changed. */
  public final boolean apply(TearTool tool) {
    if (tool instanceof TearTool.Shot shot) {
      shot.hit(body());
      return false;
    }
    TearTool.Cut cut = (TearTool.Cut) tool;
    int before = version();
    int torn = cut(new CutPlane(cut, body().particles(), isFlat()));
    finishBatch();
    family.count(0, torn);
    eventTears += torn;
    eventPlace[0] = cut.x();
    eventPlace[1] = cut.y();
    eventPlace[2] = cut.z();
    return version() != before;
  }

  private int cut(CutPlane plane) {
    prepare(plane);
    measure();
    int torn = 0;
    for (int e = 0, n = graph.end(); e < n; e++) {
      if (!graph.isElement(e)) {
        continue;
      }
      double here = plane.side(middle(e, 0), middle(e, 1), middle(e, 2));
      for (int facet = 0; facet < facets(); facet++) {
        int b = beyond(e, facet);
        double there = b < 0 ? here : plane.side(middle(b, 0), middle(b, 1), middle(b, 2));
        if (here >= 0 == there >= 0) {
          continue;
        }
        double s = here / (here - there);
        if (plane.reaches(
            middle(e, 0) + s * (middle(b, 0) - middle(e, 0)),
            middle(e, 1) + s * (middle(b, 1) - middle(e, 1)),
            middle(e, 2) + s * (middle(b, 2) - middle(e, 2)),
            0)) {
          torn += tear(e, facet, s) ? 1 : 0;
        }
      }
    }
    return torn;
  }

  // ------------------------------------------------------------------ pieces

  /** Has the next search for pieces look at everything: a drawing may have islands. */
  public final void lookAtAll() {
    search.lookAtAll();
  }

  /** Elements that the search for pieces has visited since the beginning. */
  protected final long searchLooks() {
    return search.looks();
  }

  /**
   * What has come off since the last call. The largest part stays; the others are returned as
   * bodies of their own, dust stays or goes.
   */
  public final List<FractureBody> takePieces() {
    if (!search.hasNews()) {
      return List.of();
    }
    List<FractureBody> pieces = new ArrayList<>();
    for (int[] part : search.take()) {
      boolean dust = part.length < dustElements();
      if (dust && keepsDust()) {
        continue;
      }
      FractureBody piece = takeOut(part, family.nextName(), !dust);
      if (dust) {
        family.vanish(piece);
      } else {
        family.add(piece);
        pieces.add(piece);
      }
    }
    return pieces;
  }

  // ------------------------------------------------------------------ snapshots

  /** All that a step changes of the elements; the body's particles and regions are apart. */
  public static final class State {
    private final Object elements;
    private final int[] search;
    private final int eventTears;
    private final double[] eventPlace;

    private State(FractureBody b) {
      elements = b.saveElements();
      search = b.search.save();
      eventTears = b.eventTears;
      eventPlace = b.eventPlace.clone();
    }
  }

  /** The topology, to go back to; {@link Body#save} saves the rest. */
  public final State save() {
    return new State(this);
  }

  /** Goes back to a saved topology, after the body's own state was restored. */
  public final void restore(State state) {
    restoreElements(state.elements);
    search.restore(state.search);
    eventTears = state.eventTears;
    System.arraycopy(state.eventPlace, 0, eventPlace, 0, 3);
  }

  protected abstract Object saveElements();

  /** Goes back; the version grows, since what comes next is another story. */
  protected abstract void restoreElements(Object saved);
}
