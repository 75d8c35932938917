package dev.shinari.spark;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One clear line out of what Spark says when it gives up. */
final class SparkFailures {
  // Job aborted ... Lost task 0.3 in stage 1.0 (TID 8) (host executor 1): java.io.IOException:
  // words
  private static final Pattern TASK =
      Pattern.compile("\\(TID \\d+\\) \\((\\S+) executor (\\S+)\\): (.*)");

  private static final Pattern NAMED = Pattern.compile("(?:[a-z]\\w*\\.)+\\w*[A-Z]\\w*: ?(.*)");

  private SparkFailures() {}

  /**
   * What a user can do something about.
   *
   * @param what was going on
   */
  static IOException of(Exception e, String what) {
    String text = String.valueOf(e.getMessage());
    Matcher m = TASK.matcher(text);
    if (m.find()) {
      return new IOException(
          what
              + " failed on "
              + m.group(1)
              + " (executor "
              + m.group(2)
              + "): "
              + reason(m.group(3), text),
          e);
    }
    if (text.contains("Job aborted") || text.contains("cancelled") || text.contains("stopped")) {
      return new IOException(what + " was given up by the cluster: " + first(text), e);
    }
    return new IOException(what + " failed on the cluster: " + first(String.valueOf(e)), e);
  }

  private static String reason(String line, String whole) {
    String words = line;
    for (Matcher m = NAMED.matcher(words);
        m.matches() && !m.group(1).isBlank();
        m = NAMED.matcher(words)) {
      words = m.group(1);
    }
    return whole.contains("No space left on device") ? words + "; what was finished stays" : words;
  }

  private static String first(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
