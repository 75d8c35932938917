package dev.shinari.io.scene.creature;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.shape.Hub;
import dev.shinari.articulated.shape.Limbs;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.math.Quaternions;
import dev.shinari.shell.SurfaceRide;
import dev.shinari.skeleton.JointLimit;
import dev.shinari.skeleton.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Limbs, bulbs and mesh parts of a creature as one skeleton. Ends that lie in one place are one
 * joint; each connected group of limbs becomes a tree, whichever way its limbs run. Where several
 * limbs meet, a {@link Hub} joins their skins, if there is room for one.
 *
 * <pre>
 *   from o---( hub )===|===|===|===o to        one limb: bones; a joint at each bar
 * </pre>
 */
final class LimbGraph {
  /** Ends of limbs that are nearer than this share of a radius are one joint. */
  private static final float SAME = 0.05f;

  /** A hub takes at most this share of a limb. */
  private static final double HUB_SHARE = 0.45;

  /** One bone or row of bones of a scene. */
  private static final class Edge {
    String what;
    String key; // where it stands in the creature's entry
    Vec3 from;
    Vec3 to;
    int parts = 1;
    float radius;
    float tip;
    JointLimit limit = JointLimit.NONE;
    CreaturePlan.MeshBone mesh; // or null
    boolean bulb;
    boolean joins = true; // its ends are joints of others, too
    boolean exo; // its ends go with the exoskeleton
    boolean fromCenter; // of the exoskeleton
    int[] node = new int[2];
    int[] spot = new int[2];
    boolean placed;
    int[] joints; // from `from` to `to`

    boolean isLimb() {
      return mesh == null && !bulb;
    }

    Vec3 end(int e) {
      return e == 0 ? from : to;
    }

    double length() {
      return to.plus(from.times(-1)).length();
    }
  }

  /** A place where ends meet, with its hub, if it has one. */
  private static final class Spot {
    final Vec3 at;
    final List<Edge> edges = new ArrayList<>();
    final List<Integer> ends = new ArrayList<>();
    final List<Integer> limbs = new ArrayList<>(); // places of the hub's limbs in the lists
    Edge head; // a bulb that becomes part of the hub, or null
    Hub hub;

    Spot(Vec3 at) {
      this.at = at;
    }
  }

  private final CreaturePlan plan;
  private final SceneRotation turn;
  private final ElasticMaterial material;
  private final CreatureBuilder shapes;
  private final List<Edge> edges = new ArrayList<>();
  private final List<Vec3> nodePlace = new ArrayList<>();
  private final List<Integer> nodeJoint = new ArrayList<>(); // or -1
  private final List<Spot> spots = new ArrayList<>();

  private final List<Vec3> joints = new ArrayList<>(); // in the world
  private final List<Integer> parents = new ArrayList<>();
  private final List<JointLimit> limits = new ArrayList<>();

  LimbGraph(
      CreaturePlan plan, SceneRotation turn, ElasticMaterial material, CreatureBuilder shapes) {
    this.plan = plan;
    this.turn = turn;
    this.material = material;
    this.shapes = shapes;
  }

