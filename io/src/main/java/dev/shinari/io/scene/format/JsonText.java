package dev.shinari.io.scene.format;

/** Writes single JSON values the way people do: 10 rather than 10.0. */
final class JsonText {
  private JsonText() {}

  static String number(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15 ? Long.toString((long) v) : Double.toString(v);
  }

  static String quote(String s) {
    StringBuilder out = new StringBuilder().append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      int kind = "\"\\\b\f\n\r\t".indexOf(c);
      if (kind >= 0) {
        out.append('\\').append("\"\\bfnrt".charAt(kind));
      } else if (c < ' ') {
        out.append("\\u00").append(c < 16 ? '0' : '1').append("0123456789ABCDEF".charAt(c & 15));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
