package dev.shinari.collide.soft;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ColliderContacts;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.motion.RigidPose;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one body shows to other bodies. A body whose boundary is closed is a solid: others are kept
 * out of the surface. Any other one (sheet, strand, flat lattice) is a set of balls, one a
 * particle, half of the particles' spacing in radius.
 */
public final class ContactSurface {
  private final Body body;
  final Particles particles;
  int[] vertices; // particles that meet others, ascending
  int[] outer; // those of the boundary alone
  SurfaceTree tree; // null for a set of balls
  int centerParticle; // the particle next to the middle of the body at rest
  float depth; // from there to the nearest particle of the boundary
  final float spacing;
  float radius;
  ContactMaterial material;

  // Where the particles were when the step at hand began, in the present frame (see arrive).
  float[] startX;
  float[] startY;
  float[] startZ;
  private double startOriginX;
  private double startOriginY;
  private double startOriginZ;

  // Pairs with bodies that were near once: those in which this is the first, and the second.
  final List<ContactPair> pairs = new ArrayList<>();
  private final List<ContactPair> pairsAsSecond = new ArrayList<>();
  boolean inRound; // of SoftContacts
  boolean pressed;

  float lastWay; // how far the particles have gone at most since the last round
  boolean wanted; // its tree is needed in this round
  private float[] last;
  private double lastX;
  private double lastY;
  private double lastZ;

  private Inside inside;

  // Of a body whose particles change, and (flat) the edges of its outline, made when needed.
  private Boundary boundary;
  private boolean stale;
  SurfaceTree outline; // null but for a flat body
  float planeX; // unit normal of a flat body
  float planeY;
  float planeZ;
  float edgeRadius; // of a particle that meets an outline

  /** The boundary of a body whose particles change. */
  public interface Boundary {
    /** Whether the body lies in a plane: then its outline meets those of other flat bodies. */
    boolean isFlat();

    /** Whether it is a sheet or a strand, which shows its particles alone. */
    default boolean isOpen() {
      return false;
    }

    /**
     * Triangles of a closed surface over the body's particles, counter-clockwise outside; of a flat
     * body one for each edge of its outline: two ends, with the body on their left as seen from
     * where the third, an inner one, comes counter-clockwise after them.
     */
    int[] triangles();
  }

  /** What hands on an impulse from a body's surface to the rest of it. */
  public interface Inside {
    /** Whether there is anything to hand on at these positions. */
    boolean look();

    /** One sweep over velocities; every other one runs backwards. */
    void handOn(boolean back);
  }

  /** Has the boundary made by somebody who follows the body's changes. */
  public void setBoundary(Boundary follower) {
    boundary = follower;
    stale = true;
    if (!follower.isFlat() && !follower.isOpen()) {
      radius = edgeRadius;
    }
  }

  /**
   * The body has other particles than before. Its boundary is made anew once another body is near;
   * until then this costs nothing but room.
   */
  public void particlesChanged() {
    int n = particles.count();
    if (n > startX.length) {
      startX = Arrays.copyOf(startX, 2 * n);
      startY = Arrays.copyOf(startY, 2 * n);
      startZ = Arrays.copyOf(startZ, 2 * n);
    }
    if (3 * n > last.length) {
      last = new float[6 * n];
    }
    fitted = false;
    stale = boundary != null;
  }

  /** Makes the boundary of a body that changed. */
  void renew() {
    if (!stale) {
      return;
    }
    stale = false;
    int n = particles.count();
    vertices = new int[n];
    Arrays.setAll(vertices, i -> i);
    float[] rest = new float[3 * n];
    for (int i = 0; i < n; i++) {
      rest[3 * i] = body.restX()[i];
      rest[3 * i + 1] = body.restY()[i];
      rest[3 * i + 2] = body.restZ()[i];
    }
    if (boundary.isOpen()) {
      outer = vertices;
      centerParticle = nearestToMiddle(rest);
      begin();
      return;
    }
    int[] triangles = boundary.triangles();
    outer = Arrays.stream(triangles).sorted().distinct().toArray();
    SurfaceTree made = new SurfaceTree(rest, triangles);
    tree = boundary.isFlat() ? null : made;
    outline = boundary.isFlat() ? made : null;
    centerParticle = nearestToMiddle(rest);
    depth = boundary.isFlat() ? 0 : depth(rest, triangles, centerParticle);
    begin();
  }

