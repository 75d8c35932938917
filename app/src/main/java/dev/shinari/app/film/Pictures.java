package dev.shinari.app.film;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.film.ContactSheet;
import dev.shinari.render.film.FrameChoice;
import dev.shinari.render.film.GifWriter;
import dev.shinari.render.film.PngWriter;
import dev.shinari.render.film.SheetSettings;
import dev.shinari.render.film.TakeFrames;
import dev.shinari.render.film.VideoWriter;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Draws a take as the scene's picture settings say: contact sheet, GIF, MP4, WebM, single frames.
 */
public final class Pictures {
  /** Names of the pictures, beside the formats of {@link dev.shinari.io.ExportFormat}. */
  public static final List<String> FORMATS = List.of("png", "gif", "mp4", "webm", "frames");

  /** Browsers slow a GIF down that is faster. */
  private static final float FASTEST_GIF = 50;

  private final float framesPerSecond;

  private Pictures(float framesPerSecond) {
    this.framesPerSecond = framesPerSecond;
  }

  /** Hears how far the drawing of something is, and may stop it. */
  public interface Watcher {
    /**
     * @param what what is drawn: sheet, frames or pictures
     * @return false to stop
     */
    boolean drawn(String what, int done, int total);
  }

  /** Writes the pictures among the formats; false if the watcher stopped it. */
  public static boolean write(
      Take take,
      Scene scene,
      Path folder,
      Set<String> formats,
      int threads,
      Watcher watcher,
      List<Path> written)
      throws IOException {
    return new Pictures(0).draw(take, scene, folder, formats, threads, watcher, written);
  }

  /** The same for a film with so many pictures per second; 0 for as many as the scene has. */
  public static Pictures at(float framesPerSecond) {
    return new Pictures(framesPerSecond);
  }

  /** {@link #write} at this speed. */
  public boolean draw(
      Take take,
      Scene scene,
      Path folder,
      Set<String> formats,
      int threads,
      Watcher watcher,
      List<Path> written)
      throws IOException {
    PictureSettings settings = settings(scene);
    String name = scene.name();
    if (formats.contains("png")) {
      Path file = folder.resolve(name + ".png");
      if (!ContactSheet.write(
          take,
          sheetCells(settings),
          sheet(scene),
          file,
          (done, total) -> watcher.drawn("sheet", done, total))) {
        return false;
      }
      written.add(file);
    }
    if (formats.contains("gif")) {
      Path file = folder.resolve(name + ".gif");
      if (!GifWriter.write(
          new CelRenderer(take, settings, threads),
          file,
          (done, total) -> watcher.drawn("drawings", done, total))) {
        return false;
      }
      written.add(file);
    }
    for (String format : VideoWriter.FORMATS) {
      if (formats.contains(format)) {
        Path file = folder.resolve(name + "." + format);
        CelRenderer renderer = new CelRenderer(take, settings, threads);
        float speed = framesPerSecond > 0 ? framesPerSecond : scene.framesPerSecond();
        if (!VideoWriter.write(
            new TakeFrames(renderer, speed),
            speed,
            format,
            file,
            (done, total) -> watcher.drawn("drawings", done, total))) {
          return false;
        }
        written.add(file);
      }
    }
    if (formats.contains("frames")) {
      Path into = folder.resolve(name + "-pictures");
      boolean[] going = {true};
      PngWriter.sequence(
          take,
          settings,
          into,
          name + "_",
          (done, total) -> going[0] = watcher.drawn("pictures", done, total));
      if (!going[0]) {
        return false;
      }
      written.add(into);
    }
    return true;
  }

  /** How a scene wants to be drawn. */
  public static PictureSettings settings(Scene scene) {
    Scene.Picture p = scene.picture();
    Scene.Camera c = scene.camera();
    CameraSettings camera =
        new CameraSettings(
            point(c.eye()),
            point(c.target()),
            c.azimuthDeg(),
            c.elevationDeg(),
            c.fieldOfViewDeg(),
            c.viewHeight(),
            c.margin(),
            CameraSettings.Follow.valueOf(c.follow().toUpperCase(Locale.ROOT)),
            CameraSettings.DEFAULT.frontalWhenFlat(),
            CameraSettings.Move.NONE);
    return PictureSettings.DEFAULT
        .withSize(p.width(), p.height())
        .withStyle(scene.style())
        .withHold(p.hold())
        .withGifFramesPerSecond(Math.min(FASTEST_GIF, scene.framesPerSecond()))
        .withCamera(camera);
  }

  /**
   * A cell of the sheet is half of a picture, so that the sheet fits a page; finer, as it is small.
   */
  private static PictureSettings sheetCells(PictureSettings s) {
    return s.withSize(Math.max(16, s.width() / 2), Math.max(16, s.height() / 2))
        .withSupersampling(3);
  }

  private static SheetSettings sheet(Scene scene) {
    int n = scene.picture().sheetFrames();
    // Closer together where much happens: nobody needs to see a body lie still six times.
    return SheetSettings.DEFAULT.withFrames(n, Math.min(n, 4)).withChoice(FrameChoice.ACTIVITY);
  }

  private static CameraSettings.Point point(Vec3 v) {
    return v == null ? null : new CameraSettings.Point(v.x(), v.y(), v.z());
  }
}
