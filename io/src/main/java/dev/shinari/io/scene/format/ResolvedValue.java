package dev.shinari.io.scene.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A scene's values after checking: every key is there, given or by default, each with its origin.
 * {@code info --resolved} prints it; {@code SceneBinder} turns it into records.
 */
public abstract sealed class ResolvedValue {
  private final ValueOrigin origin;

  ResolvedValue(ValueOrigin origin) {
    this.origin = origin;
  }

  public ValueOrigin origin() {
    return origin;
  }

  /** Calls the visitor with the path of every leaf, in the order of the format's description. */
  public final void visit(BiConsumer<String, Leaf> visitor) {
    visit("", visitor);
  }

  abstract void visit(String path, BiConsumer<String, Leaf> visitor);

  /** A value without parts: Double, Long, Boolean, String, double[3] or long[3]. */
  public static final class Leaf extends ResolvedValue {
    private final Object value;

    Leaf(ValueOrigin origin, Object value) {
      super(origin);
      this.value = value;
    }

    public Object value() {
      return value;
    }

    /** The value as it would stand in a scene file. */
    public String toJson() {
      if (value instanceof String s) {
        return JsonText.quote(s);
      }
      if (value instanceof double[] v) {
        return "["
            + JsonText.number(v[0])
            + ", "
            + JsonText.number(v[1])
            + ", "
            + JsonText.number(v[2])
            + "]";
      }
      if (value instanceof long[] v) {
        return "[" + v[0] + ", " + v[1] + ", " + v[2] + "]";
      }
      return value instanceof Double d ? JsonText.number(d) : String.valueOf(value);
    }

    @Override
    void visit(String path, BiConsumer<String, Leaf> visitor) {
      visitor.accept(path, this);
    }
  }

  /** A list. */
  public static final class Items extends ResolvedValue {
    private final List<ResolvedValue> items;

    Items(ValueOrigin origin, List<ResolvedValue> items) {
      super(origin);
      this.items = List.copyOf(items);
    }

    public List<ResolvedValue> items() {
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
  public static final class Fields extends ResolvedValue {
    private final String kind;
    private final Map<String, ResolvedValue> values = new LinkedHashMap<>();

    Fields(ValueOrigin origin, String kind) {
      super(origin);
      this.kind = kind;
    }

    void put(String key, ResolvedValue value) {
      values.put(key, value);
    }

    public String kind() {
      return kind;
    }

    public boolean has(String key) {
      return values.containsKey(key);
    }

    /** Whether the key was written, in the file or as an option, and is no default. */
    public boolean isGiven(String key) {
      return has(key) && !(get(key).origin() instanceof ValueOrigin.Default);
    }

    /** Its keys, in the order of the format's description. */
    public List<String> keys() {
      return List.copyOf(values.keySet());
    }

    public ResolvedValue get(String key) {
      ResolvedValue r = values.get(key);
      if (r == null) {
        throw new IllegalArgumentException("no value for key " + key);
      }
      return r;
    }

    public float number(String key) {
      return ((Double) ((Leaf) get(key)).value).floatValue();
    }

    public int whole(String key) {
      return Math.toIntExact((Long) ((Leaf) get(key)).value);
    }

    public long longWhole(String key) {
      return (Long) ((Leaf) get(key)).value;
    }

    public boolean flag(String key) {
      return (Boolean) ((Leaf) get(key)).value;
    }

    public String text(String key) {
      return (String) ((Leaf) get(key)).value;
    }

    public Vec3 vector(String key) {
      double[] v = (double[]) ((Leaf) get(key)).value;
      return new Vec3((float) v[0], (float) v[1], (float) v[2]);
    }

    public int[] counts(String key) {
      long[] v = (long[]) ((Leaf) get(key)).value;
      return new int[] {(int) v[0], (int) v[1], (int) v[2]};
    }

    /** A color as 0xRRGGBB. */
    public int color(String key) {
      return Integer.parseInt(text(key).substring(1), 16);
    }

    public Fields fields(String key) {
      return (Fields) get(key);
    }

    public List<ResolvedValue> items(String key) {
      return ((Items) get(key)).items;
    }

    @Override
    void visit(String path, BiConsumer<String, Leaf> visitor) {
      values.forEach((k, v) -> v.visit(path.isEmpty() ? k : path + "." + k, visitor));
    }
  }
}
