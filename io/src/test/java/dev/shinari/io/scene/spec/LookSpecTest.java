package dev.shinari.io.scene.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.style.Backdrop;
import dev.shinari.style.Paint;
import dev.shinari.style.Ramp;
import dev.shinari.style.Style;
import dev.shinari.style.Styles;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookSpecTest {
  @TempDir Path folder;

  private Scene scene(String keys, String... settings) throws SceneException {
    List<Setting> all = new ArrayList<>();
    for (String s : settings) {
      all.add(Setting.parse(s));
    }
    String text = "{ \"bodies\": [{ \"shape\": \"cuboid\" }], " + keys + " }";
    return SceneFile.parse("my.jsonc", text, folder, all).scene();
  }

  private String problem(String keys) {
    SceneException e = catchThrowableOfType(SceneException.class, () -> scene(keys));
    assertThat(e).as(keys).isNotNull();
    return e.problems().toString();
  }

  @Test
  void aNameAloneIsAStyle() throws Exception {
    assertThat(scene("\"look\": \"pencil\"").style()).isEqualTo(Styles.named("pencil"));
    assertThat(scene("\"title\": \"x\"").style()).isEqualTo(Styles.CEL);
    assertThat(scene("\"look\": \"ink\"", "look.style=night").style())
        .isEqualTo(Styles.named("night"));
    assertThat(scene("\"look\": \"ink\"", "look.stars=2").style().marks().stars()).isEqualTo(2);
  }

  @Test
  void eachKeyTakesThePlaceOfOneNumber() throws Exception {
    Style s =
        scene(
                """
                "look": { "style": "anime", "ramp": "noir", "rim": 0.9, "inkColor": "#010203",
                  "lineBySpeed": 2, "background": "transparent", "dropShadow": 0.05, "grid": true }
                """)
            .style();
    Style anime = Styles.named("anime");
    assertThat(s.paint())
        .isEqualTo(
            anime
                .paint()
                .withRamp(Ramp.NOIR)
                .withRim(0.9f, anime.paint().rimRgb())
                .withInk(0x010203, anime.paint().colorLines()));
    assertThat(s.lines().bySpeed()).isEqualTo(2);
    assertThat(s.lines().weight()).isEqualTo(anime.lines().weight());
    assertThat(s.backdrop().kind()).isEqualTo(Backdrop.Kind.TRANSPARENT);
    assertThat(s.dropShadow()).isEqualTo(0.05f);
  }

  @Test
  void aBodysLookStartsFromTheScenes() throws Exception {
    Paint p = scene("\"look\": \"ink\"", "bodies[0].look.fill=1").bodies().get(0).look().paint();
    assertThat(p).isEqualTo(Styles.named("ink").paint().withFill(1));
    assertThat(scene("\"look\": \"ink\"").bodies().get(0).look().paint()).isNull();
  }

  @Test
  void aRampIsReadFromAPictureAndABadOneIsNamed() throws Exception {
    BufferedImage row = new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB);
    int[] rgb = {0x203040, 0x203040, 0x8090A0, 0xFFFFFF};
    for (int x = 0; x < 4; x++) {
      row.setRGB(x, 1, rgb[x]);
    }
    ImageIO.write(row, "png", folder.resolve("ramp.png").toFile());
    Ramp ramp =
        scene("\"look\": { \"ramp\": { \"kind\": \"file\", \"path\": \"ramp.png\" } }")
            .style()
            .paint()
            .ramp();
    assertThat(ramp).isEqualTo(Ramp.of(rgb, false));
    assertThat(ramp.tones()).hasSize(3);
    assertThat(ramp.tones().get(1).above()).isZero();

    Files.writeString(folder.resolve("no.png"), "not a picture");
    assertThat(problem("\"look\": { \"ramp\": { \"kind\": \"file\", \"path\": \"no.png\" } }"))
        .contains("no picture that can be read");
    assertThat(problem("\"look\": { \"ramp\": { \"kind\": \"file\", \"path\": \"rmap.png\" } }"))
        .contains("ramp.png");
  }

  @Test
  void slipsAreNamedWithARemedy() {
    assertThat(problem("\"look\": \"comci\"")).contains("comic");
    assertThat(problem("\"look\": { \"ramp\": \"too\" }")).contains("two");
    assertThat(problem("\"look\": { \"rim\": -1 }")).contains("look.rim");
    assertThat(problem("\"look\": { \"background\": \"green\" }")).contains("transparent");
    assertThat(problem("\"picture\": { \"drawings\": 7 }"))
        .contains("must divide the frames a second (24)")
        .contains("12");
    assertThat(problem("\"picture\": { \"drawings\": 48 }")).contains("divide");
  }

  @Test
  void drawingsASecondBecomeFramesHeld() throws Exception {
    assertThat(scene("\"title\": \"\"").picture().hold()).isEqualTo(1);
    assertThat(scene("\"picture\": { \"drawings\": 24 }").picture().hold()).isEqualTo(1);
    assertThat(scene("\"picture\": { \"drawings\": 12 }").picture().hold()).isEqualTo(2);
    assertThat(scene("\"picture\": { \"drawings\": 8 }").picture().hold()).isEqualTo(3);
    assertThat(scene("\"framesPerSecond\": 60, \"picture\": { \"drawings\": 12 }").picture().hold())
        .isEqualTo(5);
  }

  @Test
  void aStyleAsJsonHoldsEveryNumber() throws Exception {
    for (String name : Styles.names()) {
      Style s = Styles.named(name);
      JsonNode n = new ObjectMapper().readTree(StyleJson.of(s));
      assertThat(n.get("name").asText()).isEqualTo(name);
      assertThat(n.at("/paint/ramp/tones")).hasSize(s.paint().ramp().tones().size());
      assertThat((float) n.at("/paint/rim").asDouble()).isEqualTo(s.paint().rim());
      assertThat((float) n.at("/lines/weight").asDouble()).isEqualTo(s.lines().weight());
      assertThat(n.at("/backdrop/top").asText()).matches("#[0-9A-F]{6}");
      assertThat(n.at("/marks/stars").isNumber()).isTrue();
      assertThat(n.toString()).doesNotContain("NaN");
    }
  }
}
