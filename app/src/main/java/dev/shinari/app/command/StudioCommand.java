package dev.shinari.app.command;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.StopSignal;
import dev.shinari.app.console.UserError;
import dev.shinari.app.studio.file.UserCache;
import dev.shinari.app.studio.server.StudioMeasure;
import dev.shinari.app.studio.server.StudioServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the studio until it is stopped. */
@Command(
    name = "studio",
    description = "Open the studio: a page on which scenes are grabbed, torn, thrown and kept.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari studio",
      "  shinari studio --port 8080 --no-open    prints the address, opens nothing"
    })
public final class StudioCommand implements Callable<Integer> {
  private final Console console;
  private final StopSignal stop;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen at; any that is free unless given.")
  private String port = "0";

  @Option(names = "--no-open", description = "Do not open a browser.")
  private boolean noOpen;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "Address to listen at; 127.0.0.1 unless given. Any other than this machine's own loop"
              + " needs --token, since others can then reach it.")
  private String host = "127.0.0.1";

  @Option(
      names = "--token",
      paramLabel = "HEX",
      description =
          "The secret that a page must know, 32 hexadecimal digits; made up unless given.")
  private String token;

  @Option(
      names = "--measure",
      description =
          "Open no page: watch a mesh of 20,000 vertices as a page would, pull at it, print how many"
              + " steps and frames a second there are and how soon a drag is seen, and end.")
  private boolean measure;

  public StudioCommand(Console console, StopSignal stop) {
    this.console = console;
    this.stop = stop;
  }

  @Override
  public Integer call() throws Exception {
    int number = port();
    if (token != null && !token.matches("[0-9a-fA-F]{32}")) {
      throw new UserError("--token must be 32 hexadecimal digits");
    }
    if (!isLoopback(host) && token == null) {
      throw new UserError(
          "--host " + host + " can be reached by others: give a secret of your own with --token");
    }
    String secret = token == null ? StudioServer.newToken() : token.toLowerCase(Locale.ROOT);
    try (StudioServer server = new StudioServer(host, number, secret, UserCache.folder())) {
      try {
        server.start();
      } catch (BindException e) {
        throw new UserError(e.getMessage() + "; choose another with --port");
      }
      server.rehearse();
      if (measure) {
        StudioMeasure.run(server, secret, console.out()::println);
        console.out().flush();
        return ExitCode.DONE;
      }
      console.out().println(server.address());
      console.out().flush();
      server.makePictures();
      console.say("the studio runs until Ctrl-C; open the address above in a browser");
      if (!noOpen) {
        open(server.address());
      }
      while (!stop.isWished()) {
        Thread.sleep(100);
      }
    }
    return ExitCode.DONE;
  }

  private int port() throws UserError {
    try {
      int n = Integer.parseInt(port.strip());
      if (n >= 0 && n <= 65535) {
        return n;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserError("--port must be a whole number from 0 to 65535, got " + port);
  }

  private static boolean isLoopback(String host) throws UserError {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new UserError("unknown address " + host);
    }
  }

  /** Asks the desktop to open a page; a machine without one just has the address printed. */
  private void open(String address) {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> call =
        os.contains("mac")
            ? List.of("open", address)
            : os.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : List.of("xdg-open", address);
    try {
      new ProcessBuilder(call)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      console.say("no browser was found to open it in");
    }
  }
}
