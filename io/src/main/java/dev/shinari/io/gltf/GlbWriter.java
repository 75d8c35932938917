package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.Animation;
import de.javagl.jgltf.impl.v2.AnimationChannel;
import de.javagl.jgltf.impl.v2.AnimationChannelTarget;
import de.javagl.jgltf.impl.v2.AnimationSampler;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.MaterialPbrMetallicRoughness;
import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import de.javagl.jgltf.impl.v2.Scene;
import de.javagl.jgltf.impl.v2.TextureInfo;
import dev.shinari.io.file.ColorSpaces;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a take as GLB: a node with a mesh and a material a track. A moving track is a morph
 * sequence: target k is a later frame minus frame 0, and the weights are 1 for one target at that
 * frame's time and fall linearly to 0 at its neighbors'. So at most two targets are active at a
 * time and playback hits each written frame.
 *
 * <pre>
 *   weight  1 |    /\    /\    /\
 *             |   /  \  /  \  /  \
 *           0 |__/____\/____\/____\__
 *      frame     0     1     2     3      (all weights 0 shows frame 0, the base)
 * </pre>
 *
 * <p>Players keep every target in graphics memory and visit all of them a vertex, so the number of
 * targets is bounded. A longer clip keeps every n-th frame and the last; a note says so. Poses that
 * are held have steps between them instead of slopes, and a target a pose.
 *
 * <p>The file is written in one go from a plan: the first walk over the frames finds the bounds
 * that glTF wants ahead of the data, the second writes the data.
 */
public final class GlbWriter {
  /** Targets beyond which players stutter. */
  static final int MAX_TARGETS = 60;

  /** Vertices times targets beyond which they do, and the file grows past some 20 MB. */
  static final long MAX_VERTEX_TARGETS = 1_500_000;

  /**
   * Up to here the targets carry normals too. Beyond, moving tracks carry none at all: players then
   * shade them flat from the moved triangles, which is right in every frame, while normals that
   * stay behind would paint the first frame's light onto the body.
   */
  static final long MAX_NORMAL_TARGETS = 500_000;

  private final Take take;
  private final GlbFile glb = new GlbFile();
  private final GlTF gltf = glb.gltf();
  private final List<String> notes = new ArrayList<>();
  private final Map<List<Integer>, Integer> timeAccessors = new LinkedHashMap<>();
  private boolean morphNormals;

  private GlbWriter(Take take) {
    this.take = take;
  }

  /**
   * Writes the file; answers with notes for the user.
   *
   * @param cacheName the point cache to name where the clip had to be thinned
   */
  public static List<String> write(Take take, Path file, String cacheName, ExportProgress progress)
      throws IOException {
    GlbWriter writer = new GlbWriter(take);
    writer.plan(cacheName);
    SafeFiles.write(file, out -> writer.glb.writeTo(out, file.getFileName().toString(), progress));
    return writer.notes;
  }

  private void plan(String cacheName) throws IOException {
    Scene scene = new Scene();
    scene.setName(take.name());
    scene.setExtras(
        Map.of("framesPerSecond", take.framesPerSecond())); // one key: no order to worry about
    gltf.addScenes(scene);
    gltf.setScene(0);
    int step = frameStep(cacheName);
    Animation animation = new Animation();
    animation.setName(take.name());
    for (Take.Track track : take.tracks()) {
      if (track.surface().triangleCount() == 0) {
        notes.add("glb: '" + track.name() + "' has no triangles and was left out");
      } else {
        scene.addNodes(planTrack(track, keptFrames(track, step), animation));
      }
    }
    if (animation.getChannels() != null) {
      gltf.addAnimations(animation);
    }
    if (!glb.close()) {
      throw new IOException(
          "the take is too large for one GLB ("
              + (glb.length() >> 20)
              + " MB); export it as pc2 or usda");
    }
  }

