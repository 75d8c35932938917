package dev.shinari.app.command.run;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.Performance;
import dev.shinari.app.film.Pictures;
import dev.shinari.body.Body;
import dev.shinari.io.ExportFormat;
import dev.shinari.io.TakeExporter;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.PoseReport;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.parallel.Workers;
import dev.shinari.render.film.VideoWriter;
import dev.shinari.take.Take;
import dev.shinari.world.Actor;
import dev.shinari.world.ElementMeter;
import dev.shinari.world.World;
import dev.shinari.world.step.StepReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Simulates a scene and writes its files: what {@code run} and {@code try} do. Everything that can
 * be wrong with the input shows before the first file is touched.
 */
public final class Film {
  /** Bodies whose example weights are said at the end of a run. */
  private static final int SAID_WEIGHTS = 4;

  private final Scene scene;
  private final Performance performance;
  private final String argument;
  private final FilmOptions options;
  private final Console console;
  private final StopSignal stop;
  private final RunStats stats = new RunStats();
  private ElementMeter elements;
  private List<PoseReport> poses = List.of();
  private final List<Path> written = new ArrayList<>();

  /**
   * A film of a scene that is played by itself or by somebody.
   *
   * @param argument what the user gave for it, for the hint at the end
   */
  public Film(
      Performance performance,
      String argument,
      FilmOptions options,
      Console console,
      StopSignal stop) {
    this.performance = performance;
    scene = performance.scene();
    this.argument = argument;
    this.options = options;
    this.console = console;
    this.stop = stop;
  }

  /**
   * Does all of it.
   *
   * @param source text to keep beside the files as NAME.jsonc, or null
   * @return the exit code
   */
  public int shoot(String source) throws IOException, SceneException, UserError {
    Set<String> formats = options.formats();
    int threads = options.threads();
    Path folder = options.folder(scene.name());
    Path statsFile = options.stats();
    float speed = options.framesPerSecond();
    VideoWriter.requireFor(formats);
    SceneBuilder.Built built = performance.built();
    introduce(built, threads);
    Take take;
    try (Workers workers = new Workers(threads)) {
      built.world().setWorkers(workers);
      take = simulate(built);
    }
    sayWeights(take);
    boolean stopped = stop.isWished();
    if (stopped) {
      console.say("interrupted: writing the " + take.frameCount() + " frames that there are");
    }
    if (source != null && !formats.isEmpty()) {
      Path file = folder.resolve(scene.name() + ".jsonc");
      SafeFiles.writeString(file, source);
      written.add(file);
    }
    Scene.Picture picture = scene.picture();
    export(picture.holdPoses() ? take.held(picture.hold()) : take, folder, formats);
    boolean drawn = draw(take, folder, formats, threads, speed);
    if (statsFile != null) {
      SafeFiles.writeString(statsFile, stats.toJson(whole(built.world(), take, threads)));
      written.add(statsFile);
    }
    written.forEach(f -> console.out().println(f));
    if (stopped || !drawn) {
      return ExitCode.INTERRUPTED;
    }
    suggest(folder, formats, source != null);
    return ExitCode.DONE;
  }

  private void introduce(SceneBuilder.Built built, int threads) {
    int bodies = built.world().bodies().size() + built.world().actors().size();
    console.say(
        String.format(
            Locale.ROOT,
            "%s: %d %s, %,d particles in %,d regions; %d frames at %s/s; %d %s, %s kernels%s",
            scene.name(),
            bodies,
            bodies == 1 ? "body" : "bodies",
            particles(built.world()),
            regions(built.world()),
            performance.frames(),
            plain(scene.framesPerSecond()),
            threads,
            threads == 1 ? "thread" : "threads",
            KernelChoice.best().name(),
            KernelChoice.best() == KernelChoice.SCALAR ? " (plain Java: no vector module)" : ""));
    built.warnings().forEach(w -> console.say("note: " + w));
    built.poses().forEach(p -> console.say(p.line()));
    poses = built.poses();
  }

  private Take simulate(SceneBuilder.Built built) {
    World world = built.world();
    long start = System.nanoTime();
    Take take;
    elements = new ElementMeter(world);
    elements.frame();
    try (ProgressLine line =
        new ProgressLine(console, "simulating", "frames", performance.frames())) {
      take =
          performance.record(
              this::count,
              done -> {
                line.at(done);
                elements.frame();
                return !stop.isWished();
              });
    }
    int frames = take.frameCount();
    int frozen = 0;
    for (Body b : world.bodies()) {
      if (world.isFrozen(b)) {
        frozen++;
        console.say("note: body " + b.name() + " met numbers that are not finite and was frozen");
      }
    }
    for (Actor a : world.actors()) {
      if (a.isFrozen()) {
        frozen++;
        console.say("note: " + a.name() + " met numbers that are not finite and was frozen");
      }
    }
    for (Body b : world.bodies()) {
      stats.stage("summary", b.stageTimes().summary());
      stats.stage("rotations", b.stageTimes().rotations());
      stats.stage("goals", b.stageTimes().goals());
      stats.stage("motion", b.stageTimes().motion());
    }
    double seconds = 1e-9 * (System.nanoTime() - start);
    double simulated = (frames - 1) / scene.framesPerSecond();
    console.say(
        String.format(
            Locale.ROOT,
            "simulated %.2f s in %.2f s (%.1f times real time), %.0f microseconds a step%s",
            simulated,
            seconds,
            simulated / Math.max(1e-9, seconds),
            stats.meanMicros(),
            frozen == 0 ? "" : ", " + frozen + " frozen"));
    for (PieceStats p : PieceStats.of(world)) {
      console.say(p.line());
    }
    return take;
  }

