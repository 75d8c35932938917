package dev.shinari.io;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.obj.ObjReader;
import dev.shinari.io.ply.PlyReader;
import dev.shinari.io.tet.GmshReader;
import dev.shinari.io.tet.TetGenReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads any mesh file. The first bytes decide where they are telling, the name's extension where
 * they are not, so that a file with a wrong extension still opens.
 */
public final class MeshReader {
  /** What can be read, for messages. */
  public static final String FORMATS = "OBJ, PLY, glTF, GLB, TetGen (.node, .ele), Gmsh (.msh)";

  private MeshReader() {}

  public static MeshFile read(Path path) throws IOException {
    String extension = extension(path);
    boolean pair = extension.equals("node") || extension.equals("ele");
    return pair ? TetGenReader.read(path) : read(path, FileBytes.read(path));
  }

  /**
   * Reads bytes that are in memory already, an upload for one. The path names them in messages and
   * by its extension; files that a glTF model needs besides are looked for beside it.
   */
  public static MeshFile read(Path path, byte[] bytes) throws IOException {
    String start = new String(bytes, 0, Math.min(16, bytes.length), StandardCharsets.ISO_8859_1);
    if (start.startsWith("glTF")) {
      return GltfReader.readMesh(path, bytes);
    }
    if (start.startsWith("ply\n") || start.startsWith("ply\r")) {
      return PlyReader.read(path, bytes);
    }
    if (start.startsWith("$MeshFormat")) {
      return GmshReader.read(path, bytes);
    }
    String extension = extension(path);
    return switch (extension) {
      case "obj" -> ObjReader.read(path, bytes);
      case "ply" -> PlyReader.read(path, bytes);
      case "gltf", "glb" -> GltfReader.readMesh(path, bytes);
      case "msh" -> GmshReader.read(path, bytes);
      default ->
          throw new BadFileException(
              path,
              "",
              "a mesh: " + FORMATS,
              extension.isEmpty() ? "a name without extension" : "the extension ." + extension,
              "export the mesh as OBJ or GLB");
    };
  }

  private static String extension(Path path) {
    String name = path.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
