package dev.shinari.io.scene.build;

import dev.shinari.body.Body;
import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Burst;
import dev.shinari.io.scene.plan.EffectPlan;
import dev.shinari.world.Effect;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Effects that come, go and change while their body moves. */
public final class LiveEffects {
  private LiveEffects() {}

  /**
   * Whether one list of effects can become another without a new start: what is in one of them only
   * must be free to come and go.
   */
  public static boolean canBecome(List<EffectPlan> now, List<EffectPlan> then) {
    int[] from = matches(now, then);
    boolean can = true;
    for (int k = 0; k < then.size(); k++) {
      can &= from[k] >= 0 || isFree(then.get(k));
    }
    for (int j = 0; j < now.size(); j++) {
      can &= contains(from, j) || isFree(now.get(j));
    }
    return can;
  }

  /** Where each effect of a list stands in the one before it, -1 for a new one. */
  private static int[] matches(List<EffectPlan> now, List<EffectPlan> then) {
    int[] from = new int[then.size()];
    for (int k = 0; k < from.length; k++) {
      from[k] = -1;
      for (int j = 0; j < now.size() && from[k] < 0; j++) {
        EffectPlan a = now.get(j), b = then.get(k);
        boolean same = a.settings().equals(b.settings()) && samePlace(a, b);
        from[k] = same && !contains(Arrays.copyOf(from, k), j) ? j : -1;
      }
    }
    return from;
  }

  private static boolean contains(int[] all, int wanted) {
    return Arrays.stream(all).anyMatch(i -> i == wanted);
  }

  private static boolean samePlace(EffectPlan a, EffectPlan b) {
    return a.parts() == null ? b.parts() == null : a.parts().equals(b.parts());
  }

  /** Whether it neither holds on to chosen particles nor to other bodies or broken links. */
  private static boolean isFree(EffectPlan e) {
    return e.parts() == null
        && !(e.settings() instanceof Burst.Settings)
        && !(e.settings() instanceof Breakdown.Settings);
  }

  /** Whether lists have the same kinds of effects, in the same order. */
  private static boolean sameKinds(List<EffectPlan> now, List<EffectPlan> then) {
    boolean same = now.size() == then.size();
    for (int k = 0; same && k < now.size(); k++) {
      same = now.get(k).settings().getClass() == then.get(k).settings().getClass();
    }
    return same;
  }

  /**
   * Gives a body the effects of a list that its own {@link #canBecome become}. A piece that came
   * off has none of its body's effects and gets none of them changed.
   */
  public static void change(World world, Body body, List<EffectPlan> now, List<EffectPlan> then) {
    if (!canBecome(now, then)) {
      throw new IllegalArgumentException("these effects need a new start");
    }
    List<Effect> have = world.effects(body);
    if (have.size() != now.size()) {
      return;
    }
    if (sameKinds(now, then)) {
      for (int k = 0; k < then.size(); k++) {
        if (!now.get(k).settings().equals(then.get(k).settings())) {
          world.replace(body, k, new EffectBuilder().make(then.get(k), body, null));
        }
      }
      return;
    }
    int[] from = matches(now, then);
    List<Effect> wanted = new ArrayList<>();
    for (int k = 0; k < from.length; k++) {
      wanted.add(
          from[k] >= 0 ? have.get(from[k]) : new EffectBuilder().make(then.get(k), body, null));
    }
    world.setEffects(body, wanted);
  }
}
