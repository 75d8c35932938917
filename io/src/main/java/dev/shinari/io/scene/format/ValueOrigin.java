package dev.shinari.io.scene.format;

/** Where a value of a scene came from: a place in the file, an option, or the default. */
public sealed interface ValueOrigin {
  /** The value stands in the file at this place. */
  record InFile(int line, int column) implements ValueOrigin {
    @Override
    public String toString() {
      return "line " + line;
    }
  }

  /** The value was given by an option of the command line, for example {@code --set frames=10}. */
  record Option(String option) implements ValueOrigin {
    @Override
    public String toString() {
      return option;
    }
  }

  /** Nobody said anything: the default of the scene format. */
  record Default() implements ValueOrigin {
    @Override
    public String toString() {
      return "default";
    }
  }

  ValueOrigin DEFAULT = new Default();
}
