package dev.shinari.io.scene.feature;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.ValueOrigin;
import java.util.Set;

/**
 * What a body of a scene can have or take part in: the rows of {@link FeatureTable}. Features that
 * are written in a body know where; those of the whole scene (contact, snapshots, exports) do not.
 */
public enum Feature {
  CAGE_UNEVEN("Elements and regions", "`cage.uneven`", leaf("cage.uneven", 1.0)),
  CAGE_EVEN_REGIONS("Elements and regions", "`cage.regions` even", leaf("cage.regions", "ring")),
  CAGE_HALF_WIDTH("Elements and regions", "`cage.halfWidth`", leaf("cage.halfWidth", null)),

  GROUPS_ONE("Example poses", "one group", in("examples.groups", "one")),
  GROUPS_EACH("Example poses", "a group per region", in("examples.groups", "each")),
  GROUPS_PLANE("Example poses", "two groups beside a plane", in("examples.groups", "plane")),
  GROUPS_SETS("Example poses", "named groups", in("examples.groups", "sets")),
  GROUPS_HANDLES("Example poses", "a group per pin or handle", in("examples.groups", "handles")),
  POSES_FORMULA("Example poses", "poses from formulas", in("examples.poses", "stretch")),
  POSES_CAGE("Example poses", "poses from the cage's own mesh", in("examples.poses", "cage")),
  POSES_SURFACE("Example poses", "poses from the visible surface", in("examples.poses", "surface")),
  POSES_MORPH("Example poses", "poses from shape keys", in("examples.poses", "morph")),
  POSES_OTHER_MESH("Example poses", "poses from another mesh", in("examples.poses", "otherMesh")),

  DRIVE_TIME("Weight drives", "by time", in("examples.drive", "time")),
  DRIVE_SPEED("Weight drives", "by speed", in("examples.drive", "speed")),
  DRIVE_IMPACT("Weight drives", "by impact", in("examples.drive", "impact")),
  DRIVE_FORCE("Weight drives", "by force", in("examples.drive", "force")),
  DRIVE_DISTANCE("Weight drives", "by distance", in("examples.drive", "distance")),

  SUPER_ELASTIC("Cartoon effects", "`superElastic`", in("effects", "superElastic")),
  BREAKDOWN("Cartoon effects", "`breakdown`", in("effects", "breakdown")),
  BURST("Cartoon effects", "`burst`", in("effects", "burst")),
  SQUASH_STRETCH("Cartoon effects", "`squashStretch`", in("effects", "squashStretch")),
  JUMP("Cartoon effects", "`jump`", in("effects", "jump")),
  FOLLOW_THROUGH("Cartoon effects", "`followThrough`", in("effects", "followThrough")),
  IMPACT_HOLD("Cartoon effects", "`impactHold`", in("effects", "impactHold")),
  SMEAR("Cartoon effects", "`smear`", in("effects", "smear")),
  GAIN_BOUNCE("Cartoon effects", "`gainBounce`", in("effects", "gainBounce")),
  WOBBLE("Cartoon effects", "`wobble`", in("effects", "wobble")),
  MELT("Cartoon effects", "`melt`", in("effects", "melt")),
  INFLATE("Cartoon effects", "`inflate`", in("effects", "inflate")),
  DENT("Cartoon effects", "`dent`", in("effects", "dent")),

  VOLUME_KEEPING("Matter and hands", "`volumeKeeping`", leaf("volumeKeeping", 0.0)),
  POISSON("Matter and hands", "`elasticity.poisson`", leaf("elasticity.poisson", null)),
  HANDLES("Matter and hands", "handles", in("handles", null)),
  PINS("Matter and hands", "pins", in("pins", null)),

  TEAR_BY_PULL("Coming apart", "tears where it is pulled", in("tear", null)),
  CUTS("Coming apart", "cuts", in("tear.cuts", null)),
  SHOTS("Coming apart", "shots", in("tear.shots", null)),
  WEAK_LINES("Coming apart", "painted toughness", in("tear.paint", null)),

  CONTACT_FLOOR("Contact", "with the floor", nowhere()),
  CONTACT_BODIES("Contact", "between bodies", nowhere()),

  SNAPSHOT("Time", "snapshot and restore", nowhere()),
  REPLAY("Time", "replay", nowhere()),

  EXPORT_GLB("Exports", "glb", nowhere()),
  EXPORT_PC2("Exports", "pc2", nowhere()),
  EXPORT_MDD("Exports", "mdd", nowhere()),
  EXPORT_OBJ("Exports", "obj", nowhere()),
  EXPORT_OBJ_SEQUENCE("Exports", "obj-sequence", nowhere()),
  EXPORT_USDA("Exports", "usda", nowhere()),
  EXPORT_SVG("Exports", "svg", nowhere());

  /** Kinds of pose that are no formula. */
  private static final Set<String> FILES = Set.of("cage", "surface", "morph", "otherMesh");

  private final String section;
  private final String title;
  private final Place place;

  Feature(String section, String title, Place place) {
    this.section = section;
    this.title = title;
    this.place = place;
  }

  /** Heading above it in the table. */
  public String section() {
    return section;
  }

  /** What the table calls it. */
  public String title() {
    return title;
  }

  /**
   * Where a body says it.
   *
   * @param path keys from the body on, with dots; null for a feature that no body says
   * @param kind the kind of the object or list entry there; null where any value says it
   * @param idle the value that does not ask for the feature, or null
   */
  private record Place(String path, String kind, Object idle) {}

  private static Place in(String path, String kind) {
    return new Place(path, kind, null);
  }

  private static Place leaf(String path, Object idle) {
    return new Place(path, null, idle);
  }

  private static Place nowhere() {
    return new Place(null, null, null);
  }

  /**
   * The path in a checked body of what asks for this feature, such as {@code .effects[1]}; null if
   * nothing does.
   */
  String usedAt(ResolvedValue.Fields body) {
    if (place.path == null) {
      return null;
    }
    ResolvedValue at = body;
    for (String key : place.path.split("\\.")) {
      if (!(at instanceof ResolvedValue.Fields f) || !f.has(key)) {
        return null;
      }
      at = f.get(key);
    }
    String path = "." + place.path;
    if (at instanceof ResolvedValue.Items list) {
      for (int i = 0; i < list.items().size(); i++) {
        if (isKind(list.items().get(i))) {
          return path + "[" + i + "]";
        }
      }
      return null;
    } else if (at instanceof ResolvedValue.Leaf leaf) {
      boolean given = !(leaf.origin() instanceof ValueOrigin.Default);
      return given && !leaf.value().equals(place.idle) ? path : null;
    }
    return isKind(at) ? path : null;
  }

  private boolean isKind(ResolvedValue value) {
    if (place.kind == null) {
      return true;
    }
    String kind = ((ResolvedValue.Fields) value).kind();
    return this == POSES_FORMULA ? !FILES.contains(kind) : kind.equals(place.kind);
  }
}
