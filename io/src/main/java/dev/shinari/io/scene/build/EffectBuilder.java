package dev.shinari.io.scene.build;

import dev.shinari.body.Body;
import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Burst;
import dev.shinari.cartoon.Dent;
import dev.shinari.cartoon.FollowThrough;
import dev.shinari.cartoon.GainBounce;
import dev.shinari.cartoon.ImpactHold;
import dev.shinari.cartoon.Inflate;
import dev.shinari.cartoon.Jump;
import dev.shinari.cartoon.Melt;
import dev.shinari.cartoon.Smear;
import dev.shinari.cartoon.SquashStretch;
import dev.shinari.cartoon.SuperElastic;
import dev.shinari.cartoon.Wobble;
import dev.shinari.io.scene.plan.EffectPlan;
import dev.shinari.world.Effect;
import java.util.ArrayList;
import java.util.List;

/** Makes the effects of a scene's bodies; bodies that burst at one time share one burst. */
final class EffectBuilder {
  private final List<Burst> bursts = new ArrayList<>();

  /** Whether a body with these effects must be built so that its links can break. */
  static boolean breaks(List<EffectPlan> effects) {
    return effects.stream().anyMatch(e -> e.settings() instanceof Breakdown.Settings);
  }

  /**
   * @param parts particles that the plan selects, or null
   */
  Effect make(EffectPlan plan, Body body, int[] parts) {
    Record s = plan.settings();
    if (s instanceof SuperElastic.Settings e) {
      return new SuperElastic(e);
    } else if (s instanceof Breakdown.Settings e) {
      return new Breakdown(e);
    } else if (s instanceof Burst.Settings e) {
      for (Burst b : bursts) {
        if (b.settings().equals(e)) {
          return b;
        }
      }
      bursts.add(new Burst(e));
      return bursts.get(bursts.size() - 1);
    } else if (s instanceof SquashStretch.Settings e) {
      return new SquashStretch(e);
    } else if (s instanceof Jump.Settings e) {
      return new Jump(e);
    } else if (s instanceof FollowThrough.Settings e) {
      return new FollowThrough(e, FollowThrough.weights(body.particles().count(), parts));
    } else if (s instanceof ImpactHold.Settings e) {
      return new ImpactHold(e);
    } else if (s instanceof Smear.Settings e) {
      return new Smear(e);
    } else if (s instanceof GainBounce.Settings e) {
      return new GainBounce(e);
    } else if (s instanceof Wobble.Settings e) {
      return new Wobble(e);
    } else if (s instanceof Melt.Settings e) {
      return new Melt(e);
    } else if (s instanceof Inflate.Settings e) {
      return new Inflate(e);
    } else if (s instanceof Dent.Settings e) {
      return new Dent(e);
    }
    throw new AssertionError(s);
  }
}
