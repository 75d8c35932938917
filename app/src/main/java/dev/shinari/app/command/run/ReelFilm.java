package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.Performance;
import dev.shinari.app.film.Pictures;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Reel;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.parallel.Workers;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.film.FilmStrip;
import dev.shinari.render.film.GifWriter;
import dev.shinari.render.film.TakeSlice;
import dev.shinari.render.film.VideoWriter;
import dev.shinari.render.text.TitleCard;
import dev.shinari.style.Style;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes the film of a reel: simulates and draws shot after shot into numbered pictures, then puts
 * them together as GIF, contact sheet and poster.
 */
final class ReelFilm {
  private static final int SHEET_COLUMNS = 4;

  private final Reel reel;
  private final Path folder; // of the reel file, or null for a built-in one
  private final FilmOptions options;
  private final Console console;
  private final StopSignal stop;
  private final int threads;

  ReelFilm(Reel reel, Path folder, FilmOptions options, Console console, StopSignal stop)
      throws UserError {
    this.reel = reel;
    this.folder = folder;
    this.options = options;
    this.console = console;
    this.stop = stop;
    threads = options.threads();
  }

  /** Does all of it; answers with the exit code. */
  int shoot() throws IOException, SceneException, UserError {
    Set<String> formats = options.reelFormats();
    Path out = options.folder(reel.name());
    VideoWriter.requireFor(formats);
    // Every scene is read before the first is simulated: a slip in the last shot shows at once.
    List<Scene> scenes = new ArrayList<>();
    int total = 0;
    for (Reel.Part part : reel.parts()) {
      scenes.add(part instanceof Reel.Shot shot ? scene(shot) : null);
      total += pictures(part);
    }
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %d shots and cards, %.1f s at %d drawings a second, %d x %d; %d %s",
            reel.name(),
            reel.parts().size(),
            total / (double) reel.framesPerSecond(),
            reel.framesPerSecond(),
            reel.width(),
            reel.height(),
            threads,
            threads == 1 ? "thread" : "threads"));
    long start = System.nanoTime();
    FilmStrip strip =
        new FilmStrip(
            out.resolve(reel.name() + "-pictures"),
            reel.name() + "_",
            reel.width(),
            reel.height(),
            reel.framesPerSecond());
    try (ProgressLine line = new ProgressLine(console, "drawing", "drawings", total)) {
      for (int k = 0; k < scenes.size() && !stop.isWished(); k++) {
        Reel.Part part = reel.parts().get(k);
        if (part instanceof Reel.Card card) {
          card(card, k, strip, line);
        } else {
          shot((Reel.Shot) part, scenes.get(k), k, strip, out, line);
        }
      }
    }
    List<Path> written = new ArrayList<>();
    written.add(strip.folder());
    boolean whole = !stop.isWished();
    if (whole && formats.contains("gif")) {
      Path gif = out.resolve(reel.name() + ".gif");
      try (ProgressLine line =
          new ProgressLine(console, "writing GIF", "pictures", strip.count())) {
        whole =
            GifWriter.write(
                strip,
                gif,
                (done, n) -> {
                  line.at(done);
                  return !stop.isWished();
                });
      }
      if (whole) {
        written.add(gif);
      }
    }
    for (String format : VideoWriter.FORMATS) {
      if (whole && formats.contains(format)) {
        Path video = out.resolve(reel.name() + "." + format);
        try (ProgressLine line =
            new ProgressLine(console, "writing " + format, "pictures", strip.count())) {
          whole =
              VideoWriter.write(
                  strip,
                  reel.framesPerSecond(),
                  format,
                  video,
                  (done, n) -> {
                    line.at(done);
                    return !stop.isWished();
                  });
        }
        if (whole) {
          written.add(video);
        }
      }
    }
    if (whole && formats.contains("png")) {
      Path sheet = out.resolve(reel.name() + ".png");
      strip.sheet(sheet, SHEET_COLUMNS);
      written.add(sheet);
      written.add(poster(out));
    }
    if (whole && !formats.contains("frames")) {
      strip.delete();
      written.remove(strip.folder());
    }
    written.stream().filter(Files::exists).forEach(f -> console.out().println(f));
    if (!whole) {
      return ExitCode.INTERRUPTED;
    }
    console.say(
        String.format(
            Locale.ROOT,
            "%.1f s of film in %.1f s",
            strip.count() / (double) reel.framesPerSecond(),
            1e-9 * (System.nanoTime() - start)));
    console.next(
        "shinari scenes --source reel > my-reel.jsonc", "a reel of your own to start from");
    return ExitCode.DONE;
  }

  private Path poster(Path out) {
    return out.resolve(reel.name() + "-poster.png");
  }

  private int pictures(Reel.Part part) {
    return (int) Math.max(1, Math.round(part.seconds() * reel.framesPerSecond()));
  }

  private Scene scene(Reel.Shot shot) throws UserError, SceneException {
    List<Setting> settings = new ArrayList<>(shot.settings());
    String style =
        shot.style() != null ? shot.style() : reel.givesStyle() ? reel.style().name() : null;
    if (style != null) {
      settings.add(0, new Setting("style of the shot", "look.style", style));
    }
    if (shot.background() >= 0) {
      String paper =
          String.format(
              Locale.ROOT,
              "{\"kind\": \"paper\", \"top\": \"#%06X\", \"bottom\": \"#%06X\"}",
              Reel.Part.paler(shot.background()),
              shot.background());
      settings.add(0, new Setting("background of the shot", "look.background", paper));
    }
    return SceneArgument.read(shot.scene(), folder, settings).scene();
  }

  private void card(Reel.Card card, int number, FilmStrip strip, ProgressLine line)
      throws IOException {
    int[] argb = new int[reel.width() * reel.height()];
    Style style = reel.style();
    if (card.background() >= 0) {
      int top = Reel.Part.paler(card.background());
      style = style.withBackdrop(style.backdrop().withColors(top, card.background()));
    }
    for (int i = 0; i < pictures(card) && !stop.isWished(); i++) {
      double seconds = (i + 1) / (double) reel.framesPerSecond();
      TitleCard.draw(
          argb,
          reel.width(),
          reel.height(),
          style,
          card.title(),
          card.text(),
          card.color(),
          seconds);
      strip.add(argb, number);
      line.at(strip.count());
    }
  }

  private void shot(
      Reel.Shot shot, Scene scene, int number, FilmStrip strip, Path out, ProgressLine line)
      throws IOException, SceneException {
    int n = pictures(shot);
    double perPicture = scene.framesPerSecond() * (double) shot.speed() / reel.framesPerSecond();
    int first = Math.round(shot.fromSeconds() * scene.framesPerSecond());
    int count = (int) Math.round((n - 1) * perPicture) + 1;
    Take take = simulate(scene, first + count, strip.count(), line);
    if (take.frameCount() <= first) {
      return; // stopped before the shot began
    }
    Take slice = TakeSlice.of(take, first, count);
    PictureSettings settings = settings(shot, scene);
    CelRenderer renderer = new CelRenderer(slice, settings, threads);
    int[] argb = new int[reel.width() * reel.height()];
    TitleCard.Corner corner =
        TitleCard.freest(slice, renderer.camera(), 2, reel.width(), reel.height(), shot.caption());
    for (int i = 0; i < n && !stop.isWished(); i++) {
      int frame = (int) Math.round(i * perPicture);
      renderer.draw(Math.min(frame, slice.frameCount() - 1), argb);
      double seconds = (i + 1) / (double) reel.framesPerSecond();
      TitleCard.caption(
          argb,
          reel.width(),
          reel.height(),
          scene.style(),
          shot.caption(),
          shot.color(),
          seconds,
          corner);
      strip.add(argb, number);
      line.at(strip.count());
    }
    if (number == reel.poster() && !stop.isWished()) {
      int w = Math.min(2 * reel.width(), 4096), h = Math.min(2 * reel.height(), 4096);
      int low = Math.round(0.74f * h); // the title stands in the sky above the picture
      CelRenderer large = new CelRenderer(slice, settings.withSize(w, low), threads);
      int frame = Math.round(reel.posterSeconds() * scene.framesPerSecond()) - first;
      int[] lower = new int[w * low], picture = new int[w * h];
      large.draw(Math.max(0, Math.min(frame, slice.frameCount() - 1)), lower);
      Arrays.fill(picture, 0, w * (h - low), lower[0]);
      System.arraycopy(lower, 0, picture, w * (h - low), w * low);
      TitleCard.poster(picture, w, h, scene.style(), reel.title(), shot.color());
      FilmStrip.write(picture, w, h, poster(out));
    }
  }

  private Take simulate(Scene scene, int frames, int drawn, ProgressLine line)
      throws IOException, SceneException {
    SceneBuilder.Built built = SceneBuilder.build(scene);
    Recorder recorder =
        new Recorder(built.world(), scene.name(), scene.framesPerSecond(), scene.substeps());
    try (Workers workers = new Workers(threads)) {
      built.world().setWorkers(workers);
      for (int f = 1; f < frames && !stop.isWished(); f++) {
        recorder.advance();
        line.at(drawn);
      }
    }
    return Performance.visible(recorder.take(), built.hidden());
  }

  private PictureSettings settings(Reel.Shot shot, Scene scene) {
    PictureSettings s = Pictures.settings(scene).withSize(reel.width(), reel.height()).withHold(1);
    CameraSettings.Move move =
        new CameraSettings.Move(shot.orbitDeg(), shot.zoomFrom(), shot.zoomTo());
    return s.withCamera(s.camera().withMove(move));
  }
}
