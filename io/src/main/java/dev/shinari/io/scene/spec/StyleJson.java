package dev.shinari.io.scene.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.style.Backdrop;
import dev.shinari.style.InkStyle;
import dev.shinari.style.Paint;
import dev.shinari.style.Ramp;
import dev.shinari.style.Style;
import dev.shinari.style.Tone;
import java.util.Locale;

/**
 * A style as JSON, for renderers in other languages: every number of {@link Style} under its own
 * name, colors as "#RRGGBB".
 */
public final class StyleJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private StyleJson() {}

  /** One style as a JSON object. */
  public static String of(Style style) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node(style));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree in memory always can be written
    }
  }

  /** How one thing is painted, as a JSON object. */
  public static String of(Paint paint) {
    return node(paint).toString();
  }

  private static ObjectNode node(Style s) {
    ObjectNode o = MAPPER.createObjectNode();
    o.put("name", s.name());
    o.set("paint", node(s.paint()));
    InkStyle l = s.lines();
    o.putObject("lines")
        .put("weight", l.weight())
        .put("byDepth", l.byDepth())
        .put("bySpeed", l.bySpeed())
        .put("boil", l.boil())
        .put("grain", l.grain());
    Backdrop b = s.backdrop();
    o.putObject("backdrop")
        .put("kind", b.kind().name().toLowerCase(Locale.ROOT))
        .put("top", color(b.topRgb()))
        .put("bottom", color(b.bottomRgb()))
        .put("floor", b.floor())
        .put("grid", b.grid())
        .put("grain", b.grain());
    o.put("castShadows", s.castShadows());
    o.put("dropShadow", s.dropShadow());
    o.putObject("marks")
        .put("stars", s.marks().stars())
        .put("starSpeed", s.marks().starSpeed())
        .put("starColor", color(s.marks().starRgb()));
    return o;
  }

  private static ObjectNode node(Paint p) {
    ObjectNode o = MAPPER.createObjectNode();
    o.set("ramp", node(p.ramp()));
    o.put("fill", p.fill()).put("rim", p.rim());
    o.put("rimColor", p.rimRgb() < 0 ? null : color(p.rimRgb()));
    o.put("inkColor", color(p.inkRgb()));
    o.put("colorLines", p.colorLines());
    o.put("screen", p.screen().name().toLowerCase(Locale.ROOT));
    o.put("speedLines", p.speedLines());
    return o;
  }

  private static ObjectNode node(Ramp r) {
    ObjectNode o = MAPPER.createObjectNode();
    ArrayNode tones = o.putArray("tones");
    for (Tone t : r.tones()) {
      tones
          .addObject()
          .put("above", t.above())
          .put("tint", color(t.tintRgb()))
          .put("saturation", t.saturation())
          .put("lighten", t.lighten());
    }
    return o.put("replaces", r.replaces());
  }

  private static String color(int rgb) {
    return String.format(Locale.ROOT, "#%06X", rgb);
  }
}
