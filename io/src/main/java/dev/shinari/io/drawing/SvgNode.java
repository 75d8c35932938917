package dev.shinari.io.drawing;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An element of an SVG file with what it says of itself and what is in it. */
record SvgNode(String name, int line, Map<String, String> attributes, List<SvgNode> children) {
  /** Elements deeper than this are no drawing that somebody made. */
  private static final int DEEPEST = 200;

  /**
   * Reads a text.
   *
   * @param byId receives the elements that have an id; the first of several counts
   */
  static SvgNode read(String text, Map<String, SvgNode> byId) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    // No document type, no outside entities: a drawing is data.
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
      SvgNode root = null;
      Deque<SvgNode> within = new ArrayDeque<>();
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          SvgNode n = of(xml);
          if (within.size() == DEEPEST) {
            throw new IllegalArgumentException(
                "line " + n.line + ": more than " + DEEPEST + " elements within each other");
          }
          if (within.isEmpty()) {
            root = n;
          } else {
            within.peek().children.add(n);
          }
          within.push(n);
          if (n.text("id") != null) {
            byId.putIfAbsent(n.text("id"), n);
          }
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          within.pop();
        }
      }
      return root;
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw new IllegalArgumentException("line " + line + ": the XML cannot be read", e);
    }
  }

  private static SvgNode of(XMLStreamReader xml) {
    Map<String, String> attributes = new HashMap<>();
    for (int k = 0; k < xml.getAttributeCount(); k++) {
      String space = xml.getAttributeNamespace(k);
      boolean own = space == null || space.isEmpty();
      attributes.put(
          own ? xml.getAttributeLocalName(k) : "{" + space + "}" + xml.getAttributeLocalName(k),
          xml.getAttributeValue(k));
    }
    return new SvgNode(
        xml.getLocalName(), xml.getLocation().getLineNumber(), attributes, new ArrayList<>());
  }

  String text(String attribute) {
    return attributes.get(attribute);
  }

  /** What a use names, in the new or the old way of writing. */
  String reference() {
    String own = text("href");
    return own != null ? own : text("{http://www.w3.org/1999/xlink}href");
  }

  boolean isHidden() {
    String style = text("style");
    return "none".equals(text("display"))
        || style != null && style.replace(" ", "").contains("display:none");
  }
}
