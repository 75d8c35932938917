package dev.shinari.app.studio.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.library.SceneLibrary;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/**
 * The gallery's pictures that come with the build. Those of scenes that changed are made when they
 * are wanted; to bring them up to date, run this test with {@code -Dshinari.writeThumbnails=true}.
 */
class ThumbnailsTest {
  private static final Path FOLDER = Path.of("src/main/resources/thumbnails");

  private static Properties index() throws Exception {
    Properties p = new Properties();
    try (InputStream in =
        ThumbnailsTest.class.getResourceAsStream("/thumbnails/index.properties")) {
      p.load(in);
    }
    return p;
  }

  @Test
  void everyPictureOfTheBuildIsWholeAndBelongsToAScene() throws Exception {
    if (Boolean.getBoolean("shinari.writeThumbnails")) {
      write();
      return;
    }
    Properties index = index();
    assertThat(SceneLibrary.names()).containsAll(index.stringPropertyNames());
    long bytes = 0;
    for (String name : index.stringPropertyNames()) {
      try (InputStream in = getClass().getResourceAsStream("/thumbnails/" + name + ".png")) {
        byte[] png = in.readAllBytes();
        assertThat(PreviewRenderer.isWhole(png)).as(name).isTrue();
        bytes += png.length;
      }
    }
    assertThat(bytes).isLessThan(2 << 20);
  }

  private static void write() throws Exception {
    Properties old = new Properties();
    Files.createDirectories(FOLDER);
    Path list = FOLDER.resolve("index.properties");
    if (Files.exists(list)) {
      try (InputStream in = Files.newInputStream(list)) {
        old.load(in);
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("# What each picture was made from; ThumbnailsTest writes this file.");
    for (String name : SceneLibrary.names()) {
      Path file = FOLDER.resolve(name + ".png");
      String key = Thumbnails.key(name);
      if (!key.equals(old.getProperty(name)) || !Files.exists(file)) {
        Files.write(file, Thumbnails.draw(name));
      }
      lines.add(name + "=" + key);
      old.remove(name);
    }
    for (String gone : old.stringPropertyNames()) {
      Files.deleteIfExists(FOLDER.resolve(gone + ".png"));
    }
    Files.writeString(list, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }
}
