package dev.shinari.app;

import dev.shinari.app.command.BenchCommand;
import dev.shinari.app.command.CheckCommand;
import dev.shinari.app.command.InfoCommand;
import dev.shinari.app.command.ScenesCommand;
import dev.shinari.app.command.StudioCommand;
import dev.shinari.app.command.StylesCommand;
import dev.shinari.app.command.batch.BatchCommand;
import dev.shinari.app.command.rig.RigCommand;
import dev.shinari.app.command.run.ReplayCommand;
import dev.shinari.app.command.run.RunCommand;
import dev.shinari.app.command.run.TearCommand;
import dev.shinari.app.command.run.TryCommand;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.console.Version;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.rig.examples.DamagedExamplesException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The entry point: `shinari COMMAND ...`. The help of the whole and the version are answered
 * without the option parser, whose set-up takes twice as long as everything else; for a command
 * only that command is set up.
 */
@Command(name = "shinari", description = "Bodies that bend and bounce.", sortOptions = false)
public final class Main implements Callable<Integer> {
  private static final String HELP =
      """
      shinari: bodies that bend and bounce, from a scene file to films and animation files

      Usage: shinari COMMAND [OPTIONS]

      Commands:
        run SCENE        simulate a scene; writes GLB, OBJ with PC2, contact sheet and GIF
        studio           play with scenes in a page: grab, tear, throw, keep
        try FILE         drop any mesh or drawing on a floor: no scene file needed
        tear FILE        pull any mesh or drawing apart at its two sides
        replay FILE      play a take of the studio again, bit for bit
        scenes           list the built-in scenes, with what each shows
        styles           list the looks that pictures can have
        check FILE...    check scenes and meshes: all problems, with place and remedy
        info FILE        say what a scene or mesh file holds
        rig COMMAND      helper bones from examples: sample, fit, eval, bake
        batch FILE       sweep a scene over values and seeds: takes and a table
        bench [SUITE]    time the engine against a plain twin and other libraries

      Options of every command:
        -h, --help       its help
        -q, --quiet      say nothing but errors
            --debug      show the stack trace of an error
        -V, --version    the version, and the Java that runs it (without a command)

      Examples:
        shinari run falling-cuboid               a first film, into out/falling-cuboid
        shinari run teddy-drop --set bodies[0].elasticity=foam
        shinari try bunny.obj --as jelly         any closed mesh
        shinari check my.jsonc bunny.obj         every problem, with line and column
        shinari run --help                       the options of a command

      Data goes to stdout, messages to stderr (NO_COLOR is respected).
      Exit codes: 0 done, 1 failed while working, 2 wrong input, 130 interrupted.
      """;

  private final Console console;

  @Option(
      names = {"-q", "--quiet"},
      scope = CommandLine.ScopeType.INHERIT,
      description = "Say nothing but errors.")
  private boolean quiet;

