package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.TempFolder;
import dev.shinari.app.console.UserError;
import dev.shinari.app.studio.stage.Replay;
import dev.shinari.parallel.Workers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Plays a take of the studio again, bit for bit, and writes it like any other. */
@Command(
    name = "replay",
    description = "Play a take that the studio saved again, bit for bit, and write its files.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari replay star.replay.json",
      "  shinari replay star.replay.json --format none    only checks that it is the same"
    })
public final class ReplayCommand implements Callable<Integer> {
  private static final long MOST_BYTES = 256L << 20;

  private final Console console;
  private final StopSignal stop;

  @Parameters(paramLabel = "FILE", description = "A replay that the studio saved.")
  private String file;

  @Mixin private FilmOptions options = new FilmOptions();

  public ReplayCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    Path path = SceneArgument.path(file);
    if (!Files.isRegularFile(path)) {
      throw new UserError("there is no file " + file + SceneArgument.nearFile(path));
    }
    if (Files.size(path) > MOST_BYTES) {
      throw new UserError(file + " is too large for a replay");
    }
    if (!options.settings().isEmpty()) {
      throw new UserError("a replay is played as it was: --set and --frames would change it");
    }
    Replay replay;
    try {
      replay = Replay.read(new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new UserError(file + ": " + e.getMessage());
    }
    try (TempFolder folder = new TempFolder()) {
      Replay.Played played;
      try {
        played = replay.play(folder.path(), Workers.SERIAL);
      } catch (IllegalArgumentException e) {
        throw new UserError(file + ": " + e.getMessage());
      }
      int code = new Film(played, file, options, console, stop).shoot(null);
      if (code != ExitCode.DONE) {
        return code;
      }
      if (!replay.hash().equals(played.hash())) {
        console.complain(
            "this is not the take that was saved: its state is "
                + played.hash()
                + ", it was "
                + replay.hash());
        return ExitCode.FAILED;
      }
      console.say("the same take, bit for bit: state " + played.hash());
      return code;
    }
  }
}
