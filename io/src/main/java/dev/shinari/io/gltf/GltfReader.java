package dev.shinari.io.gltf;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import de.javagl.jgltf.impl.v2.GlTF;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.file.Warnings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads .gltf and .glb files of version 2. This class opens the container and maps the JSON; {@link
 * GltfModelBuilder} makes the model.
 */
public final class GltfReader {
  private static final int JSON_CHUNK = 0x4E4F534A;
  private static final int BIN_CHUNK = 0x004E4942;

  // Extensions that a file may require and that leave shapes and motion as the core says.
  private static final Set<String> HARMLESS =
      Set.of(
          "KHR_mesh_quantization",
          "KHR_texture_transform",
          "KHR_lights_punctual",
          "KHR_texture_basisu",
          "EXT_texture_webp",
          "EXT_texture_avif",
          "MSFT_texture_dds");

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          // data URIs are long strings, bounded by the file that holds them
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNestingDepth(200)
                          .build())
                  .build())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // JglTF's setters refuse what files of extensions and of lax tools hold (an empty list
          // of nodes, a channel path from an extension); what matters is checked later.
          .visibility(PropertyAccessor.SETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .build();

  private GltfReader() {}

  /** Everything that concerns shapes and motion. */
  public static GltfModel read(Path path) throws IOException {
    return read(path, FileBytes.read(path));
  }

  /** Reads bytes that are in memory already; further files are looked for beside the path. */
  public static GltfModel read(Path path, byte[] bytes) throws IOException {
    Opened o = open(path, bytes);
    GltfAccessors accessors = new GltfAccessors(path, o.gltf(), o.buffers(), bytes.length);
    return new GltfModelBuilder(path, o.gltf(), accessors, o.warnings()).build();
  }

  static GltfLook look(Path path, byte[] bytes) throws IOException {
    Opened o = open(path, bytes);
    return GltfLook.of(o.gltf(), o.buffers());
  }

  /** The container's content. */
  private record Opened(GlTF gltf, GltfBuffers buffers, Warnings warnings) {}

  private static Opened open(Path path, byte[] bytes) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Warnings warnings = new Warnings();
    ByteBuffer json = file;
    ByteBuffer bin = null;
    if (isGlb(bytes)) {
      ByteBuffer[] chunks = chunks(path, file, warnings);
      json = chunks[0];
      bin = chunks[1];
    }
    GlTF gltf = parse(path, bytes, json);
    checkVersion(path, gltf);
    checkExtensions(path, gltf, warnings);
    return new Opened(gltf, GltfBuffers.load(path, gltf, bin), warnings);
  }

  /** The shapes as one surface, with a part for each. */
  public static MeshFile readMesh(Path path) throws IOException {
    return readMesh(path, FileBytes.read(path));
  }

  /** As {@link #readMesh(Path)}, for bytes that are in memory already. */
  public static MeshFile readMesh(Path path, byte[] bytes) throws IOException {
    GltfModel model = read(path, bytes);
    List<MeshFile.Part> parts = new ArrayList<>();
    int first = 0;
    for (GltfModel.Shape s : model.shapes()) {
      parts.add(new MeshFile.Part(s.name(), first, s.surface().triangleCount()));
      first += s.surface().triangleCount();
    }
    return new MeshFile(path, "gltf", model.joined(), null, parts, model.warnings());
  }

  /** Whether a file starts as a GLB does. */
  public static boolean isGlb(byte[] bytes) {
    return bytes.length >= 4
        && bytes[0] == 'g'
        && bytes[1] == 'l'
        && bytes[2] == 'T'
        && bytes[3] == 'F';
  }

  // header: magic, version, length; then chunks: length, kind, bytes
  private static ByteBuffer[] chunks(Path path, ByteBuffer file, Warnings warnings)
      throws BadFileException {
    int size = file.limit();
    if (size < 20) {
      throw badGlb(path, size, "a GLB header and a JSON chunk", "the end of the file");
    }
    int version = file.getInt(4);
    if (version != 2) {
      throw new BadFileException(
          path,
          "byte 4",
          "GLB version 2",
          "version " + Integer.toUnsignedString(version),
          "export the model as glTF 2.0");
    }
    long length = file.getInt(8) & 0xFFFFFFFFL;
    if (length > size) {
      throw badGlb(path, size, length + " bytes, as the header says", "the end of the file");
    }
    if (length < size) {
      warnings.add("byte " + length, (size - length) + " bytes behind the GLB were left out");
    }
    ByteBuffer json = null;
    ByteBuffer bin = null;
    long at = 12;
    for (int k = 0; at + 8 <= length; k++) {
      long chunk = file.getInt((int) at) & 0xFFFFFFFFL;
      int kind = file.getInt((int) at + 4);
      if (at + 8 + chunk > length) {
        throw badGlb(path, at, "a chunk within the file", "one of " + chunk + " bytes");
      }
      ByteBuffer data = file.slice((int) at + 8, (int) chunk).order(ByteOrder.LITTLE_ENDIAN);
      if (k == 0 && kind != JSON_CHUNK) {
        throw badGlb(path, at, "the JSON chunk first", "another chunk");
      }
      if (k == 0) {
        json = data;
      } else if (k == 1 && kind == BIN_CHUNK) {
        bin = data;
      }
      at += 8 + chunk;
    }
    if (json == null) {
      throw badGlb(path, 12, "a JSON chunk", "none");
    }
    return new ByteBuffer[] {json, bin};
  }

  private static BadFileException badGlb(Path path, long at, String expected, String found) {
    return new BadFileException(
        path, "byte " + at, expected, found, "the file is cut short or damaged: export it again");
  }

  private static GlTF parse(Path path, byte[] bytes, ByteBuffer json) throws BadFileException {
    try {
      int from = json.arrayOffset() + json.position();
      if (json.remaining() >= 3 && (bytes[from] & 0xFF) == 0xEF) {
        from += 3; // a byte order mark
      }
      int end = json.arrayOffset() + json.limit();
      GlTF gltf = JSON.readValue(bytes, from, Math.max(0, end - from), GlTF.class);
      if (gltf == null) {
        throw new BadFileException(path, "", "a glTF object", "null", "export the model again");
      }
      return gltf;
    } catch (JsonMappingException e) {
      StringBuilder pointer = new StringBuilder();
      for (JsonMappingException.Reference r : e.getPath()) {
        pointer.append('/').append(r.getFieldName() != null ? r.getFieldName() : r.getIndex());
      }
      throw badJson(path, pointer.isEmpty() ? place(e.getLocation()) : pointer.toString(), e);
    } catch (JsonProcessingException e) {
      throw badJson(path, place(e.getLocation()), e);
    } catch (IOException e) {
      throw new BadFileException(path, "", "JSON text", "unreadable bytes", "export it again", e);
    }
  }

  private static String place(JsonLocation at) {
    return at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private static BadFileException badJson(Path path, String place, JsonProcessingException e) {
    String said = String.valueOf(e.getOriginalMessage());
    int end = said.indexOf('\n');
    String first = end < 0 ? said : said.substring(0, end);
    return new BadFileException(
        path,
        place,
        "glTF 2.0 JSON",
        first.length() > 160 ? first.substring(0, 160) + "..." : first,
        "the file is cut short or damaged: export it again",
        e);
  }

  private static void checkVersion(Path path, GlTF gltf) throws BadFileException {
    String version = gltf.getAsset() == null ? null : gltf.getAsset().getVersion();
    if (version == null || !version.startsWith("2.")) {
      throw new BadFileException(
          path, "/asset/version", "2.0", "" + version, "export the model as glTF 2.0");
    }
  }

  private static void checkExtensions(Path path, GlTF gltf, Warnings warnings)
      throws BadFileException {
    if (gltf.getExtensionsRequired() != null) {
      for (String name : gltf.getExtensionsRequired()) {
        String n = String.valueOf(name);
        if (!HARMLESS.contains(n) && !n.startsWith("KHR_materials_")) {
          boolean packed = n.contains("draco") || n.contains("meshopt");
          throw new BadFileException(
              path,
              "/extensionsRequired",
              "extensions that can be read",
              "'" + n + "'",
              packed ? "export without mesh compression" : "export without this extension");
        }
      }
    }
    if (gltf.getExtensionsUsed() != null
        && gltf.getExtensionsUsed().contains("EXT_mesh_gpu_instancing")) {
      warnings.add("/extensionsUsed", "EXT_mesh_gpu_instancing: instances were left out");
    }
  }
}
