package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.fracture.FractureBody;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import java.util.List;

/**
 * Breakdown: elements whose middles are pulled apart beyond a limit are torn from each other, and
 * the body comes apart into bodies of their own [Lin, sec. 2.3, figs. 3, 5]. For bodies that were
 * built {@link Body.Builder#breakable breakable} and for tearing lattices; pieces have the same
 * limit. While the effect is off, the limit that the body was made with holds.
 */
public final class Breakdown implements Effect {
  /**
   * @param limit distance of two elements to that at rest at which they are torn from each other
   */
  public record Settings(float limit, Envelope when) {
    public static final Settings DEFAULT = new Settings(1.6f, Envelope.ALWAYS);

    public Settings {
      Check.inRange("limit", limit, 1.01f, 1000);
      Check.that(when != null, "an envelope is missing");
    }
  }

  private final Settings settings;
  private float asMade; // limit of the body while the effect is off

  public Breakdown(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "breakdown";
  }

  @Override
  public void join(EffectHost host) {
    Check.that(
        host.fracture() != null,
        "body '"
            + host.body().name()
            + "' cannot break down: it was built neither breakable nor tearing");
    asMade = host.fracture().limit();
  }

  @Override
  public void begin(EffectHost host) {
    boolean on = settings.when.at(host.seconds()) > 0;
    setLimit(host, on ? settings.limit : asMade);
  }

  @Override
  public void leave(EffectHost host) {
    setLimit(host, asMade);
  }

  private static void setLimit(EffectHost host, float limit) {
    List<FractureBody> pieces = host.fracture().family().members();
    for (int k = 0; k < pieces.size(); k++) { // in every step: no iterator
      if (pieces.get(k).limit() != limit) {
        pieces.get(k).setLimit(limit);
      }
    }
  }

  @Override
  public boolean addsEnergy() {
    return false;
  }
}
