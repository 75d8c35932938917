package dev.shinari.io.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Words and numbers of a line-based text file, with the line and column of each for error messages.
 * Lines end with LF, CR LF or CR. The scanner stands in one line at a time: {@link #nextLine} goes
 * to the next that holds a word, {@link #word} walks along it.
 */
public final class TextScanner {
  private final Path path;
  private final byte[] bytes;
  private final int comment;
  private final boolean continuation;
  private int at;
  private int end;
  private int line;
  private int lineStart;
  private int wordStart;
  private int wordEnd;

  /**
   * @param comment the character that starts a comment to the end of the line, or -1
   * @param continuation whether a backslash at the end of a line joins the next one to it
   */
  public TextScanner(
      Path path, byte[] bytes, int from, int to, int firstLine, int comment, boolean continuation) {
    this.path = path;
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.line = firstLine;
    this.lineStart = from;
    this.comment = comment;
    this.continuation = continuation;
    skipByteOrderMark();
    this.wordStart = at;
    this.wordEnd = at;
  }

  public TextScanner(Path path, byte[] bytes, int comment, boolean continuation) {
    this(path, bytes, 0, bytes.length, 1, comment, continuation);
  }

  private void skipByteOrderMark() {
    if (at == 0
        && end >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      at = 3;
    }
  }

  /** Goes to the next word, on this or any later line; false at the end of the file. */
  public boolean nextLine() {
    while (true) {
      if (word()) {
        return true;
      }
      if (at >= end) {
        return false;
      }
      endLine();
    }
  }

  /** Leaves the rest of this line and goes to the next line that holds a word. */
  public boolean skipToNextLine() {
    while (at < end && !isBreak(bytes[at])) {
      if (continues()) {
        continue;
      }
      at++;
    }
    return nextLine();
  }

  private void endLine() {
    if (bytes[at] == '\r' && at + 1 < end && bytes[at + 1] == '\n') {
      at++;
    }
    at++;
    line++;
    lineStart = at;
  }

  // A backslash right before the line break: step over both.
  private boolean continues() {
    if (!continuation || bytes[at] != '\\') {
      return false;
    }
    int k = at + 1;
    while (k < end && (bytes[k] == ' ' || bytes[k] == '\t')) {
      k++;
    }
    if (k < end && !isBreak(bytes[k])) {
      return false;
    }
    at = k;
    if (at < end) {
      endLine();
    }
    return true;
  }

  /** Moves to the next word of this line; false at its end. */
  public boolean word() {
    while (at < end) {
      if (continues()) {
        continue;
      }
      byte b = bytes[at];
      if (isBreak(b)) {
        break;
      }
      // Only at the start of a word: some tools write "1.#IND" for what is not a number.
      if (b == comment) {
        while (at < end && !isBreak(bytes[at])) {
          at++;
        }
        break;
      }
      if (!isBlank(b)) {
        wordStart = at;
        while (at < end
            && !isBlank(bytes[at])
            && !isBreak(bytes[at])
            && !(bytes[at] == '\\' && endsLine(at))) {
          at++;
        }
        if (at > wordStart) {
          wordEnd = at;
          return true;
        }
      }
      at++;
    }
    wordStart = at;
    wordEnd = at;
    return false;
  }

  private boolean endsLine(int k) {
    return continuation && (k + 1 >= end || isBreak(bytes[k + 1]));
  }

  private static boolean isBreak(byte b) {
    return b == '\n' || b == '\r';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\f' || b == 0x0B;
  }

  /** The word that the scanner stands at. */
  public String text() {
    return new String(bytes, wordStart, wordEnd - wordStart, StandardCharsets.UTF_8);
  }

  /** The rest of this line without the blanks around it, for names with blanks in them. */
  public String restOfLine() {
    int from = wordEnd;
    while (at < end && !isBreak(bytes[at])) {
      at++;
    }
    return new String(bytes, from, at - from, StandardCharsets.UTF_8).strip();
  }

  /** Whether the word is exactly this one. */
  public boolean is(String s) {
    int n = wordEnd - wordStart;
    if (n != s.length()) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (bytes[wordStart + i] != s.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public int line() {
    return line;
  }

  /** Bytes from here to the end. */
  public int remaining() {
    return end - at;
  }

  /** Offset just behind the current word. */
  public int offset() {
    return at;
  }

  /** Offset of the first byte of the line after this one. */
  public int offsetOfNextLine() {
    int k = at;
    while (k < end && !isBreak(bytes[k])) {
      k++;
    }
    if (k + 1 < end && bytes[k] == '\r' && bytes[k + 1] == '\n') {
      k++;
    }
    return Math.min(end, k + 1);
  }

  /** Continues at an offset, after a stretch of binary data, with the line count as it was. */
  public void jump(int offset) {
    at = offset;
    wordStart = offset;
    wordEnd = offset;
    lineStart = offset;
  }

  public String place() {
    return "line " + line + ", column " + (Math.max(0, wordStart - lineStart) + 1);
  }

  /** The exception for what the scanner stands at. */
  public BadFileException bad(String expected, String remedy) {
    return bad(expected, wordEnd > wordStart ? quoted(text()) : nothing(), remedy);
  }

  public BadFileException bad(String expected, String found, String remedy) {
    return new BadFileException(path, place(), expected, found, remedy);
  }

  private String nothing() {
    return at >= end ? "the end of the file" : "the end of the line";
  }

  private static String quoted(String s) {
    return "'" + (s.length() > 40 ? s.substring(0, 40) + "..." : s) + "'";
  }

  /** The next word of this line as a finite number that fits a float. */
  public float number(String what) throws BadFileException {
    if (!word()) {
      throw bad(what, "export the file again: it is cut short or damaged here");
    }
    return thisNumber(what);
  }

  /** The word that the scanner stands at, as a finite number that fits a float. */
  public float thisNumber(String what) throws BadFileException {
    float value;
    try {
      value = parseFloat();
    } catch (NumberFormatException e) {
      String t = text().toLowerCase(Locale.ROOT);
      boolean notFinite = t.matches("[-+]?(nan|inf|infinity|1\\.#.*)(\\(.*\\))?");
      throw bad(
          notFinite ? what + " that is a finite number" : what,
          notFinite
              ? "repair the coordinates in the tool that made the file"
              : "correct it or export the file again");
    }
    if (!(Math.abs(value) < Float.POSITIVE_INFINITY)) {
      throw bad(
          what + " that is a finite number",
          "repair the coordinates in the tool that made the file");
    }
    return value;
  }

  /** The next word of this line as an integer. */
  public long integer(String what) throws BadFileException {
    if (!word()) {
      throw bad(what, "export the file again: it is cut short or damaged here");
    }
    return thisInteger(what);
  }

  /** The word that the scanner stands at, as an integer. */
  public long thisInteger(String what) throws BadFileException {
    try {
      return parseLong(wordStart, wordEnd);
    } catch (NumberFormatException e) {
      throw bad(what, "correct it or export the file again");
    }
  }

  /** A whole number of things, each of which takes at least some bytes of the rest of the file. */
  public int count(String what, int bytesEach) throws BadFileException {
    long n = integer(what);
    if (n < 0 || n > remaining() / Math.max(1, bytesEach) + 1) {
      throw bad(
          what + " that fits the " + remaining() + " bytes that follow",
          "the file is cut short or damaged: export it again");
    }
    return (int) n;
  }

  /** The file's bytes. */
  public byte[] bytes() {
    return bytes;
  }

  /** Start of the current word in the bytes. */
  public int wordStart() {
    return wordStart;
  }

  /** End of the current word in the bytes. */
  public int wordEnd() {
    return wordEnd;
  }

  /** A decimal integer of up to 18 digits between two offsets. */
  public long parseLong(int from, int to) {
    int k = from;
    boolean minus = k < to && bytes[k] == '-';
    if (k < to && (bytes[k] == '-' || bytes[k] == '+')) {
      k++;
    }
    if (k >= to || to - k > 18) {
      throw new NumberFormatException("not an integer");
    }
    long value = 0;
    for (; k < to; k++) {
      int digit = bytes[k] - '0';
      if (digit < 0 || digit > 9) {
        throw new NumberFormatException("not an integer");
      }
      value = 10 * value + digit;
    }
    return minus ? -value : value;
  }

  // Up to 15 digits and a small power of ten are exact in double, so that the quotient is rounded
  // once there and once more to float: at worst half an ulp off in the rarest ties, so those few
  // take the slow way. Everything else goes through Float.parseFloat.
  private static final double[] TENS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private float parseFloat() {
    int k = wordStart;
    boolean minus = bytes[k] == '-';
    if (bytes[k] == '-' || bytes[k] == '+') {
      k++;
    }
    long digits = 0;
    int count = 0;
    int fraction = 0;
    boolean point = false;
    for (; k < wordEnd; k++) {
      byte b = bytes[k];
      if (b >= '0' && b <= '9') {
        digits = 10 * digits + (b - '0');
        count++;
        fraction += point ? 1 : 0;
        if (count > 15) {
          return slowFloat();
        }
      } else if (b == '.' && !point) {
        point = true;
      } else {
        return slowFloat();
      }
    }
    if (count == 0) {
      throw new NumberFormatException("no digits");
    }
    double d = digits / TENS[fraction];
    // The 29 bits that a float drops: exactly half is where double rounding could go wrong.
    if ((Double.doubleToRawLongBits(d) & 0x1FFFFFFF) == 0x10000000 || (d != 0 && d < 1e-30)) {
      return slowFloat();
    }
    return (float) (minus ? -d : d);
  }

  private float slowFloat() {
    if (wordEnd - wordStart > 100) {
      throw new NumberFormatException("too long for a number");
    }
    String s = text();
    char last = s.charAt(s.length() - 1);
    // Java also takes 1f, 1d and hexadecimal floats; files do not mean numbers by these.
    if (last == 'f' || last == 'F' || last == 'd' || last == 'D' || s.matches(".*[xXpP].*")) {
      throw new NumberFormatException("not a decimal number");
    }
    return Float.parseFloat(s);
  }
}
