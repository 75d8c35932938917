package dev.shinari.app.studio;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pictures that meshes carry, by number; the same picture has the same number. */
final class Textures {
  private static final int KEPT = 64;

  private final Map<Integer, byte[]> byId = new LinkedHashMap<>();
  private int next = 1;

  synchronized int add(byte[] png) {
    for (Map.Entry<Integer, byte[]> e : byId.entrySet()) {
      if (Arrays.equals(e.getValue(), png)) {
        return e.getKey();
      }
    }
    byId.put(next, png);
    if (byId.size() > KEPT) {
      byId.remove(byId.keySet().iterator().next());
    }
    return next++;
  }

  /** The bytes of a PNG file, or null. */
  synchronized byte[] get(int id) {
    return byId.get(id);
  }
}
