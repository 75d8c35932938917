package dev.shinari.io.scene;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the values of a scene stand in its file, so that what goes wrong while a world is built can
 * point to the key that asked for it. Values are named by their path: {@code bodies[0].pins[1]}.
 *
 * <p>Places say nothing about what a scene is: all of them are equal, so that two scenes are equal
 * if their values are.
 */
public final class Places {
  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[(\\d+)\\]");

  private final String file;
  private final Resolved.Fields root;

  /**
   * @param file the file as the user named it
   */
  Places(String file, Resolved.Fields root) {
    this.file = file;
    this.root = root;
  }

  /** A problem with the value at a path, or with what holds it where it was not written itself. */
  Problem problem(String path, String message) {
    return Problem.at(file, origin(path), message);
  }

  /** Whether the value was written, in the file or as an option, and is no default. */
  boolean isGiven(String path) {
    Resolved found = walk(path, null);
    return found != null && !(found.origin() instanceof Origin.Default);
  }

  /** The checked object at a path. */
  Resolved.Fields fields(String path) {
    return (Resolved.Fields) walk(path, null);
  }

  /** The place for the middle of a sentence: {@code line 12}. */
  String describe(String path) {
    return origin(path).toString();
  }

  private Origin origin(String path) {
    Origin[] nearest = {root.origin()};
    walk(path, nearest);
    return nearest[0];
  }

  /** The value at a path or null; notes the last origin on the way that is no default. */
  private Resolved walk(String path, Origin[] nearest) {
    Resolved at = root;
    Matcher step = STEP.matcher(path);
    while (at != null && step.find()) {
      String key = step.group(1);
      if (key != null) {
        at = at instanceof Resolved.Fields f && f.has(key) ? f.get(key) : null;
      } else {
        int i = Integer.parseInt(step.group(2));
        at = at instanceof Resolved.Items l && i < l.items().size() ? l.items().get(i) : null;
      }
      if (nearest != null && at != null && !(at.origin() instanceof Origin.Default)) {
        nearest[0] = at.origin();
      }
    }
    return at;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Places;
  }

  @Override
  public int hashCode() {
    return 1;
  }

  @Override
  public String toString() {
    return file;
  }
}