  /** Every how many frames one is kept; 0 if only frame 0 fits. */
  private int frameStep(String cacheName) {
    long vertices = 0;
    int frames = 1;
    for (Take.Track t : take.tracks()) {
      if (t.frameCount() > 1 && t.surface().triangleCount() > 0) {
        vertices += t.surface().vertexCount();
        frames = Math.max(frames, t.frameCount());
      }
    }
    if (frames == 1) {
      return 1;
    }
    int targets = (int) Math.min(MAX_TARGETS, MAX_VERTEX_TARGETS / vertices);
    if (targets < 2 && frames > 1 + targets) {
      notes.add(
          "glb: "
              + vertices
              + " moving vertices are too many for an animated GLB; it shows frame 0; use "
              + cacheName
              + " for the motion");
      return 0;
    }
    int hold = take.hold();
    int step = (frames - 2) / targets + 1;
    step = (step + hold - 1) / hold * hold;
    int used = hold > 1 ? (frames - 1) / step : (frames - 2) / step + 1;
    morphNormals = (long) used * vertices <= MAX_NORMAL_TARGETS;
    if (step > hold) {
      notes.add(
          "glb: thinned to every "
              + ordinal(step)
              + " frame ("
              + (used + 1)
              + " of "
              + frames
              + ") so that players cope; "
              + cacheName
              + " holds every frame");
    }
    return step;
  }

