package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.shorthand;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.drawing.RampPicture;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec.Choice;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.FileName;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.style.Backdrop;
import dev.shinari.style.InkStyle;
import dev.shinari.style.Marks;
import dev.shinari.style.Paint;
import dev.shinari.style.Ramp;
import dev.shinari.style.Style;
import dev.shinari.style.Styles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The part of the scene format that says how pictures look: the scene's `look`, and the `look` of a
 * body. A named style gives every number; each key takes the place of one of them.
 */
final class LookSpec {
  private LookSpec() {}

  private static final Kinds RAMP = kinds("ramp", "the tones from shadow to light", ramps());

  private static Group[] ramps() {
    List<Group> all = new ArrayList<>();
    List<String> words =
        List.of(
            "one tone",
            "shadow and base",
            "shadow, base and light",
            "deep shadow with an edge, base, and a small light",
            "smooth as an airbrush",
            "black and white, whatever the color");
    for (String name : Ramp.names()) {
      all.add(group(name, words.get(all.size())));
    }
    all.add(
        group(
                "file",
                "a picture of your own: its middle row, from shadow on the left to full light on the right",
                need("path", new FileName(List.of(".png")), "PNG file, relative to the scene file"),
                with(
                    "replaces",
                    new Flag(),
                    "false",
                    "whether its colors take the place of the body's, rather than tint it"))
            .rule(
                f -> {
                  try {
                    RampPicture.read(Path.of(f.text("path")), false);
                    return null;
                  } catch (IOException e) {
                    return new Fault("path", "`path` " + e.getMessage());
                  }
                }));
    return all.toArray(new Group[0]);
  }

  private static final List<String> SCREENS = List.of("none", "hatch", "dots");

  private static final Key[] PAINT = {
    maybe("ramp", RAMP, "tones from shadow to light"),
    maybe("fill", num(0, 1, ""), "how much of the body's color is seen; 0 leaves paper white"),
    maybe("rim", num(0, 1, ""), "width of the band of light along borders; 0 none"),
    maybe("rimColor", new Color(), "color of that band"),
    maybe("inkColor", new Color(), "color of the lines"),
    maybe("colorLines", num(0, 1, ""), "how much the lines take of the body's color, darkened"),
    maybe("screen", new Choice(SCREENS), "marks in the shadow: strokes or dots"),
    maybe("speedLines", num(0, 10, ""), "length of the lines behind what is fast; 0 none, 1 usual")
  };

  private static final Kinds BACKGROUND =
      kinds(
          "background",
          "what stands behind everything",
          group(
              "paper",
              "one color that fades into another downwards",
              maybe("top", new Color(), "color at the top; the style's unless given"),
              maybe("bottom", new Color(), "color at the bottom; the style's unless given")),
          group("flat", "one color", need("color", new Color(), "the color")),
          group(
              "transparent",
              "nothing, for compositing: alpha is 0 outside of the drawing; shadows stay, faintly"));

  /** The look of one body. */
  static final Group BODY_LOOK =
      group("bodyLook", "how one body is painted, where it differs from the scene's look", PAINT);

  /** The look of a scene. */
  static final Group LOOK =
      shorthand(
              "look",
              "style",
              "how pictures look: a named style, and what is to differ from it",
              with(
                  "style",
                  new Choice(Styles.names()),
                  "\"cel\"",
                  "the style that everything below starts from"))
          .with(PAINT)
          .with(
              maybe("lineWeight", num(0, 10, ""), "thickness of all ink lines; 0 draws none"),
              maybe(
                  "lineByDepth",
                  num(0, 4, ""),
                  "how much thicker lines of near things are; 0 all alike, 1 in proportion"),
              maybe(
                  "lineBySpeed",
                  num(0, 10, ""),
                  "how much thicker lines are at a speed of one picture height a second"),
              maybe(
                  "lineBoil",
                  num(0, 20, "pixels of 480"),
                  "how far lines wander from drawing to drawing"),
              maybe("lineGrain", num(0, 1, ""), "how much the paper breaks the line; 1 is pencil"),
              maybe("background", BACKGROUND, "what stands behind everything"),
              maybe("floor", num(0, 1, ""), "how much of the floor's own color is seen"),
              maybe("grid", new Flag(), "whether the floor carries thin lines"),
              maybe("grain", num(0, 1, ""), "strength of the paper's grain"),
              maybe("castShadows", new Flag(), "whether bodies cast shadows"),
              maybe(
                  "dropShadow",
                  num(0, 0.2, "picture heights"),
                  "how far a shadow drops on what lies behind; 0 none"),
              maybe("stars", num(0, 10, ""), "size of the stars at impacts; 0 none, 1 usual"),
              maybe("starSpeed", num(0, 1000, "m/s"), "impacts slower than this get no star"),
              maybe("starColor", new Color(), "color of the stars"));

  // ---- from values to records

  static Style style(ResolvedValue.Fields f) {
    Style s = Styles.named(f.text("style"));
    InkStyle l = s.lines();
    Marks m = s.marks();
    return new Style(
        s.name(),
        paint(f, s.paint()),
        new InkStyle(
            number(f, "lineWeight", l.weight()),
            number(f, "lineByDepth", l.byDepth()),
            number(f, "lineBySpeed", l.bySpeed()),
            number(f, "lineBoil", l.boil()),
            number(f, "lineGrain", l.grain())),
        backdrop(f, s.backdrop()),
        f.has("castShadows") ? f.flag("castShadows") : s.castShadows(),
        number(f, "dropShadow", s.dropShadow()),
        new Marks(
            number(f, "stars", m.stars()),
            number(f, "starSpeed", m.starSpeed()),
            color(f, "starColor", m.starRgb())));
  }

  static Paint paint(ResolvedValue.Fields f, Paint p) {
    return new Paint(
        f.has("ramp") ? ramp(f.fields("ramp")) : p.ramp(),
        number(f, "fill", p.fill()),
        number(f, "rim", p.rim()),
        color(f, "rimColor", p.rimRgb()),
        color(f, "inkColor", p.inkRgb()),
        number(f, "colorLines", p.colorLines()),
        f.has("screen")
            ? Paint.Screen.valueOf(f.text("screen").toUpperCase(Locale.ROOT))
            : p.screen(),
        number(f, "speedLines", p.speedLines()));
  }

  private static Ramp ramp(ResolvedValue.Fields f) {
    if (!f.kind().equals("file")) {
      return Ramp.named(f.kind());
    }
    try {
      return RampPicture.read(Path.of(f.text("path")), f.flag("replaces"));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it was there a moment ago, when the rule read it
    }
  }

  private static Backdrop backdrop(ResolvedValue.Fields f, Backdrop b) {
    Backdrop.Kind kind = b.kind();
    int top = b.topRgb(), bottom = b.bottomRgb();
    if (f.has("background")) {
      ResolvedValue.Fields g = f.fields("background");
      switch (g.kind()) {
        case "flat" -> top = bottom = g.color("color");
        case "paper" -> {
          top = color(g, "top", top);
          bottom = color(g, "bottom", bottom);
        }
        default -> kind = Backdrop.Kind.TRANSPARENT;
      }
    }
    return new Backdrop(
        kind,
        top,
        bottom,
        number(f, "floor", b.floor()),
        f.has("grid") ? f.flag("grid") : b.grid(),
        number(f, "grain", b.grain()));
  }

  private static float number(ResolvedValue.Fields f, String key, float otherwise) {
    return f.has(key) ? f.number(key) : otherwise;
  }

  private static int color(ResolvedValue.Fields f, String key, int otherwise) {
    return f.has(key) ? f.color(key) : otherwise;
  }
}
