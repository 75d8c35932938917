package dev.shinari.io.scene.spec;

import dev.shinari.io.scene.format.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value of a body that a person may want to turn, as the format describes it: for pages that
 * make sliders and switches of it.
 *
 * @param key path within the body: {@code elasticity.frequencyHz}
 * @param type number, integer, bool or choice
 * @param above whether the least value itself is not allowed
 * @param fallback the default as JSON, or null
 * @param choices the words of a choice, else empty
 */
public record Control(
    String key,
    String type,
    double least,
    boolean above,
    double most,
    String fallback,
    String unit,
    String text,
    List<String> choices) {
  /** Parts of a body that are no knobs: what it is made of and where it starts. */
  private static final List<String> LEFT_OUT =
      List.of("shape", "repeat", "name", "scale", "lineWeight", "pins", "handles");

  /** All controls of a body, in the order of the format's description. */
  public static List<Control> ofBodies() {
    Spec.ListOf bodies = (Spec.ListOf) SceneSpec.SCENE.key("bodies").spec();
    Map<String, Control> found = new LinkedHashMap<>();
    for (Spec.Key k : ((Spec.Group) bodies.item()).keys()) {
      if (!LEFT_OUT.contains(k.name())) {
        collect("", k, found);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static void collect(String prefix, Spec.Key k, Map<String, Control> found) {
    String key = prefix + k.name();
    Spec spec = k.spec();
    Control c = null;
    if (spec instanceof Spec.Num n) {
      c = of(key, "number", n, k, List.of());
    } else if (spec instanceof Spec.Whole w) {
      c = of(key, "integer", Spec.num(w.least(), w.most(), ""), k, List.of());
    } else if (spec instanceof Spec.Flag) {
      c = of(key, "bool", Spec.num(0, 1, ""), k, List.of());
    } else if (spec instanceof Spec.Choice words) {
      c = of(key, "choice", Spec.num(0, 0, ""), k, words.words());
    } else if (spec instanceof Spec.Group g) {
      g.keys().forEach(inner -> collect(key + ".", inner, found));
    } else if (spec instanceof Spec.Kinds kinds) {
      kinds.kinds().forEach(g -> g.keys().forEach(inner -> collect(key + ".", inner, found)));
    }
    if (c != null) {
      found.putIfAbsent(key, c);
    }
  }

  private static Control of(
      String key, String type, Spec.Num range, Spec.Key k, List<String> choices) {
    return new Control(
        key,
        type,
        range.least(),
        range.above(),
        range.most(),
        k.fallback(),
        range.unit(),
        k.doc(),
        choices);
  }

  /** Keys of effects that say when, not how much. */
  private static final List<String> TIMES =
      List.of("fromSeconds", "untilSeconds", "fadeSeconds", "atSeconds", "seconds");

  /**
   * The effects that a body can have, each as a control of its strength: the key is the effect's
   * kind and the number in it, {@code squashStretch.stretch}. Empty where bodies have none.
   */
  public static List<Control> ofEffects() {
    List<Control> all = new ArrayList<>();
    Spec.ListOf bodies = (Spec.ListOf) SceneSpec.SCENE.key("bodies").spec();
    Spec.Key effects = ((Spec.Group) bodies.item()).key("effects");
    if (effects == null
        || !(effects.spec() instanceof Spec.ListOf list)
        || !(list.item() instanceof Spec.Kinds kinds)) {
      return all;
    }
    for (Spec.Group g : kinds.kinds()) {
      for (Spec.Key k : g.keys()) {
        if (k.spec() instanceof Spec.Num n && !TIMES.contains(k.name())) {
          String key = g.name() + "." + k.name();
          all.add(
              new Control(
                  key,
                  "number",
                  n.least(),
                  n.above(),
                  n.most(),
                  k.fallback(),
                  n.unit(),
                  g.doc(),
                  List.of()));
          break;
        }
      }
    }
    return all;
  }
}
