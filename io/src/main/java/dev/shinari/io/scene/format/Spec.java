package dev.shinari.io.scene.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a value of a scene may be. One tree of these ({@code SceneSpec}) describes the whole format;
 * the checks, the JSON Schema, the reference page and the listing of resolved values all come from
 * it.
 */
public sealed interface Spec {
  /** Numbers beyond this are a slip of the keyboard, not a scene, and would leave float range. */
  double LARGE = 1e6;

  /** A finite number. {@code above}: the lower bound itself is not allowed. */
  record Num(double least, boolean above, double most, String unit) implements Spec {}

  /** A whole number. */
  record Whole(long least, long most) implements Spec {}

  /** A thing of a list, counted from 0, or by its name. */
  record NumberOrName(long least, long most) implements Spec {}

  record Flag() implements Spec {}

  /** Text; {@code pattern} is a regular expression that all of it must match, or null. */
  record Text(String pattern, String expected) implements Spec {}

  /** One of a few words. */
  record Choice(List<String> words) implements Spec {}

  /** Three numbers: x, y, z. */
  record Vector(double least, boolean above, double most, String unit) implements Spec {}

  /** Three whole numbers: along x, y, z. */
  record Counts(int least, int most) implements Spec {}

  /** A color as {@code "#RRGGBB"}. */
  record Color() implements Spec {}

  /**
   * A file that must exist, relative to the scene file. Extensions in lower case with their dot.
   */
  record FileName(List<String> extensions) implements Spec {}

  record ListOf(Spec item, int least, int most) implements Spec {}

  /**
   * An object. Where {@code shorthand} names a key, plain text stands for an object with that key
   * alone: {@code "elasticity": "jelly"}.
   */
  record Group(String name, String doc, String shorthand, List<Key> keys, List<Rule> rules)
      implements Spec {
    public Key key(String name) {
      for (Key k : keys) {
        if (k.name.equals(name)) {
          return k;
        }
      }
      return null;
    }

    List<String> keyNames() {
      return keys.stream().map(Key::name).toList();
    }

    /** The same group with further keys behind its own. */
    public Group with(Key... more) {
      List<Key> all = new ArrayList<>(keys);
      all.addAll(List.of(more));
      return new Group(name, doc, shorthand, List.copyOf(all), rules);
    }

    public Group rule(Rule rule) {
      List<Rule> all = new ArrayList<>(rules);
      all.add(rule);
      return new Group(name, doc, shorthand, keys, List.copyOf(all));
    }
  }

  /** An object whose key {@code kind} says which of several groups it is. */
  record Kinds(String name, String doc, List<Group> kinds) implements Spec {
    Group kind(String name) {
      for (Group g : kinds) {
        if (g.name.equals(name)) {
          return g;
        }
      }
      return null;
    }

    List<String> names() {
      return kinds.stream().map(Group::name).toList();
    }
  }

  /** Stands for a spec that holds itself, such as the parts of a solid. */
  record Again(String name, Supplier<Spec> target) implements Spec {}

  /**
   * One key of an object.
   *
   * @param fallback the default as JSON, or null where a missing key means "not given"
   * @param fallbackValue the same, parsed
   */
  record Key(
      String name,
      Spec spec,
      String fallback,
      LocatedJson fallbackValue,
      boolean required,
      String doc) {}

  /**
   * A check over several keys of a group; answers with what is wrong and how to fix it, or null.
   */
  interface Rule {
    Fault check(ResolvedValue.Fields fields);
  }

  /** What a rule found: the key whose place is shown, and the message. */
  record Fault(String key, String message) {}

  // ---- words of the description

  static Key need(String name, Spec spec, String doc) {
    return new Key(name, spec, null, null, true, doc);
  }

  static Key with(String name, Spec spec, String fallback, String doc) {
    return new Key(name, spec, fallback, LocatedJsonReader.readDefault(fallback), false, doc);
  }

  static Key maybe(String name, Spec spec, String doc) {
    return new Key(name, spec, null, null, false, doc);
  }

  static Group group(String name, String doc, Key... keys) {
    return new Group(name, doc, null, List.of(keys), List.of());
  }

  static Group shorthand(String name, String key, String doc, Key... keys) {
    return new Group(name, doc, key, List.of(keys), List.of());
  }

  static Kinds kinds(String name, String doc, Group... kinds) {
    return new Kinds(name, doc, List.of(kinds));
  }

  static Num num(double least, double most, String unit) {
    return new Num(least, false, most, unit);
  }

  static Num above(double least, double most, String unit) {
    return new Num(least, true, most, unit);
  }

  static Vector vector(String unit) {
    return new Vector(-LARGE, false, LARGE, unit);
  }

  static Vector size(String unit) {
    return new Vector(0, true, LARGE, unit);
  }
}
