package dev.shinari.io.gltf;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import de.javagl.jgltf.impl.v2.BufferView;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How the surfaces of a glTF file look: its materials, textures, samplers and pictures, word for
 * word as the file has them, extensions included. Nothing here is understood; it is kept to be
 * written into another file. A picture that is not there is left out and said.
 */
public final class GltfLook {
  /** A file without materials. */
  public static final GltfLook NONE =
      new GltfLook(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  // Fields, not setters: the setters refuse what extensions add.
  static final ObjectMapper FIELDS =
      JsonMapper.builder()
          .serializationInclusion(JsonInclude.Include.NON_NULL)
          .visibility(PropertyAccessor.SETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .build();

  /** A picture as a file holds it. */
  @SuppressWarnings("ArrayRecordComponent") // the bytes are the point
  record Picture(String name, String mimeType, byte[] bytes) {}

  private final List<Map<String, Object>> materials;
  private final List<Map<String, Object>> textures;
  private final List<Map<String, Object>> samplers;
  private final List<Picture> pictures; // null where one is missing
  private final List<String> required;
  private final List<String> notes;

  private GltfLook(
      List<Map<String, Object>> materials,
      List<Map<String, Object>> textures,
      List<Map<String, Object>> samplers,
      List<Picture> pictures,
      List<String> required,
      List<String> notes) {
    this.materials = materials;
    this.textures = textures;
    this.samplers = samplers;
    this.pictures = pictures;
    this.required = required;
    this.notes = notes;
  }

  /** The look of a file whose shapes {@link GltfReader} has read. */
  public static GltfLook read(Path path) throws IOException {
    return read(path, FileBytes.read(path));
  }

  /** As {@link #read(Path)}, for bytes that are in memory already. */
  public static GltfLook read(Path path, byte[] bytes) throws IOException {
    return GltfReader.look(path, bytes);
  }

  static GltfLook of(GlTF gltf, GltfBuffers buffers) throws IOException {
    List<String> notes = new ArrayList<>();
    List<Picture> pictures = new ArrayList<>();
    List<Image> images = gltf.getImages() == null ? List.of() : gltf.getImages();
    for (int i = 0; i < images.size(); i++) {
      pictures.add(picture(gltf, buffers, images.get(i), i, notes));
    }
    return new GltfLook(
        maps(gltf.getMaterials()),
        maps(gltf.getTextures()),
        maps(gltf.getSamplers()),
        pictures,
        gltf.getExtensionsRequired() == null ? List.of() : gltf.getExtensionsRequired(),
        List.copyOf(notes));
  }

  private static List<Map<String, Object>> maps(List<?> list) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (Object o : list == null ? List.of() : list) {
      out.add(FIELDS.convertValue(o, new TypeReference<LinkedHashMap<String, Object>>() {}));
    }
    return out;
  }

  private static Picture picture(
      GlTF gltf, GltfBuffers buffers, Image image, int i, List<String> notes) throws IOException {
    String place = "/images/" + i;
    byte[] bytes = null;
    try {
      if (image != null && image.getUri() != null) {
        bytes = buffers.linked(image.getUri(), place + "/uri");
      } else if (image != null && image.getBufferView() != null) {
        bytes = viewed(gltf, buffers, image.getBufferView());
      }
    } catch (BadFileException e) {
      // A shape is worth having without its picture.
      notes.add(e.getMessage());
      return null;
    }
    String mimeType = bytes == null ? null : mimeType(bytes, image);
    if (mimeType == null) {
      String uri = image == null || image.getUri() == null ? "" : image.getUri();
      boolean named = !uri.isEmpty() && !uri.regionMatches(true, 0, "data:", 0, 5);
      notes.add(
          place
              + (named ? " ('" + uri + "')" : "")
              + (bytes == null ? " is not there" : " is no picture")
              + ": materials go without it");
      return null;
    }
    return new Picture(image.getName(), mimeType, bytes);
  }

  private static byte[] viewed(GlTF gltf, GltfBuffers buffers, int index) {
    List<BufferView> views = gltf.getBufferViews() == null ? List.of() : gltf.getBufferViews();
    BufferView v = index >= 0 && index < views.size() ? views.get(index) : null;
    if (v == null
        || v.getBuffer() == null
        || v.getBuffer() < 0
        || v.getBuffer() >= buffers.count()
        || v.getByteLength() == null) {
      return null;
    }
    ByteBuffer from = buffers.get(v.getBuffer());
    int first = v.getByteOffset() == null ? 0 : v.getByteOffset();
    int length = v.getByteLength();
    if (first < 0 || length < 1 || (long) first + length > from.limit()) {
      return null;
    }
    byte[] out = new byte[length];
    from.get(first, out);
    return out;
  }

  /** By the first bytes, else as the file says; null where neither tells. */
  private static String mimeType(byte[] b, Image image) {
    if (starts(b, 0, 0x89, 'P', 'N', 'G')) {
      return "image/png";
    }
    if (starts(b, 0, 0xFF, 0xD8, 0xFF)) {
      return "image/jpeg";
    }
    if (starts(b, 0, 'R', 'I', 'F', 'F') && starts(b, 8, 'W', 'E', 'B', 'P')) {
      return "image/webp";
    }
    if (starts(b, 0, 0xAB, 'K', 'T', 'X')) {
      return "image/ktx2";
    }
    String said = image.getMimeType();
    boolean core = "image/png".equals(said) || "image/jpeg".equals(said);
    return said != null && said.toLowerCase(Locale.ROOT).startsWith("image/") && !core
        ? said
        : null;
  }

  private static boolean starts(byte[] b, int at, int... with) {
    for (int i = 0; i < with.length; i++) {
      if (at + i >= b.length || (b[at + i] & 0xFF) != with[i]) {
        return false;
      }
    }
    return true;
  }

  /** What a user should know: pictures that were left out. */
  public List<String> notes() {
    return notes;
  }

  Map<String, Object> material(int i) {
    return materials.get(i);
  }

  /** Null for an index that the file does not have. */
  Map<String, Object> texture(int i) {
    return i >= 0 && i < textures.size() ? textures.get(i) : null;
  }

  /** Null for an index that the file does not have. */
  Map<String, Object> sampler(int i) {
    return i >= 0 && i < samplers.size() ? samplers.get(i) : null;
  }

  /** Null for one that is missing. */
  Picture picture(int i) {
    return i >= 0 && i < pictures.size() ? pictures.get(i) : null;
  }

  boolean isRequired(String extension) {
    return required.contains(extension);
  }
}
