package dev.shinari.app.studio;

import dev.shinari.app.SceneLibrary;
import java.io.IOException;

/** What all sessions share: where scenes come from, and where takes go. */
final class Workshop implements AutoCloseable {
  private final Gallery gallery = new Gallery();
  private final Thumbnails thumbnails = new Thumbnails();
  private final Uploads uploads = new Uploads();
  private final Exports exports = new Exports();
  private final Textures textures = new Textures();

  Workshop() throws IOException {}

  Gallery gallery() {
    return gallery;
  }

  Thumbnails thumbnails() {
    return thumbnails;
  }

  Uploads uploads() {
    return uploads;
  }

  Exports exports() {
    return exports;
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
    thumbnails.close();
    exports.close();
    uploads.close();
  }
}
