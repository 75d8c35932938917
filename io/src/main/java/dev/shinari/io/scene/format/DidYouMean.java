package dev.shinari.io.scene.format;

import java.util.Collection;
import java.util.Locale;

/** Finds the word that somebody probably meant. */
public final class DidYouMean {
  private DidYouMean() {}

  /**
   * The candidate nearest to the word, or null if none is near enough: at most one edit (a letter
   * added, dropped, changed, or two neighbors swapped) for every three letters; a word that starts
   * with the other counts as near. Case is ignored.
   */
  public static String to(String word, Collection<String> candidates) {
    String typed = word.toLowerCase(Locale.ROOT);
    if (typed.isEmpty() || typed.length() > 60) {
      return null;
    }
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      String c = candidate.toLowerCase(Locale.ROOT);
      int d = distance(typed, c);
      if (d > Math.max(1, Math.max(typed.length(), c.length()) / 3)) {
        boolean prefix = typed.length() >= 3 && (c.startsWith(typed) || typed.startsWith(c));
        boolean part = typed.length() >= 4 && c.contains(typed);
        if (!prefix && !part) {
          continue;
        }
        d = Math.min(d, 50); // worse than any true misspelling, still in order among themselves
      }
      if (d < bestDistance) {
        bestDistance = d;
        best = candidate;
      }
    }
    return best;
  }

  /** Edits between two words, a swap of neighbors counting as one (optimal string alignment). */
  static int distance(String a, String b) {
    int[] twoAgo = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], twoAgo[j - 2] + 1);
        }
      }
      int[] free = twoAgo;
      twoAgo = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
