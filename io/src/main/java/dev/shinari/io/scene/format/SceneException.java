package dev.shinari.io.scene.format;

import java.util.List;
import java.util.stream.Collectors;

/** A scene that cannot be used, with all of its problems at once in the order of the text. */
public final class SceneException extends Exception {
  private static final long serialVersionUID = 1;
  private final transient List<Problem> problems;

  public SceneException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }
}
