package dev.shinari.spark;

import dev.shinari.app.Main;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code spark-submit} starts: the command line as it is, with {@code --engine spark} unless
 * an engine is given.
 */
public final class Submit {
  private Submit() {}

  public static void main(String[] args) {
    List<String> words = new ArrayList<>(List.of(args));
    if (words.stream().noneMatch(w -> w.equals("--engine") || w.startsWith("--engine="))) {
      words.add("--engine=spark");
    }
    StopSignal stop = new StopSignal();
    stop.listen();
    System.exit(Main.run(words.toArray(new String[0]), Console.system(System.getenv()), stop));
  }
}
