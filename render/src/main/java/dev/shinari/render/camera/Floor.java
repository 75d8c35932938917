package dev.shinari.render.camera;

import dev.shinari.mesh.Bounds;
import dev.shinari.take.Look;
import dev.shinari.take.Take;

/**
 * The floor of a take: scenery that is one level sheet under all bodies. It is drawn as an endless
 * plane that fades into the background, whatever size its sheet was recorded with.
 *
 * @param track index of its track in the take
 */
public record Floor(int track, float y, Look look) {
  /** The take's highest floor, or null. */
  public static Floor find(Take take, Bounds bodies) {
    Floor found = null;
    for (int i = 0; i < take.tracks().size(); i++) {
      Take.Track t = take.tracks().get(i);
      if (!t.isScenery() || t.frameCount() != 1 || t.surface().triangleCount() == 0) {
        continue;
      }
      float[] p = new float[3 * t.surface().vertexCount()];
      t.positions(0, p);
      Bounds b = Bounds.of(p);
      float size = bodies.longestSide();
      boolean level = b.sizeY() <= 1e-4f * Math.max(b.sizeX(), b.sizeZ());
      boolean under =
          b.minX() <= bodies.centerX()
              && b.maxX() >= bodies.centerX()
              && b.minZ() <= bodies.centerZ()
              && b.maxZ() >= bodies.centerZ()
              && b.maxY() <= bodies.minY() + 0.25f * size;
      // Splinters may fly beyond the recorded sheet: it is the floor all the same.
      boolean wide = b.sizeX() >= 0.2f * bodies.sizeX() && b.sizeZ() >= 0.2f * bodies.sizeZ();
      if (level && under && wide && (found == null || b.maxY() > found.y)) {
        found = new Floor(i, b.maxY(), t.look());
      }
    }
    return found;
  }
}
