package dev.shinari.io.scene.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value from the command line that takes the place of one in the file: {@code
 * bodies[0].elasticity.frequencyHz=2}. The value is JSON, or text without quotes.
 *
 * @param option how the user wrote it, for messages: {@code --set frames=10}
 */
public record Setting(String option, String path, String value) {
  private static final Pattern STEP =
      Pattern.compile("(?:^|\\.)([A-Za-z_$][A-Za-z0-9_$-]*)|\\[(\\d{1,9})\\]");

  /** Parses {@code path=value} as given to {@code --set}. */
  public static Setting parse(String text) throws SceneException {
    int equals = text.indexOf('=');
    Setting s =
        equals <= 0
            ? null
            : new Setting(
                "--set " + text,
                text.substring(0, equals).trim(),
                text.substring(equals + 1).trim());
    if (s == null || s.steps() == null) {
      throw new SceneException(
          List.of(
              new Problem(
                  "--set " + text,
                  0,
                  0,
                  "expected path=value, for example --set bodies[0].elasticity.frequencyHz=2")));
    }
    return s;
  }

  /** Keys (String) and indices (Integer) from the root, or null where the path is malformed. */
  private List<Object> steps() {
    List<Object> steps = new ArrayList<>();
    Matcher m = STEP.matcher(path);
    int at = 0;
    while (at < path.length()) {
      if (!m.find(at) || m.start() != at || (steps.isEmpty() && m.group(2) != null)) {
        return null;
      }
      steps.add(m.group(1) != null ? m.group(1) : Integer.valueOf(m.group(2)));
      at = m.end();
    }
    return steps.isEmpty() || steps.size() > 32 ? null : steps;
  }

  /** Puts the value into the tree; the checker judges it later like any other. */
  public void apply(LocatedJson.Fields root, Spec spec, List<Problem> problems) {
    ValueOrigin.Option origin = new ValueOrigin.Option(option);
    List<Object> steps = steps();
    LocatedJson node = root;
    Spec nodeSpec = spec;
    String walked = "";
    for (int i = 0; i < steps.size(); i++) {
      Object step = steps.get(i);
      boolean last = i + 1 == steps.size();
      LocatedJson next = last ? LocatedJsonReader.readOption(value, origin) : null;
      if (step instanceof String key) {
        if (!(node instanceof LocatedJson.Fields fields)) {
          problems.add(
              problem("`" + walked + "` is " + node.describe() + ", it has no key `" + key + "`"));
          return;
        }
        Spec childSpec = childSpec(fields, nodeSpec, key);
        if (!last) {
          LocatedJson there = fields.values.get(key);
          if (there == null && steps.get(i + 1) instanceof Integer) {
            problems.add(problem("the file gives no list `" + key + "` whose entry could be set"));
            return;
          }
          next = open(there, childSpec, origin);
        }
        fields.put(key, fields.keyOrigins.getOrDefault(key, origin), next);
        if (last) {
          fields.keyOrigins.put(key, origin);
        }
        nodeSpec = childSpec;
        walked = walked.isEmpty() ? key : walked + "." + key;
      } else {
        int index = (Integer) step;
        if (!(node instanceof LocatedJson.Items list)) {
          problems.add(
              problem("`" + walked + "` is " + node.describe() + ", not a list with entries"));
          return;
        }
        if (index >= list.items.size()) {
          problems.add(
              problem(
                  "`"
                      + walked
                      + "` has no entry "
                      + index
                      + ": the file gives "
                      + list.items.size()
                      + ", counted from 0"));
          return;
        }
        Spec childSpec = resolve(nodeSpec) instanceof Spec.ListOf l ? l.item() : null;
        if (!last) {
          next = open(list.items.get(index), childSpec, origin);
        }
        list.items.set(index, next);
        nodeSpec = childSpec;
        walked = walked + "[" + index + "]";
      }
      node = next;
    }
  }

  /** The value to walk into: the one that is there, spelled out, or a new object. */
  private static LocatedJson open(LocatedJson there, Spec spec, ValueOrigin origin) {
    Spec s = resolve(spec);
    if (there instanceof LocatedJson.Scalar scalar && scalar.value instanceof String) {
      String shorthand =
          s instanceof Spec.Kinds ? "kind" : s instanceof Spec.Group g ? g.shorthand() : null;
      if (shorthand != null) {
        LocatedJson.Fields fields = new LocatedJson.Fields(there.origin);
        fields.put(shorthand, there.origin, there);
        return fields;
      }
    }
    if (there != null && !(there instanceof LocatedJson.Scalar scalar && scalar.value == null)) {
      return there;
    }
    return new LocatedJson.Fields(origin);
  }

  private static Spec childSpec(LocatedJson.Fields fields, Spec spec, String key) {
    Spec s = resolve(spec);
    if (s instanceof Spec.Kinds kinds) {
      LocatedJson kind = fields.values.get("kind");
      s =
          kind instanceof LocatedJson.Scalar word && word.value instanceof String name
              ? kinds.kind(name)
              : null;
    }
    Spec.Key k = s instanceof Spec.Group g ? g.key(key) : null;
    return k == null ? null : k.spec();
  }

  private static Spec resolve(Spec spec) {
    return spec instanceof Spec.Again a ? a.target().get() : spec;
  }

  private Problem problem(String message) {
    return new Problem(option, 0, 0, message);
  }
}
