package dev.shinari.app.studio.picture;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pictures that meshes carry, by number; the same picture has the same number. */
public final class TextureStore {
  private static final int KEPT = 64;

  private final Map<Integer, byte[]> byId = new LinkedHashMap<>();
  private int next = 1;

  public synchronized int add(byte[] png) {
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
  public synchronized byte[] get(int id) {
    return byId.get(id);
  }
}
