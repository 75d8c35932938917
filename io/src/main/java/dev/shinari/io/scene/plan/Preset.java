package dev.shinari.io.scene.plan;

import dev.shinari.body.material.Elasticity;
import java.util.ArrayList;
import java.util.List;

/**
 * A material by name: how fast a body of it swings, how soon that dies out, how heavy it is.
 * Frequencies are those of a hand-sized to person-sized body; they are targets for its longest
 * side, so that a larger body of the same preset looks as soft as a small one.
 */
public enum Preset {
  JELLY(5, 0.06f, 0.35f, 1000, "wobbles long and sags under its own weight"),
  RUBBER(10, 0.06f, 0.35f, 1100, "bounces well, bends on impact"),
  FOAM(8, 0.5f, 0.1f, 60, "gives way and comes back without a swing"),
  FLESH(6, 0.2f, 0.35f, 1000, "soft with a short jiggle"),
  PAPER(14, 0.3f, 0.1f, 300, "light and crisp");

  private final float frequencyHz;
  private final float dampingRatio;
  private final float poisson;
  private final float density;
  private final String looks;

  Preset(float frequencyHz, float dampingRatio, float poisson, float density, String looks) {
    this.frequencyHz = frequencyHz;
    this.dampingRatio = dampingRatio;
    this.poisson = poisson;
    this.density = density;
    this.looks = looks;
  }

  public Elasticity elasticity() {
    return Elasticity.hertz(frequencyHz, dampingRatio).withPoisson(poisson);
  }

  /** Kilograms a cubic meter. */
  public float density() {
    return density;
  }

  /** What it looks like, in a few words. */
  public String looks() {
    return looks;
  }

  /** The name as it stands in scenes and options. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The preset of that name, or null. */
  public static Preset of(String word) {
    for (Preset p : values()) {
      if (p.word().equals(word)) {
        return p;
      }
    }
    return null;
  }

  public static List<String> words() {
    List<String> words = new ArrayList<>();
    for (Preset p : values()) {
      words.add(p.word());
    }
    return words;
  }
}
