package dev.shinari.fracture.element;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.FractureListener;
import dev.shinari.fracture.FractureTopology;
import dev.shinari.fracture.ParticleCopies;
import dev.shinari.fracture.Toughness;
import dev.shinari.math.IntList;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;

/**
 * A body that comes apart between the elements of its cage, without any finer ones: tetrahedra,
 * cells, triangles of a sheet, links of a strand [Lin, sec. 2.3, 3.2]. Made from a body that was
 * built {@link Body.Builder#breakable breakable}. It tears nowhere until it has a limit.
 */
public final class ElementBody extends FractureBody {
  /** Steps between two looks at a body in which nothing is near its limit. */
  private static final int CALM_STEPS = 4;

  private final Body body;
  private final BodyEditor editor;
  private final Elements elements;
  private final ElementComplex whole;
  private FractureListener listener = FractureListener.NONE;
  private float limit = Float.POSITIVE_INFINITY;
  private int calm; // steps until the next look
  private int version;
  private final float[][] middle;
  private final int[] fanA;
  private final int[] fanB;

  private ElementBody(FractureFamily family, Body body, Elements elements) {
    super(family, elements);
    this.body = body;
    this.elements = elements;
    whole = elements.whole;
    editor = body.editor();
    middle = new float[3][elements.end()];
    fanA = new int[elements.mostAround()];
    fanB = new int[fanA.length];
  }

  /** The first body of a family of pieces. */
  public static ElementBody of(Body breakable) {
    return of(breakable, Toughness.EVEN);
  }

  public static ElementBody of(Body breakable, Toughness toughness) {
    ElementComplex whole = new ElementComplex(breakable, toughness);
    ElementFamily family = new ElementFamily(breakable.name(), whole);
    ElementBody b = new ElementBody(family, breakable, Elements.all(whole));
    family.add(b);
    b.lookAtAll(); // a cage may have several islands
    return b;
  }

  @Override
  public Body body() {
    return body;
  }

