package dev.shinari;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.world.World;
import java.io.File;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of README.md, compiled and run with nothing but this module's classes. */
class ReadmeExampleTest {
  private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("public class (\\w+)");
  private static final Pattern LINE =
      Pattern.compile("(\\d+[.,]\\d) s: height (-?\\d+[.,]\\d{3}) m");

  @TempDir Path folder;

  @Test
  void theReadmesExampleCompilesAndRunsWithCoreAlone() throws Exception {
    String source = example();
    assertThat(source.lines().filter(l -> !l.isBlank()).count())
        .as("lines of the example")
        .isLessThanOrEqualTo(20);
    List<Double> heights = new ArrayList<>();
    for (String line : run(compile(source))) {
      Matcher m = LINE.matcher(line);
      assertThat(m.matches()).as("output line: " + line).isTrue();
      heights.add(Double.parseDouble(m.group(2).replace(',', '.')));
    }
    // A corner of a bar that falls freely for 0.85 m, 0.42 s, and then lies on the floor.
    assertThat(heights).hasSize(6);
    assertThat(heights).allSatisfy(h -> assertThat(h).isBetween(-0.02, 0.4));
    assertThat(heights.get(5)).isBetween(-0.001, 0.05);
  }

  private static String example() throws Exception {
    // Maven runs tests in the module's folder, some editors in the project's.
    Path readme = Path.of("..", "README.md");
    readme = Files.exists(readme) ? readme : Path.of("README.md");
    Matcher block = BLOCK.matcher(Files.readString(readme).replace("\r\n", "\n"));
    assertThat(block.find()).as("a java block in " + readme).isTrue();
    return block.group(1);
  }

  private static Path coreClasses() throws Exception {
    return Path.of(World.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private String compile(String source) throws Exception {
    Matcher name = NAME.matcher(source);
    assertThat(name.find()).isTrue();
    Path file = folder.resolve(name.group(1) + ".java");
    Files.writeString(file, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean good =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "--release",
                      "17",
                      "-Xlint:all",
                      "-Werror",
                      "-proc:none",
                      "-cp",
                      coreClasses().toString(),
                      "-d",
                      folder.toString()),
                  null,
                  files.getJavaFileObjects(file))
              .call();
      assertThat(good).as(messages.toString()).isTrue();
    }
    return name.group(1);
  }

  private List<String> run(String mainClass) throws Exception {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                coreClasses() + File.pathSeparator + folder,
                mainClass)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("it ended; it said: " + text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text.lines().toList();
  }
}
