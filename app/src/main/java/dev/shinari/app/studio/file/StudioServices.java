package dev.shinari.app.studio.file;

import dev.shinari.app.library.SceneLibrary;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.picture.PosePictures;
import dev.shinari.app.studio.picture.PreviewRenderer;
import dev.shinari.app.studio.picture.SceneGallery;
import dev.shinari.app.studio.picture.TextureStore;
import dev.shinari.app.studio.picture.Thumbnails;
import dev.shinari.app.studio.stage.SceneSource;
import dev.shinari.io.scene.build.ShapeCache;
import java.io.IOException;
import java.nio.file.Path;

/** What all sessions share: where scenes come from, and where takes go. */
public final class StudioServices implements AutoCloseable {
  private final SceneGallery gallery = new SceneGallery();
  private final PreviewRenderer darkroom;
  private final Thumbnails thumbnails;
  private final PosePictures poses;
  private final Uploads uploads = new Uploads();
  private final TakeExports exports = new TakeExports();
  private final TextureStore textures = new TextureStore();
  private final ShapeCache shapes = new ShapeCache();

  /**
   * A workshop without visitors.
   *
   * @param cache folder where pictures stay for the next start, or null
   */
  public StudioServices(Path cache) throws IOException {
    darkroom = new PreviewRenderer(cache == null ? null : cache.resolve("pictures"));
    thumbnails = new Thumbnails(darkroom);
    poses = new PosePictures(darkroom);
  }

  public SceneGallery gallery() {
    return gallery;
  }

  public Thumbnails thumbnails() {
    return thumbnails;
  }

  public PosePictures poses() {
    return poses;
  }

  public Uploads uploads() {
    return uploads;
  }

  public TakeExports exports() {
    return exports;
  }

  public ShapeCache shapes() {
    return shapes;
  }

  public TextureStore textures() {
    return textures;
  }

  public SceneSource builtIn(String name) {
    if (!SceneLibrary.names().contains(name)) {
      throw new IllegalArgumentException("there is no scene " + MessageJson.shown(name));
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
