package dev.shinari.io.scene;

import java.util.HashSet;
import java.util.Set;

/** Gives every track a name of its own: files and messages tell things apart by it. */
final class Names {
  private final Set<String> taken = new HashSet<>();

  String unique(String wanted) {
    String name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }
}
