package dev.shinari.app.command.rig;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.ProgressLine;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.render.chart.LinePlot;
import dev.shinari.render.film.PngWriter;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitReport;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.sample.AdaptiveSampler;
import dev.shinari.rig.sample.LimbExamples;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.LimbPoses;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The experiments of [Mukai15, sec. 6] on the limbs that come with the project. */
@Command(
    name = "study",
    description =
        "Run the text's experiments on the samples: error against helpers and iterations, degree and"
            + " lambda, number of examples. Prints tables, draws curves.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari rig study                     all tables and curves; some minutes",
      "  shinari rig study helpers examples    two of them",
      "  shinari rig study arm --poses 2000    thinned, to have a quick look"
    })
final class RigStudyCommand implements Callable<Integer> {
  private static final List<String> KNOWN =
      List.of("helpers", "controllers", "examples", "leg-exaggerated", "arm");
  private static final List<String> ON_THE_LEG = KNOWN.subList(0, 3);
  private static final String PAGE = "study.md";
  private static final int SAMPLED_AT_ONCE = 256;

  private final Console console;
  private final StopSignal stop;
  private final StringBuilder page = new StringBuilder();
  private final List<Path> written = new ArrayList<>();

  @Parameters(
      arity = "0..*",
      paramLabel = "WHAT",
      description =
          "helpers (fig. 3), controllers (table 1), examples (fig. 6), all on the leg; leg-exaggerated,"
              + " arm (four and eight helpers); all five unless given.")
  private List<String> what = new ArrayList<>();

  @Option(
      names = "--poses",
      paramLabel = "N",
      description = "Thin the samples to about so many poses; all unless given.")
  private String poses;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for page and curves; out/rig-study unless given.")
  private String output;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; all processors unless given.")
  private String threads;

  private Path folder;
  private int crew;

  RigStudyCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, UserError {
    List<String> wanted = what.isEmpty() ? KNOWN : what;
    for (String w : wanted) {
      if (!KNOWN.contains(w)) {
        String near = DidYouMean.to(w, KNOWN);
        throw new UserError(
            "there is no study "
                + w
                + (near == null ? "" : ", did you mean " + near + "?")
                + " (known: "
                + String.join(", ", KNOWN)
                + ")");
      }
    }
    crew = RigOptions.threads(threads);
    folder = RigOptions.folder(output, "rig-study");
    try {
      List<String> leg = wanted.stream().filter(ON_THE_LEG::contains).toList();
      if (!leg.isEmpty()) {
        study(LimbModels.leg(), leg);
      }
      for (String w : wanted) {
        if (w.equals("leg-exaggerated")) {
          study(LimbModels.exaggeratedLeg(), List.of(w));
        } else if (w.equals("arm")) {
          study(LimbModels.arm(), List.of(w));
        }
      }
    } catch (FitStoppedException e) {
      // Said below.
    }
    written.add(0, folder.resolve(PAGE));
    written.forEach(f -> console.out().println(f));
    if (stop.isWished()) {
      console.say("interrupted: the page holds the rows that were done");
      return ExitCode.INTERRUPTED;
    }
    console.next("shinari rig sample leg", "the data itself, as files");
    return ExitCode.DONE;
  }

  /** Makes a limb's examples once, for all that is asked of it. */
  private void study(MuscleLimb limb, List<String> wanted)
      throws IOException, UserError, FitStoppedException {
    PoseGrid grid = PoseGrid.of(limb.turns());
    if (poses != null) {
      grid = PoseGrid.thinned(limb.turns(), RigOptions.whole("--poses", poses, 32, grid.count()));
    }
    long floats = 3L * limb.mesh().vertexCount() * grid.count();
    try (RigStore store = RigStore.of(limb.mesh(), LimbExamples.skeleton(limb), floats, folder);
        ExampleSink sink = store.sink()) {
      if (!sample(limb, grid, sink)) {
        return;
      }
      try (ExampleSet set = sink.finish()) {
        for (String w : wanted) {
          switch (w) {
            case "helpers" -> helpers(limb, set);
            case "controllers" -> controllers(limb, set);
            case "examples" -> examples(limb, grid, set);
            default -> larger(w, limb, set);
          }
        }
      }
    }
  }

  /** Adds all poses; false where it was stopped. */
  private boolean sample(MuscleLimb limb, PoseGrid grid, ExampleSink sink) throws IOException {
    int poses = grid.count();
    try (ProgressLine line =
        new ProgressLine(console, "posing the " + limb.name(), "poses", poses)) {
      for (int at = 0; at < poses; at += SAMPLED_AT_ONCE) {
        LimbExamples.add(limb, grid, at, Math.min(poses - at, SAMPLED_AT_ONCE), sink);
        line.at(Math.min(poses, at + SAMPLED_AT_ONCE));
        if (stop.isWished()) {
          return false;
        }
      }
    }
    return true;
  }

