package dev.shinari.app.studio.stage;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The hands on a stage: what each holds and where it has been lately. */
final class StageGrips {
  /** Tags of handles that are hands. */
  private static final int FIRST_GRIP = 1000;

  /** Steps over which a throw measures the hand's velocity. */
  private static final int THROW_STEPS = 24;

  /** A creature's joint covers the way to its hand in about this time. */
  private static final double LEAD_SECONDS = 0.06;

  private final World world;
  private final float stepSeconds;
  private final Map<Integer, Hand> hands = new TreeMap<>();

  StageGrips(World world, float stepSeconds) {
    this.world = world;
    this.stepSeconds = stepSeconds;
  }

  /** A hand's place when it took hold, and where it has been lately. */
  static final class Hand {
    final Body body; // or null
    final ArticulatedBody creature; // or null
    final int joint;
    final double[] from;
    final double[] joinedAt = new double[3]; // of the joint, when it was taken
    final ArrayDeque<double[]> way; // step, x, y, z

    private Hand(Hand h) {
      body = h.body;
      creature = h.creature;
      joint = h.joint;
      from = h.from;
      System.arraycopy(h.joinedAt, 0, joinedAt, 0, 3);
      way = new ArrayDeque<>(h.way); // places are never written to
    }

    Hand(Body body, double[] from) {
      way = new ArrayDeque<>();
      this.body = body;
      this.from = from;
      creature = null;
      joint = -1;
    }

    Hand(ArticulatedBody creature, int joint, double[] from) {
      way = new ArrayDeque<>();
      body = null;
      this.creature = creature;
      this.joint = joint;
      this.from = from;
      for (int c = 0; c < 3; c++) {
        joinedAt[c] = creature.joint(joint, c);
      }
    }

    /** Leads a creature's joint towards the hand, by its velocity alone. */
    void lead() {
      if (creature != null) {
        double[] to = way.peekLast();
        double[] v = new double[3];
        for (int c = 0; c < 3; c++) {
          double wanted = joinedAt[c] + to[1 + c] - from[c];
          v[c] = (wanted - creature.joint(joint, c)) / LEAD_SECONDS;
        }
        creature.setVelocity(joint, v[0], v[1], v[2]);
      }
    }
  }

  /** All hands as they are, to go back to. */
  Map<Integer, Hand> save() {
    Map<Integer, Hand> copy = new TreeMap<>();
    hands.forEach((grip, hand) -> copy.put(grip, new Hand(hand)));
    return copy;
  }

  void restore(Map<Integer, Hand> saved) {
    hands.clear();
    saved.forEach((grip, hand) -> hands.put(grip, new Hand(hand)));
  }

  /** Hands that hold something. */
  Set<Integer> grips() {
    return Set.copyOf(hands.keySet());
  }

  /** Before each step. */
  void lead() {
    for (Hand h : hands.values()) {
      h.lead();
    }
  }

  void grab(StageAction.Grab a, long step) {
    Check.that(!hands.containsKey(a.grip()), "hand " + a.grip() + " holds something already");
    double[] start = {step, a.place()[0], a.place()[1], a.place()[2]};
    if (a.body() >= StageAction.ACTOR) {
      int number = a.body() - StageAction.ACTOR;
      Check.that(
          number < world.actors().size()
              && world.actors().get(number) instanceof ArticulatedBody
              && a.particles().length == 1,
          "there is no such creature");
      ArticulatedBody creature = (ArticulatedBody) world.actors().get(number);
      int joint = a.particles()[0];
      Check.that(joint >= 0 && joint < creature.skeleton().jointCount(), "there is no such joint");
      Hand hand = new Hand(creature, joint, a.place().clone());
      hand.way.add(start);
      hands.put(a.grip(), hand);
      return;
    }
    Body body = Stage.body(world, a.body());
    Handle handle =
        Handle.builder(body, Stage.checked(body, a.particles()))
            .from(world.seconds())
            .spring((float) a.hertz(), 1)
            .tag(FIRST_GRIP + a.grip())
            .build();
    world.add(handle);
    Hand hand = new Hand(body, a.place().clone());
    hand.way.add(start);
    hands.put(a.grip(), hand);
  }

  void drag(StageAction.Drag a, long step) {
    Hand hand = hand(a.grip());
    for (Handle h : world.handles()) {
      if (h.tag() == FIRST_GRIP + a.grip()) {
        double[] p = a.place();
        h.dragTo(p[0] - hand.from[0], p[1] - hand.from[1], p[2] - hand.from[2]);
      }
    }
    hand.way.addLast(new double[] {step, a.place()[0], a.place()[1], a.place()[2]});
    while (hand.way.size() > 2 && hand.way.peekFirst()[0] < step - THROW_STEPS) {
      hand.way.removeFirst();
    }
  }

  private Hand hand(int grip) {
    Hand hand = hands.get(grip);
    Check.that(hand != null, "hand " + grip + " holds nothing");
    return hand;
  }

  void drop(StageAction.Drop a, long step) {
    Hand hand = hand(a.grip());
    hands.remove(a.grip());
    letGo(FIRST_GRIP + a.grip());
    double[] first = hand.way.peekFirst(), last = hand.way.peekLast();
    double seconds = (step - first[0]) * stepSeconds;
    if (a.thrown() && seconds > 0 && step - last[0] < THROW_STEPS) {
      push(
          hand.body,
          (last[1] - first[1]) / seconds,
          (last[2] - first[2]) / seconds,
          (last[3] - first[3]) / seconds);
    }
  }

  int letGo(int tag) {
    int gone = 0;
    for (Handle h : List.copyOf(world.handles())) {
      if (h.tag() == tag) {
        world.remove(h);
        gone++;
      }
    }
    return gone;
  }

  /** Gives a body's center a velocity; what it does besides (spin, swing) stays. */
  private void push(Body body, double vx, double vy, double vz) {
    if (body == null || !world.bodies().contains(body) || body.heldCount() > 0) {
      return;
    }
    Particles p = body.particles();
    double mx = 0, my = 0, mz = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i];
      mx += m * p.vx()[i];
      my += m * p.vy()[i];
      mz += m * p.vz()[i];
      mass += m;
    }
    float dx = (float) (vx - mx / mass),
        dy = (float) (vy - my / mass),
        dz = (float) (vz - mz / mass);
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] += dx;
      p.vy()[i] += dy;
      p.vz()[i] += dz;
    }
    world.wake(body);
  }
}
