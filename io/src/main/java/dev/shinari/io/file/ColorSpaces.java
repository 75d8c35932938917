package dev.shinari.io.file;

import dev.shinari.math.PortableMath;
import dev.shinari.take.Look;

/** Color spaces: looks are sRGB, glTF factors and USD display colors are linear. */
public final class ColorSpaces {
  private ColorSpaces() {}

  /** Red, green and blue of a look, linear. */
  public static float[] linear(Look look) {
    return new float[] {linear(look.red()), linear(look.green()), linear(look.blue())};
  }

  static float linear(float c) {
    return (float) (c <= 0.04045 ? c / 12.92 : PortableMath.pow((c + 0.055) / 1.055, 2.4));
  }
}