  /** Counts as infinitely heavy: asleep or frozen. */
  boolean fixed;

  private boolean fitted; // to where it is fixed

  // Bounds in world coordinates.
  double minX;
  double minY;
  double minZ;
  double maxX;
  double maxY;
  double maxZ;
  float fastest;
  private final float[] slowest = new float[3]; // velocity by axis: lowest and highest
  private final float[] quickest = new float[3];

  /**
   * @param thickness radius of a particle in meters, or 0 for a share of the spacing: a twentieth
   *     for a solid, a half for balls
   */
  public ContactSurface(Body body, ContactMaterial material, float thickness) {
    this.body = body;
    this.material = material;
    particles = body.particles();
    Rest rest = body.shape().derived(Rest.class, () -> new Rest(body));
    boolean solid = rest.tree != null;
    boolean changed = particles.count() != rest.vertices.length; // before it came here
    vertices = changed ? all(particles.count()) : rest.vertices;
    outer = solid ? rest.outer : vertices;
    tree = solid ? new SurfaceTree(rest.tree) : null;
    int n = particles.count();
    startX = new float[n];
    startY = new float[n];
    startZ = new float[n];
    last = new float[3 * n];
    begin();
    centerParticle = rest.centerParticle;
    depth = rest.depth;
    spacing = spacing(body);
    radius = thickness > 0 ? thickness : (solid ? 0.05f : 0.5f) * spacing;
    edgeRadius = thickness > 0 ? thickness : 0.05f * spacing;
  }

  private static int[] all(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  /** What surfaces of equal bodies have in common; read-only. */
  private static final class Rest {
    final int[] vertices;
    final int[] outer;
    final SurfaceTree tree; // a model; null for a set of balls
    final int centerParticle;
    final float depth;

    Rest(Body body) {
      TriangleMesh boundary = body.cage().boundary();
      boolean solid = isClosed(boundary);
      vertices = all(body.cage().vertexCount());
      outer = solid ? Arrays.stream(boundary.triangles()).sorted().distinct().toArray() : vertices;
      tree = solid ? new SurfaceTree(boundary.positions(), boundary.triangles()) : null;
      centerParticle = nearestToMiddle(body.cage().positions());
      depth = depth(body.cage().positions(), boundary.triangles(), centerParticle);
    }
  }

  private static int nearestToMiddle(float[] rest) {
    double[] middle = new double[3];
    for (int k = 0; k < rest.length; k++) {
      middle[k % 3] += 3.0 * rest[k] / rest.length;
    }
    int nearest = 0;
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < rest.length; k += 3) {
      double x = rest[k] - middle[0], y = rest[k + 1] - middle[1], z = rest[k + 2] - middle[2];
      double d2 = x * x + y * y + z * z;
      if (d2 < best) {
        best = d2;
        nearest = k / 3;
      }
    }
    return nearest;
  }

  private static float depth(float[] rest, int[] boundary, int from) {
    double best = Double.POSITIVE_INFINITY;
    for (int i : boundary) {
      double x = rest[3 * i] - rest[3 * from], y = rest[3 * i + 1] - rest[3 * from + 1];
      double z = rest[3 * i + 2] - rest[3 * from + 2];
      best = Math.min(best, x * x + y * y + z * z);
    }
    return boundary.length == 0 ? 0 : (float) Math.sqrt(best);
  }

  /** A body's spacing; one centimeter for a single point, which has none. */
  public static float spacing(Body body) {
    return body.spacing() > 0 ? body.spacing() : 0.01f;
  }

  public Body body() {
    return body;
  }

  public boolean isSolid() {
    return tree != null;
  }

  /** Radius of a particle in meters. */
  public float radius() {
    return radius;
  }

  /** Rubs and bounces otherwise from now on. */
  public void setMaterial(ContactMaterial other) {
    material = other;
  }

  public ContactMaterial material() {
    return material;
  }