  /** The creature's parts on their skeleton, or null where something is wrong with them. */
  ArticulatedBody.Builder build(String name) {
    collect();
    boolean sound = true;
    for (Edge e : edges) {
      sound &= hasLength(e);
    }
    if (!sound) {
      return null;
    }
    for (Edge e : edges) {
      for (int end = 0; end < 2; end++) {
        e.node[end] = node(e, end);
        e.spot[end] = spot(e, end);
      }
    }
    if (hasLoops()) {
      return null;
    }
    for (Spot s : spots) {
      planHub(s);
    }
    placeAll();
    Skeleton.Builder skeleton = Skeleton.builder();
    for (int j = 0; j < joints.size(); j++) {
      Vec3 p = joints.get(j);
      skeleton.joint("joint-" + j, parents.get(j), p.x(), p.y(), p.z(), limits.get(j));
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder(name, skeleton.build());
    for (Edge e : edges) {
      sound &= addParts(b, e);
    }
    if (!sound) {
      return null;
    }
    for (Spot s : spots) {
      if (s.hub != null) {
        addHub(b, s);
      }
    }
    return b;
  }

  /** Joins joints to the exoskeleton's vertices. */
  void attach(ArticulatedBody.Builder b) {
    for (Edge e : edges) {
      for (int end = 0; end < 2 && e.exo; end++) {
        int j = e.joints[end == 0 ? 0 : e.joints.length - 1];
        Vec3 p = joints.get(j);
        boolean center = end == 0 && e.fromCenter;
        b.attach(j, center ? ArticulatedBody.CENTER : b.exoskeleton().nearest(p.x(), p.y(), p.z()));
      }
    }
  }

  // ---- what there is

  private void collect() {
    for (CreaturePlan.Bulb b : plan.bulbs()) {
      Edge e = edge("bulb", "bulbs", b.from(), b.to(), b.radius());
      e.bulb = true;
    }
    for (CreaturePlan.MeshBone m : plan.parts()) {
      float radius = 0.1f * m.to().plus(m.from().times(-1)).length();
      Edge e = edge("part", "parts", m.from(), m.to(), radius);
      e.mesh = m;
    }
    for (CreaturePlan.Limb l : plan.limbs()) {
      Edge e = edge("limb", "limbs", l.from(), l.to(), l.radius());
      e.parts = l.parts();
      e.tip = l.tipRadius();
      e.limit = l.limit(turn);
    }
    if (plan.exoskeleton() != null) {
      collectExo(plan.exoskeleton());
    }
  }

  private Edge edge(String kind, String list, Vec3 from, Vec3 to, float radius) {
    Edge e = new Edge();
    int number = 1;
    for (Edge o : edges) {
      number += o.what.startsWith(kind) ? 1 : 0;
    }
    e.what = kind + " " + number;
    e.key = list.equals("exoskeleton") ? list : list + "[" + (number - 1) + "]";
    e.from = from;
    e.to = to;
    e.radius = radius;
    e.tip = radius;
    edges.add(e);
    return e;
  }

  private void collectExo(CreaturePlan.Exo exo) {
    Vec3 half = exo.size().times(0.5f);
    Vec3[] corners = new Vec3[8];
    for (int k = 0; k < 8; k++) {
      corners[k] =
          new Vec3(
              (k & 1) == 0 ? -half.x() : half.x(),
              (k & 2) == 0 ? -half.y() : half.y(),
              (k & 4) == 0 ? -half.z() : half.z());
    }
    for (int a = 0; a < 8; a++) {
      if (exo.limbs().equals("corners")) {
        exoEdge(exo, Vec3.ZERO, corners[a]).fromCenter = true;
      }
      for (int bit = 1; bit < 8 && exo.limbs().equals("edges"); bit *= 2) {
        if ((a & bit) == 0) { // the edges of a box are a net of loops: each is a tree of its own
          exoEdge(exo, corners[a], corners[a | bit]).joins = false;
        }
      }
    }
  }

  private Edge exoEdge(CreaturePlan.Exo exo, Vec3 from, Vec3 to) {
    Edge e = edge("exoskeleton's limb", "exoskeleton", from, to, exo.radius());
    e.parts = exo.parts();
    e.exo = true;
    return e;
  }

  private boolean hasLength(Edge e) {
    if (!(e.length() > 1e-4f * e.radius)) {
      shapes.problem(
          e.key, e.what + " has no length and so no direction; move `from` and `to` apart");
      return false;
    }
    return true;
  }

  // ---- who meets whom

  private static boolean same(Vec3 a, Vec3 b, Edge e) {
    return a.plus(b.times(-1)).length() <= SAME * Math.min(e.radius, e.tip);
  }

  private int node(Edge e, int end) {
    for (int n = 0; n < nodePlace.size() && e.joins; n++) {
      if (nodePlace.get(n) != null && same(nodePlace.get(n), e.end(end), e)) {
        return n;
      }
    }
    nodePlace.add(e.joins ? e.end(end) : null);
    nodeJoint.add(-1);
    return nodePlace.size() - 1;
  }

  private int spot(Edge e, int end) {
    int s = 0;
    while (s < spots.size() && !same(spots.get(s).at, e.end(end), e)) {
      s++;
    }
    if (s == spots.size()) {
      spots.add(new Spot(e.end(end)));
    }
    spots.get(s).edges.add(e);
    spots.get(s).ends.add(end);
    return s;
  }

  private boolean hasLoops() {
    boolean loops = false;
    int[] group = new int[nodePlace.size()];
    Arrays.setAll(group, n -> n);
    for (Edge e : edges) {
      int a = root(group, e.node[0]), b = root(group, e.node[1]);
      if (a == b) {
        loops = true;
        shapes.problem(
            e.key,
            e.what
                + " closes a loop: its ends are already joined by other bones; bones must form"
                + " trees. Move an end away by more than "
                + SAME
                + " of its radius, or carry the limbs by an exoskeleton");
      }
      group[Math.max(a, b)] = Math.min(a, b);
    }
    return loops;
  }

  private static int root(int[] group, int n) {
    int at = n;
    while (group[at] != at) {
      at = group[at];
    }
    return at;
  }

  private void planHub(Spot s) {
    double most = Double.POSITIVE_INFINITY;
    Edge head = null;
    int heads = 0;
    for (int k = 0; k < s.edges.size(); k++) {
      Edge e = s.edges.get(k);
      if (e.isLimb()) {
        s.limbs.add(k);
        most = Math.min(most, HUB_SHARE * e.length());
      } else if (e.bulb) {
        heads++;
        head = s.ends.get(k) == 0 ? e : null;
      }
    }
    if (s.limbs.size() < 3 || plan.blend() == 0) {
      return;
    }
    double[] d = new double[3 * s.limbs.size()], radii = new double[s.limbs.size()];
    for (int i = 0; i < radii.length; i++) {
      Edge e = s.edges.get(s.limbs.get(i));
      int end = s.ends.get(s.limbs.get(i));
      Vec3 way = e.end(1 - end).plus(e.end(end).times(-1));
      float n = way.length();
      d[3 * i] = way.x() / n;
      d[3 * i + 1] = way.y() / n;
      d[3 * i + 2] = way.z() / n;
      radii[i] = end == 0 ? e.radius : e.tip;
    }
    double[] ball = null;
    if (heads == 1 && head != null) { // around the middle, since the bone fits into the ball
      Vec3 c = head.from.plus(head.to).times(0.5f).plus(s.at.times(-1));
      ball = new double[] {c.x(), c.y(), c.z(), head.radius};
    }
    s.hub = Hub.plan(d, radii, most, ball, plan.blend());
    if (s.hub == null) {
      shapes.warn(
          "limbs that meet at "
              + s.at
              + " are too close to each other for one skin and overlap there; make them thinner or"
              + " longer, or spread them");
    } else {
      s.head = ball == null ? null : head;
    }
  }

  // ---- joints

  private void placeAll() {
    for (Edge first : edges) {
      if (!first.placed) {
        place(first);
        boolean more = true;
        while (more) { // whatever touches the tree so far grows it
          more = false;
          for (Edge e : edges) {
            if (!e.placed && (nodeJoint.get(e.node[0]) >= 0 || nodeJoint.get(e.node[1]) >= 0)) {
              place(e);
              more = true;
            }
          }
        }
      }
    }
  }

  private void place(Edge e) {
    e.placed = true;
    List<Vec3> at = points(e);
    int last = at.size() - 1;
    e.joints = new int[at.size()];
    boolean back = nodeJoint.get(e.node[0]) < 0 && nodeJoint.get(e.node[1]) >= 0;
    int root = back ? last : 0, before = -1;
    for (int k = 0; k <= last; k++) {
      int i = back ? last - k : k;
      int node = i == 0 ? e.node[0] : i == last ? e.node[1] : -1;
      if (node >= 0 && nodeJoint.get(node) >= 0) {
        e.joints[i] = nodeJoint.get(node);
      } else {
        boolean inHub = i != root && (isHubBone(e, back ? i : i - 1));
        joints.add(world(at.get(i)));
        parents.add(before);
        limits.add(i == root || inHub ? JointLimit.NONE : back ? mirrored(e.limit) : e.limit);
        e.joints[i] = joints.size() - 1;
        if (node >= 0) {
          nodeJoint.set(node, e.joints[i]);
        }
      }
      before = e.joints[i];
    }
  }

  /** A hinge seen from its other side turns the other way. */
  private static JointLimit mirrored(JointLimit l) {
    return l.hinge()
        ? JointLimit.hinge(l.axisX(), l.axisY(), l.axisZ(), -l.mostRadians(), -l.leastRadians())
        : l;
  }

  private double hubLength(Edge e, int end) {
    Spot s = spots.get(e.spot[end]);
    for (int i = 0; i < s.limbs.size() && s.hub != null; i++) {
      int k = s.limbs.get(i);
      if (s.edges.get(k) == e && s.ends.get(k) == end) {
        return s.hub.ring(i);
      }
    }
    return 0;
  }

  /** Whether the piece from point i to the next lies in a hub. */
  private boolean isHubBone(Edge e, int i) {
    int pieces = e.parts + (hubLength(e, 0) > 0 ? 1 : 0) + (hubLength(e, 1) > 0 ? 1 : 0);
    return i == 0 && hubLength(e, 0) > 0 || i == pieces - 1 && hubLength(e, 1) > 0;
  }

  private List<Vec3> points(Edge e) {
    double length = e.length();
    float low = (float) (hubLength(e, 0) / length), high = (float) (1 - hubLength(e, 1) / length);
    Vec3 way = e.to.plus(e.from.times(-1));
    List<Vec3> out = new ArrayList<>();
    if (low > 0) {
      out.add(e.from);
    }
    for (int k = 0; k <= e.parts; k++) {
      float share = low + (high - low) * k / e.parts;
      out.add(e.from.plus(way.times(share)));
    }
    if (high < 1) {
      out.add(e.to);
    }
    return out;
  }

  private Vec3 world(Vec3 own) {
    return turn.apply(own).plus(plan.position());
  }

  // ---- parts

  /** The turn of parts along an edge: from y to the edge's direction, then with the creature. */
  private double[] turnOf(Edge e) {
    Vec3 way = e.to.plus(e.from.times(-1));
    float n = way.length();
    double[] up = {0, 1, 0}, d = {way.x() / n, way.y() / n, way.z() / n};
    double[] out = new double[4];
    Quaternions.between(up, 0, d, 0, out, 0);
    Quaternions.product(own(), 0, out, 0, out, 0);
    return out;
  }

  private double[] own() {
    return new double[] {turn.x(), turn.y(), turn.z(), turn.w()};
  }

  /** Adds the parts of a bone; false where the mesh of one cannot be used. */
  private boolean addParts(ArticulatedBody.Builder b, Edge e) {
    if (e.bulb && spots.get(e.spot[0]).head == e) {
      return true; // part of a hub
    }
    double[] partTurn = turnOf(e);
    int first = hubLength(e, 0) > 0 ? 1 : 0;
    double low = hubLength(e, 0), length = e.length() - low - hubLength(e, 1);
    for (int k = 0; k < e.parts; k++) {
      int from = e.joints[first + k], to = e.joints[first + k + 1];
      int bone = parents.get(to) == from ? to : from;
      JointedOperator shape;
      int caps = 0;
      SurfaceRide ride = null;
      if (e.mesh != null) {
        MeshPart.Shape made = shapes.mesh(e.mesh, material, e.key + ".path");
        if (made == null) {
          return false;
        }
        shape = made.operator();
        ride = made.ride();
      } else if (e.bulb) {
        shape = shapes.ball(e.length(), e.radius, material);
      } else {
        float thin = e.radius + (e.tip - e.radius) * k / e.parts;
        float next = e.radius + (e.tip - e.radius) * (k + 1) / e.parts;
        shape = shapes.cylinder((float) length / e.parts, thin, next, material);
        caps = 2 * Limbs.SIDES;
      }
      b.part(shape, partTurn, new int[] {from, to}, new int[] {bone}, caps, ride);
    }
    return true;
  }

  private void addHub(ArticulatedBody.Builder b, Spot s) {
    int n = s.limbs.size();
    int[] rings = new int[n + (s.head == null ? 0 : 1)], bones = new int[rings.length];
    for (int i = 0; i < n; i++) {
      Edge e = s.edges.get(s.limbs.get(i));
      boolean low = s.ends.get(s.limbs.get(i)) == 0;
      int last = e.joints.length - 1;
      int middle = e.joints[low ? 0 : last];
      rings[i] = e.joints[low ? 1 : last - 1];
      bones[i] = parents.get(rings[i]) == middle ? rings[i] : middle;
    }
    boolean[] inward = new boolean[n];
    for (int i = 0; i < n; i++) {
      inward[i] = s.ends.get(s.limbs.get(i)) == 1;
    }
    double[] far = null;
    if (s.head != null) {
      rings[n] = s.head.joints[1];
      bones[n] = parents.get(rings[n]) == s.head.joints[0] ? rings[n] : s.head.joints[0];
      Vec3 f = s.head.to.plus(s.at.times(-1));
      far = new double[] {f.x(), f.y(), f.z()};
    }
    JointedOperator shape = shapes.hub(s.hub, inward, far, material);
    b.part(shape, own(), rings, bones, n * Limbs.SIDES);
  }
}
