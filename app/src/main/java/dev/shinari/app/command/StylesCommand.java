package dev.shinari.app.command;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.UserError;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.spec.StyleJson;
import dev.shinari.style.Styles;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the named styles, or says all numbers of one. */
@Command(
    name = "styles",
    description = "List the looks that pictures can have.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  shinari styles", "  shinari styles pencil --json"})
public final class StylesCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "One style; all unless given.")
  private String name;

  @Option(
      names = "--json",
      description = "Every number of the style, as JSON for renderers in other languages.")
  private boolean json;

  public StylesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws UserError {
    if (name != null && Styles.named(name) == null) {
      String near = DidYouMean.to(name, Styles.names());
      throw new UserError(
          "there is no style "
              + name
              + (near == null ? "" : ", did you mean " + near + "?")
              + " (known: "
              + String.join(", ", Styles.names())
              + ")");
    }
    List<String> wanted = name == null ? Styles.names() : List.of(name);
    if (json) {
      StringBuilder s = new StringBuilder();
      for (String n : wanted) {
        s.append(s.length() == 0 ? "" : ",\n").append(StyleJson.of(Styles.named(n)));
      }
      console.out().println(name == null ? "[" + s + "]" : s.toString());
    } else {
      for (String n : wanted) {
        console.out().printf("%-10s %s%n", n, Styles.describe(n));
      }
      console.next("shinari run teddy-drop --style comic", "a scene in another look");
    }
    return 0;
  }
}
