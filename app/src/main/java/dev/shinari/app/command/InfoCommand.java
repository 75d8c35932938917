package dev.shinari.app.command;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.UserError;
import dev.shinari.io.MeshReader;
import dev.shinari.io.drawing.Drawing;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.SurfaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a file holds. */
@Command(
    name = "info",
    description = "Say what a scene, mesh or drawing holds.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari info bunny.obj",
      "  shinari info falling-cuboid --resolved       every value and where it came from",
      "  shinari info my.jsonc --resolved --set frames=10"
    })
public final class InfoCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      description = "A mesh, a drawing, a scene file, or a built-in scene by name.")
  private String file;

  @Option(names = "--resolved", description = "For a scene: every value and where it came from.")
  private boolean resolved;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a value of the scene. Repeatable.")
  private List<String> set = new ArrayList<>();

  public InfoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    Path path = SceneArgument.path(file);
    boolean drawing = SceneArgument.isDrawing(file);
    if (SceneArgument.isMesh(file) || drawing) {
      if (!Files.exists(path)) {
        throw new UserError("there is no file " + file + SceneArgument.nearFile(path));
      }
      if (resolved || !set.isEmpty()) {
        throw new UserError("--resolved and --set are for scenes; " + file + " is none");
      }
      if (drawing) {
        drawing(path);
      } else {
        mesh(path);
      }
      console.next("shinari try " + Console.shell(file), "drops it on a floor");
      return ExitCode.DONE;
    }
    List<Setting> settings = new ArrayList<>();
    for (String s : set) {
      settings.add(Setting.parse(s));
    }
    SceneFile scene = SceneArgument.read(file, settings);
    if (resolved) {
      list(scene);
    } else {
      describe(scene.scene());
    }
    console.next("shinari run " + Console.shell(file), "makes a film of it");
    return ExitCode.DONE;
  }

  private void list(SceneFile scene) {
    List<String[]> rows = new ArrayList<>();
    int[] width = {0};
    scene
        .resolved()
        .visit(
            (path, leaf) -> {
              String left = path + " = " + leaf.toJson();
              rows.add(new String[] {left, leaf.origin().toString()});
              width[0] = Math.max(width[0], Math.min(56, left.length()));
            });
    for (String[] r : rows) {
      console
          .out()
          .println(r[0] + " ".repeat(Math.max(1, width[0] + 2 - r[0].length())) + "// " + r[1]);
    }
  }

  private void describe(Scene s) {
    row("scene", s.name() + (s.title().isEmpty() ? "" : ": " + s.title()));
    if (!s.description().isEmpty()) {
      row("shows", s.description());
    }
    row(
        "time",
        String.format(
            Locale.ROOT,
            "%d frames at %s/s, %.2f s, %d steps a frame",
            s.frames(),
            s.framesPerSecond(),
            (s.frames() - 1) / s.framesPerSecond(),
            s.substeps()));
    for (CreaturePlan c : s.creatures()) {
      String made = c.limbs().size() + " limbs";
      if (c.model() != null) {
        made = "character " + (c.model().path() != null ? c.model().path() : c.model().sample());
      } else if (c.exoskeleton() != null) {
        made += ", exoskeleton with limbs: " + c.exoskeleton().limbs();
      }
      row("creature", c.name() + ": " + made);
    }
    for (BodyPlan b : s.bodies()) {
      int n = b.repeat().count();
      row(
          "body",
          b.name()
              + (n == 1 ? "" : " x " + n)
              + ": "
              + b.shape().word()
              + ", "
              + (b.cage().lattice() ? "lattice" : "tet")
              + " cage of resolution "
              + b.cage().resolution()
              + (b.elasticity().frequencyHz() > 0
                  ? ", " + b.elasticity().frequencyHz() + " Hz"
                  : ", alpha " + b.elasticity().alpha()));
    }
    row("colliders", String.valueOf(s.colliders().size()));
    row("forces", String.valueOf(s.forces().size()));
    row("picture", s.picture().width() + " x " + s.picture().height() + ", " + s.style().name());
  }

  private void mesh(Path path) throws IOException, SceneException {
    MeshFile m = MeshReader.read(path);
    SurfaceReport r = SurfaceReport.of(m.surface());
    Bounds b = m.surface().bounds();
    row("file", path + " (" + m.format() + ")");
    row("vertices", String.format(Locale.ROOT, "%,d", m.surface().vertexCount()));
    row("triangles", String.format(Locale.ROOT, "%,d", m.surface().triangleCount()));
    if (m.isVolumetric()) {
      row("tetrahedra", String.format(Locale.ROOT, "%,d", m.tets().tetCount()));
    }
    row(
        "bounds",
        String.format(
            Locale.ROOT,
            "%s x %s x %s, from [%s, %s, %s] to [%s, %s, %s]",
            b.sizeX(),
            b.sizeY(),
            b.sizeZ(),
            b.minX(),
            b.minY(),
            b.minZ(),
            b.maxX(),
            b.maxY(),
            b.maxZ()));
    row("closed", r.isClosed() ? String.format(Locale.ROOT, "yes, volume %.6g", r.volume()) : "no");
    for (MeshFile.Part p : m.parts()) {
      row("part", p.name() + String.format(Locale.ROOT, ", %,d triangles", p.triangleCount()));
    }
    m.warnings().forEach(w -> console.say("note: " + w));
  }

  private void drawing(Path path) throws IOException {
    Drawing d = DrawingReader.read(path);
    Drawing.Source s = d.source();
    double[] b = d.bounds();
    String unit = s.format().equals("SVG") ? "units" : "pixels";
    int corners = 0;
    for (double[] loop : d.loops()) {
      corners += loop.length / 2;
    }
    row("file", path + " (" + s.format() + ")");
    row("size", String.format(Locale.ROOT, "%.6g x %.6g %s", s.width(), s.height(), unit));
    row(
        "visible",
        String.format(
            Locale.ROOT, "%.6g x %.6g %s, area %.6g", b[2] - b[0], b[3] - b[1], unit, d.area()));
    int parts = new OutlineShape(d.loops()).parts();
    row("parts", parts + (parts == 1 ? "" : " that do not touch each other"));
    row("holes", String.valueOf(d.loops().length - parts));
    row("outline", corners + " corners");
    if (!s.layers().isEmpty()) {
      row("layers", String.join(", ", s.layers()));
    }
    s.notes().forEach(n -> row("note", n));
  }

  private void row(String name, String value) {
    console.out().println(String.format(Locale.ROOT, "%-11s %s", name, value));
  }
}