  @Option(
      names = "--debug",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // the parser itself acts on it
  private boolean help;

  private Main(Console console) {
    this.console = console;
  }

  public static void main(String[] args) {
    StopSignal stop = new StopSignal();
    stop.listen();
    int code = run(args, Console.system(System.getenv()), stop);
    System.exit(code);
  }

  /** Runs one call and answers with its exit code; never throws for anything that a user did. */
  public static int run(String[] args, Console console, StopSignal stop) {
    int quick = withoutCommand(args, console);
    if (quick >= 0) {
      console.out().flush();
      return quick;
    }
    Main main = new Main(console);
    CommandLine line = new CommandLine(main);
    addCommands(line, args, console, stop);
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            console.hasColor() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    line.setUsageHelpWidth(Math.max(80, Math.min(console.columns(), 110)));
    line.setUsageHelpAutoWidth(false);
    line.setAbbreviatedOptionsAllowed(false);
    line.setExecutionStrategy(
        parsed -> {
          console.setQuiet(main.quiet);
          return new CommandLine.RunLast().execute(parsed);
        });
    line.setParameterExceptionHandler((e, words) -> main.wrongCall(e));
    line.setExecutionExceptionHandler((e, command, parsed) -> main.failed(e));
    int code;
    try {
      code = line.execute(args);
    } catch (OutOfMemoryError e) {
      console.complain(
          "not enough memory; use a lower resolution or fewer frames, or give Java more with"
              + " JAVA_OPTS=-Xmx4g");
      code = ExitCode.FAILED;
    } catch (StackOverflowError e) {
      console.complain("the input nests too deeply");
      code = ExitCode.WRONG_INPUT;
    }
    console.out().flush();
    console.err().flush();
    return code;
  }

  /** Answers a call that names no command; -1 for one that does. */
  private static int withoutCommand(String[] args, Console console) {
    String first = args.length == 0 ? "" : args[0];
    switch (first) {
      case "-h", "--help", "help" -> {
        console.out().print(HELP);
        return ExitCode.DONE;
      }
      case "-V", "--version" -> {
        console
            .out()
            .println(
                "shinari "
                    + Version.current()
                    + " (Java "
                    + Runtime.version()
                    + ", "
                    + System.getProperty("os.name")
                    + ")");
        return ExitCode.DONE;
      }
      case "" -> {
        console.err().print(HELP);
        return ExitCode.WRONG_INPUT;
      }
      default -> {
        return -1;
      }
    }
  }

  private static void addCommands(
      CommandLine line, String[] args, Console console, StopSignal stop) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(console, stop));
    commands.put("studio", () -> new StudioCommand(console, stop));
    commands.put("try", () -> new TryCommand(console, stop));
    commands.put("tear", () -> new TearCommand(console, stop));
    commands.put("replay", () -> new ReplayCommand(console, stop));
    commands.put("scenes", () -> new ScenesCommand(console));
    commands.put("styles", () -> new StylesCommand(console));
    commands.put("check", () -> new CheckCommand(console));
    commands.put("info", () -> new InfoCommand(console));
    commands.put("rig", () -> RigCommand.line(console, stop));
    commands.put("batch", () -> new BatchCommand(console, stop));
    commands.put("bench", () -> new BenchCommand(console));
    for (String word : args) {
      if (!word.startsWith("-")) {
        if (commands.containsKey(word)) {
          line.addSubcommand(word, commands.get(word).get());
          return;
        }
        break;
      }
    }
    commands.forEach((name, make) -> line.addSubcommand(name, make.get()));
  }

  /** Only options and no command. */
  @Override
  public Integer call() {
    console.complain("which command? see shinari --help");
    return ExitCode.WRONG_INPUT;
  }

  private int wrongCall(CommandLine.ParameterException e) {
    CommandLine command = e.getCommandLine();
    console.complain(oneLine(explain(e, command)));
    console.complain("see " + command.getCommandSpec().qualifiedName() + " --help");
    if (debug) {
      e.printStackTrace(console.err());
    }
    return ExitCode.WRONG_INPUT;
  }

  private static String explain(CommandLine.ParameterException e, CommandLine command) {
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      List<String> known = new ArrayList<>();
      boolean option = word.startsWith("-");
      if (option) {
        command.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
      } else {
        known.addAll(command.getSubcommands().keySet());
      }
      String bare = option && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      String near = DidYouMean.to(bare, known);
      String what =
          option ? "unknown option " : known.isEmpty() ? "unexpected " : "unknown command ";
      return what + bare + (near == null ? "" : ", did you mean " + near + "?");
    }
    return e.getMessage();
  }

  private int failed(Exception e) {
    if (debug) {
      e.printStackTrace(console.err());
    }
    if (e instanceof SceneException scene) {
      for (Problem p : scene.problems()) {
        console.problem(p.toString());
      }
      return ExitCode.WRONG_INPUT;
    }
    if (e instanceof UserError refusal) {
      refusal.lines().forEach(console::complain);
      return ExitCode.WRONG_INPUT;
    }
    if (e instanceof BadFileException || e instanceof DamagedExamplesException) {
      console.complain(oneLine(e.getMessage()));
      return ExitCode.WRONG_INPUT;
    }
    if (e instanceof IOException io) {
      console.complain(oneLine(ioMessage(io)));
      return ExitCode.FAILED;
    }
    console.complain(
        "this should not have happened: "
            + oneLine(String.valueOf(e))
            + (debug ? "" : " (--debug shows where)"));
    return ExitCode.FAILED;
  }

  private static String ioMessage(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "no permission for " + e.getMessage();
    }
    if (e instanceof NoSuchFileException) {
      return "there is no file " + e.getMessage();
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " is in the way: a file stands where a folder is needed";
    }
    return e.getMessage() == null ? String.valueOf(e) : e.getMessage();
  }

  private static String oneLine(String s) {
    return s.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
