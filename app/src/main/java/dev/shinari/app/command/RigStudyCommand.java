package dev.shinari.app.command;

import dev.shinari.app.Console;
import dev.shinari.app.ExitCode;
import dev.shinari.app.Refusal;
import dev.shinari.app.Stop;
import dev.shinari.app.render.LinePlot;
import dev.shinari.app.render.PngWriter;
import dev.shinari.io.SafeFiles;
import dev.shinari.io.scene.Near;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.fit.FitReport;
import dev.shinari.rig.fit.FitResult;
import dev.shinari.rig.fit.FitSettings;
import dev.shinari.rig.fit.FitStoppedException;
import dev.shinari.rig.fit.RigFit;
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
      "  shinari rig study                     helpers, controllers, examples: all on the leg",
      "  shinari rig study leg-exaggerated arm  four and eight helpers on the larger samples"
    })
final class RigStudyCommand implements Callable<Integer> {
  private static final List<String> KNOWN =
      List.of("helpers", "controllers", "examples", "leg-exaggerated", "arm");

  private final Console console;
  private final Stop stop;
  private final StringBuilder page = new StringBuilder();
  private final List<Path> written = new ArrayList<>();

  @Parameters(
      arity = "0..*",
      paramLabel = "WHAT",
      description =
          "helpers (fig. 3), controllers (table 1), examples (fig. 6), leg-exaggerated, arm; the first"
              + " three unless given.")
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

  RigStudyCommand(Console console, Stop stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws IOException, Refusal {
    List<String> wanted = what.isEmpty() ? KNOWN.subList(0, 3) : what;
    for (String w : wanted) {
      if (!KNOWN.contains(w)) {
        String near = Near.to(w, KNOWN);
        throw new Refusal(
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
      for (String w : wanted) {
        study(w);
      }
    } catch (FitStoppedException e) {
      return ExitCode.INTERRUPTED;
    }
    Path file = folder.resolve("study.md");
    SafeFiles.writeString(file, page.toString());
    written.add(file);
    written.forEach(f -> console.out().println(f));
    console.next("shinari rig sample leg", "the data itself, as files");
    return ExitCode.DONE;
  }

  private void study(String w) throws IOException, Refusal, FitStoppedException {
    MuscleLimb limb =
        switch (w) {
          case "leg-exaggerated" -> LimbModels.exaggeratedLeg();
          case "arm" -> LimbModels.arm();
          default -> LimbModels.leg();
        };
    PoseGrid grid = PoseGrid.of(limb.turns());
    if (poses != null) {
      grid = PoseGrid.thinned(limb.turns(), RigOptions.whole("--poses", poses, 32, grid.count()));
    }
    long floats = 3L * limb.mesh().vertexCount() * grid.count();
    try (RigStore store = RigStore.of(limb.mesh(), LimbExamples.skeleton(limb), floats, folder);
        ExampleSink sink = store.sink()) {
      LimbExamples.add(limb, grid, 0, grid.count(), sink);
      try (ExampleSet set = sink.finish()) {
        switch (w) {
          case "helpers" -> helpers(limb, set);
          case "controllers" -> controllers(limb, set);
          case "examples" -> examples(limb, grid, set);
          default -> larger(w, limb, set);
        }
      }
    }
  }

  private FitSettings settings() {
    return FitSettings.DEFAULT.withIterations(20, 0).withThreads(crew);
  }

  private FitResult fit(ExampleSet set, FitSettings s, SkinWeights start)
      throws IOException, FitStoppedException {
    return RigFit.fit(set, s, start, null, (phase, fraction, rms) -> !stop.isWished());
  }

  /** A line of the page, which is also said. */
  private void line(String format, Object... values) {
    String text = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
    page.append(text).append('\n');
    console.say(text);
  }

  private void head(String title, MuscleLimb limb, ExampleSet set) {
    line("");
    line(
        "**%s**: %s, %,d vertices, %,d poses, errors in centimetres",
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
          fit(set, settings().withHelpers(h).withRefinements(0), LimbExamples.weights(limb))
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
    for (int degree = 1; degree <= 3; degree++) {
      for (double lambda : new double[] {0, 10, 20, 1000}) {
        FitSettings s = settings().withDegree(degree, false).withLambda(lambda).withRefinements(0);
        row(degree, Double.toString(lambda), fit(set, s, LimbExamples.weights(limb)));
      }
      FitSettings s =
          settings()
              .withDegree(degree, false)
              .withLambda(FitSettings.LambdaChoice.BIC)
              .withRefinements(0);
      row(degree, "BIC", fit(set, s, LimbExamples.weights(limb)));
    }
    row(2, "BIC, refined", fit(set, settings(), LimbExamples.weights(limb)));
    row(
        2,
        "BIC, cross terms, refined",
        fit(set, settings().withDegree(2, true), LimbExamples.weights(limb)));
    row(
        2,
        "BIC, 32 kernels, refined",
        fit(set, settings().withKernels(32), LimbExamples.weights(limb)));
  }

  private void row(int degree, String lambda, FitResult result) {
    double terms = 0;
    for (Helper h : result.rig().helpers()) {
      terms += h.controller().termCount() / 6.0 / result.rig().helpers().size();
    }
    line(
        "| %d | %s | %.1f | %.2f | %.2f |",
        degree,
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
          HelperRig rig = fit(set, s, LimbExamples.weights(limb)).rig();
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
        all.rest(),
        all.skeleton(),
        LimbExamples.weights(limb),
        s,
        new AdaptiveSampler.Settings(32, grid.count(), 0, Math.min(320, grid.count())),
        round -> {
          ax.add((double) round.examples());
          ay.add(100 * round.rms());
          line("| %,d | %.2f |", round.examples(), 100 * round.rms());
          return !stop.isWished();
        });
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
          fit(set, settings().withHelpers(h).withLambda(10), LimbExamples.weights(limb));
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
      console.say(name + " with " + h + " helpers took " + Math.round(s.total()) + " s");
    }
  }

  private void draw(String name, List<LinePlot.Curve> curves) throws IOException {
    Path file = folder.resolve(name + ".png");
    PngWriter.write(LinePlot.draw(curves, 720, 420), file);
    written.add(file);
  }
}
