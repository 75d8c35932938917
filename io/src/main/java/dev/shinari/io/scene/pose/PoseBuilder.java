package dev.shinari.io.scene.pose;

import dev.shinari.example.ExamplePose;
import dev.shinari.io.MeshReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.FileNames;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.PosePlan;
import dev.shinari.io.scene.plan.PoseReport;
import dev.shinari.io.scene.plan.ShapePlan;
import dev.shinari.io.tet.TetGenReader;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.pose.FittedPose;
import dev.shinari.pose.PoseChecks;
import dev.shinari.pose.Registration;
import dev.shinari.pose.SurfaceFit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes the example poses of a body: where its cage's vertices go in each. Formulas move the cage
 * itself; poses of the surface are carried over to the cage ({@link SurfaceFit}).
 */
public final class PoseBuilder {
  /** A pose that misses the surface by more than this share of its size is worth a word. */
  private static final double FAR = 0.02;

  /** Where surfaces are found to be this share of the size apart, something went wrong. */
  private static final double LOST = 0.01;

  /** A shape key that moves nothing further than this share of the body's size is empty. */
  private static final double NOTHING = 1e-6;

  private final RestShape rest;
  private final BodyPlan body;
  private final String path;
  private final BuildLog log;
  private final Set<String> names = new HashSet<>();
  private final List<ExamplePose> poses = new ArrayList<>();
  private SurfaceFit fit;

  /**
   * @param path where the list of poses stands in the scene
   * @param log takes problems, lines that a user should know, and how well surfaces were met
   */
  public PoseBuilder(RestShape rest, BodyPlan body, String path, BuildLog log) {
    this.rest = rest;
    this.body = body;
    this.path = path;
    this.log = log;
  }

  /** The poses of the body, in the order of the scene; one that cannot be made is a problem. */
  public List<ExamplePose> make(List<PosePlan> plans) {
    for (PosePlan p : plans) {
      if (p.name() != null) {
        names.add(p.name());
      }
    }
    for (int k = 0; k < plans.size(); k++) {
      PosePlan p = plans.get(k);
      String file = p instanceof PosePlan.Formula ? "" : ".path";
      log.attempt(
          path + "[" + k + "]" + file,
          "body " + body.name(),
          () -> {
            add(p);
            return true;
          });
    }
    return poses;
  }

  private void add(PosePlan plan) throws IOException {
    if (plan instanceof PosePlan.Formula f) {
      String name = nameOf(plan, plan.word());
      named(
          name,
          () -> {
            Bounds box = Bounds.of(rest.cage().positions());
            float[] p = PoseFormulas.of(f, box, body.scale()).apply(rest.cage().positions());
            poses.add(new ExamplePose(name, p));
          });
    } else if (plan instanceof PosePlan.CageFile c) {
      String name = nameOf(plan, FileNames.sceneName(c.path()));
      float[] p = cageFile(Path.of(c.path()));
      named(
          name,
          () -> {
            PoseChecks.refuseBroken(rest.cage(), p);
            poses.add(new ExamplePose(name, p));
          });
    } else if (plan instanceof PosePlan.SurfaceFile s) {
      String name = nameOf(plan, FileNames.sceneName(s.path()));
      fitted(name, surfaceFile(Path.of(s.path())));
    } else if (plan instanceof PosePlan.OtherMesh o) {
      registered(nameOf(plan, FileNames.sceneName(o.path())), Path.of(o.path()));
    } else {
      morph((PosePlan.Morph) plan);
    }
  }

  private interface Work {
    void run();
  }

  private static void named(String name, Work work) {
    try {
      work.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("pose " + name + ": " + e.getMessage(), e);
    }
  }

  private String nameOf(PosePlan plan, String otherwise) {
    return plan.name() != null ? plan.name() : unique(otherwise);
  }

  // Two poses of one kind are told apart by a number; a name that somebody gave is never taken.
  private String unique(String word) {
    String name = word;
    for (int i = 2; !names.add(name); i++) {
      name = word + "-" + i;
    }
    return name;
  }

  private void warn(String line) {
    log.warn("body " + body.name() + ": " + line);
  }

  // ---- files