  private static String ordinal(int n) {
    boolean teen = n % 100 / 10 == 1;
    return n + (teen ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th");
  }

  private List<Integer> keptFrames(Take.Track track, int step) {
    List<Integer> kept = new ArrayList<>();
    int last = track.frameCount() - 1;
    kept.add(0);
    for (int f = step; step > 0 && f < last; f += step) {
      kept.add(f);
    }
    boolean shown = take.hold() == 1 || last % take.hold() == 0; // else the pose before is held
    if (step > 0 && last > 0 && shown) {
      kept.add(last);
    }
    return kept;
  }

  private int planTrack(Take.Track track, List<Integer> kept, Animation animation)
      throws IOException {
    TriangleMesh surface = track.surface();
    int n = surface.vertexCount();
    boolean moves = kept.size() > 1;
    float[] base = new float[3 * n];
    JoinedTake.read(track, 0, base);

    MeshPrimitive primitive = new MeshPrimitive();
    primitive.addAttributes(
        "POSITION", glb.floats("VEC3", n, GlbFile.ARRAY_BUFFER, base, out -> out.put(base)));
    boolean normals = !moves || morphNormals;
    if (normals) {
      primitive.addAttributes(
          "NORMAL",
          glb.floats(
              "VEC3", n, GlbFile.ARRAY_BUFFER, null, out -> out.put(normals(surface, base))));
    }
    if (surface.uvs() != null) {
      primitive.addAttributes(
          "TEXCOORD_0",
          glb.floats(
              "VEC2", n, GlbFile.ARRAY_BUFFER, null, out -> out.put(turnedUvs(surface.uvs()))));
    }
    primitive.setIndices(glb.indices(surface.triangles(), n));
    primitive.setMaterial(material(track));
    float[] moved = new float[3 * n];
    List<String> names = new ArrayList<>();
    for (int frame : kept.subList(1, kept.size())) {
      delta(track, frame, base, moved);
      Map<String, Integer> target = new LinkedHashMap<>();
      target.put(
          "POSITION",
          glb.floats(
              "VEC3",
              n,
              GlbFile.ARRAY_BUFFER,
              moved,
              out -> {
                delta(track, frame, base, moved);
                out.put(moved);
              }));
      if (normals) {
        target.put(
            "NORMAL",
            glb.floats(
                "VEC3",
                n,
                GlbFile.ARRAY_BUFFER,
                null,
                out -> {
                  JoinedTake.read(track, frame, moved);
                  float[] change = normals(surface, moved);
                  subtract(normals(surface, base), change);
                  out.put(change);
                }));
      }
      primitive.addTargets(target);
      names.add("frame " + frame);
    }
    Mesh mesh = new Mesh();
    mesh.setName(track.name());
    mesh.addPrimitives(primitive);
    if (moves) {
      mesh.setExtras(Map.of("targetNames", names));
      mesh.setWeights(new ArrayList<>(java.util.Collections.nCopies(names.size(), 0f)));
    }
    gltf.addMeshes(mesh);
    Node node = new Node();
    node.setName(track.name());
    node.setMesh(gltf.getMeshes().size() - 1);
    if (track.isScenery()) {
      node.setExtras(Map.of("scenery", true));
    }
    gltf.addNodes(node);
    int index = gltf.getNodes().size() - 1;
    if (moves) {
      animate(animation, index, kept, track.frameCount() - 1);
    }
    return index;
  }

  private void animate(Animation animation, int node, List<Integer> kept, int last) {
    int targets = kept.size() - 1;
    List<Integer> keys = new ArrayList<>(kept);
    if (kept.get(targets) < last) {
      keys.add(last); // the last pose is held until the end
    }
    AnimationSampler sampler = new AnimationSampler();
    sampler.setInput(times(keys));
    sampler.setInterpolation(take.hold() == 1 ? "LINEAR" : "STEP");
    // Row k holds the weights at kept frame k: all 0 for the base, else 1 for target k - 1.
    sampler.setOutput(
        glb.floats(
            "SCALAR",
            keys.size() * targets,
            null,
            null,
            out -> {
              float[] row = new float[targets];
              for (int k = 0; k < keys.size(); k++) {
                Arrays.fill(row, 0);
                if (k > 0) {
                  row[Math.min(k, targets) - 1] = 1;
                }
                out.put(row);
              }
            }));
    animation.addSamplers(sampler);
    AnimationChannelTarget target = new AnimationChannelTarget();
    target.setNode(node);
    target.setPath("weights");
    AnimationChannel channel = new AnimationChannel();
    channel.setSampler(animation.getSamplers().size() - 1);
    channel.setTarget(target);
    animation.addChannels(channel);
  }

  private int times(List<Integer> kept) {
    Integer known = timeAccessors.get(kept);
    if (known != null) {
      return known;
    }
    float[] seconds = new float[kept.size()];
    for (int k = 0; k < seconds.length; k++) {
      seconds[k] = (float) (kept.get(k) / (double) take.framesPerSecond());
    }
    int accessor = glb.floats("SCALAR", seconds.length, null, seconds, out -> out.put(seconds));
    timeAccessors.put(kept, accessor);
    return accessor;
  }

  private int material(Take.Track track) {
    float[] c = ColorSpaces.linear(track.look());
    MaterialPbrMetallicRoughness pbr = new MaterialPbrMetallicRoughness();
    boolean pictured = track.picture() != null && track.surface().uvs() != null;
    if (pictured) {
      TextureInfo info = new TextureInfo();
      info.setIndex(glb.picture(track.picture()));
      pbr.setBaseColorTexture(info);
    } else {
      pbr.setBaseColorFactor(new float[] {c[0], c[1], c[2], 1});
    }
    pbr.setMetallicFactor(0f);
    pbr.setRoughnessFactor(0.9f);
    Material material = new Material();
    material.setName(track.name());
    material.setPbrMetallicRoughness(pbr);
    if (pictured) {
      material.setAlphaMode("MASK"); // the outline is cut out already; only soft borders remain
    }
    material.setDoubleSided(true); // sheets and torn bodies are seen from behind, too
    gltf.addMaterials(material);
    return gltf.getMaterials().size() - 1;
  }

  private static void delta(Take.Track track, int frame, float[] base, float[] out)
      throws IOException {
    JoinedTake.read(track, frame, out);
    subtract(base, out);
  }

  private static void subtract(float[] what, float[] from) {
    for (int i = 0; i < from.length; i++) {
      from[i] -= what[i];
    }
  }

  private static float[] normals(TriangleMesh surface, float[] positions) {
    float[] out = new float[positions.length];
    Normals.of(positions, surface.triangles(), new double[positions.length], out);
    return out;
  }

  private static float[] turnedUvs(float[] uvs) {
    float[] out = uvs.clone();
    for (int i = 1; i < out.length; i += 2) {
      out[i] = 1 - out[i];
    }
    return out;
  }
}
