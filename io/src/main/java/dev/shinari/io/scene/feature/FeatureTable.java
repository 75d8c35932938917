package dev.shinari.io.scene.feature;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.SceneReference;
import dev.shinari.io.scene.plan.BuildLog;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Every feature against every kind of body. A pair works, or it is meaningless in physics; then
 * this table holds the reason, and a scene that asks for it is refused with that reason. There is
 * no third case: a test runs each pair that is not listed here.
 */
public final class FeatureTable {
  private static final Map<Feature, Map<BodyKind, String>> MEANINGLESS =
      new EnumMap<>(Feature.class);

  private FeatureTable() {}

  static {
    String cells = "all cells of a lattice are of one size";
    meaningless(Feature.CAGE_UNEVEN, BodyKind.LATTICE, cells);
    meaningless(Feature.CAGE_UNEVEN, BodyKind.SHEET, "a sheet is an even grid of points");
    meaningless(Feature.CAGE_UNEVEN, BodyKind.STRAND, "a strand is an even row of points");
    meaningless(
        Feature.CAGE_UNEVEN, BodyKind.FLAT_TEARING, cells + " and halve where they are stretched");
    meaningless(
        Feature.CAGE_UNEVEN, BodyKind.SOLID_TEARING, cells + " and halve where they are stretched");
    meaningless(Feature.POISSON, BodyKind.STRAND, "a strand has no width that could get narrower");
    for (BodyKind k : BodyKind.values()) {
      if (k == BodyKind.TETRAHEDRA || k == BodyKind.BREAKABLE) {
        meaningless(
            Feature.CAGE_HALF_WIDTH,
            k,
            "a region of tetrahedra is a vertex with its neighbors, not so many cells wide");
      } else {
        meaningless(
            Feature.CAGE_EVEN_REGIONS,
            k,
            "its points are evenly spaced, so its regions are all of one reach as they are");
      }
    }
  }

  private static void meaningless(Feature feature, BodyKind kind, String why) {
    MEANINGLESS.computeIfAbsent(feature, f -> new EnumMap<>(BodyKind.class)).put(kind, why);
  }

  /** Why a feature means nothing on a kind of body, in half a sentence; null where it works. */
  public static String reason(Feature feature, BodyKind kind) {
    return MEANINGLESS.getOrDefault(feature, Map.of()).get(kind);
  }

  /**
   * Reports what a body asks for in vain.
   *
   * @param path where the body stands: {@code bodies[0]}
   * @param who what messages begin with: {@code body teddy}
   */
  static void check(ResolvedValue.Fields body, String path, String who, BuildLog log) {
    for (Feature f : Feature.values()) {
      boolean cage = f.section().equals(Feature.CAGE_UNEVEN.section());
      BodyKind kind = cage ? BodyKind.ofCage(body) : BodyKind.of(body);
      String why = reason(f, kind);
      String at = why == null ? null : f.usedAt(body);
      if (at != null) {
        log.problem(
            path + at, who + ": " + f.title() + " means nothing here: " + why + "; remove it");
      }
    }
  }

  /** The table as a page in Markdown. */
  public static String page() {
    StringBuilder s =
        new StringBuilder(
            """
            # Every feature on every body

            Rows are what a body can have or take part in, columns are kinds of body. A cell is either "yes", and then `FeatureTableTest` runs the pair from a small scene and checks that the feature had its effect, or it is a number: the pair means nothing, for the reason at the end of the page, and `shinari check` refuses it with line and column.

            This page is made from `FeatureTable`, which the checker reads as well.

            """);
    s.append("| kind | what makes a body one |\n|---|---|\n");
    for (BodyKind k : BodyKind.values()) {
      s.append("| ").append(k.title()).append(" | ").append(k.doc()).append(" |\n");
    }
    List<String> notes = new ArrayList<>();
    String section = "";
    for (Feature f : Feature.values()) {
      if (!f.section().equals(section)) {
        section = f.section();
        heading(s, section);
      }
      s.append("| ").append(f.title()).append(" |");
      for (BodyKind k : BodyKind.values()) {
        String why = reason(f, k);
        if (why != null && !notes.contains(why)) {
          notes.add(why);
        }
        s.append(why == null ? " yes |" : " " + (1 + notes.indexOf(why)) + " |");
      }
      s.append('\n');
    }
    s.append("\n## What means nothing\n\n");
    for (int i = 0; i < notes.size(); i++) {
      s.append(i + 1).append(". ").append(SceneReference.sentence(notes.get(i))).append('\n');
    }
    return s.toString();
  }

  private static void heading(StringBuilder s, String section) {
    s.append("\n## ").append(section).append("\n\n| |");
    for (BodyKind k : BodyKind.values()) {
      s.append(' ').append(k.title()).append(" |");
    }
    s.append("\n|---|").append("---|".repeat(BodyKind.values().length)).append('\n');
  }
}
