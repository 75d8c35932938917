package dev.shinari.rig.sample;

/**
 * The limbs that come with the project, of the sizes of [Mukai15, sec. 6]: a dragon-like leg of two
 * meters with 663 vertices and 6 x 5 x 9 x 5 x 5 = 6,750 poses, the same with exaggerated muscles
 * and 8,322 vertices, and a human arm with 11,356 vertices and 9 x 8 x 9 x 8 x 4 = 20,736 poses.
 */
public final class LimbModels {
  private static final double[] X = {1, 0, 0};
  private static final double[] Y = {0, 1, 0};
  private static final double[] Z = {0, 0, 1};

  private LimbModels() {}

  /** The leg: thigh, knee and ankle with 3 + 1 + 1 degrees of freedom, 11 muscles. */
  public static MuscleLimb leg() {
    return leg("leg", 1).build(39, 17);
  }

  /** The leg with muscles that swell two and a half times as much, on a finer mesh. */
  public static MuscleLimb exaggeratedLeg() {
    return leg("leg-exaggerated", 2.5).build(146, 57);
  }

  /** The leg on a mesh of another fineness. */
  public static MuscleLimb leg(int rings, int segments) {
    return leg("leg", 1).build(rings, segments);
  }

  /** The arm: shoulder, elbow and wrist with 3 + 1 + 1 degrees of freedom, 12 muscles. */
  public static MuscleLimb arm() {
    return arm(167, 68);
  }

  // The limb stands in the plane x = 0 and faces +z:
  //
  //     pelvis o
  //            |
  //       hip  o
  //             \
  //         knee o
  //             /
  //      ankle o__
  //               `-> toe
  private static LimbBuilder leg(String name, double exaggeration) {
    double[] thigh = LimbBuilder.unit(new double[] {0, -0.80, 0.34});
    return new LimbBuilder(name, X, exaggeration)
        .joint("pelvis", 0, 2.05, -0.06, 0)
        .joint("thigh", 0, 1.75, 0, 0.36)
        .joint("knee", 0, 0.95, 0.34, 0.22)
        .joint("ankle", 0, 0.32, -0.14, 0.14)
        .tip(0, 0.05, 0.42)
        .station(0, 2.02, -0.06, 0.27, 0.33)
        .station(0, 1.75, 0.00, 0.27, 0.34)
        .station(0, 1.40, 0.15, 0.22, 0.28)
        .station(0, 1.12, 0.27, 0.16, 0.19)
        .station(0, 0.95, 0.32, 0.135, 0.15)
        .station(0, 0.78, 0.22, 0.125, 0.15)
        .station(0, 0.55, 0.04, 0.10, 0.12)
        .station(0, 0.34, -0.10, 0.07, 0.08)
        .station(0, 0.22, -0.06, 0.075, 0.08)
        .station(0, 0.12, 0.12, 0.11, 0.07)
        .station(0, 0.07, 0.30, 0.12, 0.05)
        .station(0, 0.05, 0.44, 0.04, 0.02)
        .turn("hip swing", 1, X, -60, 20, 6)
        .turn("hip spread", 1, Z, -40, 20, 5)
        .turn("hip twist", 1, thigh, -80, 20, 9)
        .turn("knee bend", 2, X, -20, 20, 5)
        .turn("ankle bend", 3, X, -40, 20, 5)
        // Around: 0 is the front of the limb, 90 its outer side, 180 the back.
        .muscle("rectus", at(0, 0.4, 0), at(2, 0.06, 0), 0.55, 0.090)
        .muscle("vastus outer", at(1, 0.10, 55), at(2, 0.05, 35), 0.60, 0.075)
        .muscle("vastus inner", at(1, 0.10, -55), at(2, 0.05, -35), 0.60, 0.075)
        .muscle("hamstring", at(0, 0.6, 180), at(2, 0.16, 180), 0.60, 0.085)
        .muscle("biceps outer", at(1, 0.08, 140), at(2, 0.20, 150), 0.60, 0.065)
        .muscle("biceps inner", at(1, 0.08, 220), at(2, 0.20, 210), 0.60, 0.065)
        .muscle("gluteus", at(0, 0.1, 150), at(1, 0.42, 120), 0.70, 0.110)
        .muscle("adductor", at(0, 0.5, 270), at(1, 0.60, 270), 0.65, 0.085)
        .muscle("calf outer", at(1, 0.90, 150), at(3, 0.06, 165), 0.62, 0.060)
        .muscle("calf inner", at(1, 0.90, 210), at(3, 0.06, 195), 0.62, 0.060)
        .muscle("shin", at(2, 0.12, 20), at(3, 0.30, 0), 0.55, 0.040);
  }

