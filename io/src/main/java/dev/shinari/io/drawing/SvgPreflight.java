package dev.shinari.io.drawing;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A look at an SVG file before it is drawn: whether it is one, how much is in it, which groups have
 * names. Entities are not expanded and nothing is fetched.
 *
 * @param isSized whether the file says how large its view is
 * @param layers ids of its groups, in the order of the file
 */
record SvgPreflight(boolean isSized, List<String> layers) {
  static final int MAX_BYTES = 16 << 20;
  static final int MAX_ELEMENTS = 20_000;
  static final int MAX_DEPTH = 200;

  /** Characters of all paths and lists of points together: about half a million segments. */
  static final int MAX_PATH_DATA = 4 << 20;

  private static final Set<String> DEFINITIONS =
      Set.of(
          "defs",
          "style",
          "clippath",
          "mask",
          "symbol",
          "pattern",
          "marker",
          "filter",
          "lineargradient",
          "radialgradient",
          "title",
          "desc",
          "metadata");

  /** Whether an element is never seen where it is, but where something refers to it. */
  static boolean isDefinition(String name) {
    return DEFINITIONS.contains(name.toLowerCase(java.util.Locale.ROOT));
  }

  /** Throws IllegalArgumentException, with the line, where this is not SVG or too much of it. */
  static SvgPreflight of(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "an SVG of "
              + (bytes.length >> 20)
              + " MB, more than "
              + (MAX_BYTES >> 20)
              + "; simplify it, or save it as PNG");
    }
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
      try {
        return scan(xml);
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw new IllegalArgumentException("line " + line + ": the XML cannot be read", e);
    }
  }

  private static SvgPreflight scan(XMLStreamReader xml) throws XMLStreamException {
    Set<String> layers = new LinkedHashSet<>();
    Map<String, Part> byId = new HashMap<>();
    Deque<Part> within = new ArrayDeque<>();
    Part root = null;
    int elements = 0, depth = 0;
    long data = 0;
    boolean sized = false;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        String name = xml.getLocalName();
        if (elements == 0) {
          if (!name.equals("svg")) {
            throw new IllegalArgumentException("the file begins with <" + name + ">, not <svg>");
          }
          sized = has(xml, "viewBox") || has(xml, "width") && has(xml, "height");
        }
        if (++elements > MAX_ELEMENTS) {
          throw over(xml, MAX_ELEMENTS + " elements");
        } else if (++depth > MAX_DEPTH) {
          throw over(xml, MAX_DEPTH + " elements within each other");
        }
        data += length(xml, "d") + length(xml, "points");
        if (data > MAX_PATH_DATA) {
          throw over(xml, (MAX_PATH_DATA >> 20) + " MB of path data");
        }
        String id = xml.getAttributeValue(null, "id");
        Part part = new Part(id);
        root = root == null ? part : root;
        within.push(part);
        String used = name.equals("use") ? reference(xml) : null;
        if (used != null) {
          part.uses.add(used);
        }
        if (name.equals("g") && id != null && !id.isBlank()) {
          layers.add(id);
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
        Part part = within.pop();
        if (part.id != null) {
          byId.putIfAbsent(part.id, part);
        }
        if (!within.isEmpty()) {
          within.peek().elements += part.elements;
          within.peek().uses.addAll(part.uses);
        }
      }
    }
    if (elements == 0) {
      throw new IllegalArgumentException("the file holds no <svg> element");
    }
    if (root.drawn(byId, 0) > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "more than "
              + MAX_ELEMENTS
              + " elements through use; simplify the drawing, or save it as PNG");
    }
    return new SvgPreflight(sized, List.copyOf(new ArrayList<>(layers)));
  }

  /** An element with all that is in it: how many elements, and which others they use. */
  private static final class Part {
    private static final int MAX_USES = 30; // within each other

    private final String id;
    private final List<String> uses = new ArrayList<>();
    private int elements = 1;
    private long drawn = -1;

    Part(String id) {
      this.id = id;
    }

    /** Elements that are drawn for this one, those that are used included. */
    long drawn(Map<String, Part> byId, int depth) {
      if (depth > MAX_USES) {
        throw new IllegalArgumentException(
            "more than " + MAX_USES + " uses within each other, or of themselves");
      }
      if (drawn < 0) {
        long sum = elements;
        for (String use : uses) {
          Part p = byId.get(use);
          sum = Math.min(Integer.MAX_VALUE, sum + (p == null ? 0 : p.drawn(byId, depth + 1)));
        }
        drawn = sum;
      }
      return drawn;
    }
  }

  private static String reference(XMLStreamReader xml) {
    String own = xml.getAttributeValue(null, "href");
    String link = own != null ? own : xml.getAttributeValue("http://www.w3.org/1999/xlink", "href");
    return link != null && link.startsWith("#") ? link.substring(1) : null;
  }

  private static boolean has(XMLStreamReader xml, String attribute) {
    return xml.getAttributeValue(null, attribute) != null;
  }

  private static int length(XMLStreamReader xml, String attribute) {
    String value = xml.getAttributeValue(null, attribute);
    return value == null ? 0 : value.length();
  }

  private static IllegalArgumentException over(XMLStreamReader xml, String what) {
    return new IllegalArgumentException(
        "line "
            + xml.getLocation().getLineNumber()
            + ": more than "
            + what
            + "; simplify the drawing, or save it as PNG");
  }
}