  public void setInside(Inside within) {
    inside = within;
  }

  /** Looks whether the inside of the body has impulses to hand on. */
  void lookInside() {
    pressed = inside != null && !fixed && inside.look();
  }

  /** Hands impulses on to the inside of the body, where {@link #lookInside} found it pressed. */
  void handOn(boolean back) {
    if (pressed) {
      inside.handOn(back);
    }
  }

  public void setFixed(boolean infinitelyHeavy) {
    fixed = infinitelyHeavy;
    fitted = false;
  }

  /** Whether it counts as infinitely heavy: asleep or frozen. */
  public boolean isFixed() {
    return fixed;
  }

  /** Takes the present positions as the start of the way to the next contact round. */
  public void begin() {
    fitted = false;
    Particles p = particles;
    System.arraycopy(p.x(), 0, startX, 0, p.count());
    System.arraycopy(p.y(), 0, startY, 0, p.count());
    System.arraycopy(p.z(), 0, startZ, 0, p.count());
    startOriginX = p.originX();
    startOriginY = p.originY();
    startOriginZ = p.originZ();
  }

  /** Brings the start into the present frame, and measures the way since the last round. */
  void arrive() {
    wanted = false;
    if (fixed && fitted) {
      lastWay = 0;
      return;
    }
    Particles p = particles;
    float sx = (float) (startOriginX - p.originX());
    float sy = (float) (startOriginY - p.originY());
    float sz = (float) (startOriginZ - p.originZ());
    if (sx != 0 || sy != 0 || sz != 0) {
      for (int i = 0; i < p.count(); i++) {
        startX[i] += sx;
        startY[i] += sy;
        startZ[i] += sz;
      }
      startOriginX = p.originX();
      startOriginY = p.originY();
      startOriginZ = p.originZ();
    }
    travel();
  }

  /** Brings the tree to the present particles. */
  void refit() {
    if (fixed && fitted) {
      return;
    }
    if (tree != null) {
      tree.refit(particles, startX, startY, startZ);
    }
    if (outline != null) {
      outline.refit(particles, startX, startY, startZ);
      takePlane();
    }
    fitted = fixed;
  }

  private void takePlane() {
    double nx = 0, ny = 0, nz = 0;
    for (int i : outer) {
      nx += outline.normalX[i];
      ny += outline.normalY[i];
      nz += outline.normalZ[i];
    }
    double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    planeX = length > 0 ? (float) (nx / length) : 0;
    planeY = length > 0 ? (float) (ny / length) : 0;
    planeZ = length > 0 ? (float) (nz / length) : 1;
    // From here on the normals are those of the outline, within the plane.
    float[] x = particles.x(), y = particles.y(), z = particles.z();
    for (int i : outer) {
      outline.normalX[i] = 0;
      outline.normalY[i] = 0;
      outline.normalZ[i] = 0;
    }
    int[] t = outline.triangles;
    for (int k = 0; k < t.length; k += 3) {
      int i = t[k], j = t[k + 1];
      float ex = x[j] - x[i], ey = y[j] - y[i], ez = z[j] - z[i];
      for (int c = k; c < k + 2; c++) {
        outline.normalX[t[c]] += ey * planeZ - ez * planeY;
        outline.normalY[t[c]] += ez * planeX - ex * planeZ;
        outline.normalZ[t[c]] += ex * planeY - ey * planeX;
      }
    }
  }

  /** Whether two flat bodies lie in planes that hardly differ in direction. */
  boolean isBeside(ContactSurface o) {
    return outline != null
        && o.outline != null
        && Math.abs(planeX * o.planeX + planeY * o.planeY + planeZ * o.planeZ) > 0.9f;
  }

  private void travel() {
    Particles p = particles;
    float[] x = p.x(), y = p.y(), z = p.z();
    int n = p.count();
    float sx = (float) (p.originX() - lastX);
    float sy = (float) (p.originY() - lastY);
    float sz = (float) (p.originZ() - lastZ);
    float most = 0;
    for (int i = 0; i < n; i++) {
      float dx = x[i] - last[i] + sx,
          dy = y[i] - last[n + i] + sy,
          dz = z[i] - last[2 * n + i] + sz;
      float d2 = dx * dx + dy * dy + dz * dz;
      most = d2 > most ? d2 : most;
      last[i] = x[i];
      last[n + i] = y[i];
      last[2 * n + i] = z[i];
    }
    lastX = p.originX();
    lastY = p.originY();
    lastZ = p.originZ();
    lastWay = (float) Math.sqrt(most);
  }

