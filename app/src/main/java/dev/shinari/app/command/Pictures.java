package dev.shinari.app.command;

import dev.shinari.app.Console;
import dev.shinari.app.ProgressLine;
import dev.shinari.app.Stop;
import dev.shinari.app.render.CameraSettings;
import dev.shinari.app.render.CelRenderer;
import dev.shinari.app.render.ContactSheet;
import dev.shinari.app.render.GifWriter;
import dev.shinari.app.render.PictureSettings;
import dev.shinari.app.render.PngWriter;
import dev.shinari.app.render.SheetSettings;
import dev.shinari.io.scene.Scene;
import dev.shinari.io.scene.Vec3;
import dev.shinari.world.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Draws a take as the scene's picture settings say: contact sheet, GIF, single frames. */
final class Pictures {
  /** Browsers slow a GIF down that is faster. */
  private static final float FASTEST_GIF = 50;

  private Pictures() {}

  /** Writes the pictures among the formats; false if the user stopped it. */
  static boolean write(
      Take take,
      Scene scene,
      Path folder,
      Set<String> formats,
      int threads,
      Console console,
      Stop stop,
      List<Path> written)
      throws IOException {
    if (FilmOptions.PICTURES.stream().noneMatch(formats::contains)) {
      return true;
    }
    // A wish that came while simulating has been granted; only a new one stops the drawing.
    boolean wished = stop.isWished();
    PictureSettings settings = settings(scene);
    String name = scene.name();
    if (formats.contains("png")) {
      Path file = folder.resolve(name + ".png");
      if (!ContactSheet.write(
          take,
          sheetCells(settings),
          sheet(scene),
          file,
          (done, total) -> wished || !stop.isWished())) {
        return false;
      }
      written.add(file);
    }
    if (formats.contains("gif")) {
      Path file = folder.resolve(name + ".gif");
      int drawings = (take.frameCount() - 1) / settings.hold() + 1;
      try (ProgressLine line = new ProgressLine(console, "drawing", "drawings", drawings)) {
        if (!GifWriter.write(
            new CelRenderer(take, settings, threads),
            file,
            (done, total) -> {
              line.at(done);
              return wished || !stop.isWished();
            })) {
          return false;
        }
      }
      written.add(file);
    }
    if (formats.contains("frames")) {
      Path into = folder.resolve(name + "-pictures");
      try (ProgressLine line =
          new ProgressLine(console, "drawing", "pictures", take.frameCount())) {
        PngWriter.sequence(
            take,
            settings,
            into,
            name + "_",
            (done, total) -> {
              line.at(done);
              return wished || !stop.isWished();
            });
      }
      written.add(into);
    }
    return wished || !stop.isWished();
  }

  static PictureSettings settings(Scene scene) {
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

  /** A cell of the sheet is half of a picture, so that the sheet fits a page. */
  private static PictureSettings sheetCells(PictureSettings s) {
    return s.withSize(Math.max(16, s.width() / 2), Math.max(16, s.height() / 2));
  }

  private static SheetSettings sheet(Scene scene) {
    int n = scene.picture().sheetFrames();
    return SheetSettings.DEFAULT.withFrames(n, Math.min(n, 4));
  }

  private static CameraSettings.Point point(Vec3 v) {
    return v == null ? null : new CameraSettings.Point(v.x(), v.y(), v.z());
  }
}