  /** The cage's vertices from a file, scaled. Where the pose stands does not matter. */
  private float[] cageFile(Path path) throws IOException {
    float[] p;
    if (path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".node")) {
      p = TetGenReader.readPoints(path);
    } else {
      MeshFile file = MeshReader.read(path);
      p = file.isVolumetric() ? file.tets().positions() : file.surface().positions();
    }
    checkCount(
        path,
        p,
        rest.cage().vertexCount(),
        "the cage of body " + body.name() + " has",
        "move the vertices of the same mesh without adding or removing any; for a pose of the"
            + " visible surface use the kind \"surface\"");
    return scaled(p);
  }

  private float[] surfaceFile(Path path) throws IOException {
    float[] p = MeshReader.read(path).surface().positions();
    checkCount(
        path,
        p,
        rest.poseSurface().surface().vertexCount(),
        "the surface of body " + body.name() + " has",
        "export the pose with the rest surface's vertices in their order (no modifier that adds"
            + " any, no merging); for another mesh use the kind \"otherMesh\"");
    return scaled(p);
  }

  private static void checkCount(Path path, float[] p, int wanted, String whose, String remedy)
      throws BadFileException {
    if (p.length / 3 != wanted) {
      throw new BadFileException(
          path, "", wanted + " vertices, as " + whose, p.length / 3 + " vertices", remedy);
    }
  }

  private float[] scaled(float[] p) {
    float[] out = new float[p.length];
    for (int i = 0; i < p.length; i++) {
      out[i] = p[i] * body.scale();
    }
    return out;
  }

  // ---- shape keys

  private void morph(PosePlan.Morph plan) throws IOException {
    if (plan.path() == null && !(body.shape() instanceof ShapePlan.File)) {
      throw new IllegalArgumentException(
          "a morph pose needs a `path`: body " + body.name() + " is not made from a file");
    }
    Path path = Path.of(plan.path() != null ? plan.path() : ((ShapePlan.File) body.shape()).path());
    String lower = path.getFileName().toString().toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".glb") && !lower.endsWith(".gltf")) {
      throw new BadFileException(
          path,
          "",
          "a glTF file, which can hold shape keys",
          "another kind of file",
          "export the body as GLB with shape keys, or give the pose a `path`");
    }
    GltfModel model = GltfReader.read(path);
    Set<String> all = new LinkedHashSet<>();
    model.shapes().forEach(s -> s.targets().forEach(t -> all.add(t.name())));
    if (all.isEmpty()) {
      throw new BadFileException(
          path,
          "",
          "shape keys (morph targets)",
          "none",
          "export with shape keys: in Blender tick Data, Shape Keys and apply no modifiers");
    }
    float[] still = model.joined().positions();
    checkCount(
        path,
        still,
        rest.poseSurface().surface().vertexCount(),
        "the surface of body " + body.name() + " has",
        "take the shape keys from the file that the body is made from");
    if (plan.target() != null) {
      if (!all.contains(plan.target())) {
        String near = DidYouMean.to(plan.target(), all);
        throw new BadFileException(
            path,
            "",
            "a shape key \"" + plan.target() + "\"",
            "the keys " + String.join(", ", all),
            near == null ? "name one of these" : "did you mean \"" + near + "\"?");
      }
      float[] moved = pushed(model, still, plan.target(), plan.amount());
      if (moved == null) {
        throw new BadFileException(
            path,
            "",
            "a shape key that moves vertices",
            "\"" + plan.target() + "\", which moves none",
            "an empty key is the rest shape: draw it, or leave it out");
      }
      fitted(nameOf(plan, plan.target()), scaled(moved));
      return;
    }
    int found = 0;
    for (String target : all) {
      float[] moved = pushed(model, still, target, plan.amount());
      if (moved == null) {
        warn(path.getFileName() + ": the shape key " + target + " moves nothing and was left out");
        continue;
      }
      found++;
      fitted(unique(plan.name() == null ? target : plan.name() + "-" + target), scaled(moved));
    }
    if (found == 0) {
      throw new BadFileException(
          path, "", "a shape key that moves vertices", all.size() + " that move none", "draw one");
    }
  }

  /** The surface with a key pushed, or null where the key moves nothing. */
  private static float[] pushed(GltfModel model, float[] rest, String target, float amount) {
    float[] out = rest.clone();
    double far = 0;
    int first = 0;
    for (GltfModel.Shape s : model.shapes()) {
      for (GltfModel.MorphTarget t : s.targets()) {
        for (int i = 0; i < t.deltas().length && t.name().equals(target); i++) {
          float d = amount * t.deltas()[i];
          out[3 * first + i] += d;
          far = Math.max(far, Math.abs(d));
        }
      }
      first += s.vertexCount();
    }
    return far > NOTHING * Bounds.of(rest).longestSide() ? out : null;
  }

  // ---- from the surface to the cage

  private void fitted(String name, float[] moved) {
    named(
        name,
        () -> {
          PoseChecks.refuseBroken(rest.poseSurface().surface(), moved);
          if (fit == null) {
            fit = new SurfaceFit(rest.poseCage(), rest.poseSurface());
          }
          add(name, fit.fit(moved));
        });
  }

  private void registered(String name, Path path) throws IOException {
    TriangleMesh read = MeshReader.read(path).surface();
    TriangleMesh given = read.withPositions(scaled(read.positions()));
    named(
        name,
        () -> {
          if (SurfaceReport.volume(given) * SurfaceReport.volume(rest.poseSurface().surface())
              < 0) {
            throw new IllegalArgumentException(
                "its surface is inside out: turn its normals, or take a mirroring scale out");
          }
          FittedPose pose = Registration.fit(rest.poseCage(), rest.poseSurface(), given);
          add(name, pose);
          if (pose.max() > LOST || pose.inverted() > 0) {
            warn(
                "pose "
                    + name
                    + ": parts of it may have been mistaken for others; look at it, or give it with"
                    + " the rest surface's own vertices (kind \"surface\" or \"morph\")");
          }
        });
  }

  private void add(String name, FittedPose pose) {
    poses.add(new ExamplePose(name, rest.particlesIn(pose.positions())));
    log.report(
        new PoseReport(
            body.name(), name, pose.rms(), pose.max(), pose.inverted(), pose.rms() > FAR));
  }
}
