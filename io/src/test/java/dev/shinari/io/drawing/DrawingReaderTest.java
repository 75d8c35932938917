package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.file.BadFileException;
import dev.shinari.lattice.OutlineShape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrawingReaderTest {
  private static double area(double[][] loops) {
    double sum = 0;
    for (double[] l : loops) {
      for (int i = 0; i < l.length; i += 2) {
        int j = (i + 2) % l.length;
        sum += 0.5 * (l[i] * l[j + 1] - l[j] * l[i + 1]);
      }
    }
    return sum;
  }

  private static byte[] picture(int n, double inner, double outer) throws IOException {
    BufferedImage image = new BufferedImage(n, n, BufferedImage.TYPE_INT_ARGB);
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        double r =
            Math.sqrt(
                (x + 0.5 - n / 2.0) * (x + 0.5 - n / 2.0)
                    + (y + 0.5 - n / 2.0) * (y + 0.5 - n / 2.0));
        double a =
            Math.max(0, Math.min(1, 0.5 + outer - r)) * Math.max(0, Math.min(1, 0.5 + r - inner));
        image.setRGB(x, y, (int) (255 * a) << 24 | 0x3366CC);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  @Test
  void aSquareIsTheSameWithAbsoluteAndRelativeCommands() {
    double[][] a = SvgPath.loops("M 0 0 L 10 0 L 10 10 L 0 10 Z");
    double[][] b = SvgPath.loops("m0,0h10v10h-10z");
    assertThat(a).isDeepEqualTo(b);
    assertThat(Math.abs(area(a))).isEqualTo(100);
  }

  @Test
  void arcsAndCurvesEncloseTheAreaOfTheirCircle() {
    double arc = area(SvgPath.loops("M -1 0 A 1 1 0 0 1 1 0 A 1 1 0 0 1 -1 0 Z"));
    assertThat(Math.abs(arc)).isBetween(0.99 * Math.PI, Math.PI);
    double k = 0.5522847498;
    String curve =
        "M1 0C1 " + k + " " + k + " 1 0 1S-1 " + k + "-1 0-" + k + "-1 0-1S1-" + k + " 1 0Z";
    assertThat(Math.abs(area(SvgPath.loops(curve)))).isBetween(0.98 * Math.PI, 1.01 * Math.PI);
    assertThat(Math.abs(area(SvgPath.loops("M0 0Q.5 1 1 0T2 0L2-3L0-3Z")))).isBetween(5.5, 6.5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "L 1 1",
        "M 1",
        "M 0 0 L 1",
        "M 0 0 X 3",
        "M 0 0 L 1 1",
        "M0 0 A 1 1 0 2 0 1 1",
        "M 0 0 L 1e400 0 L 3 3",
        "5 5",
        "M 0 0 L 1 1 2 0 Z 4 4"
      })
  void whatIsNoPathIsRefusedWithItsPlace(String data) {
    assertThatThrownBy(() -> SvgPath.loops(data)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theOutlineOfAPictureFollowsItsAlphaAndHasItsHoles() throws IOException {
    Drawing ring = DrawingReader.png(picture(64, 10, 28));
    assertThat(ring.loops()).hasNumberOfRows(2);
    double want = Math.PI * (28 * 28 - 10 * 10);
    assertThat(area(ring.loops())).isBetween(0.98 * want, 1.02 * want);
    OutlineShape shape = new OutlineShape(ring.loops());
    assertThat(shape.contains(32, 32, 0)).isFalse();
    assertThat(shape.contains(32, 32 + 20, 0)).isTrue();
    assertThat(shape.contains(32, 32 + 30, 0)).isFalse();
  }

  @Test
  void aFittedDrawingIsCenteredAndAsHighAsAskedWithItsPicture() throws IOException {
    Drawing d = DrawingReader.png(picture(64, 0, 16)).fitted(2);
    OutlineShape shape = new OutlineShape(d.loops());
    assertThat(shape.bounds().sizeY()).isBetween(1.999f, 2.001f);
    assertThat(Math.abs(shape.bounds().centerX())).isLessThan(1e-3f);
    assertThat(d.box()[3] - d.box()[1]).isBetween(3.9, 4.1); // the picture is twice as high
  }

  @Test
  void emptyAndTransparentPicturesAreRefused(@TempDir Path dir) throws IOException {
    Path clear = dir.resolve("clear.png");
    Files.write(clear, picture(16, 100, 0));
    assertThatThrownBy(() -> DrawingReader.read(clear))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("transparent");
    Path empty = dir.resolve("empty.png");
    Files.write(empty, new byte[0]);
    assertThatThrownBy(() -> DrawingReader.read(empty)).isInstanceOf(IOException.class);
    Path svg = dir.resolve("empty.svg");
    Files.writeString(svg, "<svg xmlns='http://www.w3.org/2000/svg'/>");
    assertThatThrownBy(() -> DrawingReader.read(svg)).isInstanceOf(BadFileException.class);
  }

  @Test
  void pathsAndPolygonsOfAnSvgFileAreRead(@TempDir Path dir) throws IOException {
    Path svg = dir.resolve("two.svg");
    Files.writeString(
        svg, "<svg><path fill='red' d=\"M0 0h4v4h-4z\"/><polygon points='1,1 2,1 2,2'/></svg>");
    assertThat(DrawingReader.read(svg).loops()).hasNumberOfRows(2);
  }

  private static double[] box(String svg) {
    double[] b = {1e9, 1e9, -1e9, -1e9};
    for (double[] l : DrawingReader.svg(svg).loops()) {
      for (int i = 0; i < l.length; i += 2) {
        b[0] = Math.min(b[0], l[i]);
        b[1] = Math.min(b[1], l[i + 1]);
        b[2] = Math.max(b[2], l[i]);
        b[3] = Math.max(b[3], l[i + 1]);
      }
    }
    return b;
  }

  /** Boxes with y up: SVG's y 10 to 14 is -14 to -10. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rect x='1' y='10' width='2' height='4'/>|1 -14 3 -10",
        "<rect x='1' y='10' width='2' height='4' rx='1'/>|1 -14 3 -10",
        "<circle cx='5' cy='5' r='2'/>|3 -7 7 -3",
        "<ellipse cx='5' cy='5' rx='2' ry='1'/>|3 -6 7 -4",
        "<line x1='0' y1='3' x2='8' y2='3' stroke-width='2'/>|0 -4 8 -2",
        "<polyline points='0,0 4,0 4,4'/>|0 -4 4 0",
        "<rect width='1' height='1' transform='translate(3 4)'/>|3 -5 4 -4",
        "<rect width='1' height='1' transform='translate(3)scale(2, 3)'/>|3 -3 5 0",
        "<rect width='2' height='1' transform='rotate(90)'/>|-1 -2 0 0",
        "<rect width='2' height='1' transform='rotate(90 1 0)'/>|0 -1 1 1",
        "<rect width='1' height='1' transform='matrix(0 2 -2 0 5 5)'/>|3 -7 5 -5",
        "<g transform='scale(2)'><g transform='translate(1,1)'><path d='M0 0h1v1z'/></g></g>|2 -4 4 -2",
        "<g transform='scale(2)'><path d='M0 0h1v1z'/></g><path d='M0 0h1v1z'/>|0 -2 2 0",
        "<svg x='10' width='10' height='20' viewBox='0 0 5 5'><path d='M0 0h5v5z'/></svg>|10 -15 20 -5",
        "<defs><path d='M0 0h99v99z'/></defs><path d='M0 0h1v1z'/>|0 -1 1 0",
        "<path display='none' d='M0 0h99v99z'/><path d='M0 0 L 9 9'/><path d='M0 0h1v1z'/>|0 -1 1 0",
        "<defs><path id='a' d='M0 0h1v1z'/></defs><use href='#a' x='3' y='4'/>|3 -5 4 -4",
        "<use xlink:href='#a' transform='scale(2)' x='1'/><path id='a' display='inline' d='M0 0h1v1z'/>|0 -2 4 0",
        "<defs><g id='a' transform='translate(1)'><path d='M0 0h1v1z'/></g></defs><use href='#a' transform='rotate(90)'/>|-1 -2 0 -1",
        "<defs><path id='a' d='M0 0h1v1z'/><use id='b' href='#a' x='2'/></defs><use href='#b' y='5'/>|2 -6 3 -5",
        "<symbol id='a' viewBox='0 0 2 2'><path d='M0 0h2v2z'/></symbol><use href='#a' x='1' width='8' height='6'/>|2 -6 8 0",
        "<symbol id='a'><path d='M0 0h2v2z'/></symbol><use href='#a' x='1'/>|1 -2 3 0",
        "<svg id='a' width='2' height='2' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg><use href='#a' width='8' height='8'/>|0 -8 8 0",
        "<defs><path id='a' display='none' d='M0 0h9v9z'/></defs><use href='#a'/><path d='M0 0h1v1z'/>|0 -1 1 0",
        "<use/><path d='M0 0h1v1z'/>|0 -1 1 0"
      })
  void shapesOfAnSvgStandWhereTheirTransformsPutThem(String body, String want) {
    String spaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";
    double[] b = box("<svg " + spaces + ">" + body + "</svg>");
    String[] w = want.split(" ");
    for (int k = 0; k < 4; k++) {
      assertThat(b[k]).isBetween(Double.parseDouble(w[k]) - 1e-9, Double.parseDouble(w[k]) + 1e-9);
    }
  }

  @Test
  void theViewBoxIsStretchedOverTheFrame() {
    String square = "<path d='M0 0h10v10h-10z'/></svg>";
    assertThat(box("<svg width='2cm' height='1cm' viewBox='0 0 10 10'>" + square)[3]).isEqualTo(0);
    double[] kept = box("<svg width='40' height='20' viewBox='0 0 10 10'>" + square);
    assertThat(kept).containsExactly(10, -20, 30, 0);
    double[] none =
        box("<svg width='40' height='20' preserveAspectRatio='none' viewBox='0 0 10 10'>" + square);
    assertThat(none).containsExactly(0, -20, 40, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<svg><rect width='2' height='1' transform='rotate(1 2)'/></svg>",
        "<svg><rect width='2' height='1' transform='bend(3)'/></svg>",
        "<svg><rect width='2' height='1' transform='scale(2'/></svg>",
        "<svg><rect width='wide' height='1'/></svg>",
        "<svg viewBox='0 0 0 1' width='1' height='1'/>",
        "<svg><rect width='2' height='1'>",
        "<svg><text>no outline</text></svg>",
        "<svg><use href='#nobody'/><path d='M0 0h1v1z'/></svg>",
        "<svg><use href='other.svg#a'/><path d='M0 0h1v1z'/></svg>",
        "<svg><g id='a'><path d='M0 0h1v1z'/><use href='#a'/></g></svg>",
        "<svg><g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g><path d='M0 0h1v1z'/></svg>",
        "<svg><defs><symbol id='a' viewBox='0 0 0 0'><path d='M0 0h1v1z'/></symbol></defs>"
            + "<use href='#a' width='1' height='1'/></svg>",
        "not XML at all"
      })
  void whatIsNoDrawingIsRefusedWithAMessage(String text) {
    assertThatThrownBy(() -> DrawingReader.svg(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void usesThatMultiplyBeyondAllBoundsAreRefused() {
    StringBuilder svg = new StringBuilder("<svg><g id='u0'><path d='M0 0h1v1z'/></g>");
    for (int k = 1; k < 20; k++) {
      svg.append("<g id='u" + k + "'>");
      svg.append(("<use href='#u" + (k - 1) + "'/>").repeat(10)).append("</g>");
    }
    assertThatThrownBy(() -> DrawingReader.svg(svg + "</svg>"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("uses");
  }

  @Test
  void usesWithinDeepGroupsAreRefusedBeforeThereIsNoRoomToGoDown() {
    StringBuilder svg = new StringBuilder("<svg><g id='u0'><path d='M0 0h1v1z'/></g>");
    for (int k = 1; k < 90; k++) {
      svg.append("<g id='u" + k + "'>").append("<g>".repeat(150));
      svg.append("<use href='#u" + (k - 1) + "'/>").append("</g>".repeat(151));
    }
    assertThatThrownBy(() -> DrawingReader.svg(svg + "</svg>"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("within each other through use");
  }
}
