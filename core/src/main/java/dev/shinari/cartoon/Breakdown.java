package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.body.Links;
import dev.shinari.lattice.FractureSettings;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeFamily;
import dev.shinari.math.Check;
import dev.shinari.world.Effect;
import dev.shinari.world.EffectHost;
import dev.shinari.world.Take;

/**
 * Breakdown: links that are stretched beyond a limit lose their pull, and the body comes apart
 * [Lin, sec. 2.3, figs. 3, 5].
 *
 * <p>Two kinds of bodies take it. One that was built {@link Body.Builder#breakable breakable} loses
 * links and nothing else, as in the paper: parts that come off stay particles of one body and
 * contact still sees one surface; a take shows walls where a solid broke; it costs a look at the
 * links now and then. A body on a {@link LatticeBody tearing lattice} tears at the limit, into
 * bodies of their own, with cut surfaces.
 */
public final class Breakdown implements Effect {
  /**
   * @param limit length to length at rest at which a link breaks
   */
  public record Settings(float limit, Envelope when) {
    public static final Settings DEFAULT = new Settings(1.6f, Envelope.ALWAYS);

    public Settings {
      Check.inRange("limit", limit, 1.01f, 1000);
      Check.that(when != null, "an envelope is missing");
    }
  }

  /** Links are looked at once in so many steps. */
  private static final int EVERY = 4;

  private final Settings settings;
  private final double[] state = {0}; // steps since the last look
  private FractureSettings asMade; // of a tearing lattice
  private LatticeFamily family;

  public Breakdown(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "breakdown";
  }

  @Override
  public void join(EffectHost host) {
    Body body = host.body();
    Check.that(
        body.links() != null || host.lattice() != null,
        "body '" + body.name() + "' cannot break down: it was built neither breakable nor tearing");
    if (host.lattice() != null) {
      asMade = host.lattice().lattice().settings();
      family = host.lattice().family();
    }
  }

  @Override
  public void begin(EffectHost host) {
    if (asMade == null) {
      return;
    }
    boolean on = settings.when.at(host.seconds()) > 0;
    float now = host.lattice().lattice().settings().tearRatio();
    if (now != (on ? settings.limit : Float.POSITIVE_INFINITY)) {
      for (Body b : host.world().bodies()) {
        LatticeBody l = host.world().lattice(b);
        if (l != null && l.family() == family) {
          setRatios(l, on);
        }
      }
    }
  }

  private void setRatios(LatticeBody l, boolean on) {
    float never = Float.POSITIVE_INFINITY;
    if (on) {
      float split = Math.min(settings.limit, asMade.splitRatio());
      l.lattice().setRatios(split, settings.limit, Math.min(asMade.mergeRatio(), split));
    } else {
      l.lattice().setRatios(asMade.splitRatio(), never, asMade.mergeRatio());
    }
  }

  @Override
  public void end(EffectHost host) {
    Links links = host.body().links();
    if (links == null || !(settings.when.at(host.seconds()) > 0)) {
      return;
    }
    state[0] = (state[0] + 1) % EVERY;
    int broke = state[0] == 0 ? links.breakBeyond(settings.limit) : 0;
    if (broke > 0) {
      host.happenedAt(Take.Event.BREAK, links.place(0), links.place(1), links.place(2), broke);
    }
  }

  @Override
  public boolean addsEnergy() {
    return false;
  }

  @Override
  public double[] state() {
    return state;
  }
}
