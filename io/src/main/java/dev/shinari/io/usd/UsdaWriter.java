package dev.shinari.io.usd;

import dev.shinari.io.file.ColorSpaces;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a take as USD text: one Mesh prim a track, its points and extent as time samples. Time
 * code f is frame f. Frames are written as they are read; each track is walked twice, once for the
 * extents and once for the points.
 */
public final class UsdaWriter {
  private final Take take;
  private final Writer w;

  private UsdaWriter(Take take, Writer w) {
    this.take = take;
    this.w = w;
  }

  /** Writes the file; answers with notes for the user. */
  public static List<String> write(Take take, Path file, ExportProgress progress)
      throws IOException {
    List<String> notes = new ArrayList<>();
    SafeFiles.write(
        file,
        out -> {
          Writer w =
              new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
          new UsdaWriter(take, w).stage(file.getFileName().toString(), notes, progress);
          w.flush();
        });
    return notes;
  }

  private void stage(String file, List<String> notes, ExportProgress progress) throws IOException {
    w.write("#usda 1.0\n(\n    defaultPrim = \"Take\"\n");
    w.write("    startTimeCode = 0\n    endTimeCode = " + (take.frameCount() - 1) + "\n");
    w.write("    timeCodesPerSecond = " + take.framesPerSecond() + "\n");
    w.write("    framesPerSecond = " + take.framesPerSecond() + "\n");
    w.write("    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\ndef Xform \"Take\"\n{\n");
    int total = 0;
    for (Take.Track t : take.tracks()) {
      total += t.frameCount();
    }
    int done = 0;
    Set<String> used = new HashSet<>();
    for (Take.Track t : take.tracks()) {
      if (t.surface().triangleCount() == 0) {
        notes.add("usda: '" + t.name() + "' has no triangles and was left out");
      } else {
        mesh(t, unique(identifier(t.name()), used), file, done, total, progress);
      }
      done += t.frameCount();
      progress.at(file, done, total);
    }
    w.write("}\n");
  }

  private void mesh(
      Take.Track track, String prim, String file, int done, int total, ExportProgress progress)
      throws IOException {
    TriangleMesh m = track.surface();
    int frames = track.frameCount();
    float[] p = new float[3 * m.vertexCount()];
    w.write("    def Mesh \"" + prim + "\"\n    {\n");
    w.write("        uniform bool doubleSided = 1\n");
    w.write("        uniform token subdivisionScheme = \"none\"\n");
    counts(m.triangleCount());
    indices(m.triangles());
    float[] rgb = ColorSpaces.linear(track.look());
    w.write("        color3f[] primvars:displayColor = [");
    tuple(rgb, 0, 3);
    w.write("]\n");
    if (m.uvs() != null) {
      w.write("        texCoord2f[] primvars:st = ");
      tuples(m.uvs(), 2);
      w.write(" (\n            interpolation = \"vertex\"\n        )\n");
    }
    attribute("float3[] extent", frames);
    for (int f = 0; f < frames; f++) {
      JoinedTake.read(track, f, p);
      Bounds b = Bounds.of(p);
      sample(f, frames);
      tuples(new float[] {b.minX(), b.minY(), b.minZ(), b.maxX(), b.maxY(), b.maxZ()}, 3);
      w.write(frames > 1 ? ",\n" : "\n");
    }
    endAttribute(frames);
    attribute("point3f[] points", frames);
    for (int f = 0; f < frames; f++) {
      JoinedTake.read(track, f, p);
      sample(f, frames);
      tuples(p, 3);
      w.write(frames > 1 ? ",\n" : "\n");
      progress.at(file, done + f, total);
    }
    endAttribute(frames);
    w.write("    }\n");
  }

  // "x.timeSamples = {" and a line a frame, or "x = value" for a thing that never moves.
  private void attribute(String name, int frames) throws IOException {
    w.write("        " + name + (frames > 1 ? ".timeSamples = {\n" : " = "));
  }

  private void sample(int frame, int frames) throws IOException {
    if (frames > 1) {
      w.write("            " + frame + ": ");
    }
  }

  private void endAttribute(int frames) throws IOException {
    if (frames > 1) {
      w.write("        }\n");
    }
  }

  private void counts(int triangles) throws IOException {
    w.write("        int[] faceVertexCounts = [");
    for (int i = 0; i < triangles; i++) {
      w.write(i == 0 ? "3" : ", 3");
    }
    w.write("]\n");
  }

  private void indices(int[] triangles) throws IOException {
    w.write("        int[] faceVertexIndices = [");
    for (int i = 0; i < triangles.length; i++) {
      w.write(i == 0 ? "" : ", ");
      w.write(Integer.toString(triangles[i]));
    }
    w.write("]\n");
  }

  private void tuples(float[] a, int width) throws IOException {
    w.write('[');
    for (int i = 0; i < a.length; i += width) {
      w.write(i == 0 ? "" : ", ");
      tuple(a, i, width);
    }
    w.write(']');
  }

  private void tuple(float[] a, int from, int width) throws IOException {
    w.write('(');
    for (int c = 0; c < width; c++) {
      w.write(c == 0 ? "" : ", ");
      w.write(Float.toString(a[from + c]));
    }
    w.write(')');
  }

  // Prim names are ASCII identifiers.
  private static String identifier(String name) {
    String s = name.strip().replaceAll("[^A-Za-z0-9_]", "_");
    return s.isEmpty() || Character.isDigit(s.charAt(0)) ? "_" + s : s;
  }

  private static String unique(String name, Set<String> used) {
    String s = name;
    for (int k = 2; !used.add(s); k++) {
      s = name + "_" + k;
    }
    return s;
  }
}
