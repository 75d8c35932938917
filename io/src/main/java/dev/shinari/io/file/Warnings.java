package dev.shinari.io.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects a reader's warnings. The same message from many places is listed once, with its first
 * place and how often it came, so that a damaged file of a million lines stays readable.
 */
public final class Warnings {
  private static final int MOST = 50;

  private final Map<String, String> places = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private int dropped;

  public void add(String place, String message) {
    if (!places.containsKey(message) && places.size() >= MOST) {
      dropped++;
      return;
    }
    places.putIfAbsent(message, place);
    counts.merge(message, 1, Integer::sum);
  }

  public List<ImportWarning> toList() {
    List<ImportWarning> list = new ArrayList<>();
    places.forEach(
        (message, place) -> {
          int n = counts.get(message);
          list.add(new ImportWarning(place, n == 1 ? message : message + " (" + n + " times)"));
        });
    if (dropped > 0) {
      list.add(new ImportWarning("", dropped + " further warnings"));
    }
    return list;
  }
}
