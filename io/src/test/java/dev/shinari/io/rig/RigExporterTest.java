package dev.shinari.io.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.rig.runtime.JiggleRuntime;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RigExporterTest {
  @TempDir Path folder;
  private RigModel model;
  private RigClip clip;

  @BeforeEach
  void writeALeg() throws IOException {
    MuscleLimb leg = LimbModels.leg(13, 7);
    PoseGrid grid = PoseGrid.of(leg.turns(), 3, 2, 3, 2, 2);
    LimbFiles.write(leg, LimbFiles.rotations(leg, grid), folder, "leg", 2, ExportProgress.NONE);
    model = RigModelReader.read(folder.resolve("leg.glb"));
    GltfModel.Animation animation = model.source().animations().get(0);
    clip = RigClip.sample(model, animation, RigClip.keyTimes(animation));
  }

  @Test
  void jsonGivesTheSameBitsBack() throws IOException {
    for (boolean kernels : new boolean[] {false, true}) {
      HelperRig rig = HandRig.of(model, kernels);
      Path file = folder.resolve("rig.json");
      Files.write(file, HelperRigJson.bytes(rig));
      HelperRig back = HelperRigJson.read(file);
      assertThat(HelperRigJson.bytes(back)).isEqualTo(HelperRigJson.bytes(rig));
      for (double[] pose : clip.poses()) {
        assertThat(skinning(back, pose)).isEqualTo(skinning(rig, pose));
      }
      assertThat(back.levels()).hasSize(1);
      assertThat(back.levels().get(0).helpers()).containsExactly(1);
    }
  }

  @Test
  void mutilatedJsonIsRefusedWithItsPlace() throws IOException {
    String whole = new String(HelperRigJson.bytes(HandRig.of(model, true)), StandardCharsets.UTF_8);
    Path file = folder.resolve("bad.json");
    for (String[] change :
        new String[][] {
          {"\"version\":1", "\"version\":9"},
          {"\"parent\":1,\"bind\"", "\"parent\":99,\"bind\""},
          {"\"terms\":[[0]", "\"terms\":[[77]"},
          {"\"influences\":5", "\"influences\":0"},
          {"\"axis\":1", "\"axis\":7"},
          {"\"variables\":[", "\"variables\":[{},"}
        }) {
      assertThat(whole).contains(change[0]);
      Files.writeString(file, whole.replace(change[0], change[1]));
      assertThatThrownBy(() -> HelperRigJson.read(file)).isInstanceOf(BadFileException.class);
    }
    Files.writeString(file, whole.substring(0, whole.length() / 2));
    assertThatThrownBy(() -> HelperRigJson.read(file))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("bad.json, line");
  }

  @Test
  void bakedAnimationEqualsTheRuntime() throws IOException {
    HelperRig rig = HandRig.of(model, true);
    Path file = folder.resolve("out.glb");
    RigExporter.writeGlb(model, rig, List.of(clip), file);
    GltfModel baked = GltfReader.read(file);
    assertThat(baked.warnings()).isEmpty();
    GltfPose pose = new GltfPose(baked);
    float[] played = new float[3 * model.rest().vertexCount()];
    for (int f = 0; f < clip.frameCount(); f++) {
      pose.set(baked.animations().get(0), clip.times()[f]);
      pose.positions(baked.shapes().get(0), played);
      float[] wanted = skin(rig, clip.poses()[f]);
      for (int i = 0; i < played.length; i++) {
        assertThat((double) played[i]).isCloseTo(wanted[i], within(1e-4 * model.size()));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double v) {
    return org.assertj.core.data.Offset.offset(v);
  }

  @Test
  void jiggleIsBakedIntoTheClipAndLeavesTheRestAlone() throws IOException {
    HelperRig rig = HandRig.of(model, false);
    Path still = folder.resolve("still.glb");
    RigExporter.writeGlb(model, rig, List.of(clip), still);
    RigExporter.write(model, rig, List.of(clip), new Jiggle(3, 0.2, 0.05), folder, "swing");
    GltfModel a = GltfReader.read(still);
    GltfModel b = GltfReader.read(folder.resolve("swing.glb"));
    GltfPose first = new GltfPose(a);
    GltfPose second = new GltfPose(b);
    float[] p = new float[3 * model.rest().vertexCount()];
    float[] q = new float[p.length];
    double most = 0;
    for (int f = 0; f < clip.frameCount(); f++) {
      first.set(a.animations().get(0), clip.times()[f]);
      second.set(b.animations().get(0), clip.times()[f]);
      first.positions(a.shapes().get(0), p);
      second.positions(b.shapes().get(0), q);
      for (int i = 0; i < p.length; i++) {
        most = Math.max(most, Math.abs(p[i] - q[i]));
        assertThat(f > 0 || Math.abs(p[i] - q[i]) < 1e-6).isTrue(); // starts at rest
      }
    }
    assertThat(most).isBetween(1e-3, 0.051);
  }

  @Test
  void anExportedRigCanBeReadAsAModelAgain() throws IOException {
    HelperRig rig = HandRig.of(model, false);
    Path file = folder.resolve("out.glb");
    RigExporter.writeGlb(model, rig, List.of(clip), file);
    RigModel again = RigModelReader.read(file);
    assertThat(again.skeleton().names()).contains("bulge", "calf");
    assertThat(again.rest().positions()).isEqualTo(model.rest().positions());
    assertThat(again.source().skins()).hasSize(1);
  }

  @Test
  void theScriptForThreeJsGivesTheSameNumbers() throws Exception {
    assumeTrue(runs("node", "--version"), "skipped: node is not installed");
    for (boolean kernels : new boolean[] {false, true}) {
      HelperRig rig = HandRig.of(model, kernels);
      RigExporter.write(model, rig, List.of(clip), folder, "leg");
      Files.copy(
          folder.resolve(RigExporter.SCRIPT),
          folder.resolve("h.mjs"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      ObjectMapper json = new ObjectMapper();
      Files.write(folder.resolve("poses.json"), json.writeValueAsBytes(clip.poses()));
      Files.writeString(
          folder.resolve("run.mjs"),
          """
          import { readFileSync, writeFileSync } from 'node:fs';
          import { HelperRig, JiggleRig } from './h.mjs';
          const read = (f) => JSON.parse(readFileSync(new URL(f, import.meta.url)));
          const rig = new HelperRig(read('leg.rig.json'));
          const out = read('poses.json').map((p) => Array.from(rig.evaluate(p).skinning));
          writeFileSync(new URL('out.json', import.meta.url), JSON.stringify(out));
          const jiggle = new JiggleRig(rig, 3, 0.2, 0.05);
          const swung = read('poses.json').map((p) => Array.from(jiggle.advance(p, 1 / 24).skinning));
          writeFileSync(new URL('swung.json', import.meta.url), JSON.stringify(swung));
          """);
      assertThat(runs("node", folder.resolve("run.mjs").toString())).isTrue();
      double[][] out =
          json.readValue(Files.readAllBytes(folder.resolve("out.json")), double[][].class);
      double[][] swung =
          json.readValue(Files.readAllBytes(folder.resolve("swung.json")), double[][].class);
      JiggleRuntime springs = new Jiggle(3, 0.2, 0.05).of(rig.runtime());
      for (int f = 0; f < out.length; f++) {
        double[] jiggled = new double[24];
        springs.advance(clip.poses()[f], 1 / 24.0, jiggled, null);
        for (int i = 0; i < jiggled.length; i++) {
          assertThat(swung[f][i]).isCloseTo(jiggled[i], within(1e-11));
        }
        double[] wanted = skinning(rig, clip.poses()[f]);
        for (int i = 0; i < wanted.length; i++) {
          assertThat(out[f][i]).isCloseTo(wanted[i], within(1e-12));
        }
      }
    }
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      Process p = new ProcessBuilder(command).inheritIO().start();
      if (!p.waitFor(60, TimeUnit.SECONDS)) {
        p.destroyForcibly();
        return false;
      }
      return p.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static double[] skinning(HelperRig rig, double[] pose) {
    HelperRuntime runtime = rig.runtime();
    double[] out = new double[12 * runtime.helperCount()];
    runtime.evaluate(pose, out, null);
    return out;
  }

  private float[] skin(HelperRig rig, double[] pose) {
    int joints = rig.skeleton().jointCount();
    double[] s = new double[12 * rig.boneCount()];
    rig.skeleton().skinning(pose, s);
    System.arraycopy(skinning(rig, pose), 0, s, 12 * joints, 12 * rig.helpers().size());
    float[] u = model.rest().positions();
    SkinWeights w = rig.weights();
    float[] out = new float[u.length];
    double[] v = new double[3];
    for (int j = 0; j < u.length / 3; j++) {
      double[] sum = new double[3];
      for (int k = w.influences() * j; k < w.influences() * (j + 1); k++) {
        Transforms.apply(s, 12 * w.bones()[k], u[3 * j], u[3 * j + 1], u[3 * j + 2], v, 0);
        for (int c = 0; c < 3; c++) {
          sum[c] += w.weights()[k] * v[c];
        }
      }
      for (int c = 0; c < 3; c++) {
        out[3 * j + c] = (float) sum[c];
      }
    }
    return out;
  }
}
