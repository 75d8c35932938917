package dev.shinari.io.scene;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A scene's values after checking: every key is there, given or by default, each with its origin.
 * {@code info --resolved} prints it; {@link SceneBinder} turns it into records.
 */
public abstract sealed class Resolved {
  private final Origin origin;

  Resolved(Origin origin) {
    this.origin = origin;
  }

  public Origin origin() {
    return origin;
  }

  /** Calls the visitor with the path of every leaf, in the order of the format's description. */
  public final void visit(BiConsumer<String, Leaf> visitor) {
    visit("", visitor);
  }

  abstract void visit(String path, BiConsumer<String, Leaf> visitor);

  /** A value without parts: Double, Long, Boolean, String, double[3] or long[3]. */
  public static final class Leaf extends Resolved {
    private final Object value;

    Leaf(Origin origin, Object value) {
      super(origin);
      this.value = value;
    }

    public Object value() {
      return value;
    }

    /** The value as it would stand in a scene file. */
    public String toJson() {
      if (value instanceof String s) {
        return Json.quote(s);
      }
      if (value instanceof double[] v) {
        return "[" + Json.number(v[0]) + ", " + Json.number(v[1]) + ", " + Json.number(v[2]) + "]";
      }
      if (value instanceof long[] v) {
        return "[" + v[0] + ", " + v[1] + ", " + v[2] + "]";
      }
      return value instanceof Double d ? Json.number(d) : String.valueOf(value);
    }

    @Override
    void visit(String path, BiConsumer<String, Leaf> visitor) {
      visitor.accept(path, this);
    }
  }

  /** A list. */
  public static final class Items extends Resolved {
    private final List<Resolved> items;

    Items(Origin origin, List<Resolved> items) {
      super(origin);
      this.items = List.copyOf(items);
    }

    public List<Resolved> items() {
      return items;
    }

    @Override
    void visit(String path, BiConsumer<String, Leaf> visitor) {
      for (int i = 0; i < items.size(); i++) {
        items.get(i).visit(path + "[" + i + "]", visitor);
      }
      if (items.isEmpty()) {
        visitor.accept(path + "[]", new Leaf(origin(), "none"));
      }
    }
  }

  /** An object; {@code kind} is the chosen kind where the format offers several, else null. */
  public static final class Fields extends Resolved {
    private final String kind;
    private final Map<String, Resolved> values = new LinkedHashMap<>();

    Fields(Origin origin, String kind) {
      super(origin);
      this.kind = kind;
    }

    void put(String key, Resolved value) {
      values.put(key, value);
    }

    public String kind() {
      return kind;
    }

    public boolean has(String key) {
      return values.containsKey(key);
    }

    /** Whether the key was written, in the file or as an option, and is no default. */
    boolean isGiven(String key) {
      return has(key) && !(get(key).origin() instanceof Origin.Default);
    }

    /** Its keys, in the order of the format's description. */
    public List<String> keys() {
      return List.copyOf(values.keySet());
    }

    public Resolved get(String key) {
      Resolved r = values.get(key);
      if (r == null) {
        throw new IllegalArgumentException("no value for key " + key);
      }
      return r;
    }

    float number(String key) {
      return ((Double) ((Leaf) get(key)).value).floatValue();
    }

    int whole(String key) {
      return Math.toIntExact((Long) ((Leaf) get(key)).value);
    }

    long longWhole(String key) {
      return (Long) ((Leaf) get(key)).value;
    }

    boolean flag(String key) {
      return (Boolean) ((Leaf) get(key)).value;
    }

    String text(String key) {
      return (String) ((Leaf) get(key)).value;
    }

    Vec3 vector(String key) {
      double[] v = (double[]) ((Leaf) get(key)).value;
      return new Vec3((float) v[0], (float) v[1], (float) v[2]);
    }

    int[] counts(String key) {
      long[] v = (long[]) ((Leaf) get(key)).value;
      return new int[] {(int) v[0], (int) v[1], (int) v[2]};
    }

    /** A colour as 0xRRGGBB. */
    int color(String key) {
      return Integer.parseInt(text(key).substring(1), 16);
    }

    Fields fields(String key) {
      return (Fields) get(key);
    }

    List<Resolved> items(String key) {
      return ((Items) get(key)).items;
    }

    @Override
    void visit(String path, BiConsumer<String, Leaf> visitor) {
      values.forEach((k, v) -> v.visit(path.isEmpty() ? k : path + "." + k, visitor));
    }
  }
}
