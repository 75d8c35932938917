package dev.shinari.io.scene.format;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Checks what was written against {@link Spec} and fills in the defaults. Never stops at the first
 * problem: a value that is wrong is reported and left out, the rest is checked all the same.
 */
public final class SceneChecker {
  private final String file;
  private final Path folder;
  private final List<Problem> problems;

  /**
   * @param folder what file names in the scene are relative to, or null for a scene without a
   *     folder (a built-in one), which cannot name files
   */
  public SceneChecker(String file, Path folder, List<Problem> problems) {
    this.file = file;
    this.folder = folder;
    this.problems = problems;
  }

  /** The checked value, or null if it is unusable (a problem was added then). */
  public ResolvedValue check(LocatedJson value, Spec spec, String path) {
    if (spec instanceof Spec.Num s) {
      return number(value, s, path);
    } else if (spec instanceof Spec.Whole s) {
      return whole(value, s, path);
    } else if (spec instanceof Spec.NumberOrName s) {
      return value instanceof LocatedJson.Scalar scalar && scalar.value instanceof String
          ? text(value, CommonSpec.NAME, path)
          : whole(value, new Spec.Whole(s.least(), s.most()), path);
    } else if (spec instanceof Spec.Flag) {
      return flag(value, path);
    } else if (spec instanceof Spec.Text s) {
      return text(value, s, path);
    } else if (spec instanceof Spec.Choice s) {
      return choice(value, s, path);
    } else if (spec instanceof Spec.Vector s) {
      return vector(value, s, path);
    } else if (spec instanceof Spec.Counts s) {
      return counts(value, s, path);
    } else if (spec instanceof Spec.Color) {
      return color(value, path);
    } else if (spec instanceof Spec.FileName s) {
      return fileName(value, s, path);
    } else if (spec instanceof Spec.ListOf s) {
      return list(value, s, path);
    } else if (spec instanceof Spec.Group s) {
      return group(value, s, null, path);
    } else if (spec instanceof Spec.Kinds s) {
      return kinds(value, s, path);
    }
    return check(value, ((Spec.Again) spec).target().get(), path);
  }

  // ---- objects

  private ResolvedValue kinds(LocatedJson value, Spec.Kinds spec, String path) {
    if (value instanceof LocatedJson.Scalar s && s.value instanceof String) {
      LocatedJson.Fields fields = new LocatedJson.Fields(s.origin);
      fields.put("kind", s.origin, s);
      return kinds(fields, spec, path);
    }
    if (!(value instanceof LocatedJson.Fields fields)) {
      return wrong(value, path, "an object with a `kind` (" + words(spec.names()) + ")");
    }
    LocatedJson kind = fields.values.get("kind");
    if (kind == null) {
      add(value.origin, named(path) + " needs the key `kind`: one of " + words(spec.names()));
      return null;
    }
    ResolvedValue word = choice(kind, new Spec.Choice(spec.names()), child(path, "kind"));
    if (word == null) {
      return null;
    }
    return group(value, spec.kind((String) ((ResolvedValue.Leaf) word).value()), kind.origin, path);
  }

  private ResolvedValue group(
      LocatedJson value, Spec.Group spec, ValueOrigin kindOrigin, String path) {
    if (value instanceof LocatedJson.Scalar s
        && s.value instanceof String
        && spec.shorthand() != null) {
      LocatedJson.Fields fields = new LocatedJson.Fields(s.origin);
      fields.put(spec.shorthand(), s.origin, s);
      return group(fields, spec, kindOrigin, path);
    }
    if (!(value instanceof LocatedJson.Fields given)) {
      return wrong(value, path, "an object { ... }");
    }
    int before = problems.size();
    boolean hasKind = kindOrigin != null;
    ResolvedValue.Fields fields =
        new ResolvedValue.Fields(value.origin, hasKind ? spec.name() : null);
    if (hasKind) {
      fields.put("kind", new ResolvedValue.Leaf(kindOrigin, spec.name()));
    }
    for (String key : given.values.keySet()) {
      if (spec.key(key) == null && !(hasKind && key.equals("kind"))) {
        unknown(key, given.keyOrigins.get(key), spec, path);
      }
    }
    for (Spec.Key key : spec.keys()) {
      LocatedJson child = given.values.get(key.name());
      boolean isNull = child instanceof LocatedJson.Scalar s && s.value == null;
      ResolvedValue resolved;
      if (child != null && !(isNull && !key.required())) {
        resolved = check(child, key.spec(), child(path, key.name()));
      } else if (key.fallback() != null) {
        resolved = check(key.fallbackValue(), key.spec(), child(path, key.name()));
      } else {
        if (key.required()) {
          add(value.origin, named(path) + " needs the key `" + key.name() + "`: " + key.doc());
        }
        continue;
      }
      if (resolved != null) {
        fields.put(key.name(), resolved);
      }
    }
    if (problems.size() == before) {
      for (Spec.Rule rule : spec.rules()) {
        Spec.Fault fault = rule.check(fields);
        if (fault != null) {
          ResolvedValue at = fields.has(fault.key()) ? fields.get(fault.key()) : fields;
          ValueOrigin origin =
              at.origin() instanceof ValueOrigin.Default ? value.origin : at.origin();
          add(origin, named(path) + ": " + fault.message());
        }
      }
    }
    return fields;
  }