  /** Its elements, for those who draw them. */
  Elements parts() {
    return elements;
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public float limit() {
    return limit;
  }

  @Override
  public void setLimit(float ratio) {
    limit = ratio;
  }

  @Override
  public void setListener(FractureListener follower) {
    listener = follower;
  }

  @Override
  public boolean isFlat() {
    return false;
  }

  @Override
  public int[] boundary() {
    return boundary(elements);
  }

  /** The cage's own boundary, as far as it is here, and what tears have opened. */
  private static int[] boundary(Elements parts) {
    ElementComplex whole = parts.whole;
    IntList out = new IntList();
    if (!whole.solid) {
      return new int[0];
    }
    for (int t = 0; t < whole.boundaryElement.length; t++) {
      int e = whole.boundaryElement[t] < 0 ? -1 : parts.here(whole.boundaryElement[t]);
      for (int c = 3 * t; c < 3 * t + 3 && e >= 0; c++) {
        int at = whole.cornerAt(whole.boundaryElement[t], whole.boundary[c]);
        out.add(parts.part[whole.corners * e + at]);
      }
    }
    for (int k = 0; k < parts.near.length; k++) {
      int e = k / whole.facets, f = k % whole.facets;
      if (parts.isElement(e) && parts.isOpened(e, f)) {
        int[] ring = whole.outward(parts.ids[e], f);
        for (int c = 2; c < ring.length; c++) {
          int at = whole.corners * e;
          out.add(parts.part[at + ring[0]], parts.part[at + ring[c - 1]], parts.part[at + ring[c]]);
        }
      }
    }
    return out.toArray();
  }

  @Override
  public int[] cover() {
    return topology().slots();
  }

  @Override
  public int coverCorners() {
    return whole.corners;
  }

  @Override
  public FractureTopology topology() {
    long[] keys = new long[elements.count()];
    int[] slots = new int[keys.length * whole.corners];
    int n = 0;
    for (int e = 0; e < elements.end(); e++) {
      if (elements.isElement(e)) {
        keys[n] = elements.ids[e];
        System.arraycopy(
            elements.part, whole.corners * e, slots, whole.corners * n++, whole.corners);
      }
    }
    return new FractureTopology(this, version, keys, slots);
  }

  @Override
  public int[] edges() {
    IntList out = new IntList();
    for (int e = 0; e < elements.end(); e++) {
      int at = whole.corners * e;
      for (int f = 0; f < whole.facets && elements.isElement(e); f++) {
        int[] ring = whole.rings[f];
        for (int k = 0; k < ring.length; k++) {
          out.add(elements.part[at + ring[k]]);
          // Along the ring; a strand's sections are joined across.
          int next = whole.facets == 2 && f == 0 ? whole.rings[1][k] : ring[(k + 1) % ring.length];
          out.add(elements.part[at + next]);
        }
      }
    }
    return out.toArray();
  }

  // ------------------------------------------------------------------ changes

  @Override
  protected int beyond(int e, int facet) {
    return elements.near[whole.facets * e + facet];
  }

  @Override
  protected int facets() {
    return whole.facets;
  }

  @Override
  protected void measure() {
    Particles p = body.particles();
    means(p.x(), middle[0]);
    means(p.y(), middle[1]);
    means(p.z(), middle[2]);
  }

  private void means(float[] x, float[] to) {
    int[] part = elements.part;
    int n = whole.corners;
    for (int e = 0; e < to.length; e++) {
      float sum = 0;
      for (int c = n * e; c < n * (e + 1) && !elements.gone[e]; c++) {
        sum += x[part[c]];
      }
      to[e] = sum / n;
    }
  }

  @Override
  protected float middle(int e, int axis) {
    return middle[axis][e];
  }

  @Override
  protected void change(float h) {
    if (limit == Float.POSITIVE_INFINITY || --calm > 0) {
      return;
    }
    measure();
    float tear = limit - 1, most = 0;
    float[] x = middle[0], y = middle[1], z = middle[2];
    for (int e = 0; e < elements.end(); e++) {
      for (int f = 0; f < whole.facets && !elements.gone[e]; f++) {
        int b = elements.near[whole.facets * e + f], at = whole.facets * elements.ids[e] + f;
        if (b > e) {
          float dx = x[b] - x[e], dy = y[b] - y[e], dz = z[b] - z[e];
          float now = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
          float stretch = (now / whole.distance[at] - 1) / whole.tough[at];
          most = Math.max(most, stretch);
          if (stretch > tear) {
            makeReady(e, f, stretch);
          }
        }
      }
    }
    calm = most > 0.5f * tear ? 1 : CALM_STEPS;
    long begin = System.nanoTime();
    if (tearWidest() > 0) {
      finishBatch();
    }
    countNanos(System.nanoTime() - begin);
  }

  @Override
  protected boolean tearFacet(int e, int facet, double share) {
    int b = beyond(e, facet);
    elements.near[whole.facets * e + facet] = -1;
    for (int f = whole.facets * b; f < whole.facets * (b + 1); f++) {
      elements.near[f] = elements.near[f] == e ? -1 : elements.near[f];
    }
    for (int c : whole.rings[facet]) {
      part(e, b, elements.part[whole.corners * e + c]);
    }
    version++;
    return true;
  }

  /** Doubles a particle where two elements are no longer joined around it. */
  private void part(int a, int b, int p) {
    int n = elements.fan(a, p, fanA);
    if (Elements.contains(fanA, n, b)) {
      return; // round the tip of the tear
    }
    int all = elements.around(p, fanB);
    double total = size(fanB, all);
    int m = elements.fan(b, p, fanB);
    int copy = editor.add(body.restX()[p], body.restY()[p], body.restZ()[p], p);
    ParticleCopies.copy(body, editor, p, copy);
    if (copy >= elements.vertexOf.length) {
      elements.vertexOf = Arrays.copyOf(elements.vertexOf, 2 * copy);
    }
    elements.vertexOf[copy] = elements.vertexOf[p];
    elements.added(copy);
    float mass = body.particles().mass()[p];
    float share = (float) (mass * (total > 0 ? size(fanB, m) / total : 0.5));
    for (int k = 0; k < m; k++) {
      elements.replace(fanB[k], p, copy);
    }
    for (int k = 0; k < n + m; k++) {
      elements.markElement(k < n ? fanA[k] : fanB[k - n]);
    }
    // No particle without mass, however thin its elements are.
    share = Math.max(1e-3f * mass, Math.min(0.999f * mass, share));
    editor.setMass(copy, share);
    editor.setMass(p, mass - share);
    listener.copied(p, copy);
  }

  private double size(int[] list, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += whole.size[elements.ids[list[k]]];
    }
    return sum;
  }

