package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Burst;
import dev.shinari.cartoon.Dent;
import dev.shinari.cartoon.Envelope;
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
import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.Vector;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.EffectPlan;
import java.util.List;

/** The part of the scene format that describes cartoon effects, and what it is turned into. */
final class EffectSpec {
  private EffectSpec() {}

  private static final Key FROM = with("fromSeconds", num(0, 1e5, "s"), "0", "when it sets in");
  private static final Key UNTIL =
      maybe("untilSeconds", above(0, 1e5, "s"), "when it ends; never unless given");

  private static Key fade(String seconds) {
    return with("fadeSeconds", num(0, 1e4, "s"), seconds, "how long it is blended in and out");
  }

  private static Fault window(ResolvedValue.Fields f) {
    return f.has("untilSeconds") && !(f.number("untilSeconds") > f.number("fromSeconds"))
        ? new Fault("untilSeconds", "`untilSeconds` must be later than `fromSeconds`")
        : null;
  }

  private static Group effect(String name, String doc, String fade, Key... keys) {
    return group(name, doc, keys).with(FROM, UNTIL, fade(fade)).rule(EffectSpec::window);
  }

  /** The effects. */
  static Kinds effects() {
    return kinds(
        "effect",
        "an exaggeration of a body's motion, as drawn animation has it",
        effect(
            "superElastic",
            "takes any pull and swings back and forth about the rest shape; pins place it",
            "0",
            with("frequencyHz", num(0.01, 1000, "Hz"), "2", "of the swing"),
            with(
                "dampingRatio",
                num(0, 10, ""),
                "0.12",
                "decay of the swing: 0 never ends, 1 returns without a swing"),
            with(
                "overshoot",
                num(0, 10, ""),
                "1",
                "how many times as far as by itself it swings beyond its rest shape"),
            with(
                "ripple",
                num(0, 1, ""),
                "0",
                "share of the body's own local pull that stays while it swings")),
        group(
                "breakdown",
                "elements that are pulled too far apart are torn from each other, and the body comes"
                    + " apart; with `tear` at this limit instead of that of `tear`",
                with(
                    "limit",
                    num(1.01, 1000, ""),
                    "1.6",
                    "distance of two elements to that at rest at which they are torn from each other"),
                FROM,
                UNTIL)
            .rule(EffectSpec::window),
        group(
            "burst",
            "passes through other bodies until a given time, then all bodies of the burst fly apart",
            with("atSeconds", num(0, 1e5, "s"), "1", "when"),
            with("strength", num(0, 200, "m/s"), "5", "speed that the bodies gain"),
            with("seconds", num(1e-3, 10, "s"), "0.08", "how long the push lasts")),
        effect(
            "squashStretch",
            "longer along its velocity, flat for a moment where it hits; the volume stays",
            "0",
            with(
                "stretch",
                num(0, 4, ""),
                "0.5",
                "how much longer at full speed, as a share of its length"),
            with("squash", num(0, 0.9, ""), "0.4", "how much flatter after a hit at full speed"),
            with("fullSpeed", num(1e-3, 1e4, "m/s"), "6", "the speed that counts as full"),
            with("squashSeconds", num(0.01, 10, "s"), "0.25", "how long a squash lasts")),
        effect(
                "jump",
                "gathers itself, then leaves with a velocity: anticipation and launch",
                "0",
                with("atSeconds", num(0, 1e5, "s"), "1", "when it leaves"),
                with(
                    "velocity",
                    new Vector(-1000, false, 1000, "m/s"),
                    "[0, 5, 0]",
                    "velocity that it gains"),
                with(
                    "anticipation",
                    num(0, 0.8, ""),
                    "0.4",
                    "how much flatter it gets before, against the way that it will go"),
                with(
                    "anticipationSeconds",
                    num(0.01, 100, "s"),
                    "0.5",
                    "how long it gathers itself"),
                with("everySeconds", num(0, 1e5, "s"), "0", "again after so long; 0: once"))
            .rule(
                f ->
                    f.vector("velocity").length() > 0
                        ? null
                        : new Fault("velocity", "`velocity` must not be [0, 0, 0]"))
            .rule(
                f ->
                    f.number("everySeconds") == 0
                            || f.number("everySeconds") > f.number("anticipationSeconds")
                        ? null
                        : new Fault(
                            "everySeconds",
                            "`everySeconds` must be longer than `anticipationSeconds`")),
        effect(
            "followThrough",
            "parts stay behind when the body starts and go on when it stops",
            "0",
            need("parts", CommonSpec.SELECT, "ears, tail, hair"),
            with(
                "amount",
                num(0, 20, ""),
                "1.5",
                "how many times as inert as they are the parts seem, beside themselves")),
        effect(
            "impactHold",
            "its time stands still for a moment after a hit, and that of the body it hit",
            "0",
            with("holdSeconds", num(0, 60, "s"), "0.15", "how long"),
            with("fromSpeed", num(0, 1e4, "m/s"), "2", "slower hits are none"),
            with(
                "delaySeconds",
                num(0, 10, "s"),
                "0.04",
                "from the touch to the hold: a little later the squash is held")),
        effect(
            "smear",
            "in pictures drawn out to where it came from while it is fast",
            "0",
            with("length", num(0, 10, ""), "1", "of the trail, in ways from frame to frame"),
            with("fromSpeed", num(1e-3, 1e4, "m/s"), "4", "speed at which it begins")),
        effect(
            "gainBounce",
            "leaves what it hit faster than it came",
            "0",
            with("gain", num(0, 5, ""), "1.15", "speed after the bounce to speed before it"),
            with("mostSpeed", num(0.1, 1000, "m/s"), "12", "no bounce is faster")),
        effect(
            "wobble",
            "longer and shorter again and again, with its volume kept",
            "0.2",
            with("amount", num(0, 2, ""), "0.15", "largest lengthening, as a share"),
            with("frequencyHz", num(0.01, 100, "Hz"), "3", "times a second"),
            with("axis", new Choice(List.of("x", "y", "z")), "\"y\"", "of the rest shape"),
            with(
                "dieSeconds",
                num(0, 100, "s"),
                "0",
                "after a hit, until half of it is gone; 0: all the time, without a hit")),
        effect(
            "melt",
            "loses its stiffness and takes on the shape that its weight gives it",
            "0.5",
            with("flowPerSecond", num(0.01, 1000, "1/s"), "6", "how fast it gives in"),
            with("softness", num(0, 0.99, ""), "0.2", "share of its stiffness that it loses")),
        effect(
            "inflate",
            "grows to a multiple of its size while it is blended in",
            "1",
            with("size", num(0.2, 5, ""), "1.6", "what lengths are multiplied by")),
        effect(
            "dent",
            "what is pressed beyond a yield stays so, and heals slowly or not at all",
            "0",
            with("yield", num(0, 5, ""), "0.1", "change of shape that leaves no dent"),
            with("flowPerSecond", num(0.01, 1000, "1/s"), "30", "how fast it gives in to more"),
            with("healPerSecond", num(0, 1000, "1/s"), "0", "how fast dents go away; 0: never")));
  }

