package dev.shinari.io.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drivers in Blender itself, where there is one: polynomials and kernels. */
class BlenderDriversTest {
  private static final String CHECK =
      """
      import bpy, json, os
      from mathutils import Matrix
      here = os.path.dirname(os.path.abspath(__file__))
      wanted = json.load(open(os.path.join(here, 'wanted.json')))
      armature = next(o for o in bpy.data.objects if o.type == 'ARMATURE')
      upright = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
      worst = 0
      for seconds, helpers in zip(wanted['times'], wanted['helpers']):
          frame = seconds * bpy.context.scene.render.fps
          bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
          for k, name in enumerate(('bulge', 'calf')):
              m = helpers[12 * k:12 * k + 12]
              place = upright @ Matrix((m[0:4], m[4:8], m[8:12], (0, 0, 0, 1)))
              got = armature.matrix_world @ armature.pose.bones[name].matrix
              worst = max(worst, (place.translation - got.translation).length)
      with open(os.path.join(here, 'worst.txt'), 'w') as out:
          out.write(repr(worst))
      """;

  @TempDir Path folder;

  @Test
  void driversPutTheHelpersWhereTheRuntimeDoes() throws Exception {
    assumeTrue(runs("blender", "--version"), "skipped: Blender is not installed");
    MuscleLimb leg = LimbModels.leg(13, 7);
    PoseGrid grid = PoseGrid.of(leg.turns(), 3, 2, 2, 2, 1);
    LimbFiles.write(leg, LimbFiles.rotations(leg, grid), folder, "leg", 2, ExportProgress.NONE);
    RigModel model = RigModelReader.read(folder.resolve("leg.glb"));
    GltfModel.Animation animation = model.source().animations().get(0);
    RigClip clip = RigClip.sample(model, animation, RigClip.keyTimes(animation));
    Files.writeString(folder.resolve("check.py"), CHECK);
    for (boolean kernels : new boolean[] {false, true}) {
      HelperRig rig = HandRig.of(model, kernels);
      RigExporter.write(model, rig, List.of(clip), folder, "rig");
      HelperRuntime runtime = rig.runtime();
      double[][] helpers = new double[clip.frameCount()][24];
      for (int f = 0; f < helpers.length; f++) {
        runtime.evaluate(clip.poses()[f], new double[24], helpers[f]);
      }
      Files.write(
          folder.resolve("wanted.json"),
          new ObjectMapper().writeValueAsBytes(Map.of("times", clip.times(), "helpers", helpers)));
      Files.deleteIfExists(folder.resolve("worst.txt"));
      assertThat(
              runs(
                  "blender",
                  "-b",
                  "--python-exit-code",
                  "3",
                  "--python",
                  folder.resolve("rig.drivers.py").toString(),
                  "--python",
                  folder.resolve("check.py").toString()))
          .isTrue();
      double worst = Double.parseDouble(Files.readString(folder.resolve("worst.txt")));
      assertThat(worst).isLessThan(1e-5); // floats, on a leg of 2 m
    }
  }

  private boolean runs(String... command) throws InterruptedException {
    try {
      Process p =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("blender.log").toFile())
              .start();
      if (!p.waitFor(120, TimeUnit.SECONDS)) {
        p.destroyForcibly();
        return false;
      }
      return p.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
