package dev.shinari.render.film;

import dev.shinari.render.cel.PictureSettings;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Path;

/** Some frames of a take side by side, chosen where much moves. */
public final class FrameStrip {
  private FrameStrip() {}

  /** Writes a strip as PNG; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(
      Take take, PictureSettings picture, int frames, Path file, WriteProgress progress)
      throws IOException {
    return ContactSheet.write(take, picture, settings(frames), file, progress);
  }

  static SheetSettings settings(int frames) {
    return SheetSettings.DEFAULT.withFrames(frames, frames).withChoice(FrameChoice.ACTIVITY);
  }
}
