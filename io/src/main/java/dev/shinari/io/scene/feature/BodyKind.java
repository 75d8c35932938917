package dev.shinari.io.scene.feature;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.ValueOrigin;

/**
 * Kinds of body that a scene can build, by what is simulated and whether it comes apart: the
 * columns of {@link FeatureTable}.
 */
public enum BodyKind {
  TETRAHEDRA("tetrahedra", "a solid shape; the default cage"),
  LATTICE("lattice", "a solid shape with `cage.kind` lattice"),
  SHEET("sheet", "the shape `sheet`"),
  STRAND("strand", "the shape `strand`"),
  FLAT_TEARING("flat tearing", "the shape `drawing`"),
  SOLID_TEARING("solid tearing", "a solid shape with `tear`, unless `cage.kind` is tet"),
  BREAKABLE(
      "breakable",
      "tetrahedra or a lattice that come apart between their elements, by the effect `breakdown`");

  private final String title;
  private final String doc;

  BodyKind(String title, String doc) {
    this.title = title;
    this.doc = doc;
  }

  /** Heading of its column. */
  public String title() {
    return title;
  }

  /** What makes a body of a scene one of this kind. */
  public String doc() {
    return doc;
  }

  /** The kind of a checked body. */
  static BodyKind of(ResolvedValue.Fields body) {
    BodyKind cage = ofCage(body);
    boolean breaks = cage == TETRAHEDRA || cage == LATTICE;
    return breaks && Feature.BREAKDOWN.usedAt(body) != null ? BREAKABLE : cage;
  }

  /** The kind by the cage alone, whether its links break or not. */
  static BodyKind ofCage(ResolvedValue.Fields body) {
    switch (body.fields("shape").kind()) {
      case "sheet":
        return SHEET;
      case "strand":
        return STRAND;
      case "drawing":
        return FLAT_TEARING;
      default:
        break;
    }
    ResolvedValue kind = body.fields("cage").get("kind");
    boolean asked = !(kind.origin() instanceof ValueOrigin.Default);
    if (body.has("tear") && !(asked && body.fields("cage").text("kind").equals("tet"))) {
      return SOLID_TEARING;
    }
    return body.fields("cage").text("kind").equals("lattice") ? LATTICE : TETRAHEDRA;
  }
}
