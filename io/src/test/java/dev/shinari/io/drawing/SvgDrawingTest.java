package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.lattice.OutlineShape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SvgDrawingTest {
  private static Drawing svg(String text) throws IOException {
    return svg(text, null);
  }

  private static Drawing svg(String text, String layer) throws IOException {
    return DrawingReader.svg(
        text.getBytes(StandardCharsets.UTF_8), new DrawingSettings(256, 0.5f, true, -1, layer));
  }

  private static String page(String body) {
    return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
        + " viewBox='0 0 100 100'>"
        + body
        + "</svg>";
  }

  /** Areas and boxes with y up: what an SVG has from 10 to 14 is from -14 to -10. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rect x='10' y='20' width='30' height='40'/>|1200|10 -60 40 -20",
        "<circle cx='50' cy='50' r='40'/>|5026.5|10 -90 90 -10",
        "<path stroke='none' fill='none' d='M0 0h100v100z'/><rect x='40' y='40' width='9' height='9'/>|81|40 -49 49 -40",
        "<path d='M10 50h80' fill='none' stroke='black' stroke-width='10'/>|800|10 -55 90 -45",
        "<path d='M10 50h80' fill='none' stroke='black' stroke-width='10' stroke-linecap='square'/>|900|5 -55 95 -45",
        "<path d='M10 50h80' fill='none' stroke='black' stroke-width='10' stroke-dasharray='20'/>|400|10 -55 70 -45",
        "<path d='M10 10h80v80h-80z M30 30v40h40v-40z'/>|4800|10 -90 90 -10",
        "<path d='M10 10h80v80h-80z M30 30h40v40h-40z'/>|6400|10 -90 90 -10",
        "<path fill-rule='evenodd' d='M10 10h80v80h-80z M30 30h40v40h-40z'/>|4800|10 -90 90 -10",
        "<rect width='80' height='80' fill='red'/><rect x='20' y='20' width='20' height='20' fill='white'/>|6400|0 -80 80 0",
        "<clipPath id='c'><rect width='50' height='50'/></clipPath><rect width='90' height='90' clip-path='url(#c)'/>|2500|0 -50 50 0",
        "<style>.b{display:none}</style><rect class='b' width='90' height='90'/><rect width='9' height='9'/>|81|0 -9 9 0",
        "<rect width='90' height='90' visibility='hidden'/><rect width='9' height='9'/>|81|0 -9 9 0",
        "<rect width='90' height='90' opacity='0.1'/><rect width='9' height='9'/>|81|0 -9 9 0",
        "<rect width='90' height='90' opacity='0.4'/>|8100|0 -90 90 0",
        "<defs><rect id='a' width='9' height='9'/></defs><use href='#a' x='30'/><use xlink:href='#a' y='50'/>|162|0 -59 39 0",
        "<symbol id='a' viewBox='0 0 2 2'><rect width='2' height='2'/></symbol><use href='#a' x='10' width='40' height='40'/>|1600|10 -40 50 0",
        "<svg x='10' width='40' height='20' viewBox='0 0 5 5'><rect width='5' height='5'/></svg>|400|20 -20 40 0",
        "<g transform='translate(50 50) rotate(45)'><rect x='-20' y='-20' width='40' height='40'/></g>|1600|21.7 -78.3 78.3 -21.7",
        "<rect x='50' width='500' height='50'/>|2500|50 -50 100 0"
      })
  void whatIsVisibleIsTheBody(String body, double area, String box) throws IOException {
    Drawing d = svg(page(body));
    assertThat(d.area()).isCloseTo(area, within(0.01 * area));
    String[] want = box.split(" ");
    for (int k = 0; k < 4; k++) {
      assertThat(d.bounds()[k]).isCloseTo(Double.parseDouble(want[k]), within(0.2));
    }
  }

  @Test
  void eyesAndMouthsAreColorsAndHolesAreHoles() throws IOException {
    Drawing face =
        svg(
            page(
                "<circle cx='50' cy='50' r='45' fill='gold'/><circle cx='35' cy='40' r='6'/>"
                    + "<circle cx='65' cy='40' r='6' fill='white'/>"));
    assertThat(face.loops()).hasNumberOfRows(1);
    BufferedImage t = ImageIO.read(new ByteArrayInputStream(face.png()));
    double[] b = face.box();
    double s = t.getWidth() / (b[2] - b[0]);
    assertThat(t.getRGB((int) (s * (35 - b[0])), (int) (s * (b[3] + 40)))).isEqualTo(0xFF000000);
    assertThat(t.getRGB((int) (s * (65 - b[0])), (int) (s * (b[3] + 40)))).isEqualTo(0xFFFFFFFF);
    assertThat(t.getRGB((int) (s * (50 - b[0])), (int) (s * (b[3] + 80)))).isEqualTo(0xFFFFD700);
  }

  @Test
  void anOutlineIsSmoothAndHasFewCorners() throws IOException {
    Drawing d = svg(page("<circle cx='50' cy='50' r='40'/>"));
    double[] loop = d.loops()[0];
    assertThat(loop.length / 2).isBetween(60, 400);
    for (int i = 0; i < loop.length; i += 2) {
      assertThat(Math.hypot(loop[i] - 50, loop[i + 1] + 50)).isCloseTo(40, within(0.02));
    }
  }

  @Test
  void aTinyPartOfAHugeViewIsAsSharpAsAnyOther() throws IOException {
    Drawing d =
        svg(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100000 100000'>"
                + "<circle cx='77777' cy='33333' r='200'/></svg>");
    assertThat(d.area()).isCloseTo(Math.PI * 200 * 200, within(0.01 * Math.PI * 200 * 200));
    Drawing unsized =
        svg("<svg xmlns='http://www.w3.org/2000/svg'><rect x='5' width='4' height='4'/></svg>");
    assertThat(unsized.area()).isCloseTo(16, within(0.16));
  }

  @Test
  void aLayerCanBeReadAlone() throws IOException {
    String two =
        page(
            "<defs><rect id='r' width='20' height='20'/></defs><g id='left'><use href='#r'/></g>"
                + "<g id='outer'><g id='right'><use href='#r' x='60'/></g><rect y='80' width='5'"
                + " height='5'/></g>");
    assertThat(svg(two).area()).isCloseTo(825, within(8.0));
    assertThat(svg(two).source().layers()).containsExactly("left", "outer", "right");
    assertThat(svg(two, "left").bounds()[2]).isCloseTo(20, within(0.2));
    assertThat(svg(two, "right").bounds()[0]).isCloseTo(60, within(0.2));
    assertThat(svg(two, "right").area()).isCloseTo(400, within(4.0));
    assertThatThrownBy(() -> svg(two, "middle")).hasMessageContaining("left, outer, right");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not XML at all",
        "<html><body/></html>",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "<svg xmlns='http://www.w3.org/2000/svg'><rect width='2' height='1'>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 1'><rect width='2' height='1'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1'><rect width='2' height='1'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><rect width='2' height='1' fill='none'/></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><svg>&b;</svg>"
      })
  void whatIsNoDrawingIsRefusedWithAMessage(String text) {
    assertThatThrownBy(() -> svg(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).{8,}");
  }

  @Test
  void whatWouldTakeTooLongIsRefusedBeforeItIsDrawn() {
    String path = "<path d='M0 0" + " L1 1 0 1".repeat(500_000) + "'/>";
    assertThatThrownBy(() -> svg(page(path))).hasMessageContaining("path data");
    String deep = "<g>".repeat(300) + "<rect width='9' height='9'/>" + "</g>".repeat(300);
    assertThatThrownBy(() -> svg(page(deep))).hasMessageContaining("within each other");
    String many = "<rect width='9' height='9'/>".repeat(30_000);
    assertThatThrownBy(() -> svg(page(many))).hasMessageContaining("elements");
    String dashes = "<path d='M0 0h99' stroke='red' stroke-dasharray='0.00001'/>";
    assertThatThrownBy(() -> svg(page(dashes))).hasMessageContaining("simplify");
    StringBuilder uses = new StringBuilder("<g id='u0'><rect width='9' height='9'/></g>");
    for (int k = 1; k < 20; k++) {
      uses.append("<g id='u" + k + "'>");
      uses.append(("<use href='#u" + (k - 1) + "'/>").repeat(10)).append("</g>");
    }
    assertThatThrownBy(() -> svg(page(uses.toString()))).hasMessageContaining("through use");
    String itself = "<g id='a'><rect width='9' height='9'/><use href='#a'/></g>";
    assertThatThrownBy(() -> svg(page(itself))).hasMessageContaining("themselves");
  }

  @Test
  void nothingOutsideOfTheFileIsRead() throws IOException {
    Drawing d =
        svg(
            page(
                "<image href='file:///etc/hostname' width='90' height='90'/><image"
                    + " href='http://localhost:9/x.png' width='90' height='90'/><use"
                    + " href='other.svg#a'/><rect width='9' height='9'/>"));
    assertThat(d.area()).isCloseTo(81, within(1.0));
  }

  @Test
  void theOutlineIsTheSameForFilmsOfAllSizes() throws IOException {
    byte[] text = page("<circle cx='50' cy='50' r='40'/>").getBytes(StandardCharsets.UTF_8);
    Drawing small = DrawingReader.svg(text, DrawingSettings.DEFAULT.forFilm(320, 240));
    Drawing large = DrawingReader.svg(text, DrawingSettings.DEFAULT.forFilm(1920, 1080));
    assertThat(small.loops()).isDeepEqualTo(large.loops());
    assertThat(large.png().length).isGreaterThan(small.png().length);
    assertThat(new OutlineShape(small.loops()).contains(50, -50, 0)).isTrue();
  }
}
