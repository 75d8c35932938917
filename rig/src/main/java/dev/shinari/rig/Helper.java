package dev.shinari.rig;

import dev.shinari.math.Check;

/**
 * A helper bone. Its skinning transform is S = G_p L B^-1 with G_p the rigid part of its parent's
 * global pose, B its own bind pose and L = [R(q0 exp(r)) | t] from the controller's outputs t and r
 * [Mukai15, eq. (7)].
 *
 * @param name of the bone, unlike any joint's
 * @param parent joint of the skeleton
 * @param bind global bind pose B, 12 numbers, rigid
 * @param restRotation q0, quaternion w, x, y, z about which the rotation vector is taken
 * @param controller how it moves
 * @param share of the skin's squared error that it removes, 0 to 1: what dropping it would cost
 */
public record Helper(
    String name,
    int parent,
    double[] bind,
    double[] restRotation,
    Controller controller,
    double share) {
  public Helper {
    Check.that(bind.length == 12, "bind must hold 12 numbers");
    Check.that(restRotation.length == 4, "restRotation must hold 4 numbers");
  }
}
