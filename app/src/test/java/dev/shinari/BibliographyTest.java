package dev.shinari;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Citations in the code and docs/bibliography.md agree. */
class BibliographyTest {
  // [Key13, sec. 2]; some texts have no year.
  private static final Pattern CITATION =
      Pattern.compile("\\[([A-Z][a-z]+\\d\\d|Ohta|Watanabe|Lin)(?:\\]|,\\s|$)", Pattern.MULTILINE);
  private static final Pattern YEAR_IN_FULL = Pattern.compile("\\[[A-Z][a-z]+ \\d{4}[,\\]]");
  private static final Pattern ROW =
      Pattern.compile("^\\| \\[(\\w+)\\] \\|.*\\|(.*)\\|$", Pattern.MULTILINE);

  private static Path project() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("core")) ? here : here.getParent();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(project())) {
      return all.filter(p -> p.toString().endsWith(".java"))
          .filter(p -> project().relativize(p).toString().contains("src"))
          .sorted()
          .toList();
    }
  }

  /** The last column of each row, by key. */
  private static Map<String, String> entries() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    String page = Files.readString(project().resolve("docs/bibliography.md"));
    Matcher m = ROW.matcher(page.replace("\r\n", "\n"));
    while (m.find()) {
      rows.put(m.group(1), m.group(2));
    }
    return rows;
  }

  @Test
  void everyCitationInTheCodeIsInTheBibliography() throws IOException {
    Set<String> cited = new TreeSet<>();
    for (Path p : sources()) {
      String text = Files.readString(p);
      if (!p.endsWith("BibliographyTest.java")) {
        assertThat(YEAR_IN_FULL.matcher(text).results().toList())
            .as(p + ": keys are [Name13]")
            .isEmpty();
        CITATION.matcher(text).results().forEach(r -> cited.add(r.group(1)));
      }
    }
    assertThat(cited).contains("Koyama13", "Ohta", "Barill18");
    assertThat(entries().keySet()).containsAll(cited);
  }

  @Test
  void everyClassThatTheBibliographyNamesExists() throws IOException {
    Set<String> classes = new TreeSet<>();
    sources().forEach(p -> classes.add(p.getFileName().toString().replace(".java", "")));
    entries()
        .forEach(
            (key, users) -> {
              Matcher m = Pattern.compile("`(\\w+)`").matcher(users);
              while (m.find()) {
                assertThat(classes).as("[" + key + "]").contains(m.group(1));
              }
            });
  }
}
