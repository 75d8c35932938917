package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.io.scene.feature.FeatureTable;
import dev.shinari.io.scene.format.SceneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The checked-in schema and reference page are what the code says. To write them anew, run this
 * test with {@code -Dshinari.writeDocs=true}.
 */
class SceneDocsTest {
  private static Path docs() {
    Path here = Path.of("").toAbsolutePath();
    Path docs = here.resolve("docs");
    return Files.isDirectory(docs) ? docs : here.resolveSibling("docs");
  }

  private static void isCurrent(String name, String text) throws IOException {
    Path file = docs().resolve(name);
    if (Boolean.getBoolean("shinari.writeDocs")) {
      Files.writeString(file, text);
    }
    assertThat(Files.readString(file).replace("\r\n", "\n"))
        .as("docs/%s is out of date: run SceneDocsTest with -Dshinari.writeDocs=true", name)
        .isEqualTo(text);
  }

  @Test
  void theSchemaIsCurrent() throws IOException {
    isCurrent("scene.schema.json", SceneFile.jsonSchema());
  }

  @Test
  void theReferencePageIsCurrent() throws IOException {
    isCurrent("scene.md", SceneFile.reference());
  }

  @Test
  void thePageOnReelsIsCurrent() throws IOException {
    isCurrent("reel.md", ReelFile.reference());
  }

  @Test
  void theTableOfFeaturesIsCurrent() throws IOException {
    isCurrent("features.md", FeatureTable.page());
  }

  @Test
  void everyReferenceOfTheSchemaLeadsSomewhere() throws IOException {
    JsonNode root = new ObjectMapper().readTree(SceneFile.jsonSchema());
    Set<String> refs = new HashSet<>();
    root.findValuesAsText("$ref").forEach(refs::add);
    assertThat(refs).contains("#/definitions/solidPart", "#/definitions/body");
    for (String ref : refs) {
      assertThat(root.at(ref.substring(1)).isObject()).as(ref).isTrue();
    }
  }

  @Test
  void everyDefaultIsItselfAllowed() throws SceneException {
    // Kinds alone make the checker walk through all defaults.
    StringBuilder bodies = new StringBuilder();
    for (String kind :
        new String[] {"cuboid", "cylinder", "sphere", "teddy", "car", "leg", "sheet", "strand"}) {
      bodies.append("{ \"shape\": \"").append(kind).append("\" },");
    }
    String text =
        "{ \"forces\": [\"vortex\", \"attractor\"], \"colliders\": [\"floor\", \"slope\"], \"bodies\": ["
            + bodies
            + "] }";
    assertThat(SceneFile.parse("x", text, null, java.util.List.of()).scene().bodies()).hasSize(8);
  }
}