  private void unknown(String key, ValueOrigin origin, Spec.Group spec, String path) {
    String near = DidYouMean.to(key, spec.keyNames());
    String where = path.isEmpty() ? "" : " in " + path;
    add(
        origin,
        "unknown key `"
            + key
            + "`"
            + where
            + (near != null
                ? ", did you mean `" + near + "`?"
                : "; known keys here: " + words(spec.keyNames())));
  }

  // ---- values

  private ResolvedValue list(LocatedJson value, Spec.ListOf spec, String path) {
    if (!(value instanceof LocatedJson.Items list)) {
      return wrong(value, path, "a list [ ... ]");
    }
    int n = list.items.size();
    if (n < spec.least() || n > spec.most()) {
      add(
          value.origin,
          named(path)
              + (n < spec.least()
                  ? " needs at least " + spec.least() + (spec.least() == 1 ? " entry" : " entries")
                  : " may have at most " + spec.most() + " entries")
              + ", got "
              + n);
      return null;
    }
    List<ResolvedValue> items = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      ResolvedValue r = check(list.items.get(i), spec.item(), path + "[" + i + "]");
      if (r != null) {
        items.add(r);
      }
    }
    return new ResolvedValue.Items(value.origin, items);
  }

  private ResolvedValue number(LocatedJson value, Spec.Num s, String path) {
    Double v = number(value, s.least(), s.above(), s.most(), s.unit(), path);
    return v == null ? null : new ResolvedValue.Leaf(value.origin, v);
  }

  private Double number(
      LocatedJson value, double least, boolean above, double most, String unit, String path) {
    String expected = "a number" + range(least, above, most) + unit(unit);
    if (!(value instanceof LocatedJson.Scalar scalar) || !(scalar.value instanceof Double v)) {
      wrong(value, path, expected);
      return null;
    }
    if (!(Math.abs(v) < Double.POSITIVE_INFINITY)) {
      add(
          value.origin,
          named(path)
              + " must be a finite number"
              + range(least, above, most)
              + ", got "
              + value.describe());
      return null;
    }
    if (!(above ? v > least : v >= least) || !(v <= most)) {
      boolean far = Math.abs(v) > Spec.LARGE && Math.max(-least, most) >= Spec.LARGE;
      wrong(value, path, far ? "a number below a million" + unit(unit) : expected);
      return null;
    }
    return v;
  }

  private ResolvedValue whole(LocatedJson value, Spec.Whole s, String path) {
    Long v = whole(value, s.least(), s.most(), path);
    return v == null ? null : new ResolvedValue.Leaf(value.origin, v);
  }

  private Long whole(LocatedJson value, long least, long most, String path) {
    if (value instanceof LocatedJson.Scalar scalar
        && scalar.value instanceof Double v
        && v == Math.rint(v)
        && v >= least
        && v <= most) {
      return v.longValue();
    }
    wrong(value, path, "a whole number from " + least + " to " + most);
    return null;
  }

  private ResolvedValue flag(LocatedJson value, String path) {
    if (value instanceof LocatedJson.Scalar s && s.value instanceof Boolean b) {
      return new ResolvedValue.Leaf(value.origin, b);
    }
    return wrong(value, path, "true or false");
  }

  private ResolvedValue text(LocatedJson value, Spec.Text spec, String path) {
    if (value instanceof LocatedJson.Scalar s
        && s.value instanceof String text
        && (spec.pattern() == null || text.matches(spec.pattern()))) {
      return new ResolvedValue.Leaf(value.origin, text);
    }
    return wrong(value, path, spec.expected());
  }

  private ResolvedValue choice(LocatedJson value, Spec.Choice spec, String path) {
    if (value instanceof LocatedJson.Scalar s && s.value instanceof String word) {
      if (spec.words().contains(word)) {
        return new ResolvedValue.Leaf(value.origin, word);
      }
      String near = DidYouMean.to(word, spec.words());
      add(
          value.origin,
          named(path)
              + " must be one of "
              + words(spec.words())
              + ", got "
              + value.describe()
              + (near == null ? "" : ", did you mean \"" + near + "\"?"));
      return null;
    }
    return wrong(value, path, "one of " + words(spec.words()));
  }

  private ResolvedValue vector(LocatedJson value, Spec.Vector s, String path) {
    if (!(value instanceof LocatedJson.Items list) || list.items.size() != 3) {
      return wrong(value, path, "three numbers [x, y, z]" + unit(s.unit()));
    }
    double[] v = new double[3];
    boolean good = true;
    for (int i = 0; i < 3; i++) {
      Double d =
          number(list.items.get(i), s.least(), s.above(), s.most(), s.unit(), path + "[" + i + "]");
      good &= d != null;
      v[i] = d == null ? 0 : d;
    }
    return good ? new ResolvedValue.Leaf(value.origin, v) : null;
  }

  private ResolvedValue counts(LocatedJson value, Spec.Counts s, String path) {
    if (!(value instanceof LocatedJson.Items list) || list.items.size() != 3) {
      return wrong(value, path, "three whole numbers [x, y, z]");
    }
    long[] v = new long[3];
    boolean good = true;
    for (int i = 0; i < 3; i++) {
      Long d = whole(list.items.get(i), s.least(), s.most(), path + "[" + i + "]");
      good &= d != null;
      v[i] = d == null ? 0 : d;
    }
    return good ? new ResolvedValue.Leaf(value.origin, v) : null;
  }

  private ResolvedValue color(LocatedJson value, String path) {
    if (value instanceof LocatedJson.Scalar s
        && s.value instanceof String text
        && text.matches("#[0-9a-fA-F]{6}")) {
      return new ResolvedValue.Leaf(value.origin, text);
    }
    return wrong(value, path, "a color such as \"#F2A65A\"");
  }

  private ResolvedValue fileName(LocatedJson value, Spec.FileName spec, String path) {
    if (!(value instanceof LocatedJson.Scalar s)
        || !(s.value instanceof String text)
        || text.isEmpty()) {
      return wrong(value, path, "the name of a file");
    }
    if (folder == null) {
      add(
          value.origin,
          named(path) + ": a built-in scene cannot name files; save it as a file first");
      return null;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (spec.extensions().stream().noneMatch(lower::endsWith)) {
      return wrong(
          value, path, "a file of a kind that can be read (" + words(spec.extensions()) + ")");
    }
    Path target;
    try {
      target = folder.resolve(text).normalize();
    } catch (InvalidPathException e) {
      return wrong(value, path, "the name of a file");
    }
    if (!Files.isRegularFile(target)) {
      String near = nearFile(target);
      add(
          value.origin,
          named(path)
              + ": there is no file \""
              + text
              + "\" (looked for "
              + target
              + ")"
              + (near == null ? "" : ", did you mean \"" + near + "\"?"));
      return null;
    }
    return new ResolvedValue.Leaf(value.origin, target.toString());
  }

  private static String nearFile(Path target) {
    Path parent = target.getParent();
    String[] names = parent == null ? null : parent.toFile().list();
    if (names == null) {
      return null;
    }
    Arrays.sort(names);
    return DidYouMean.to(String.valueOf(target.getFileName()), Arrays.asList(names));
  }

  // ---- messages

  private ResolvedValue wrong(LocatedJson value, String path, String expected) {
    add(value.origin, named(path) + " must be " + expected + ", got " + value.describe());
    return null;
  }

  private void add(ValueOrigin origin, String message) {
    problems.add(Problem.at(file, origin, message));
  }

  private static String named(String path) {
    return path.isEmpty() ? "the scene" : "`" + path + "`";
  }

  private static String child(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  public static String words(List<String> words) {
    return String.join(", ", words);
  }

  static String range(double least, boolean above, double most) {
    boolean low = least > -Spec.LARGE;
    boolean high = most < Spec.LARGE;
    String from = (above ? " above " : " of at least ") + JsonText.number(least);
    if (low && high) {
      return above
          ? from + " and at most " + JsonText.number(most)
          : " from " + JsonText.number(least) + " to " + JsonText.number(most);
    }
    return low ? from : high ? " of at most " + JsonText.number(most) : "";
  }

  private static String unit(String unit) {
    return unit.isEmpty() ? "" : " (" + unit + ")";
  }
}
