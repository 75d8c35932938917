package dev.shinari.io.file;

/**
 * Something that a reader left out, repaired or assumed. Importers never guess silently: what they
 * do beyond the file's letter is listed as warnings of the result.
 *
 * @param place line, byte offset or JSON pointer, or empty for the file as a whole
 */
public record ImportWarning(String place, String message) {
  @Override
  public String toString() {
    return place.isEmpty() ? message : place + ": " + message;
  }
}
