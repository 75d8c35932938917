package dev.shinari.app.render;

import dev.shinari.world.Take;
import java.io.IOException;
import java.nio.file.Path;

/** Some frames of a take side by side, chosen where much moves. */
public final class Strip {
  private Strip() {}

  /** Writes a strip as PNG; answers false if the progress stopped it, and nothing was written. */
  public static boolean write(
      Take take, PictureSettings picture, int frames, Path file, Progress progress)
      throws IOException {
    return ContactSheet.write(take, picture, settings(frames), file, progress);
  }

  static SheetSettings settings(int frames) {
    return SheetSettings.DEFAULT.withFrames(frames, frames).withChoice(FrameChoice.ACTIVITY);
  }
}
