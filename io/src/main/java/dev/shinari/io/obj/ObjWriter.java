package dev.shinari.io.obj;

import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes surfaces as OBJ. A take's bodies are one object with a group each: importers that split by
 * object then keep them as one mesh, in the vertex order of the point cache.
 */
public final class ObjWriter {
  private ObjWriter() {}

  /** Writes one mesh. */
  public static void write(TriangleMesh mesh, Path file, String name) throws IOException {
    SafeFiles.write(
        file,
        out -> {
          Writer w = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
          w.write("# Shinari\no " + word(name) + "\n");
          vertices(w, mesh.positions());
          textureCoordinates(w, mesh.uvs());
          faces(w, mesh, 0, mesh.uvs() == null ? -1 : 0);
          w.flush();
        });
  }

  /** Writes one frame of a take's bodies. */
  public static void write(JoinedTake take, int frame, Path file, String name) throws IOException {
    write(take, frame, file, name, new float[3 * take.vertexCount()]);
  }

  /** Writes every frame as NAME_0000.obj and so on; answers with the files in order. */
  public static List<Path> writeSequence(
      JoinedTake take, Path folder, String name, ExportProgress progress) throws IOException {
    List<Path> files = new ArrayList<>();
    int frames = take.frameCount();
    int digits = Math.max(4, Integer.toString(frames - 1).length());
    float[] scratch = new float[3 * take.vertexCount()];
    for (int f = 0; f < frames; f++) {
      String file = String.format(Locale.ROOT, "%s_%0" + digits + "d.obj", name, f);
      write(take, f, folder.resolve(file), name, scratch);
      files.add(folder.resolve(file));
      progress.at(file, f + 1, frames);
    }
    return files;
  }

  private static void write(JoinedTake take, int frame, Path file, String name, float[] scratch)
      throws IOException {
    take.positions(frame, scratch);
    SafeFiles.write(
        file,
        out -> {
          Writer w = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
          w.write("# Shinari, frame " + frame + "\no " + word(name) + "\n");
          vertices(w, scratch);
          for (Take.Track t : take.tracks()) {
            textureCoordinates(w, t.surface().uvs());
          }
          int uv = 0;
          for (int k = 0; k < take.tracks().size(); k++) {
            TriangleMesh m = take.tracks().get(k).surface();
            w.write("g " + word(take.tracks().get(k).name()) + "\n");
            faces(w, m, take.firstVertex(k), m.uvs() == null ? -1 : uv);
            uv += m.uvs() == null ? 0 : m.vertexCount();
          }
          w.flush();
        });
  }

  private static void vertices(Writer w, float[] p) throws IOException {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < p.length; i += 3) {
      s.setLength(0);
      s.append("v ").append(p[i]).append(' ').append(p[i + 1]).append(' ').append(p[i + 2]);
      w.append(s.append('\n'));
    }
  }

  private static void textureCoordinates(Writer w, float[] uvs) throws IOException {
    StringBuilder s = new StringBuilder();
    for (int i = 0; uvs != null && i < uvs.length; i += 2) {
      s.setLength(0);
      w.append(s.append("vt ").append(uvs[i]).append(' ').append(uvs[i + 1]).append('\n'));
    }
  }

  // firstUv: index of the texture coordinate of the mesh's first vertex, or -1 for none.
  private static void faces(Writer w, TriangleMesh mesh, int firstVertex, int firstUv)
      throws IOException {
    int[] t = mesh.triangles();
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < t.length; i += 3) {
      s.setLength(0);
      s.append('f');
      for (int c = 0; c < 3; c++) {
        s.append(' ').append(firstVertex + t[i + c] + 1);
        if (firstUv >= 0) {
          s.append('/').append(firstUv + t[i + c] + 1);
        }
      }
      w.append(s.append('\n'));
    }
  }

  // OBJ ends a name at a blank.
  private static String word(String name) {
    String s = name.strip().replaceAll("[\\s\\p{Cntrl}#\\\\]+", "_");
    return s.isEmpty() ? "body" : s;
  }
}
