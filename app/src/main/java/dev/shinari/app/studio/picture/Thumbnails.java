package dev.shinari.app.studio.picture;

import dev.shinari.app.film.Performance;
import dev.shinari.app.film.Pictures;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.film.PngWriter;
import dev.shinari.take.Take;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * Small pictures of the built-in scenes, drawn by the same renderer as films: a moment early in the
 * scene, where something already happens.
 */
public final class Thumbnails {
  private static final int WIDTH = 240;
  private static final int HEIGHT = 180;

  /** Seconds into the scene, at most this share of it. */
  private static final double MOMENT = 0.75;

  private static final double SHARE = 0.5;
  private static final int MOST_FRAMES = 20;

  /** Pictures that come with the build; those of scenes that have changed since are not used. */
  private static final String FOLDER = "/thumbnails/";

  private final Properties bundled = index();
  private final PreviewRenderer darkroom;

  public Thumbnails(PreviewRenderer darkroom) {
    this.darkroom = darkroom;
  }

  /** The picture of a scene as a PNG file, now or later. */
  public CompletableFuture<byte[]> of(String scene) {
    return of(scene, true);
  }

  /** Begins to make all of them in the order in which they are shown. */
  public void makeAhead() {
    SceneLibrary.names().forEach(name -> of(name, false));
  }

  private CompletableFuture<byte[]> of(String scene, boolean awaited) {
    String key = key(scene);
    byte[] ready = key.equals(bundled.getProperty(scene)) ? bundled(scene) : null;
    return ready != null
        ? CompletableFuture.completedFuture(ready)
        : darkroom.picture(key, awaited, () -> draw(scene));
  }

  /** What a scene's picture depends on. */
  static String key(String scene) {
    return new PictureKey().add("scene").add(WIDTH, HEIGHT).add(SceneLibrary.source(scene)).key();
  }

  private static Properties index() {
    Properties p = new Properties();
    try (InputStream in = Thumbnails.class.getResourceAsStream(FOLDER + "index.properties")) {
      if (in != null) {
        p.load(in);
      }
    } catch (IOException e) {
      p.clear(); // then they are made
    }
    return p;
  }

  private static byte[] bundled(String scene) {
    try (InputStream in = Thumbnails.class.getResourceAsStream(FOLDER + scene + ".png")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  static byte[] draw(String name) throws Exception {
    Scene scene = SceneLibrary.read(name, List.of()).scene();
    Performance play = Performance.of(scene);
    double seconds = Math.min(MOMENT, SHARE * scene.frames() / scene.framesPerSecond());
    int frames = 1 + (int) Math.min(MOST_FRAMES, Math.round(seconds * scene.framesPerSecond()));
    Take take =
        play.record(r -> {}, done -> done < frames && !Thread.currentThread().isInterrupted());
    PictureSettings settings = Pictures.settings(scene).withSize(WIDTH, HEIGHT);
    return PngWriter.bytes(new CelRenderer(take, settings, 1).image(take.frameCount() - 1));
  }
}
