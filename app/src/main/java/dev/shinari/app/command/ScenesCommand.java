package dev.shinari.app.command;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.library.ReelLibrary;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Reel;
import dev.shinari.io.scene.plan.Scene;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the built-in scenes with what each shows. */
@Command(
    name = "scenes",
    description = "List the built-in scenes, with what each shows.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari scenes",
      "  shinari scenes --source pinned-bar > my.jsonc    a scene of your own to start from"
    })
public final class ScenesCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description = "Print the text of one scene instead.")
  private String source;

  public ScenesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (source != null) {
      if (ReelLibrary.names().contains(source)) {
        console.out().print(ReelLibrary.source(source));
        return ExitCode.DONE;
      }
      SceneArgument.requireBuiltIn(source);
      console.out().print(SceneLibrary.source(source));
      return ExitCode.DONE;
    }
    List<String> names = SceneLibrary.names();
    int width = names.stream().mapToInt(String::length).max().orElse(0);
    for (String name : names) {
      console.out().println(name + " ".repeat(width + 2 - name.length()) + describe(name));
    }
    for (String name : ReelLibrary.names()) {
      Reel r = ReelLibrary.read(name, List.of());
      console
          .out()
          .println(
              name
                  + " ".repeat(Math.max(1, width + 2 - name.length()))
                  + r.title()
                  + ": "
                  + r.description());
    }
    console.next("shinari run " + names.get(0), "writes a film to out/" + names.get(0));
    return ExitCode.DONE;
  }

  private static String describe(String name) throws SceneException {
    Scene s = SceneLibrary.read(name, List.of()).scene();
    return s.title() + ": " + s.description();
  }
}
