package dev.shinari.io.scene.plan;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.format.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is found while a scene is built: problems with their places, lines that a user should know,
 * and how well poses were met. A problem stops nothing but the thing that has it, so that one build
 * finds all of them.
 */
public final class BuildLog {
  /** A part of building, which may find that its part of the scene cannot be made. */
  public interface Step<T> {
    T run() throws IOException;
  }

  private final SourceLocations places;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<PoseReport> poses = new ArrayList<>();

  public BuildLog(SourceLocations places) {
    this.places = places;
  }

  public SourceLocations places() {
    return places;
  }

  /** Something is wrong with the value at a path such as {@code bodies[0].pins[1]}. */
  public void problem(String path, String message) {
    problems.add(places.problem(path, message));
  }

  /**
   * Runs a step; what it refuses becomes a problem at a path.
   *
   * @param who what the message begins with: {@code body teddy}
   * @return what the step made, or null where it was refused
   */
  public <T> T attempt(String path, String who, Step<T> step) {
    try {
      return step.run();
    } catch (BadFileException | IllegalArgumentException e) {
      problem(path, who + ": " + e.getMessage());
    } catch (IOException e) {
      problem(path, who + ": a file cannot be read: " + e.getMessage());
    }
    return null;
  }

  public void warn(String line) {
    warnings.add(line);
  }

  public void report(PoseReport pose) {
    poses.add(pose);
  }

  /** How many problems were found so far. */
  public int problemCount() {
    return problems.size();
  }

  /** In the order of the text; those that have no place in it come first. */
  public List<Problem> problems() {
    return problems.stream()
        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
        .toList();
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  public List<PoseReport> poses() {
    return List.copyOf(poses);
  }
}
