package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.ValueOrigin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the values of a scene stand in its file, so that what goes wrong while a world is built can
 * point to the key that asked for it. Values are named by their path: {@code bodies[0].pins[1]}.
 *
 * <p>Places say nothing about what a scene is: all of them are equal, so that two scenes are equal
 * if their values are.
 */
public final class SourceLocations {
  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[(\\d+)\\]");

  private final String file;
  private final ResolvedValue.Fields root;

  /**
   * @param file the file as the user named it
   */
  public SourceLocations(String file, ResolvedValue.Fields root) {
    this.file = file;
    this.root = root;
  }

  /** A problem with the value at a path, or with what holds it where it was not written itself. */
  Problem problem(String path, String message) {
    return Problem.at(file, origin(path), message);
  }

  /** Whether the value was written, in the file or as an option, and is no default. */
  public boolean isGiven(String path) {
    ResolvedValue found = walk(path, null);
    return found != null && !(found.origin() instanceof ValueOrigin.Default);
  }

  /** The checked object at a path. */
  public ResolvedValue.Fields fields(String path) {
    return (ResolvedValue.Fields) walk(path, null);
  }

  /** The place for the middle of a sentence: {@code line 12}. */
  public String describe(String path) {
    return origin(path).toString();
  }

  private ValueOrigin origin(String path) {
    ValueOrigin[] nearest = {root.origin()};
    walk(path, nearest);
    return nearest[0];
  }

  /** The value at a path or null; notes the last origin on the way that is no default. */
  private ResolvedValue walk(String path, ValueOrigin[] nearest) {
    ResolvedValue at = root;
    Matcher step = STEP.matcher(path);
    while (at != null && step.find()) {
      String key = step.group(1);
      if (key != null) {
        at = at instanceof ResolvedValue.Fields f && f.has(key) ? f.get(key) : null;
      } else {
        int i = Integer.parseInt(step.group(2));
        at = at instanceof ResolvedValue.Items l && i < l.items().size() ? l.items().get(i) : null;
      }
      if (nearest != null && at != null && !(at.origin() instanceof ValueOrigin.Default)) {
        nearest[0] = at.origin();
      }
    }
    return at;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceLocations;
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