  @Override
  protected void finishBatch() {
    elements.refresh(editor, body.particles().count());
  }

  // ------------------------------------------------------------------ pieces

  @Override
  protected FractureBody takeOut(int[] list, String name, boolean tell) {
    int[] old =
        Arrays.stream(list)
            .flatMap(e -> Arrays.stream(elements.part, whole.corners * e, whole.corners * (e + 1)))
            .sorted()
            .distinct()
            .toArray();
    Elements own = elements.some(list, old);
    ElementBody piece = new ElementBody(family(), bodyOf(own, old, name), own);
    piece.limit = limit;
    ParticleCopies.copyMotion(body, piece.body, old);
    if (tell) {
      listener.parted(piece.body, old);
    }
    for (int e : list) {
      elements.gone[e] = true;
    }
    elements.count -= list.length;
    for (int k = old.length - 1; k >= 0; k--) { // from the last, whose numbers then stay
      remove(old[k]);
    }
    editor.finish();
    version++;
    return piece;
  }

  private Body bodyOf(Elements own, int[] old, String name) {
    float[] rest = new float[3 * old.length], mass = new float[old.length];
    int[] starts = new int[old.length + 1];
    IntList members = new IntList();
    for (int p = 0; p < old.length; p++) {
      System.arraycopy(whole.rest, 3 * own.vertexOf[p], rest, 3 * p, 3);
      mass[p] = body.particles().mass()[old[p]];
      int n = own.gather(p);
      for (int k = 0; k < n; k++) {
        members.add(own.reach()[k]);
      }
      starts[p + 1] = members.size();
    }
    PointCage cage = new PointCage(rest, starts, members.toArray(), boundary(own));
    return Body.builder(name, cage)
        .elasticity(body.elasticity())
        .editable(mass)
        .examples(editor.examplesOf(old))
        .pieceOf(body)
        .build();
  }

  /** Takes out a particle that no element holds; the last one takes its number. */
  private void remove(int p) {
    int last = body.particles().count() - 1;
    int n = elements.around(last, fanA);
    for (int k = 0; k < n && p != last; k++) {
      elements.replace(fanA[k], last, p);
    }
    elements.vertexOf[p] = elements.vertexOf[last];
    elements.removed(p, last);
    editor.remove(p);
    listener.removed(p, last);
  }

  // ------------------------------------------------------------------ snapshots

  private record Saved(
      int[] part, int[] near, boolean[] gone, int[] vertexOf, int count, int calm) {}

  @Override
  protected Object saveElements() {
    return new Saved(
        elements.part.clone(),
        elements.near.clone(),
        elements.gone.clone(),
        elements.vertexOf.clone(),
        elements.count,
        calm);
  }

  @Override
  protected void restoreElements(Object saved) {
    Saved s = (Saved) saved;
    elements.part = s.part.clone();
    elements.near = s.near.clone();
    elements.gone = s.gone.clone();
    elements.vertexOf = s.vertexOf.clone();
    elements.count = s.count;
    for (int p = 0; p < elements.vertexOf.length; p++) {
      elements.added(p);
    }
    calm = s.calm;
    version++;
  }
}