  /** The arm on a mesh of another fineness. It points along +x, the palm down. */
  public static MuscleLimb arm(int rings, int segments) {
    return new LimbBuilder("arm", new double[] {0, -1, 0}, 1)
        .joint("chest", 0.00, 1.38, 0, 0)
        .joint("upper arm", 0.17, 1.40, 0, 0.11)
        .joint("forearm", 0.46, 1.40, 0, 0.05)
        .joint("hand", 0.71, 1.40, 0, 0.03)
        .tip(0.89, 1.40, 0)
        .station(-0.04, 1.37, 0, 0.150, 0.110)
        .station(0.08, 1.385, 0, 0.125, 0.090)
        .station(0.17, 1.40, 0, 0.082, 0.074)
        .station(0.25, 1.40, 0, 0.060, 0.058)
        .station(0.36, 1.40, 0, 0.052, 0.052)
        .station(0.46, 1.40, 0, 0.042, 0.044)
        .station(0.54, 1.40, 0, 0.045, 0.048)
        .station(0.64, 1.40, 0, 0.034, 0.038)
        .station(0.71, 1.40, 0, 0.024, 0.032)
        .station(0.78, 1.40, 0, 0.020, 0.045)
        .station(0.84, 1.40, 0, 0.015, 0.040)
        .station(0.89, 1.40, 0, 0.008, 0.020)
        .turn("arm lift", 1, Z, -80, 20, 9)
        .turn("arm swing", 1, Y, -80, 20, 8)
        .turn("arm twist", 1, X, -80, 20, 9)
        .turn("elbow bend", 2, Y, -140, 20, 8)
        .turn("wrist bend", 3, Z, -40, 20, 4)
        // Around: 0 is the front (+z), 90 below, 180 the back, 270 above.
        .muscle("deltoid front", at(0, 0.55, 320), at(1, 0.45, 300), 0.70, 0.028)
        .muscle("deltoid middle", at(0, 0.75, 270), at(1, 0.45, 270), 0.70, 0.030)
        .muscle("deltoid back", at(0, 0.55, 220), at(1, 0.45, 240), 0.70, 0.028)
        .muscle("pectoral", at(0, 0.05, 20), at(1, 0.16, 10), 0.75, 0.035)
        .muscle("latissimus", at(0, 0.05, 130), at(1, 0.16, 120), 0.75, 0.035)
        .muscle("biceps", at(1, 0.06, 0), at(2, 0.14, 0), 0.55, 0.026)
        .muscle("brachialis", at(1, 0.45, 40), at(2, 0.10, 30), 0.50, 0.018)
        .muscle("triceps long", at(1, 0.04, 160), at(2, 0.04, 180), 0.55, 0.024)
        .muscle("triceps side", at(1, 0.20, 200), at(2, 0.04, 190), 0.55, 0.020)
        .muscle("flexors", at(1, 0.94, 60), at(3, 0.08, 70), 0.55, 0.018)
        .muscle("extensors", at(1, 0.94, 240), at(3, 0.08, 260), 0.55, 0.016)
        .muscle("brachioradialis", at(1, 0.90, 300), at(2, 0.40, 300), 0.60, 0.015)
        .build(rings, segments);
  }

  private static LimbBuilder.Attachment at(int bone, double along, double aroundDeg) {
    return new LimbBuilder.Attachment(bone, along, aroundDeg);
  }
}