  /** Where the particles were in the last round. */
  record Mark(float[] last, double x, double y, double z, boolean stale) {}

  Mark mark() {
    return new Mark(last.clone(), lastX, lastY, lastZ, stale);
  }

  void restore(Mark mark) {
    last = mark.last.clone();
    lastX = mark.x;
    lastY = mark.y;
    lastZ = mark.z;
    fitted = false;
    if (!mark.stale) {
      renew(); // in the middle of a step it would take the way of that step for nothing
    }
  }

  /** Writes 0 for every particle that is not of the boundary. */
  void clearInner(int[] sides) {
    int next = 0;
    for (int i = 0; i < sides.length; i++) {
      if (next < outer.length && outer[next] == i) {
        next++;
      } else {
        sides[i] = 0;
      }
    }
  }

  /** What is known of this body and another one, or null. */
  ContactPair pairWith(ContactSurface other) {
    for (int k = 0; k < pairs.size(); k++) {
      if (pairs.get(k).b == other) {
        return pairs.get(k);
      }
    }
    return null;
  }

  /** Takes a pair back that was known before. */
  void know(ContactPair pair) {
    ContactPair known = pairWith(pair.b);
    if (known != pair) {
      if (known != null) {
        pairs.remove(known);
        pair.b.pairsAsSecond.remove(known);
      }
      pairs.add(pair);
      pair.b.pairsAsSecond.add(pair);
    }
  }

  /** Forgets on which side of other bodies the particles are, and of this one theirs. */
  public void forget() {
    for (int k = 0; k < pairs.size(); k++) {
      pairs.get(k).b.pairsAsSecond.remove(pairs.get(k));
    }
    for (int k = 0; k < pairsAsSecond.size(); k++) {
      pairsAsSecond.get(k).a.pairs.remove(pairsAsSecond.get(k));
    }
    pairs.clear();
    pairsAsSecond.clear();
  }

  /** This body has fallen asleep: its contacts of the given round count as resting. */
  void rest(long round) {
    rest(pairs, round);
    rest(pairsAsSecond, round);
  }

  private static void rest(List<ContactPair> pairs, long round) {
    for (int k = 0; k < pairs.size(); k++) {
      if (pairs.get(k).round == round) {
        pairs.get(k).rest();
      }
    }
  }

  /** This body has woken up: none of its contacts is a resting one. */
  void wake() {
    for (int k = 0; k < pairs.size(); k++) {
      pairs.get(k).resting = false;
    }
    for (int k = 0; k < pairsAsSecond.size(); k++) {
      pairsAsSecond.get(k).resting = false;
    }
  }

  /** Fastest particle at the last {@link #measure}, in meters a second. */
  public float fastest() {
    return fastest;
  }

