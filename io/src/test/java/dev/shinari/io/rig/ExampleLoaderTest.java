package dev.shinari.io.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleLoaderTest {
  private static final int FRAMES = 24; // 3 x 2 x 2 x 2 x 1
  private static final int VERTICES = 91; // 13 x 7

  @TempDir Path folder;
  private final MuscleLimb leg = LimbModels.leg(13, 7);
  private float[][] shapes;
  private Path glb;
  private RigModel model;
  private ExampleLoader loader;

  @BeforeEach
  void writeALeg() throws IOException {
    PoseGrid grid = PoseGrid.of(leg.turns(), 3, 2, 2, 2, 1);
    double[][] poses = LimbFiles.rotations(leg, grid);
    glb = LimbFiles.write(leg, poses, folder, "leg", 1, ExportProgress.NONE).get(0);
    shapes = new float[FRAMES][3 * VERTICES];
    MuscleLimb.Evaluator evaluator = leg.evaluator();
    for (int f = 0; f < FRAMES; f++) {
      evaluator.positions(poses[f], shapes[f]);
    }
    model = RigModelReader.read(glb);
  }

  private ExampleSet load(Path targets) throws IOException {
    return load(model, targets);
  }

  private ExampleSet load(RigModel from, Path... targets) throws IOException {
    loader = new ExampleLoader(from, 24);
    ExampleSink sink = MemoryExamples.builder(from.rest(), from.skeleton());
    List<GltfModel.Animation> clips =
        ExampleLoader.choose(glb, from.source(), List.of(), targets.length);
    for (int k = 0; k < targets.length; k++) {
      try (TargetShapes t = TargetShapes.open(targets[k])) {
        loader.add(glb, clips.get(k), t, sink, ExportProgress.NONE);
      }
    }
    return sink.finish();
  }

  private Path pc2(String name, int vertices, float[][] frames) throws IOException {
    Path file = folder.resolve(name);
    PointCacheWriter.writePc2(
        file,
        vertices,
        frames.length,
        (f, out) -> System.arraycopy(frames[f], 0, out, 0, out.length),
        ExportProgress.NONE);
    return file;
  }

  private void assertShapes(ExampleSet set) throws IOException {
    float[] planes = new float[set.examplesPerBlock() * 3 * set.stride()];
    set.readBlock(0, planes);
    int s = set.stride();
    for (int f = 0; f < FRAMES; f++) {
      for (int j = 0; j < VERTICES; j++) {
        for (int c = 0; c < 3; c++) {
          assertThat(planes[3 * s * f + s * c + j])
              .isCloseTo(shapes[f][3 * j + c], org.assertj.core.data.Offset.offset(1e-5f));
        }
      }
    }
  }

  @Test
  void aModelAndItsCacheBecomePosesAndShapes() throws IOException {
    ExampleSet set = load(folder.resolve("leg.pc2"));
    assertThat(set.exampleCount()).isEqualTo(FRAMES);
    assertThat(set.skeleton().names()).containsExactly("pelvis", "thigh", "knee", "ankle");
    assertShapes(set);
    // Poses: the knee is where forward kinematics puts it.
    double[] pose = new double[48];
    double[] place = new double[3];
    MuscleLimb.Evaluator e = leg.evaluator();
    double[][] poses = LimbFiles.rotations(leg, PoseGrid.of(leg.turns(), 3, 2, 2, 2, 1));
    for (int f = 0; f < FRAMES; f++) {
      set.copyPose(f, pose);
      e.positions(poses[f], new float[3 * VERTICES]);
      e.place(2, place);
      for (int c = 0; c < 3; c++) {
        assertThat(pose[24 + 4 * c + 3])
            .isCloseTo(place[c], org.assertj.core.data.Offset.offset(1e-5));
      }
    }
    assertThat(loader.notes()).anyMatch(n -> n.contains("never moves pelvis, ankle"));
  }

  @Test
  void mddAndObjSequencesHoldTheSameShapes() throws IOException {
    Path mdd = folder.resolve("leg.mdd");
    ByteBuffer b = ByteBuffer.allocate(8 + FRAMES * 4 + FRAMES * VERTICES * 12);
    b.order(ByteOrder.BIG_ENDIAN).putInt(FRAMES).putInt(VERTICES);
    for (int f = 0; f < FRAMES; f++) {
      b.putFloat(f / 24f);
    }
    for (float[] s : shapes) {
      for (float v : s) {
        b.putFloat(v);
      }
    }
    Files.write(mdd, b.array());
    assertShapes(load(mdd));
    Path sequence = Files.createDirectory(folder.resolve("sequence"));
    for (int f = 0; f < FRAMES; f++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < VERTICES; j++) {
        text.append(
            String.format(
                Locale.ROOT,
                "v %.8f %.8f %.8f%n",
                shapes[f][3 * j],
                shapes[f][3 * j + 1],
                shapes[f][3 * j + 2]));
      }
      int[] t = leg.mesh().triangles();
      for (int i = 0; i < t.length; i += 3) {
        text.append("f ").append(t[i] + 1).append(' ').append(t[i + 1] + 1).append(' ');
        text.append(t[i + 2] + 1).append('\n');
      }
      Files.writeString(sequence.resolve("leg" + f + ".obj"), text); // leg10 sorts before leg2
    }
    assertShapes(load(sequence));
  }

  @Test
  void aModelWhoseSkinMovesServesAsShapes() throws IOException {
    ExampleSet set = load(glb);
    assertThat(set.exampleCount()).isEqualTo(FRAMES);
  }

  @Test
  void centimetersAndZUpAreNoticedAndSaid() throws IOException {
    float[][] other = new float[FRAMES][3 * VERTICES];
    for (int f = 0; f < FRAMES; f++) {
      for (int i = 0; i < other[f].length; i += 3) {
        other[f][i] = 100 * shapes[f][i];
        other[f][i + 1] = -100 * shapes[f][i + 2];
        other[f][i + 2] = 100 * shapes[f][i + 1];
      }
    }
    assertShapes(load(pc2("cm.pc2", VERTICES, other)));
    assertThat(loader.notes())
        .anyMatch(n -> n.contains("centimeters to meters") && n.contains("z up to y up"));
  }

  @Test
  void severalClipsBecomeOneSet() throws IOException {
    rewrite(
        glb,
        root -> {
          ObjectNode second = root.withArray("animations").get(0).deepCopy();
          second.put("name", "again");
          root.withArray("animations").add(second);
        });
    model = RigModelReader.read(glb);
    ExampleSet set = load(model, folder.resolve("leg.pc2"), folder.resolve("leg.pc2"));
    assertThat(set.exampleCount()).isEqualTo(2 * FRAMES);
    assertThat(loader.clips()).hasSize(2);
    assertThatThrownBy(() -> ExampleLoader.choose(glb, model.source(), List.of("walk"), 1))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("a clip called walk")
        .hasMessageContaining("again");
  }

  @Test
  void countsThatDifferAreSaidWithBothNumbers() throws IOException {
    Path few = pc2("few.pc2", VERTICES, Arrays.copyOf(shapes, 17));
    assertThatThrownBy(() -> load(few))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("24 frames")
        .hasMessageContaining("found 17 frames");
    Path thin = pc2("thin.pc2", 90, shapes);
    assertThatThrownBy(() -> load(thin))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("91 vertices")
        .hasMessageContaining("found 90 vertices");
  }

  @Test
  void aCacheThatIsNotANumberIsRefused() throws IOException {
    shapes[5][7] = Float.NaN;
    Path bad = pc2("nan.pc2", VERTICES, shapes);
    assertThatThrownBy(() -> load(bad))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("point 2 in frame 5");
  }

  @Test
  void repeatedPosesAreSaid() throws IOException {
    rewriteTimes();
    ExampleSet set = load(folder.resolve("leg.pc2"));
    assertThat(set.exampleCount()).isEqualTo(FRAMES);
    assertThat(loader.notes()).anyMatch(n -> n.contains("moves no joint"));
  }

  /** Takes all channels of the joints away but one of the root, which stays at rest. */
  private void rewriteTimes() throws IOException {
    rewrite(
        glb,
        root -> {
          ObjectNode animation = (ObjectNode) root.withArray("animations").get(0);
          for (int k = animation.withArray("channels").size() - 1; k > 0; k--) {
            animation.withArray("channels").remove(k);
          }
        });
    model = RigModelReader.read(glb);
  }

  @Test
  void aConstantScaleOfTheSkeletonMovesIntoTheMesh() throws IOException {
    rewrite(
        glb,
        root -> {
          ObjectNode armature = root.withArray("nodes").addObject();
          armature.put("name", "Armature");
          armature.withArray("children").add(0);
          armature.withArray("scale").add(0.5).add(0.5).add(0.5);
          ObjectNode scene = (ObjectNode) root.withArray("scenes").get(0);
          scene.withArray("nodes").removeAll();
          scene.withArray("nodes").add(4).add(5);
        });
    RigModel half = RigModelReader.read(glb);
    assertThat(half.notes()).anyMatch(n -> n.contains("scales the skin by 0.5"));
    assertThat(half.size())
        .isCloseTo(0.5 * model.size(), org.assertj.core.data.Offset.offset(1e-5));
    for (int d = 0; d < 4; d++) {
      assertThat(Transforms.strain(half.restPose(), 12 * d)).isLessThan(1e-6);
    }
  }

  @Test
  void aScaledJointIsRefusedByName() throws IOException {
    rewrite(
        glb,
        root ->
            ((ObjectNode) root.withArray("nodes").get(2))
                .withArray("scale")
                .add(1.5)
                .add(1)
                .add(1));
    assertThatThrownBy(() -> RigModelReader.read(glb))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("joint knee scaled or sheared");
  }

  @Test
  void withoutASkinAnimatedNodesAreTheSkeleton() throws IOException {
    rewrite(
        glb,
        root -> {
          root.remove("skins");
          ((ObjectNode) root.withArray("nodes").get(4)).remove("skin");
          ObjectNode primitive =
              (ObjectNode) root.withArray("meshes").get(0).withArray("primitives").get(0);
          ((ObjectNode) primitive.get("attributes")).remove(List.of("JOINTS_0", "WEIGHTS_0"));
        });
    RigModel bare = RigModelReader.read(glb);
    assertThat(bare.weights()).isNull();
    assertThat(bare.skeleton().names()).containsExactly("pelvis", "thigh", "knee", "ankle");
    ExampleSet set = load(bare, folder.resolve("leg.pc2"));
    assertShapes(set);
  }

  @Test
  void aModelWithoutASkeletonIsRefused() throws IOException {
    rewrite(
        glb,
        root -> {
          root.remove(List.of("skins", "animations"));
          ((ObjectNode) root.withArray("nodes").get(4)).remove("skin");
        });
    assertThatThrownBy(() -> RigModelReader.read(glb))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("a skeleton");
  }

  /** Changes the JSON of a GLB. */
  private static void rewrite(Path file, Consumer<ObjectNode> change) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int length = in.getInt(12);
    ObjectMapper mapper = new ObjectMapper();
    String text = new String(in.array(), 20, length, StandardCharsets.UTF_8);
    ObjectNode root = (ObjectNode) mapper.readTree(text);
    change.accept(root);
    byte[] json = mapper.writeValueAsBytes(root);
    int padded = (json.length + 3) & ~3;
    int rest = in.capacity() - 20 - length;
    ByteBuffer out = ByteBuffer.allocate(20 + padded + rest).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(in.getInt(0)).putInt(2).putInt(out.capacity()).putInt(padded).putInt(in.getInt(16));
    out.put(json);
    while (out.position() < 20 + padded) {
      out.put((byte) ' ');
    }
    out.put(in.array(), 20 + length, rest);
    Files.write(file, out.array());
  }
}
