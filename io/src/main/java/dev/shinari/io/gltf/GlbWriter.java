package dev.shinari.io.gltf;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import de.javagl.jgltf.impl.v2.Accessor;
import de.javagl.jgltf.impl.v2.Animation;
import de.javagl.jgltf.impl.v2.AnimationChannel;
import de.javagl.jgltf.impl.v2.AnimationChannelTarget;
import de.javagl.jgltf.impl.v2.AnimationSampler;
import de.javagl.jgltf.impl.v2.Asset;
import de.javagl.jgltf.impl.v2.Buffer;
import de.javagl.jgltf.impl.v2.BufferView;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.MaterialPbrMetallicRoughness;
import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import de.javagl.jgltf.impl.v2.Scene;
import de.javagl.jgltf.impl.v2.Texture;
import de.javagl.jgltf.impl.v2.TextureInfo;
import dev.shinari.io.Colours;
import dev.shinari.io.ExportProgress;
import dev.shinari.io.JoinedTake;
import dev.shinari.io.SafeFiles;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.world.Take;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a take as GLB: a node with a mesh and a material a track. A moving track is a morph
 * sequence: target k is a later frame minus frame 0, and the weights are 1 for one target at that
 * frame's time and fall linearly to 0 at its neighbours'. So at most two targets are active at a
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
 * targets is bounded. A longer clip keeps every n-th frame and the last; a note says so.
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

  private static final int ARRAY_BUFFER = 34962;
  private static final int ELEMENT_ARRAY_BUFFER = 34963;
  private static final int UNSIGNED_SHORT = 5123;
  private static final int UNSIGNED_INT = 5125;
  private static final int FLOAT = 5126;

  private static final ObjectMapper JSON =
      JsonMapper.builder().serializationInclusion(JsonInclude.Include.NON_NULL).build();

  /** A stretch of the binary chunk: written when its turn comes, of a length known before. */
  private interface Block {
    void writeTo(LittleEndian out) throws IOException;
  }

  private final Take take;
  private final GlTF gltf = new GlTF();
  private final List<Block> blocks = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<List<Integer>, Integer> timeAccessors = new LinkedHashMap<>();
  private long binLength;
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
    SafeFiles.write(file, out -> writer.writeTo(out, file.getFileName().toString(), progress));
    return writer.notes;
  }

  private void plan(String cacheName) throws IOException {
    Asset asset = new Asset();
    asset.setVersion("2.0");
    asset.setGenerator("Shinari");
    gltf.setAsset(asset);
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
    if (binLength > 0) {
      if (binLength > Integer.MAX_VALUE - (64 << 20)) {
        throw new IOException(
            "the take is too large for one GLB ("
                + (binLength >> 20)
                + " MB); export it as pc2 or usda");
      }
      Buffer buffer = new Buffer();
      buffer.setByteLength((int) binLength);
      gltf.addBuffers(buffer);
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
    int step = (frames - 2) / targets + 1;
    int used = (frames - 2) / step + 1;
    morphNormals = (long) used * vertices <= MAX_NORMAL_TARGETS;
    if (step > 1) {
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

  private static List<Integer> keptFrames(Take.Track track, int step) {
    List<Integer> kept = new ArrayList<>();
    int last = track.frameCount() - 1;
    kept.add(0);
    for (int f = step; step > 0 && f < last; f += step) {
      kept.add(f);
    }
    if (step > 0 && last > 0) {
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
        "POSITION", floats("VEC3", n, ARRAY_BUFFER, base, out -> out.put(base)));
    boolean normals = !moves || morphNormals;
    if (normals) {
      primitive.addAttributes(
          "NORMAL", floats("VEC3", n, ARRAY_BUFFER, null, out -> out.put(normals(surface, base))));
    }
    if (surface.uvs() != null) {
      primitive.addAttributes(
          "TEXCOORD_0",
          floats("VEC2", n, ARRAY_BUFFER, null, out -> out.put(turnedUvs(surface.uvs()))));
    }
    primitive.setIndices(indices(surface.triangles(), n));
    primitive.setMaterial(material(track));
    float[] moved = new float[3 * n];
    List<String> names = new ArrayList<>();
    for (int frame : kept.subList(1, kept.size())) {
      delta(track, frame, base, moved);
      Map<String, Integer> target = new LinkedHashMap<>();
      target.put(
          "POSITION",
          floats(
              "VEC3",
              n,
              ARRAY_BUFFER,
              moved,
              out -> {
                delta(track, frame, base, moved);
                out.put(moved);
              }));
      if (normals) {
        target.put(
            "NORMAL",
            floats(
                "VEC3",
                n,
                ARRAY_BUFFER,
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
      animate(animation, index, kept);
    }
    return index;
  }

  private void animate(Animation animation, int node, List<Integer> kept) {
    int targets = kept.size() - 1;
    AnimationSampler sampler = new AnimationSampler();
    sampler.setInput(times(kept));
    sampler.setInterpolation("LINEAR");
    // Row k holds the weights at kept frame k: all 0 for the base, else 1 for target k - 1.
    sampler.setOutput(
        floats(
            "SCALAR",
            kept.size() * targets,
            null,
            null,
            out -> {
              float[] row = new float[targets];
              for (int k = 0; k <= targets; k++) {
                Arrays.fill(row, 0);
                if (k > 0) {
                  row[k - 1] = 1;
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
    int accessor = floats("SCALAR", seconds.length, null, seconds, out -> out.put(seconds));
    timeAccessors.put(kept, accessor);
    return accessor;
  }

  private int material(Take.Track track) {
    float[] c = Colours.linear(track.look());
    MaterialPbrMetallicRoughness pbr = new MaterialPbrMetallicRoughness();
    boolean pictured = track.picture() != null && track.surface().uvs() != null;
    if (pictured) {
      TextureInfo info = new TextureInfo();
      info.setIndex(texture(track.picture()));
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

  /** A PNG inside of the file. */
  private int texture(byte[] png) {
    BufferView view = view(png.length, null, out -> out.put(png));
    gltf.addBufferViews(view);
    Image image = new Image();
    image.setMimeType("image/png");
    image.setBufferView(gltf.getBufferViews().size() - 1);
    gltf.addImages(image);
    Texture texture = new Texture();
    texture.setSource(gltf.getImages().size() - 1);
    gltf.addTextures(texture);
    return gltf.getTextures().size() - 1;
  }

  private int indices(int[] triangles, int vertices) {
    // 65535 is reserved in glTF, so that the largest usable 16-bit index is 65534.
    boolean small = vertices <= 65535;
    Accessor a = accessor("SCALAR", small ? UNSIGNED_SHORT : UNSIGNED_INT, triangles.length);
    return add(
        a,
        (small ? 2L : 4L) * triangles.length,
        ELEMENT_ARRAY_BUFFER,
        out -> {
          for (int v : triangles) {
            if (small) {
              out.putShort(v);
            } else {
              out.putInt(v);
            }
          }
        });
  }

  // bounded: the values, 3 or 1 a row, whose bounds the accessor must state, or null.
  private int floats(String type, int count, Integer target, float[] bounded, Block block) {
    Accessor a = accessor(type, FLOAT, count);
    int width = width(type);
    if (bounded != null) {
      Number[] min = new Number[width];
      Number[] max = new Number[width];
      for (int c = 0; c < width; c++) {
        float lo = Float.POSITIVE_INFINITY;
        float hi = Float.NEGATIVE_INFINITY;
        for (int i = c; i < bounded.length; i += width) {
          lo = Math.min(lo, bounded[i]);
          hi = Math.max(hi, bounded[i]);
        }
        // As doubles: a float's shortest text is another number when read as double.
        min[c] = (double) lo;
        max[c] = (double) hi;
      }
      a.setMin(min);
      a.setMax(max);
    }
    return add(a, 4L * width * count, target, block);
  }

  private static int width(String type) {
    return type.equals("SCALAR") ? 1 : type.charAt(3) - '0';
  }

  private static Accessor accessor(String type, int componentType, int count) {
    Accessor a = new Accessor();
    a.setType(type);
    a.setComponentType(componentType);
    a.setCount(count);
    return a;
  }

  private int add(Accessor accessor, long length, Integer target, Block block) {
    gltf.addBufferViews(view(length, target, block));
    accessor.setBufferView(gltf.getBufferViews().size() - 1);
    gltf.addAccessors(accessor);
    return gltf.getAccessors().size() - 1;
  }

  private BufferView view(long length, Integer target, Block block) {
    BufferView view = new BufferView();
    view.setBuffer(0);
    view.setByteOffset((int) Math.min(binLength, Integer.MAX_VALUE));
    view.setByteLength((int) Math.min(length, Integer.MAX_VALUE));
    view.setTarget(target);
    blocks.add(block);
    binLength += (length + 3) & ~3L;
    return view;
  }

  private void writeTo(OutputStream out, String file, ExportProgress progress) throws IOException {
    byte[] json = JSON.writeValueAsBytes(gltf);
    int jsonLength = (json.length + 3) & ~3;
    LittleEndian bin = new LittleEndian(out);
    bin.putInt(0x46546C67);
    bin.putInt(2);
    bin.putInt((int) (12 + 8 + jsonLength + (binLength > 0 ? 8 + binLength : 0)));
    bin.putInt(jsonLength);
    bin.putInt(0x4E4F534A);
    bin.put(json);
    bin.pad(' ');
    if (binLength > 0) {
      bin.putInt((int) binLength);
      bin.putInt(0x004E4942);
      for (int k = 0; k < blocks.size(); k++) {
        blocks.get(k).writeTo(bin);
        bin.pad(0);
        progress.at(file, k + 1, blocks.size());
      }
    }
    bin.flush();
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

  /** Numbers as little-endian bytes, through a small buffer. */
  private static final class LittleEndian {
    private final OutputStream out;
    private final ByteBuffer block = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
    private long written;

    LittleEndian(OutputStream out) {
      this.out = out;
    }

    private ByteBuffer room(int bytes) throws IOException {
      if (block.remaining() < bytes) {
        flush();
      }
      return block;
    }

    void put(float[] values) throws IOException {
      for (float v : values) {
        room(4).putFloat(v);
      }
    }

    void put(byte[] values) throws IOException {
      flush();
      out.write(values);
      written += values.length;
    }

    void putInt(int v) throws IOException {
      room(4).putInt(v);
    }

    void putShort(int v) throws IOException {
      room(2).putShort((short) v);
    }

    void pad(int with) throws IOException {
      while ((written + block.position()) % 4 != 0) {
        room(1).put((byte) with);
      }
    }

    void flush() throws IOException {
      out.write(block.array(), 0, block.position());
      written += block.position();
      block.clear();
    }
  }
}