  /**
   * Takes bounds and fastest speed from the particles.
   *
   * @return false if some number is not finite or too large to go on with
   */
  public boolean measure() {
    Particles p = particles;
    float[] x = p.x(), y = p.y(), z = p.z(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    float loX = Float.POSITIVE_INFINITY, loY = loX, loZ = loX;
    float hiX = Float.NEGATIVE_INFINITY, hiY = hiX, hiZ = hiX;
    float loU = loX, loV = loX, loW = loX, hiU = hiX, hiV = hiX, hiW = hiX;
    float speed2 = 0;
    float bad = 0; // 0 times a number is 0, times anything else NaN
    int count = p.count();
    // Comparisons, not Math.min: well predicted, and several times faster.
    for (int i = 0; i < count; i++) {
      float xi = x[i], yi = y[i], zi = z[i];
      float u = vx[i], v = vy[i], w = vz[i];
      float v2 = u * u + v * v + w * w;
      float sum = xi + yi + zi + v2;
      bad += 0 * sum;
      if (xi < loX) {
        loX = xi;
      }
      if (xi > hiX) {
        hiX = xi;
      }
      if (yi < loY) {
        loY = yi;
      }
      if (yi > hiY) {
        hiY = yi;
      }
      if (zi < loZ) {
        loZ = zi;
      }
      if (zi > hiZ) {
        hiZ = zi;
      }
      if (u < loU) {
        loU = u;
      }
      if (u > hiU) {
        hiU = u;
      }
      if (v < loV) {
        loV = v;
      }
      if (v > hiV) {
        hiV = v;
      }
      if (w < loW) {
        loW = w;
      }
      if (w > hiW) {
        hiW = w;
      }
      if (v2 > speed2) {
        speed2 = v2;
      }
    }
    fastest = (float) Math.sqrt(speed2);
    slowest[0] = loU;
    slowest[1] = loV;
    slowest[2] = loW;
    quickest[0] = hiU;
    quickest[1] = hiV;
    quickest[2] = hiW;
    minX = p.originX() + loX;
    minY = p.originY() + loY;
    minZ = p.originZ() + loZ;
    maxX = p.originX() + hiX;
    maxY = p.originY() + hiY;
    maxZ = p.originZ() + hiZ;
    return bad == 0
        && loX > -LIMIT
        && loY > -LIMIT
        && loZ > -LIMIT
        && hiX < LIMIT
        && hiY < LIMIT
        && hiZ < LIMIT
        && fastest < LIMIT;
  }

  /** No two particles of this body and another one have a larger speed to each other. */
  public float closing(ContactSurface other) {
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      float low = fixed ? 0 : slowest[axis], high = fixed ? 0 : quickest[axis];
      float otherLow = other.fixed ? 0 : other.slowest[axis];
      float otherHigh = other.fixed ? 0 : other.quickest[axis];
      float most = Math.max(high - otherLow, otherHigh - low);
      sum += most * most;
    }
    return (float) Math.sqrt(sum);
  }

  /** Beyond this, in meters from the body's origin or meters a second, nothing can be seen. */
  static final float LIMIT = 1e9f;

  /** World bound: axis 0, 1 or 2. */
  public double min(int axis) {
    return axis == 0 ? minX : axis == 1 ? minY : minZ;
  }

  public double max(int axis) {
    return axis == 0 ? maxX : axis == 1 ? maxY : maxZ;
  }

  /** Whether the two bodies' boxes, grown by a margin, overlap. */
  public boolean overlaps(ContactSurface o, double margin) {
    double m = margin + radius + o.radius;
    return minX <= o.maxX + m
        && o.minX <= maxX + m
        && minY <= o.maxY + m
        && o.minY <= maxY + m
        && minZ <= o.maxZ + m
        && o.minZ <= maxZ + m;
  }

  /** Whether the body's box overlaps a collider's between two times. */
  public boolean overlaps(Collider collider, RigidPose pose, double margin) {
    double m = margin + radius;
    if (!(collider.shape().bounds().diagonal() < Float.POSITIVE_INFINITY)) {
      return true;
    }
    for (int axis = 0; axis < 3; axis++) {
      if (ColliderContacts.low(collider.shape().bounds(), pose, axis) > max(axis) + m
          || ColliderContacts.high(collider.shape().bounds(), pose, axis) < min(axis) - m) {
        return false;
      }
    }
    return true;
  }

  float inverseMass(int i) {
    return fixed ? 0 : particles.mobility()[i] / particles.mass()[i];
  }

  /** Every edge runs once in each direction: the surface has an inside. */
  public static boolean isClosed(TriangleMesh mesh) {
    int[] t = mesh.triangles();
    long[] forth = new long[t.length], back = new long[t.length];
    for (int k = 0; k < t.length; k++) {
      int a = t[k], b = t[k % 3 == 2 ? k - 2 : k + 1];
      forth[k] = (long) a << 32 | b;
      back[k] = (long) b << 32 | a;
    }
    Arrays.sort(forth);
    Arrays.sort(back);
    return t.length > 0 && Arrays.equals(forth, back);
  }
}
