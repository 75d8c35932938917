package dev.shinari.io.scene.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the format's description as a JSON Schema (draft-07, the one that editors know best), so
 * that an editor completes keys, shows their explanation and marks mistakes while one types.
 */
public final class JsonSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode definitions = MAPPER.createObjectNode();
  private final Set<String> begun = new LinkedHashSet<>();

  private JsonSchema() {}

  public static String of(Spec.Group scene) {
    JsonSchema s = new JsonSchema();
    ObjectNode root = MAPPER.createObjectNode();
    root.put("$schema", "http://json-schema.org/draft-07/schema#");
    root.put("title", "Shinari scene");
    root.put("allowTrailingCommas", true);
    s.object(root, scene, null);
    root.set("definitions", s.definitions);
    DefaultIndenter indent = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(indent).withArrayIndenter(indent);
    try {
      return MAPPER.writer(printer).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private void object(ObjectNode out, Spec.Group g, String kind) {
    out.put("type", "object");
    out.put("description", g.doc());
    ObjectNode properties = out.putObject("properties");
    ArrayNode required = MAPPER.createArrayNode();
    if (kind != null) {
      properties.putObject("kind").put("const", kind);
      required.add("kind");
    }
    for (Spec.Key k : g.keys()) {
      ObjectNode p = properties.putObject(k.name());
      Spec spec = k.spec();
      if (spec instanceof Spec.Group || spec instanceof Spec.Kinds || spec instanceof Spec.Again) {
        // Draft-07 ignores what stands beside a $ref, so that the explanation wraps it.
        p.putArray("allOf").add(value(MAPPER.createObjectNode(), spec));
      } else {
        value(p, spec);
      }
      p.put("description", k.doc());
      if (k.fallback() != null) {
        try {
          p.set("default", MAPPER.readTree(k.fallback()));
        } catch (JsonProcessingException e) {
          throw new AssertionError("default of " + k.name(), e);
        }
      }
      if (k.required()) {
        required.add(k.name());
      }
    }
    if (!required.isEmpty()) {
      out.set("required", required);
    }
    out.put("additionalProperties", false);
  }

  private ObjectNode value(ObjectNode out, Spec spec) {
    if (spec instanceof Spec.Num s) {
      number(out, s.least(), s.above(), s.most());
    } else if (spec instanceof Spec.Whole s) {
      out.put("type", "integer").put("minimum", s.least()).put("maximum", s.most());
    } else if (spec instanceof Spec.NumberOrName s) {
      ArrayNode any = out.putArray("anyOf");
      value(any.addObject(), new Spec.Whole(s.least(), s.most()));
      value(any.addObject(), CommonSpec.NAME);
    } else if (spec instanceof Spec.Flag) {
      out.put("type", "boolean");
    } else if (spec instanceof Spec.Text s) {
      out.put("type", "string");
      if (s.pattern() != null) {
        out.put("pattern", "^" + s.pattern() + "$");
      }
    } else if (spec instanceof Spec.Choice s) {
      words(out, s.words());
    } else if (spec instanceof Spec.Vector s) {
      ObjectNode items = array(out, 3, 3);
      number(items, s.least(), s.above(), s.most());
    } else if (spec instanceof Spec.Counts s) {
      array(out, 3, 3).put("type", "integer").put("minimum", s.least()).put("maximum", s.most());
    } else if (spec instanceof Spec.Color) {
      out.put("type", "string").put("pattern", "^#[0-9a-fA-F]{6}$").put("format", "color-hex");
    } else if (spec instanceof Spec.FileName) {
      out.put("type", "string").put("minLength", 1);
    } else if (spec instanceof Spec.ListOf s) {
      value(array(out, s.least(), s.most()), s.item());
    } else if (spec instanceof Spec.Group s) {
      define(s.name(), s);
      out.put("$ref", "#/definitions/" + s.name());
    } else if (spec instanceof Spec.Kinds s) {
      define(s.name(), s);
      out.put("$ref", "#/definitions/" + s.name());
    } else if (spec instanceof Spec.Again s) {
      define(s.name(), s.target().get());
      out.put("$ref", "#/definitions/" + s.name());
    }
    return out;
  }

  private void define(String name, Spec spec) {
    if (!begun.add(name)) {
      return;
    }
    ObjectNode out = definitions.putObject(name);
    if (spec instanceof Spec.Kinds s) {
      out.put("description", s.doc());
      ArrayNode any = out.putArray("anyOf");
      words(any.addObject(), s.names()).put("description", "the kind alone, the rest by default");
      for (Spec.Group g : s.kinds()) {
        object(any.addObject(), g, g.name());
      }
    } else if (spec instanceof Spec.Group g) {
      if (g.shorthand() == null) {
        object(out, g, null);
      } else {
        out.put("description", g.doc());
        ArrayNode any = out.putArray("anyOf");
        value(any.addObject(), g.key(g.shorthand()).spec());
        object(any.addObject(), g, null);
      }
    }
  }

  private static ObjectNode array(ObjectNode out, int least, int most) {
    out.put("type", "array").put("minItems", least).put("maxItems", most);
    return out.putObject("items");
  }

  private static void number(ObjectNode out, double least, boolean above, double most) {
    out.put("type", "number");
    out.put(above ? "exclusiveMinimum" : "minimum", least);
    out.put("maximum", most);
  }

  private static ObjectNode words(ObjectNode out, List<String> words) {
    ArrayNode e = out.put("type", "string").putArray("enum");
    words.forEach(e::add);
    return out;
  }
}
