package dev.shinari.app.command.rig;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Helper-bone rigs: example data, fitting, measuring, baking. */
@Command(
    name = "rig",
    description = {
      "Helper bones from examples: a skinned model and the shapes that it should take become a"
          + " light rig that any engine plays."
    },
    sortOptions = false,
    synopsisSubcommandLabel = "sample|fit|eval|bake|study",
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari rig sample leg                    example data: a leg with virtual muscles",
      "  shinari rig fit out/leg/leg.glb --targets out/leg/leg.pc2 --helpers 4",
      "  shinari rig eval out/leg-rig/leg.rig.json out/leg/leg.glb --targets out/leg/leg.pc2",
      "  shinari rig bake out/leg-rig/leg.rig.json out/leg/leg.glb"
    })
public final class RigCommand implements Callable<Integer> {
  private final Console console;

  private RigCommand(Console console) {
    this.console = console;
  }

  /** The command with its own commands. */
  public static CommandLine line(Console console, StopSignal stop) {
    CommandLine line = new CommandLine(new RigCommand(console));
    line.addSubcommand("sample", new RigSampleCommand(console, stop));
    line.addSubcommand("fit", new RigFitCommand(console, stop));
    line.addSubcommand("eval", new RigEvalCommand(console));
    line.addSubcommand("bake", new RigBakeCommand(console));
    line.addSubcommand("study", new RigStudyCommand(console, stop));
    return line;
  }

  @Override
  public Integer call() {
    console.complain("rig needs a command of its own: sample, fit, eval, bake or study");
    console.complain("see shinari rig --help");
    return ExitCode.WRONG_INPUT;
  }
}
