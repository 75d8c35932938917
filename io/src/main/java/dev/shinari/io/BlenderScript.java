package dev.shinari.io;

import dev.shinari.io.take.JoinedTake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Fills in the script that loads an export into Blender. */
final class BlenderScript {
  static final String FILE_NAME = "import_in_blender.py";

  private BlenderScript() {}

  /**
   * The script depends on the take alone, not on the formats that were written: it looks for the
   * files beside it when it runs, so that exporting one more format later needs no other script.
   */
  static String text(JoinedTake joined, String base) throws IOException {
    String template;
    try (InputStream in = BlenderScript.class.getResourceAsStream(FILE_NAME)) {
      template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    return template
        .replace("\"@NAME@\"", quoted(base))
        .replace("\"@FPS@\"", Float.toString(joined.take().framesPerSecond()))
        .replace("\"@FRAMES@\"", Integer.toString(joined.take().frameCount()))
        .replace("\"@POINTS@\"", Integer.toString(joined.vertexCount()))
        .replace("\"@BODIES@\"", Integer.toString(joined.tracks().size()));
  }

  // Base names hold no quotes, backslashes or control characters.
  private static String quoted(String s) {
    return '"' + s + '"';
  }
}