  private FitSettings settings() {
    return FitSettings.DEFAULT.withIterations(20, 0).withThreads(crew);
  }

  private FitResult fit(
      String label, ExampleSet set, FitSettings s, SkinWeights start, FitCheckpoint from)
      throws IOException, FitStoppedException {
    try (ProgressLine line = new ProgressLine(console, label, "per mille", 1000)) {
      return RigFit.fit(
          set,
          s,
          start,
          from,
          (phase, fraction, rms) -> {
            line.at((int) Math.round(1000 * Math.max(0, Math.min(1, fraction))));
            return !stop.isWished();
          });
    }
  }

  /**
   * Stage 1 alone, to be gone on from. Controllers have no part in it, and a fit that goes on from
   * a checkpoint ends where one without a break does, so that one descent serves a whole table.
   */
  private FitCheckpoint stageOne(ExampleSet set, SkinWeights start)
      throws IOException, FitStoppedException {
    try (ProgressLine line = new ProgressLine(console, "stage 1", "per mille", 1000)) {
      RigFit.fit(
          set,
          settings(),
          start,
          null,
          (phase, fraction, rms) -> {
            line.at((int) Math.round(1000 * Math.max(0, Math.min(1, fraction))));
            return phase != FitProgress.Phase.EXACT_PASS && !stop.isWished();
          });
      throw new AssertionError("a fit passes through the exact pass");
    } catch (FitStoppedException e) {
      if (stop.isWished()) {
        throw e;
      }
      return e.checkpoint();
    }
  }

  /** A line of the page, which is also said and is in the file at once. */
  private void line(String format, Object... values) throws IOException {
    String text = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
    page.append(text).append('\n');
    SafeFiles.writeString(folder.resolve(PAGE), page.toString());
    console.say(text);
  }

  private void head(String title, MuscleLimb limb, ExampleSet set) throws IOException {
    line("");
    line(
        "**%s**: %s, %,d vertices, %,d poses, errors in centimeters",
        title, limb.name(), set.vertexCount(), set.exampleCount());
    line("");
  }

  /** Fig. 3: RMS error of stage 1 by number of helpers and iterations. */
  private void helpers(MuscleLimb limb, ExampleSet set) throws IOException, FitStoppedException {
    head("Helpers and iterations", limb, set);
    line("| helpers | after adding | 5 iterations | 10 | 20 | seconds, stage 1 |");
    line("|---|---|---|---|---|---|");
    List<LinePlot.Curve> curves = new ArrayList<>();
    for (int h = 0; h <= 5; h++) {
      FitReport r =
          fit(
                  h + " helpers",
                  set,
                  settings().withHelpers(h).withRefinements(0),
                  LimbExamples.weights(limb),
                  null)
              .report();
      // Rounds after the last helper was added: each ends with an update of the weights.
      List<Double> rounds = new ArrayList<>();
      List<FitReport.Update> all = r.convergence();
      int last = 0;
      for (int k = 0; k < all.size(); k++) {
        last = all.get(k).kind() == FitReport.Kind.INSERTION ? k : last;
      }
      for (int k = last; k < all.size(); k++) {
        if (all.get(k).kind() == FitReport.Kind.WEIGHTS) {
          rounds.add(100 * all.get(k).rms());
        }
      }
      FitReport.Seconds s = r.seconds();
      line(
          "| %d | %.2f | %.2f | %.2f | %.2f | %.2f |",
          h,
          at(rounds, 0, r),
          at(rounds, 5, r),
          at(rounds, 10, r),
          100 * r.stage1().rms(),
          s.subspace() + s.insertion() + s.transforms() + s.weights() + s.exact());
      double[] y = rounds.stream().mapToDouble(v -> v).toArray();
      curves.add(
          y.length > 1
              ? LinePlot.Curve.of(y)
              : new LinePlot.Curve(
                  new double[] {0, 20}, new double[] {at(rounds, 0, r), at(rounds, 0, r)}, false));
    }
    draw("helpers", curves);
  }

  private static double at(List<Double> rounds, int k, FitReport r) {
    return rounds.isEmpty() ? 100 * r.stage1().rms() : rounds.get(Math.min(k, rounds.size() - 1));
  }

  /** Table 1: degree and lambda against terms and error, without refinement as in the text. */
  private void controllers(MuscleLimb limb, ExampleSet set)
      throws IOException, FitStoppedException {
    head("Degree and lambda", limb, set);
    line("| degree | lambda | terms an output | RMS, stage 1 | RMS, stage 2 |");
    line("|---|---|---|---|---|");
    SkinWeights start = LimbExamples.weights(limb);
    FitCheckpoint from = stageOne(set, start);
    for (int degree = 1; degree <= 3; degree++) {
      FitSettings s = settings().withDegree(degree, false).withRefinements(0);
      for (double lambda : new double[] {0, 10, 20, 1000}) {
        row(set, s.withLambda(lambda), String.format(Locale.ROOT, "%.0f", lambda), start, from);
      }
      row(set, s.withLambda(FitSettings.LambdaChoice.BIC), "BIC", start, from);
    }
    row(set, settings(), "BIC, refined", start, from);
    row(set, settings().withDegree(2, true), "BIC, cross terms, refined", start, from);
    row(set, settings().withKernels(32), "BIC, 32 kernels, refined", start, from);
  }

