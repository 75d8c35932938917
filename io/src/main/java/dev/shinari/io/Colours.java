package dev.shinari.io;

import dev.shinari.math.PortableMath;
import dev.shinari.world.Look;

/** Colour spaces: looks are sRGB, glTF factors and USD display colours are linear. */
public final class Colours {
  private Colours() {}

  /** Red, green and blue of a look, linear. */
  public static float[] linear(Look look) {
    return new float[] {linear(look.red()), linear(look.green()), linear(look.blue())};
  }

  static float linear(float c) {
    return (float) (c <= 0.04045 ? c / 12.92 : PortableMath.pow((c + 0.055) / 1.055, 2.4));
  }
}
