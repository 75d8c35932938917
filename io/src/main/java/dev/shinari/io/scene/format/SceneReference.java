package dev.shinari.io.scene.format;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes the format's description as a page of tables, one a kind of object. */
public final class SceneReference {
  private final StringBuilder out = new StringBuilder();
  private final Deque<Spec> waiting = new ArrayDeque<>();
  private final Set<String> begun = new LinkedHashSet<>();

  private SceneReference() {}

  public static String of(Spec.Group scene) {
    return of(
        scene,
        """
        # Scene files

        A scene is JSON with comments and trailing commas, in a file that ends in `.jsonc`. Only `bodies` must be given. Lengths are meters, masses kilograms, times seconds; keys of angles end in `Deg`. The y axis points up. File names are relative to the scene file. Where an object has a `kind` and nothing else needs saying, the kind alone will do: `"shape": "teddy"`.

        ```jsonc
        {
          "$schema": "scene.schema.json", // completion and checks in editors
          "bodies": [{ "shape": "cuboid", "position": [0, 1, 0], "elasticity": { "frequencyHz": 3 } }],
        }
        ```

        `shinari check FILE` names every problem with its line and column; `shinari info --resolved FILE` lists every value and where it came from; `shinari run FILE --set bodies[0].elasticity.frequencyHz=2` changes one for a run.

        This page is made from the description of the format in the code, as is `scene.schema.json`.
        """);
  }

  /** A page with other words before the tables. */
  public static String of(Spec.Group root, String words) {
    SceneReference r = new SceneReference();
    r.out.append(words);
    r.add(root);
    while (!r.waiting.isEmpty()) {
      Spec s = r.waiting.poll();
      if (s instanceof Spec.Group g) {
        r.heading(g.name(), g.doc());
        if (g.shorthand() != null) {
          r.out.append("\nText alone stands for `").append(g.shorthand()).append("`.\n");
        }
        r.table(g);
      } else if (s instanceof Spec.Kinds k) {
        r.heading(k.name(), k.doc());
        for (Spec.Group g : k.kinds()) {
          r.out.append("\n### ").append(k.name()).append(" `").append(g.name()).append("`\n\n");
          r.out.append(sentence(g.doc())).append('\n');
          r.table(g);
        }
      }
    }
    return r.out.toString();
  }

  private void add(Spec s) {
    Spec t = s instanceof Spec.Again a ? a.target().get() : s;
    if (t instanceof Spec.ListOf l) {
      add(l.item());
    } else if ((t instanceof Spec.Group g && begun.add(g.name()))
        || (t instanceof Spec.Kinds k && begun.add(k.name()))) {
      waiting.add(t);
    }
  }

  private void heading(String name, String doc) {
    out.append("\n## ").append(name).append("\n\n").append(sentence(doc)).append('\n');
  }

  private void table(Spec.Group g) {
    if (g.keys().isEmpty()) {
      return;
    }
    out.append("\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for (Spec.Key k : g.keys()) {
      out.append("| `").append(k.name()).append("` | ").append(type(k.spec())).append(" | ");
      out.append(
          k.required() ? "must be given" : k.fallback() == null ? "" : "`" + k.fallback() + "`");
      out.append(" | ").append(k.doc()).append(" |\n");
      add(k.spec());
    }
  }

  private static String type(Spec s) {
    if (s instanceof Spec.Num n) {
      return "number" + SceneChecker.range(n.least(), n.above(), n.most()) + unit(n.unit());
    } else if (s instanceof Spec.Whole w) {
      return "whole number from " + w.least() + " to " + w.most();
    } else if (s instanceof Spec.NumberOrName w) {
      return "whole number from " + w.least() + " to " + w.most() + ", or a name";
    } else if (s instanceof Spec.Flag) {
      return "`true` or `false`";
    } else if (s instanceof Spec.Text t) {
      return t.pattern() == null ? "text" : t.expected();
    } else if (s instanceof Spec.Choice c) {
      return "`" + String.join("`, `", c.words()) + "`";
    } else if (s instanceof Spec.Vector v) {
      return "`[x, y, z]`"
          + (v.least() > -Spec.LARGE ? SceneChecker.range(v.least(), v.above(), v.most()) : "")
          + unit(v.unit());
    } else if (s instanceof Spec.Counts) {
      return "`[x, y, z]` whole numbers";
    } else if (s instanceof Spec.Color) {
      return "color `#RRGGBB`";
    } else if (s instanceof Spec.FileName f) {
      return "file (" + String.join(", ", f.extensions()) + ")";
    } else if (s instanceof Spec.ListOf l) {
      return "list of " + type(l.item());
    } else if (s instanceof Spec.Group g) {
      return link(g.name());
    } else if (s instanceof Spec.Kinds k) {
      return link(k.name());
    }
    return link(((Spec.Again) s).name());
  }

  private static String link(String name) {
    return "[" + name + "](#" + name.toLowerCase(java.util.Locale.ROOT) + ")";
  }

  private static String unit(String unit) {
    return unit.isEmpty() ? "" : ", " + unit;
  }

  public static String sentence(String doc) {
    return Character.toUpperCase(doc.charAt(0)) + doc.substring(1) + ".";
  }
}
