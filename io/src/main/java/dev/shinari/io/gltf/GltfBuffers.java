package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.Buffer;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * The bytes behind a file's buffers: the GLB's own chunk, data URIs, and files in the same folder
 * or below. Everything else is refused by name, be it needed or not: a mesh must not make its
 * reader open files elsewhere or reach for the network.
 */
final class GltfBuffers {
  private final Path path;
  private final ByteBuffer[] buffers;

  private GltfBuffers(Path path, int count) {
    this.path = path;
    this.buffers = new ByteBuffer[count];
  }

  /**
   * @param bin the GLB's binary chunk, or null
   */
  static GltfBuffers load(Path path, GlTF gltf, ByteBuffer bin) throws IOException {
    List<Buffer> list = gltf.getBuffers() == null ? List.of() : gltf.getBuffers();
    GltfBuffers out = new GltfBuffers(path, list.size());
    List<Image> images = gltf.getImages() == null ? List.of() : gltf.getImages();
    for (int i = 0; i < images.size(); i++) {
      String uri = images.get(i) == null ? null : images.get(i).getUri();
      if (uri != null && !isData(uri)) {
        out.local(uri, "/images/" + i + "/uri"); // pictures are not followed either
      }
    }
    for (int i = 0; i < list.size(); i++) {
      out.buffers[i] = out.load(list.get(i), i, bin);
    }
    return out;
  }

  int count() {
    return buffers.length;
  }

  ByteBuffer get(int i) {
    return buffers[i];
  }

  /** What a data URI or a file beside the model holds; null where there is no such file. */
  byte[] linked(String uri, String place) throws IOException {
    if (isData(uri)) {
      return decode(uri, place);
    }
    Path file = local(uri, place);
    return Files.isRegularFile(file) ? FileBytes.read(file) : null;
  }

  private ByteBuffer load(Buffer buffer, int i, ByteBuffer bin) throws IOException {
    String place = "/buffers/" + i;
    if (buffer == null || buffer.getByteLength() == null || buffer.getByteLength() < 1) {
      throw bad(place, "a buffer with a byteLength", "none", "");
    }
    ByteBuffer data;
    String uri = buffer.getUri();
    if (uri == null) {
      if (bin == null || i != 0) {
        throw bad(place, "a uri or a binary chunk", "none", "");
      }
      data = bin;
    } else if (isData(uri)) {
      data = ByteBuffer.wrap(decode(uri, place + "/uri"));
    } else {
      Path file = local(uri, place + "/uri");
      if (!Files.isRegularFile(file)) {
        throw new BadFileException(
            path, place + "/uri", "the file " + shown(uri), "none", "copy it beside the glTF file");
      }
      data = ByteBuffer.wrap(FileBytes.read(file));
    }
    if (data.remaining() < buffer.getByteLength()) {
      throw bad(
          place + "/byteLength",
          "at most the " + data.remaining() + " bytes that are there",
          buffer.getByteLength().toString(),
          "");
    }
    return data.slice(data.position(), buffer.getByteLength()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private BadFileException bad(String place, String expected, String found, String remedy) {
    return new BadFileException(
        path,
        place,
        expected,
        found,
        remedy.isEmpty() ? "the file is cut short or damaged: export it again" : remedy);
  }

  private static boolean isData(String uri) {
    return uri.regionMatches(true, 0, "data:", 0, 5);
  }

  private byte[] decode(String uri, String place) throws BadFileException {
    int comma = uri.indexOf(',');
    if (comma < 0 || !uri.substring(0, comma).endsWith(";base64")) {
      throw bad(place, "a base64 data URI", shown(uri), "export it as GLB");
    }
    try {
      return Base64.getDecoder().decode(uri.substring(comma + 1).getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw bad(place, "base64 text", "other characters in it", "");
    }
  }

  private Path local(String uri, String place) throws IOException {
    String name = percentDecoded(uri, place).replace('\\', '/');
    String remedy = "export the model again as one GLB, or copy the file beside it";
    if (name.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*") || name.startsWith("//")) {
      throw bad(
          place, "a file beside the model", "a network or absolute address " + shown(uri), remedy);
    }
    if (name.startsWith("/") || name.startsWith("~")) {
      throw bad(place, "a file beside the model", "the absolute path " + shown(uri), remedy);
    }
    Path folder = path.toAbsolutePath().normalize().getParent();
    Path file;
    try {
      file = folder.resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw bad(place, "a file name", shown(uri), "");
    }
    boolean inside = file.startsWith(folder) && !file.equals(folder);
    // A link inside of the folder may still lead out of it.
    if (inside && Files.exists(file)) {
      inside = file.toRealPath().startsWith(folder.toRealPath());
    }
    if (!inside) {
      throw bad(
          place, "a file in the model's folder", shown(uri) + ", which leads out of it", remedy);
    }
    return file;
  }

  private String percentDecoded(String uri, String place) throws BadFileException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] b = uri.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < b.length; i++) {
      if (b[i] != '%') {
        out.write(b[i]);
        continue;
      }
      int high = i + 2 < b.length ? Character.digit(b[i + 1], 16) : -1;
      int low = i + 2 < b.length ? Character.digit(b[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw bad(place, "a file name with % only before two hexadecimal digits", shown(uri), "");
      }
      out.write(16 * high + low);
      i += 2;
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String shown(String uri) {
    return "'" + (uri.length() > 80 ? uri.substring(0, 80) + "..." : uri) + "'";
  }
}
