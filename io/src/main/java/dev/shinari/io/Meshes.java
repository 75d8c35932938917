package dev.shinari.io;

import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.obj.ObjReader;
import dev.shinari.io.ply.PlyReader;
import dev.shinari.io.tet.GmshReader;
import dev.shinari.io.tet.TetGenReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads any mesh file. The first bytes decide where they are telling, the name's extension where
 * they are not, so that a file with a wrong extension still opens.
 */
public final class Meshes {
  /** What can be read, for messages. */
  public static final String FORMATS = "OBJ, PLY, glTF, GLB, TetGen (.node, .ele), Gmsh (.msh)";

  private Meshes() {}

  public static MeshFile read(Path path) throws IOException {
    String start = start(path);
    if (start.startsWith("glTF")) {
      return GltfReader.readMesh(path);
    }
    if (start.startsWith("ply\n") || start.startsWith("ply\r")) {
      return PlyReader.read(path);
    }
    if (start.startsWith("$MeshFormat")) {
      return GmshReader.read(path);
    }
    String name = path.getFileName().toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return switch (extension) {
      case "obj" -> ObjReader.read(path);
      case "ply" -> PlyReader.read(path);
      case "gltf", "glb" -> GltfReader.readMesh(path);
      case "node", "ele" -> TetGenReader.read(path);
      case "msh" -> GmshReader.read(path);
      default ->
          throw new BadFileException(
              path,
              "",
              "a mesh: " + FORMATS,
              name.contains(".") ? "the extension ." + extension : "a name without extension",
              "export the mesh as OBJ or GLB");
    };
  }

  /** Whether the name has an extension that {@link #read} knows. */
  public static boolean isMeshName(Path path) {
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.matches(".*\\.(obj|ply|gltf|glb|node|ele|msh)");
  }

  private static String start(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new BadFileException(path, "", "a mesh file", "a folder", "name a file in it");
    }
    if (!Files.exists(path)) {
      throw new BadFileException(path, "", "a file", "none", "check the name and the folder");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return new String(in.readNBytes(16), StandardCharsets.ISO_8859_1);
    }
  }
}