  private void count(StepReport r) {
    stats.step(r.bodyNanos() + r.contactNanos() + r.restNanos());
    stats.stage("bodies", r.bodyNanos());
    stats.stage("contact", r.contactNanos());
    stats.stage("rest", r.restNanos());
    stats.event("contacts", (long) r.colliderContacts() + r.bodyContacts());
    stats.event("splits", r.splits());
    stats.event("merges", r.merges());
    for (Take.Event e : r.events()) {
      boolean counted = e.kind().equals(Take.Event.TEAR);
      stats.event(
          e.kind() + (e.kind().endsWith("ch") ? "es" : "s"), counted ? (long) e.strength() : 1);
    }
    stats.skip(r.skipped());
  }

  private void export(Take take, Path folder, Set<String> formats) throws IOException {
    List<ExportFormat> wanted = new ArrayList<>();
    for (ExportFormat f : ExportFormat.values()) {
      if (formats.contains(f.id())) {
        wanted.add(f);
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    // A file is short work; a bar for each would only flicker.
    long[] said = {System.nanoTime()};
    TakeExporter.Result result =
        TakeExporter.export(
            take,
            folder,
            wanted,
            (file, done, total) -> {
              if (System.nanoTime() - said[0] > 2_000_000_000L) {
                said[0] = System.nanoTime();
                console.say("writing " + file + ": " + done + "/" + total);
              }
            });
    result.notes().forEach(n -> console.say("note: " + n));
    written.addAll(result.files());
  }

  private boolean draw(Take take, Path folder, Set<String> formats, int threads, float speed)
      throws IOException {
    // A wish that came while simulating has been granted; only a new one stops the drawing.
    boolean wished = stop.isWished();
    int drawings = (take.frameCount() - 1) / scene.picture().hold() + 1;
    try (ProgressLine line = new ProgressLine(console, "drawing", "drawings", drawings)) {
      return Pictures.at(speed)
          .draw(
              take,
              scene,
              folder,
              formats,
              threads,
              (what, done, total) -> {
                if (!what.equals("sheet")) {
                  line.at(done);
                }
                return wished || !stop.isWished();
              },
              written);
    }
  }

  private RunStats.Whole whole(World world, Take take, int threads) {
    int frozen = 0;
    for (Body b : world.bodies()) {
      frozen += world.isFrozen(b) ? 1 : 0;
    }
    for (Actor a : world.actors()) {
      frozen += a.isFrozen() ? 1 : 0;
    }
    return new RunStats.Whole(
        scene.name(),
        take.frameCount(),
        world.seconds(),
        particles(world),
        regions(world),
        threads,
        frozen,
        weights(take),
        PieceStats.of(world),
        poses,
        elements,
        String.format(Locale.ROOT, "%016x", world.stateHash()));
  }

  /** Last example weights by body and pose, rounded to what a reader can use. */
  private static Map<String, Map<String, Double>> weights(Take take) {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    for (Take.Track t : take.tracks()) {
      if (!t.weightNames().isEmpty()) {
        Map<String, Double> row = new LinkedHashMap<>();
        float[] last = t.weights(take.frameCount() - 1);
        for (int i = 0; i < last.length; i++) {
          row.put(t.weightNames().get(i), Math.round(last[i] * 1e5) / 1e5);
        }
        all.put(t.name(), row);
      }
    }
    return all;
  }

  /** Says how strongly each example was felt at its strongest, for up to a few bodies. */
  private void sayWeights(Take take) {
    int said = 0;
    for (Take.Track t : take.tracks()) {
      List<String> names = t.weightNames();
      if (names.isEmpty()) {
        continue;
      }
      if (said++ == SAID_WEIGHTS) {
        console.say("example weights of further bodies: see --stats FILE");
        return;
      }
      float[] most = t.weights(0);
      for (int f = 1; f < t.frameCount(); f++) {
        float[] w = t.weights(f);
        for (int i = 0; i < w.length; i++) {
          most[i] = Math.max(most[i], w[i]);
        }
      }
      StringBuilder line = new StringBuilder("example weights of " + t.name() + ", largest:");
      for (int i = 0; i < most.length; i++) {
        String name = names.get(i);
        if (!name.equals("rest") && !name.endsWith("/rest")) {
          line.append(String.format(Locale.ROOT, " %s %.2f,", name, most[i]));
        }
      }
      console.say(line.substring(0, line.length() - 1));
    }
  }

  private void suggest(Path folder, Set<String> formats, boolean tried) {
    if (tried) {
      Path file = folder.resolve(scene.name() + ".jsonc");
      console.next(
          "shinari run " + Console.shell(file), "after changing that scene to your liking");
    } else if (formats.contains("gif") && !scene.bodies().isEmpty()) {
      console.next(
          "shinari run " + Console.shell(argument) + " --set bodies[0].elasticity.frequencyHz=2.5",
          "the same, softer; the film is " + folder.resolve(scene.name() + ".gif"));
    } else {
      console.next("shinari scenes", "all built-in scenes");
    }
  }

  private static long particles(World world) {
    return world.bodies().stream().mapToLong(b -> b.particles().count()).sum()
        + world.actors().stream().mapToLong(Actor::particleCount).sum();
  }

  private static long regions(World world) {
    return world.bodies().stream().mapToLong(Body::regionCount).sum();
  }

  private static String plain(float v) {
    return v == Math.rint(v) ? Long.toString((long) v) : Float.toString(v);
  }
}
