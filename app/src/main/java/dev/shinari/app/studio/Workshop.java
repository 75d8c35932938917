package dev.shinari.app.studio;

import dev.shinari.app.SceneLibrary;
import dev.shinari.io.scene.ShapeCache;
import java.io.IOException;
import java.nio.file.Path;

/** What all sessions share: where scenes come from, and where takes go. */
final class Workshop implements AutoCloseable {
  private final Gallery gallery = new Gallery();
  private final Darkroom darkroom;
  private final Thumbnails thumbnails;
  private final PosePictures poses;
  private final Uploads uploads = new Uploads();
  private final Exports exports = new Exports();
  private final Textures textures = new Textures();
  private final ShapeCache shapes = new ShapeCache();

  /**
   * A workshop without visitors.
   *
   * @param cache folder where pictures stay for the next start, or null
   */
  Workshop(Path cache) throws IOException {
    darkroom = new Darkroom(cache == null ? null : cache.resolve("pictures"));
    thumbnails = new Thumbnails(darkroom);
    poses = new PosePictures(darkroom);
  }

  Gallery gallery() {
    return gallery;
  }

  Thumbnails thumbnails() {
    return thumbnails;
  }

  PosePictures poses() {
    return poses;
  }

  Uploads uploads() {
    return uploads;
  }

  Exports exports() {
    return exports;
  }

  ShapeCache shapes() {
    return shapes;
  }

  Textures textures() {
    return textures;
  }

  SceneSource builtIn(String name) {
    if (!SceneLibrary.names().contains(name)) {
      throw new IllegalArgumentException("there is no scene " + Json.shown(name));
    }
    return SceneSource.builtIn(name);
  }

  @Override
  public void close() {
    darkroom.close();
    exports.close();
    uploads.close();
  }
}
