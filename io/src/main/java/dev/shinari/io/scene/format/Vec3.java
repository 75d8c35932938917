package dev.shinari.io.scene.format;

/** Three numbers of a scene: a place, a direction, a size or three angles. */
public record Vec3(float x, float y, float z) {
  public static final Vec3 ZERO = new Vec3(0, 0, 0);

  public Vec3 plus(Vec3 o) {
    return new Vec3(x + o.x, y + o.y, z + o.z);
  }

  public Vec3 times(float s) {
    return new Vec3(x * s, y * s, z * s);
  }

  public float length() {
    return (float) Math.sqrt((double) x * x + (double) y * y + (double) z * z);
  }

  /** The three numbers in a new array. */
  public float[] toArray() {
    return new float[] {x, y, z};
  }
}
