package dev.shinari.mesh;

/** An axis-aligned box. Empty bounds have {@code min > max}. */
public record Bounds(float minX, float minY, float minZ, float maxX, float maxY, float maxZ) {
  public static final Bounds EMPTY =
      new Bounds(
          Float.POSITIVE_INFINITY,
          Float.POSITIVE_INFINITY,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.NEGATIVE_INFINITY);

  /** Bounds of points given as x, y, z, x, y, z, ... */
  public static Bounds of(float[] xyz) {
    Bounds b = EMPTY;
    float minX = b.minX, minY = b.minY, minZ = b.minZ, maxX = b.maxX, maxY = b.maxY, maxZ = b.maxZ;
    for (int i = 0; i + 2 < xyz.length; i += 3) {
      minX = Math.min(minX, xyz[i]);
      maxX = Math.max(maxX, xyz[i]);
      minY = Math.min(minY, xyz[i + 1]);
      maxY = Math.max(maxY, xyz[i + 1]);
      minZ = Math.min(minZ, xyz[i + 2]);
      maxZ = Math.max(maxZ, xyz[i + 2]);
    }
    return new Bounds(minX, minY, minZ, maxX, maxY, maxZ);
  }

  public boolean isEmpty() {
    return !(minX <= maxX && minY <= maxY && minZ <= maxZ);
  }

  public float sizeX() {
    return maxX - minX;
  }

  public float sizeY() {
    return maxY - minY;
  }

  public float sizeZ() {
    return maxZ - minZ;
  }

  public float centerX() {
    return 0.5f * (minX + maxX);
  }

  public float centerY() {
    return 0.5f * (minY + maxY);
  }

  public float centerZ() {
    return 0.5f * (minZ + maxZ);
  }

  /** The longest of the three sides. */
  public float longestSide() {
    return Math.max(sizeX(), Math.max(sizeY(), sizeZ()));
  }

  public float diagonal() {
    float x = sizeX(), y = sizeY(), z = sizeZ();
    return (float) Math.sqrt(x * x + y * y + z * z);
  }

  public Bounds union(Bounds o) {
    return new Bounds(
        Math.min(minX, o.minX),
        Math.min(minY, o.minY),
        Math.min(minZ, o.minZ),
        Math.max(maxX, o.maxX),
        Math.max(maxY, o.maxY),
        Math.max(maxZ, o.maxZ));
  }

  public Bounds grow(float by) {
    return new Bounds(minX - by, minY - by, minZ - by, maxX + by, maxY + by, maxZ + by);
  }
}
