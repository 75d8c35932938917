package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Text;
import dev.shinari.io.scene.format.Spec.Whole;
import dev.shinari.io.scene.plan.Reel;
import dev.shinari.style.Styles;
import java.util.ArrayList;
import java.util.List;

/** The format of reels, and how its values become a {@link Reel}. */
public final class ReelSpec {
  private ReelSpec() {}

  private static final Text NAME =
      new Text(
          "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
          "a name of letters, digits, dots, dashes and underscores");

  private static final Text WORDS =
      new Text("[^\\p{Cntrl}]{0,200}", "text in double quotes, at most 200 letters");

  private static final Text SOME_WORDS =
      new Text("[^\\p{Cntrl}]{1,200}", "text in double quotes, 1 to 200 letters");

  private static final Spec.Key BACKGROUND =
      maybe(
          "background",
          new Color(),
          "color behind, paler towards the top; the style's own background unless given");

  private static final Choice STYLE = new Choice(Styles.names());

  private static final Kinds PART =
      kinds(
          "part",
          "a title card, or a shot of a scene",
          group(
              "card",
              "letters that drop in on a plain ground",
              need("title", SOME_WORDS, "the large letters; capitals, digits and a few signs"),
              with("text", WORDS, "\"\"", "the small letters below"),
              with("seconds", above(0, 600, "s"), "2", "how long it is seen"),
              with("color", new Color(), "\"#F2664A\"", "color of the letters"),
              BACKGROUND),
          group(
                  "shot",
                  "some seconds of a scene",
                  need(
                      "scene",
                      SOME_WORDS,
                      "a built-in scene by name, or a scene file relative to the reel"),
                  with("fromSeconds", num(0, 1e4, "s"), "0", "where in the scene it begins"),
                  with("untilSeconds", above(0, 1e4, "s"), "3", "where in the scene it ends"),
                  with("speed", num(0.05, 8, ""), "1", "1 as simulated; 0.5 is slow motion"),
                  with(
                      "caption",
                      WORDS,
                      "\"\"",
                      "letters in the corner where they cover least; the lower left one if free"),
                  with("color", new Color(), "\"#FFE14D\"", "color of these letters"),
                  maybe("style", STYLE, "its style, instead of the reel's"),
                  BACKGROUND,
                  with(
                      "orbitDeg",
                      num(-720, 720, "degrees"),
                      "0",
                      "how far the camera goes round what it looks at"),
                  with("zoomFrom", num(0.1, 10, ""), "1", "how much nearer the camera begins"),
                  with("zoomTo", num(0.1, 10, ""), "1", "how much nearer the camera ends"),
                  with(
                      "set",
                      new ListOf(SOME_WORDS, 0, 100),
                      "[]",
                      "values of the scene to change, as `run --set` takes them"))
              .rule(
                  f ->
                      f.number("untilSeconds") > f.number("fromSeconds")
                          ? null
                          : new Fault(
                              "untilSeconds", "`untilSeconds` must be later than `fromSeconds`"))
              .rule(ReelSpec::settingsParse));

  private static Fault settingsParse(ResolvedValue.Fields f) {
    for (ResolvedValue r : f.items("set")) {
      String text = (String) ((ResolvedValue.Leaf) r).value();
      try {
        Setting.parse(text);
      } catch (SceneException e) {
        return new Fault("set", "`set` has \"" + text + "\": expected path=value");
      }
    }
    return null;
  }

  /** The whole reel. */
  public static final Group REEL =
      group(
              "reel",
              "a reel: shots of scenes and title cards as one film",
              maybe("$schema", WORDS, "ignored; for editors"),
              maybe("name", NAME, "name of the files that are written; the file's unless given"),
              with("title", WORDS, "\"\"", "a short title, also on the poster"),
              with("description", WORDS, "\"\"", "what it shows"),
              with("width", new Whole(64, 4096), "640", "pixels"),
              with("height", new Whole(64, 4096), "360", "pixels"),
              with(
                  "drawings",
                  new Whole(1, 50),
                  "12",
                  "drawings a second; scenes of 24 frames a second are seen on twos at 12"),
              maybe("style", STYLE, "style of cards and shots; scenes keep their own unless given"),
              need("shots", new ListOf(PART, 1, 1000), "cards and shots in order"),
              maybe("poster", new Whole(0, 999), "which shot, from 0, the poster shows"),
              with("posterSeconds", num(0, 1e4, "s"), "1", "at which time of it"))
          .rule(
              f ->
                  f.has("poster") && f.whole("poster") >= f.items("shots").size()
                      ? new Fault("poster", "`poster` is the number of a shot, counted from 0")
                      : null);

  public static Reel reel(ResolvedValue.Fields f, String fallbackName) throws SceneException {
    List<Reel.Part> parts = new ArrayList<>();
    int firstShot = -1;
    for (ResolvedValue r : f.items("shots")) {
      ResolvedValue.Fields p = (ResolvedValue.Fields) r;
      if (p.kind().equals("card")) {
        parts.add(
            new Reel.Card(
                p.text("title"),
                p.text("text"),
                p.number("seconds"),
                p.color("color"),
                p.has("background") ? p.color("background") : -1));
        continue;
      }
      firstShot = firstShot < 0 ? parts.size() : firstShot;
      List<Setting> settings = new ArrayList<>();
      for (ResolvedValue s : p.items("set")) {
        settings.add(Setting.parse((String) ((ResolvedValue.Leaf) s).value()));
      }
      parts.add(
          new Reel.Shot(
              p.text("scene"),
              p.number("fromSeconds"),
              p.number("untilSeconds"),
              p.number("speed"),
              p.text("caption"),
              p.color("color"),
              p.has("style") ? p.text("style") : null,
              p.has("background") ? p.color("background") : -1,
              p.number("orbitDeg"),
              p.number("zoomFrom"),
              p.number("zoomTo"),
              settings));
    }
    return new Reel(
        f.has("name") ? f.text("name") : fallbackName,
        f.text("title"),
        f.text("description"),
        f.whole("width"),
        f.whole("height"),
        f.whole("drawings"),
        f.has("style") ? Styles.named(f.text("style")) : Styles.CEL,
        f.has("style"),
        parts,
        f.has("poster") ? f.whole("poster") : Math.max(0, firstShot),
        f.number("posterSeconds"));
  }
}
