package dev.shinari.app.command;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.UserError;
import dev.shinari.io.MeshReader;
import dev.shinari.io.drawing.Drawing;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.scene.ReelFile;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Reel;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.mesh.SurfaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks scenes, meshes and drawings; all problems of all files at once. */
@Command(
    name = "check",
    description = "Check scenes, meshes and drawings: all problems, with place and remedy.",
    footerHeading = "%nExamples:%n",
    footer = {"  shinari check my.jsonc", "  shinari check *.jsonc bunny.obj"})
public final class CheckCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Scenes (.jsonc), meshes and drawings.")
  private List<String> files;

  public CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    int bad = 0;
    for (String file : files) {
      try {
        checkOne(file);
      } catch (SceneException e) {
        for (Problem p : e.problems()) {
          console.problem(p.toString());
        }
        bad++;
      } catch (UserError e) {
        e.lines().forEach(console::complain);
        bad++;
      } catch (BadFileException e) {
        console.problem(e.getMessage());
        bad++;
      } catch (IOException e) {
        console.problem(file + ": cannot be read (" + e.getMessage() + ")");
        bad++;
      }
    }
    if (bad > 0) {
      console.say(
          bad
              + " of "
              + files.size()
              + (files.size() == 1 ? " file" : " files")
              + " cannot be used");
      return ExitCode.WRONG_INPUT;
    }
    String first = files.get(0);
    console.next(
        (SceneArgument.isMesh(first) || SceneArgument.isDrawing(first)
                ? "shinari try "
                : "shinari run ")
            + Console.shell(first),
        "makes a film of it");
    return ExitCode.DONE;
  }

  private void checkOne(String file) throws UserError, SceneException, IOException {
    Path path = SceneArgument.path(file);
    if (SceneArgument.isMesh(file) && Files.exists(path)) {
      MeshFile mesh = MeshReader.read(path);
      if (mesh.surface().triangleCount() == 0) {
        throw new UserError(file + " holds no triangles");
      }
      mesh.warnings().forEach(w -> console.say(file + ": " + w));
      SurfaceReport report = SurfaceReport.of(mesh.surface());
      console
          .out()
          .println(
              file
                  + ": ok"
                  + (report.isClosed()
                      ? ", closed"
                      : ", not closed: holes are bridged when it is made solid"));
      return;
    }
    boolean drawing = SceneArgument.isDrawing(file);
    if (drawing && Files.exists(path)) {
      Drawing d = DrawingReader.read(path);
      d.source().notes().forEach(n -> console.say(file + ": " + n));
      int parts = new OutlineShape(d.loops()).parts();
      console
          .out()
          .println(file + ": ok, a drawing of " + parts + (parts == 1 ? " part" : " parts"));
      return;
    }
    if (!Files.exists(path)
        && (drawing || SceneArgument.isMesh(file) || SceneArgument.isScene(file))) {
      throw new UserError("there is no file " + file + SceneArgument.nearFile(path));
    }
    if (SceneArgument.isScene(file) && ReelFile.isReel(path)) {
      Reel reel = ReelFile.read(path, List.of());
      List<Problem> problems = new ArrayList<>();
      for (Reel.Part part : reel.parts()) {
        if (part instanceof Reel.Shot shot) {
          Path folder = path.toAbsolutePath().getParent();
          try {
            SceneBuilder.build(SceneArgument.read(shot.scene(), folder, shot.settings()).scene());
          } catch (SceneException e) {
            problems.addAll(e.problems());
          }
        }
      }
      if (!problems.isEmpty()) {
        throw new SceneException(problems.stream().distinct().toList());
      }
      console.out().println(file + ": ok, a reel of " + reel.parts().size() + " parts");
      return;
    }
    SceneFile scene = SceneArgument.read(file, List.of());
    // Building tells what the text cannot: a pin that holds nothing, a mesh that cannot be used.
    SceneBuilder.Built built = SceneBuilder.build(scene.scene());
    built.warnings().forEach(w -> console.say(file + ": " + w));
    built.poses().forEach(p -> console.say(file + ": " + p.line()));
    int n = built.world().bodies().size() + built.world().actors().size();
    console.out().println(file + ": ok, " + n + (n == 1 ? " body" : " bodies"));
  }
}
