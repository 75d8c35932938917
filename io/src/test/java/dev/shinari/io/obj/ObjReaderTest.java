package dev.shinari.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.MeshReader;
import dev.shinari.io.TestTakes;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import dev.shinari.mesh.TriangleMesh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjReaderTest {
  @TempDir Path dir;

  private MeshFile read(String text) throws IOException {
    Path file = dir.resolve("m.obj");
    Files.writeString(file, text);
    return MeshReader.read(file);
  }

  /** As Blender writes it: objects, normals, seams, quads. */
  static final String BLENDER =
      """
      # Blender v3.4.1 OBJ File: ''
      mtllib cube.mtl
      o Cube
      v 1.000000 1.000000 -1.000000
      v 1.000000 -1.000000 -1.000000
      v 1.000000 1.000000 1.000000
      v 1.000000 -1.000000 1.000000
      v -1.000000 1.000000 -1.000000
      v -1.000000 -1.000000 -1.000000
      v -1.000000 1.000000 1.000000
      v -1.000000 -1.000000 1.000000
      vn 0.0000 1.0000 0.0000
      vn 0.0000 0.0000 1.0000
      vn -1.0000 0.0000 0.0000
      vn 0.0000 -1.0000 0.0000
      vn 1.0000 0.0000 0.0000
      vn 0.0000 0.0000 -1.0000
      vt 0.625000 0.500000
      vt 0.875000 0.500000
      vt 0.875000 0.750000
      vt 0.625000 0.750000
      vt 0.375000 0.750000
      vt 0.625000 1.000000
      vt 0.375000 1.000000
      vt 0.375000 0.000000
      vt 0.625000 0.000000
      vt 0.625000 0.250000
      vt 0.375000 0.250000
      vt 0.125000 0.500000
      vt 0.375000 0.500000
      vt 0.125000 0.750000
      s 0
      usemtl Material
      f 1/1/1 5/2/1 7/3/1 3/4/1
      f 4/5/2 3/4/2 7/6/2 8/7/2
      f 8/8/3 7/9/3 5/10/3 6/11/3
      f 6/12/4 2/13/4 4/5/4 8/14/4
      f 2/13/5 1/1/5 3/4/5 4/5/5
      f 6/11/6 5/10/6 1/1/6 2/13/6
      o Plane
      v 0 3 0
      v 1 3 0
      v 1 3 1
      f -3 -1 -2
      """;

  @Test
  void aBlenderFileKeepsItsVerticesAndNamesItsObjects() throws IOException {
    MeshFile file = read(BLENDER);
    assertThat(file.format()).isEqualTo("obj");
    assertThat(file.surface().vertexCount()).isEqualTo(11);
    assertThat(file.surface().triangleCount()).isEqualTo(13);
    assertThat(file.parts())
        .containsExactly(new MeshFile.Part("Cube", 0, 12), new MeshFile.Part("Plane", 12, 1));
    assertThat(file.surface().uvs()).startsWith(0.625f, 0.5f);
    assertThat(file.warnings()).hasSize(1);
    assertThat(file.warnings().get(0).message()).contains("texture seams");
    // outward: the volume by the divergence theorem is the cube's
    TriangleMesh m = file.surface();
    double volume = 0;
    for (int t = 0; t < 36; t += 3) {
      float[] p = m.positions();
      int a = 3 * m.triangles()[t], b = 3 * m.triangles()[t + 1], c = 3 * m.triangles()[t + 2];
      volume +=
          (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1])
                  + p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2])
                  + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]))
              / 6.0;
    }
    assertThat(volume).isEqualTo(8);
  }

  @Test
  void continuedLinesCommentsAndByteOrderMarkAreUnderstood() throws IOException {
    MeshFile file =
        read("\uFEFF# c\nv 0 \\\n 0 0 # here\r\nv 1 0 0\rv 0 1 0 1.0\ng a b\nf 1 \\\n2 \\\n3\n");
    assertThat(file.surface().triangles()).containsExactly(0, 1, 2);
    assertThat(file.parts().get(0).name()).isEqualTo("a b");
  }

  @Test
  void anLShapeIsCutWithoutLeavingIt() throws IOException {
    MeshFile file = read("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 3 4 5 6 1 2\n");
    assertThat(file.surface().triangleCount()).isEqualTo(4);
    assertThat(file.warnings()).isEmpty();
    double area = 0;
    int[] t = file.surface().triangles();
    float[] p = file.surface().positions();
    for (int i = 0; i < t.length; i += 3) {
      int a = 3 * t[i], b = 3 * t[i + 1], c = 3 * t[i + 2];
      double part =
          0.5 * ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]));
      assertThat(part).isGreaterThan(0);
      area += part;
    }
    assertThat(area).isEqualTo(3);
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    for (boolean uvs : new boolean[] {false, true}) {
      TriangleMesh mesh = TestTakes.box(3, uvs);
      Path file = dir.resolve("r.obj");
      ObjWriter.write(mesh, file, "a box");
      MeshFile back = MeshReader.read(file);
      assertThat(back.surface().positions()).isEqualTo(mesh.positions());
      assertThat(back.surface().triangles()).isEqualTo(mesh.triangles());
      assertThat(back.surface().uvs()).isEqualTo(mesh.uvs());
      assertThat(back.warnings()).isEmpty();
    }
  }

  @Test
  void linesUnknownWordsAndFlatFacesGiveWarnings() throws IOException {
    MeshFile file = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\ncurv 0 1\nf 1 2 3\nf 1 1 2\nf 2 2 3\n");
    assertThat(file.surface().triangleCount()).isEqualTo(1);
    assertThat(file.warnings().toString())
        .contains("lines and points")
        .contains("'curv'")
        .contains("fewer than 3 different corners")
        .contains("(2 times)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v 0 0 0;v 1 0 0;v 0 nan 0;f 1 2 3 | line 3, column 5 | finite",
        "v 0 0 0;v 1 0 0;v 0 1e40 0;f 1 2 3 | line 3, column 5 | finite",
        "v 0 0 0;v 1 0 0;v 0 1;f 1 2 3 | line 3 | z coordinate",
        "v 0 0 0;v 1 0 0;v 0 1 0;f 1 2 4 | line 4, column 7 | from 1 to 3",
        "v 0 0 0;v 1 0 0;v 0 1 0;f 1 2 0 | line 4, column 7 | from 1 to 3",
        "v 0 0 0;v 1 0 0;v 0 1 0;f -4 2 3 | line 4, column 3 | from 1 to 3",
        "v 0 0 0;v 1 0 0;v 0 1 0;f 1/1 2 3 | line 4, column 3 | texture index",
        "v 0 0 0;v 1 0 0;v 0 1 0;f 1 2 | line 4 | at least 3 corners",
        "v 0 0 0;v 1 0 0;v 0 1 0;f 1 2 x | line 4, column 7 | vertex index",
        "v 0 0 0;v 1 0 0;v 0 1 0 | | no face",
        "# nothing | | no vertices",
      })
  void badFilesAreRefusedWithTheirPlace(String text, String place, String part) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining(place == null ? "m.obj" : place)
        .hasMessageContaining(part)
        .satisfies(e -> assertThat(((BadFileException) e).remedy()).isNotEmpty());
  }

  @Test
  void anEmptyAMissingAndAnUnknownFileAreRefused() throws IOException {
    assertThatThrownBy(() -> read("")).hasMessageContaining("an empty file");
    assertThatThrownBy(() -> MeshReader.read(dir.resolve("no.obj")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("found none");
    assertThatThrownBy(() -> MeshReader.read(dir)).isInstanceOf(BadFileException.class);
    Path other = Files.writeString(dir.resolve("m.fbx"), "Kaydara");
    assertThatThrownBy(() -> MeshReader.read(other)).hasMessageContaining("extension .fbx");
  }

  // A comb has many reflex corners, a spiral few ears at a time; both are simple polygons.
  @Test
  void largeConcavePolygonsAreCutCompletely() throws IOException {
    StringBuilder s = new StringBuilder();
    int teeth = 300;
    StringBuilder f = new StringBuilder("f");
    int n = 0;
    for (int i = 0; i < teeth; i++) {
      s.append("v ").append(i).append(" 5 0\nv ").append(i + 0.5).append(" 1 0\n");
      f.append(' ').append(++n).append(' ').append(++n);
    }
    s.append("v ").append(teeth).append(" 0 0\nv 0 0 0\n");
    f.append(' ').append(++n).append(' ').append(++n);
    MeshFile file = read(s + f.toString() + "\n");
    assertThat(file.surface().triangleCount()).isEqualTo(n - 2);
    assertThat(file.warnings()).isEmpty();
  }
}
