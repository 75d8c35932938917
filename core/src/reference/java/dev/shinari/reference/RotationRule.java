package dev.shinari.reference;

/** Which matrix a region's rotation is the polar factor of. */
public enum RotationRule {
  /**
   * A = (sum m p q^T)(sum m q q^T)^-1, the region's deformation gradient [Koyama13, eq. (1)]. Where
   * the rest moments are not isotropic, the goals then exert a torque on the region.
   */
  PAPER,
  /**
   * sum m p q^T, the rotation that brings the rest shape closest to the particles in the least
   * squares sense. Then sum m p x (R q) = 0 in every region: angular momentum is conserved.
   */
  BEST_FIT
}
