package dev.shinari.io.scene.format;

/** Names that are made from file names. */
public final class FileNames {
  private FileNames() {}

  /** File name without folder and extension, with anything unfit for a name replaced. */
  public static String sceneName(String shown) {
    String s = shown.substring(Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1);
    int dot = s.lastIndexOf('.');
    s = dot > 0 ? s.substring(0, dot) : s;
    s = s.replaceAll("[^\\p{L}\\p{M}\\p{N}._-]", "-").replaceAll("^[^\\p{L}\\p{N}]+", "");
    s = s.codePointCount(0, s.length()) > 64 ? s.substring(0, s.offsetByCodePoints(0, 64)) : s;
    return s.isEmpty() ? "scene" : s;
  }
}
