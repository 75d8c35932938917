package dev.shinari.io.ply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.MeshReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class PlyReaderTest {
  @TempDir Path dir;

  private static final String BODY =
      """
      comment made by hand
      element vertex 4
      property float nx
      property double x
      property float y
      property float z
      property uchar red
      property float s
      property float t
      element face 2
      property uchar flag
      property list uchar int vertex_indices
      property list uint8 float32 texcoord
      element edge 1
      property int vertex1
      property int vertex2
      end_header
      """;

  public static final String ASCII =
      "ply\nformat ascii 1.0\n"
          + BODY
          + """
          nan 0 0 0 255 0 0
          0 1 0 0 255 1 0
          0 1 1 0 255 1 1
          0 0 1 0.5 255 0 1
          7 3 0 1 2 0
          7 4 0 1 2 3 2 0.5 0.5
          0 1
          """;

  public static byte[] binary(ByteOrder order) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String name = order == ByteOrder.BIG_ENDIAN ? "binary_big_endian" : "binary_little_endian";
    out.write(("ply\nformat " + name + " 1.0\n" + BODY).getBytes(StandardCharsets.US_ASCII));
    ByteBuffer b = ByteBuffer.allocate(500).order(order);
    float[][] v = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5f}};
    for (int i = 0; i < 4; i++) {
      b.putFloat(Float.NaN).putDouble(v[i][0]).putFloat(v[i][1]).putFloat(v[i][2]);
      b.put((byte) 255).putFloat(v[i][0]).putFloat(v[i][1]);
    }
    b.put((byte) 7).put((byte) 3).putInt(0).putInt(1).putInt(2).put((byte) 0);
    b.put((byte) 7).put((byte) 4).putInt(0).putInt(1).putInt(2).putInt(3);
    b.put((byte) 2).putFloat(0.5f).putFloat(0.5f);
    b.putInt(0).putInt(1);
    out.write(b.array(), 0, b.position());
    return out.toByteArray();
  }

  private MeshFile read(byte[] bytes) throws IOException {
    Path file = dir.resolve("m.ply");
    Files.write(file, bytes);
    return MeshReader.read(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ascii", "little", "big"})
  void allThreeEncodingsReadTheSame(String which) throws IOException {
    byte[] bytes =
        switch (which) {
          case "ascii" -> ASCII.getBytes(StandardCharsets.US_ASCII);
          case "little" -> binary(ByteOrder.LITTLE_ENDIAN);
          default -> binary(ByteOrder.BIG_ENDIAN);
        };
    MeshFile file = read(bytes);
    assertThat(file.surface().positions()).containsExactly(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5f);
    assertThat(file.surface().triangleCount()).isEqualTo(3);
    assertThat(file.surface().uvs()).containsExactly(0, 0, 1, 0, 1, 1, 0, 1);
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void aStripIsUnrolledWithItsWinding() throws IOException {
    MeshFile file =
        read(
            """
            ply
            format ascii 1.0
            element vertex 5
            property float x
            property float y
            property float z
            element tristrips 1
            property list int int vertex_indices
            end_header
            0 0 0
            1 0 0
            0 1 0
            1 1 0
            5 5 5
            8 0 1 2 3 -1 0 1 4
            """
                .getBytes(StandardCharsets.US_ASCII));
    assertThat(file.surface().triangles()).containsExactly(0, 1, 2, 2, 1, 3, 0, 1, 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "element vertex 4 | element vertex 2000000000 | 2000000000 elements 'vertex'",
        "element face 2 | element face 900000000000 | 900000000000 elements 'face'",
        "7 3 0 1 2 0 | 7 3 0 1 9 0 | vertex index from 0 to 3",
        "7 3 0 1 2 0 | 7 3 0 1 -1 0 | vertex index from 0 to 3",
        "7 3 0 1 2 0 | 7 2 0 1 0 | at least 3 corners",
        "7 3 0 1 2 0 | 7 2000000 0 1 2 0 | a list that fits",
        "0 1 1 0 255 1 1 | 0 inf 1 0 255 1 1 | finite",
        "format ascii 1.0 | format utf8 1.0 | binary_little_endian",
        "property double x | property double w | x, y and z",
        "end_header | end_head | end_header",
      })
  void badFilesAreRefused(String part, String with, String message) {
    assertThat(ASCII).contains(part);
    assertThatThrownBy(() -> read(ASCII.replace(part, with).getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPointCloudIsRefusedWithARemedy() {
    assertThatThrownBy(
            () ->
                read(
                    ("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                            + "property float y\nproperty float z\nend_header\n0 0 0\n")
                        .getBytes(StandardCharsets.US_ASCII)))
        .hasMessageContaining("no face");
  }
}