  private void row(
      ExampleSet set, FitSettings s, String lambda, SkinWeights start, FitCheckpoint from)
      throws IOException, FitStoppedException {
    FitResult result = fit("degree " + s.degree() + ", " + lambda, set, s, start, from);
    double terms = 0;
    for (Helper h : result.rig().helpers()) {
      terms += h.controller().termCount() / 6.0 / result.rig().helpers().size();
    }
    line(
        "| %d | %s | %.1f | %.2f | %.2f |",
        s.degree(),
        lambda,
        terms,
        100 * result.report().stage1().rms(),
        100 * result.report().stage2().rms());
  }

  /** Fig. 6: error on all poses of rigs that were fitted to some of them. */
  private void examples(MuscleLimb limb, PoseGrid grid, ExampleSet all)
      throws IOException, FitStoppedException {
    head("Number of examples", limb, all);
    line("| examples, uniform | RMS on all poses |");
    line("|---|---|");
    FitSettings s = settings().withDegree(2, false).withLambda(10).withRefinements(0);
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    int last = 0;
    for (int wanted :
        new int[] {32, 64, 100, 150, 250, 400, 1000, 2000, 3000, 4000, 5000, grid.count()}) {
      PoseGrid part = PoseGrid.thinned(limb.turns(), wanted);
      if (part.count() <= last || part.count() > grid.count()) {
        continue;
      }
      last = part.count();
      double rms;
      try (ExampleSink sink =
          dev.shinari.rig.examples.MemoryExamples.builder(all.rest(), all.skeleton())) {
        LimbExamples.add(limb, part, 0, part.count(), sink);
        try (ExampleSet set = sink.finish()) {
          HelperRig rig =
              fit(part.count() + " examples", set, s, LimbExamples.weights(limb), null).rig();
          rms = 100 * RigFit.measure(rig, all, crew).rms();
        }
      }
      x.add((double) part.count());
      y.add(rms);
      line("| %,d | %.2f |", part.count(), rms);
    }
    line("");
    line("| examples, adaptive | RMS on all poses |");
    line("|---|---|");
    List<Double> ax = new ArrayList<>();
    List<Double> ay = new ArrayList<>();
    AdaptiveSampler.choose(
        new LimbPoses(limb, grid),
        grid.corners(),
        new AdaptiveSampler.SkinnedMesh(all.rest(), all.skeleton(), LimbExamples.weights(limb)),
        s,
        new AdaptiveSampler.Settings(32, grid.count(), 0, Math.min(320, grid.count())),
        round -> {
          ax.add((double) round.examples());
          ay.add(100 * round.rms());
          console.say(
              String.format(
                  Locale.ROOT, "%,d adaptive: %.2f", round.examples(), 100 * round.rms()));
          return !stop.isWished();
        });
    for (int k = 0; k < ax.size(); k++) {
      line("| %,.0f | %.2f |", ax.get(k), ay.get(k));
    }
    draw("examples", List.of(curve(x, y), curve(ax, ay)));
  }

  private static LinePlot.Curve curve(List<Double> x, List<Double> y) {
    return new LinePlot.Curve(
        x.stream().mapToDouble(v -> v).toArray(), y.stream().mapToDouble(v -> v).toArray(), true);
  }

  /** Sections 6.4 and 6.5: four and eight helpers. */
  private void larger(String name, MuscleLimb limb, ExampleSet set)
      throws IOException, FitStoppedException {
    head("Four and eight helpers", limb, set);
    line(
        "| helpers | joints alone | stage 1 | stage 2 | stage 1, s | stage 2, s | peak heap, MB |");
    line("|---|---|---|---|---|---|---|");
    for (int h : new int[] {4, 8}) {
      FitResult result =
          fit(
              name + ", " + h + " helpers",
              set,
              settings().withHelpers(h).withLambda(10),
              LimbExamples.weights(limb),
              null);
      FitReport r = result.report();
      FitReport.Seconds s = r.seconds();
      line(
          "| %d | %.2f | %.2f | %.2f | %.1f | %.1f | %d |",
          result.rig().helpers().size(),
          100 * r.drivers().rms(),
          100 * r.stage1().rms(),
          100 * r.stage2().rms(),
          s.subspace() + s.insertion() + s.transforms() + s.weights() + s.exact(),
          s.controllers() + s.refinement(),
          RigReport.peakMegabytes());
    }
  }

  private void draw(String name, List<LinePlot.Curve> curves) throws IOException {
    Path file = folder.resolve(name + ".png");
    PngWriter.write(LinePlot.draw(curves, 720, 420), file);
    written.add(file);
  }
}
