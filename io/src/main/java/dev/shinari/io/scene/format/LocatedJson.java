package dev.shinari.io.scene.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as it was written, with the origin of every value and key: what the checker reads. */
public abstract sealed class LocatedJson {
  public final ValueOrigin origin;

  LocatedJson(ValueOrigin origin) {
    this.origin = origin;
  }

  /** What a message calls this value: "a number", "text", ... */
  abstract String describe();

  /** Text, Double (also NaN and infinite ones), Boolean or null. */
  public static final class Scalar extends LocatedJson {
    final Object value;

    /** The number as it was typed, so that messages show it unrounded; null for other kinds. */
    final String typed;

    public Scalar(ValueOrigin origin, Object value, String typed) {
      super(origin);
      this.value = value;
      this.typed = typed;
    }

    @Override
    String describe() {
      if (value instanceof String s) {
        return "the text \"" + (s.length() > 40 ? s.substring(0, 40) + "..." : s) + "\"";
      }
      return typed != null ? typed : String.valueOf(value);
    }
  }

  public static final class Items extends LocatedJson {
    public final List<LocatedJson> items = new ArrayList<>();

    public Items(ValueOrigin origin) {
      super(origin);
    }

    @Override
    String describe() {
      return "a list of " + items.size();
    }
  }

  public static final class Fields extends LocatedJson {
    public final Map<String, LocatedJson> values = new LinkedHashMap<>();
    public final Map<String, ValueOrigin> keyOrigins = new LinkedHashMap<>();

    public Fields(ValueOrigin origin) {
      super(origin);
    }

    public void put(String key, ValueOrigin keyOrigin, LocatedJson value) {
      values.put(key, value);
      keyOrigins.put(key, keyOrigin);
    }

    @Override
    String describe() {
      return "an object";
    }
  }
}
