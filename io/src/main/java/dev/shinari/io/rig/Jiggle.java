package dev.shinari.io.rig;

import dev.shinari.math.Check;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.runtime.JiggleRuntime;
import java.util.Arrays;

/**
 * How helpers swing behind their controllers, all of them alike.
 *
 * @param hertz frequency
 * @param dampingRatio 1 comes to rest without swinging over, 0.2 is flesh
 * @param reach how far a helper may stray, in the model's unit
 */
public record Jiggle(double hertz, double dampingRatio, double reach) {
  public Jiggle {
    Check.that(hertz > 0 && hertz <= 1000, "hertz must be in (0, 1000], got " + hertz);
    Check.that(dampingRatio >= 0, "dampingRatio must be zero or more, got " + dampingRatio);
    Check.that(reach >= 0, "reach must be zero or more, got " + reach);
  }

  JiggleRuntime of(HelperRuntime runtime) {
    int n = runtime.helperCount();
    double[] h = new double[n];
    double[] d = new double[n];
    double[] r = new double[n];
    Arrays.fill(h, hertz);
    Arrays.fill(d, dampingRatio);
    Arrays.fill(r, reach);
    return new JiggleRuntime(runtime, h, d, r);
  }
}
