package dev.shinari.render.camera;

import dev.shinari.math.Check;

/**
 * How a take is looked at. Everything has a default that fits the moving bodies by itself.
 *
 * @param eye where the camera stands, or null to stand where the bodies fit the picture
 * @param target what it looks at, or null for the middle of the bodies
 * @param azimuthDeg turn about the vertical axis, 0 looks along -z, used when {@code eye} is null
 * @param elevationDeg height above the horizon, used when {@code eye} is null
 * @param fovDeg vertical field of view
 * @param size height of the view at the target in world units; 0 fits the bodies
 * @param margin part of the picture kept free at each side when fitting
 * @param follow whether the camera travels with the bodies
 * @param frontalWhenFlat whether bodies that all lie in one plane of constant z are seen from +z
 * @param move what the camera does during the take
 */
public record CameraSettings(
    Point eye,
    Point target,
    float azimuthDeg,
    float elevationDeg,
    float fovDeg,
    float size,
    float margin,
    Follow follow,
    boolean frontalWhenFlat,
    Move move) {
  /**
   * A move from the first frame to the last, eased in and out.
   *
   * @param orbitDeg turn about the vertical axis through what it looks at
   * @param zoomFrom how much nearer than framed it begins; 1 as framed
   * @param zoomTo how much nearer than framed it ends
   */
  public record Move(float orbitDeg, float zoomFrom, float zoomTo) {
    public static final Move NONE = new Move(0, 1, 1);

    public Move {
      Check.inRange("orbitDeg", orbitDeg, -3600, 3600);
      Check.inRange("zoomFrom", zoomFrom, 0.05f, 20);
      Check.inRange("zoomTo", zoomTo, 0.05f, 20);
    }

    boolean isStill() {
      return orbitDeg == 0 && zoomFrom == 1 && zoomTo == 1;
    }
  }

  /** A point of the world. */
  public record Point(double x, double y, double z) {
    public Point {
      Check.finite("x", x);
      Check.finite("y", y);
      Check.finite("z", z);
    }
  }

  /** Whether the camera travels with the bodies. */
  public enum Follow {
    /**
     * Follows when a still camera would have to stand more than 2.5 times as far away, and keeps
     * several bodies in the picture that fly apart.
     */
    AUTO,
    ALWAYS,
    /** Pans, pulls back and closes in calmly, so that the bodies are large and always inside. */
    KEEP,
    NEVER
  }

  /** A three-quarter view from slightly above with a moderate focal length. */
  public static final CameraSettings DEFAULT =
      new CameraSettings(null, null, 32, 17, 28, 0, 0.1f, Follow.AUTO, true, Move.NONE);

  public CameraSettings {
    Check.inRange("azimuthDeg", azimuthDeg, -360, 360);
    Check.inRange("elevationDeg", elevationDeg, -90, 90);
    Check.inRange("fovDeg", fovDeg, 1, 150);
    Check.notNegative("size", size);
    Check.inRange("margin", margin, 0, 0.45f);
    Check.that(follow != null, "follow must be given");
    Check.that(move != null, "move must be given");
    Check.that(
        eye == null || target == null || !eye.equals(target), "eye and target must be two points");
  }

  public CameraSettings withEye(Point eye, Point target) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withAngles(float azimuthDeg, float elevationDeg) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withFovDeg(float fovDeg) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withSize(float size) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withMargin(float margin) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withFollow(Follow follow) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }

  public CameraSettings withMove(Move move) {
    return new CameraSettings(
        eye, target, azimuthDeg, elevationDeg, fovDeg, size, margin, follow, frontalWhenFlat, move);
  }
}