  private static Envelope envelope(ResolvedValue.Fields f) {
    return new Envelope(
        f.number("fromSeconds"),
        f.has("untilSeconds") ? f.number("untilSeconds") : Double.POSITIVE_INFINITY,
        f.has("fadeSeconds") ? f.number("fadeSeconds") : 0); // what breaks is not blended in
  }

  static EffectPlan bind(ResolvedValue.Fields f) {
    Vec3 v = f.kind().equals("jump") ? f.vector("velocity") : Vec3.ZERO;
    Record settings =
        switch (f.kind()) {
          case "superElastic" ->
              new SuperElastic.Settings(
                  f.number("frequencyHz"),
                  f.number("dampingRatio"),
                  f.number("overshoot"),
                  f.number("ripple"),
                  envelope(f));
          case "breakdown" -> new Breakdown.Settings(f.number("limit"), envelope(f));
          case "burst" ->
              new Burst.Settings(f.number("atSeconds"), f.number("strength"), f.number("seconds"));
          case "squashStretch" ->
              new SquashStretch.Settings(
                  f.number("stretch"),
                  f.number("squash"),
                  f.number("fullSpeed"),
                  f.number("squashSeconds"),
                  envelope(f));
          case "jump" ->
              new Jump.Settings(
                  f.number("atSeconds"),
                  v.x(),
                  v.y(),
                  v.z(),
                  f.number("anticipation"),
                  f.number("anticipationSeconds"),
                  f.number("everySeconds"),
                  envelope(f));
          case "followThrough" -> new FollowThrough.Settings(f.number("amount"), envelope(f));
          case "impactHold" ->
              new ImpactHold.Settings(
                  f.number("holdSeconds"),
                  f.number("fromSpeed"),
                  f.number("delaySeconds"),
                  envelope(f));
          case "smear" ->
              new Smear.Settings(f.number("length"), f.number("fromSpeed"), envelope(f));
          case "gainBounce" ->
              new GainBounce.Settings(f.number("gain"), f.number("mostSpeed"), envelope(f));
          case "wobble" ->
              new Wobble.Settings(
                  f.number("amount"),
                  f.number("frequencyHz"),
                  List.of("x", "y", "z").indexOf(f.text("axis")),
                  f.number("dieSeconds"),
                  envelope(f));
          case "melt" ->
              new Melt.Settings(f.number("flowPerSecond"), f.number("softness"), envelope(f));
          case "inflate" -> new Inflate.Settings(f.number("size"), envelope(f));
          case "dent" ->
              new Dent.Settings(
                  f.number("yield"),
                  f.number("flowPerSecond"),
                  f.number("healPerSecond"),
                  envelope(f));
          default -> throw new AssertionError(f.kind());
        };
    return new EffectPlan(
        settings, f.has("parts") ? SceneBinder.selection(f.fields("parts")) : null);
  }
}
