package dev.shinari.io.scene.format;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Writes single JSON values the way people do: 10 rather than 10.0. */
final class JsonText {
  private JsonText() {}

  static String number(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15 ? Long.toString((long) v) : Double.toString(v);
  }

  static String quote(String s) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(s)) + '"';
  }
}
