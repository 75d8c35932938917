package dev.shinari.app.command.rig;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.UserError;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.rig.Jiggle;
import dev.shinari.io.rig.RigClip;
import dev.shinari.io.rig.RigExporter;
import dev.shinari.io.rig.RigModel;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.rig.HelperRig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Bakes a rig's helpers for clips, which need not be those that it was fitted to. */
@Command(
    name = "bake",
    description =
        "Bake helper bones for a model's clips, those that the rig learnt or any other of the same"
            + " skeleton, into a GLB that plays anywhere.",
    sortOptions = false,
    footerHeading = "%nExample:%n",
    footer = "  shinari rig bake out/hero-rig/hero.rig.json hero-all-clips.glb --helpers 2")
final class RigBakeCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "RIG", description = "A rig that fit wrote (.rig.json).")
  private String rigFile;

  @Parameters(
      index = "1",
      paramLabel = "MODEL",
      description = "The skinned model with the clips: GLB or glTF.")
  private String modelFile;

  @Option(names = "--clip", paramLabel = "NAME", description = "Bake this clip only. Repeatable.")
  private List<String> clips = new ArrayList<>();

  @Option(
      names = "--helpers",
      paramLabel = "H",
      description = "Level of detail: the rig with so many helpers.")
  private String helpers;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames a second that are baked; 24 unless given, or the clip's own keys.")
  private String framesPerSecond;

  @Option(
      names = "--jiggle",
      paramLabel = "HZ[,RATIO[,REACH]]",
      description =
          "Let helpers lag and swing: frequency, damping ratio (0.2 unless given) and how far they may"
              + " stray as a share of the model's size (0.03 unless given).")
  private String jiggle;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the files; out/NAME-baked unless given.")
  private String output;

  RigBakeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, UserError {
    RigModel model = RigOptions.model(modelFile, console);
    HelperRig rig = RigEvalCommand.rig(rigFile, model, helpers);
    Path folder = RigOptions.folder(output, model.name() + "-baked");
    List<GltfModel.Animation> all = model.source().animations();
    List<String> names = all.stream().map(GltfModel.Animation::name).toList();
    for (String c : clips) {
      if (!names.contains(c)) {
        String near = DidYouMean.to(c, names);
        throw new UserError(
            "there is no clip "
                + c
                + (near == null ? "" : ", did you mean " + near + "?")
                + " (the model has "
                + names
                + ")");
      }
    }
    double rate =
        framesPerSecond == null ? 0 : RigOptions.number("--fps", framesPerSecond, 1e-3, 1e4);
    List<RigClip> baked = new ArrayList<>();
    for (GltfModel.Animation a : all) {
      if (clips.isEmpty() || clips.contains(a.name())) {
        baked.add(RigClip.even(model, a, rate));
      }
    }
    if (baked.isEmpty()) {
      console.say("note: the model has no clips; the rig is written at rest");
    }
    RigExporter.write(model, rig, baked, jiggle(model), folder, model.name())
        .forEach(f -> console.out().println(f));
    console.next(
        "shinari info " + Console.shell(folder.resolve(model.name() + ".glb")), "what it holds");
    return ExitCode.DONE;
  }

  private Jiggle jiggle(RigModel model) throws UserError {
    if (jiggle == null) {
      return null;
    }
    String[] words = jiggle.split(",", -1);
    if (words.length > 3) {
      throw new UserError("--jiggle takes at most three numbers, got " + jiggle);
    }
    return new Jiggle(
        RigOptions.number("--jiggle", words[0], 0.01, 1000),
        words.length > 1 ? RigOptions.number("--jiggle", words[1], 0, 100) : 0.2,
        model.size() * (words.length > 2 ? RigOptions.number("--jiggle", words[2], 0, 10) : 0.03));
  }
}
