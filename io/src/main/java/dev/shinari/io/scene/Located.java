package dev.shinari.io.scene;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as it was written, with the origin of every value and key: what the checker reads. */
abstract sealed class Located {
  final Origin origin;

  Located(Origin origin) {
    this.origin = origin;
  }

  /** What a message calls this value: "a number", "text", ... */
  abstract String describe();

  /** Text, Double (also NaN and infinite ones), Boolean or null. */
  static final class Scalar extends Located {
    final Object value;

    /** The number as it was typed, so that messages show it unrounded; null for other kinds. */
    final String typed;

    Scalar(Origin origin, Object value, String typed) {
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

  static final class Items extends Located {
    final List<Located> items = new ArrayList<>();

    Items(Origin origin) {
      super(origin);
    }

    @Override
    String describe() {
      return "a list of " + items.size();
    }
  }

  static final class Fields extends Located {
    final Map<String, Located> values = new LinkedHashMap<>();
    final Map<String, Origin> keyOrigins = new LinkedHashMap<>();

    Fields(Origin origin) {
      super(origin);
    }

    void put(String key, Origin keyOrigin, Located value) {
      values.put(key, value);
      keyOrigins.put(key, keyOrigin);
    }

    @Override
    String describe() {
      return "an object";
    }
  }
}
