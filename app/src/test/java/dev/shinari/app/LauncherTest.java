package dev.shinari.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bash launcher in a made-up source folder, with a stand-in for Maven that writes down its
 * calls and "builds" a jar which points to the classes under test.
 */
class LauncherTest {
  @TempDir Path dir;
  private Path home;
  private Path bin;
  private Path calls;

  private record Said(int code, String out, String err) {}

  @BeforeEach
  void makeSourceFolder() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the launcher is a bash script");
    home = Files.createDirectories(dir.resolve("a home with spaces"));
    bin = Files.createDirectories(dir.resolve("bin"));
    calls = dir.resolve("calls.txt");
    Path launcher = Path.of("").toAbsolutePath().resolveSibling("shinari");
    executable(home.resolve("shinari"), Files.readString(launcher));
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    Files.createDirectories(home.resolve("app/src/main/java"));
    Files.writeString(home.resolve("app/pom.xml"), "<project/>");
    Files.writeString(home.resolve("app/src/main/java/A.java"), "class A {}");
    Path jar = dir.resolve("classes.jar");
    makeJar(jar);
    executable(
        bin.resolve("mvn"),
        """
        #!/bin/bash
        echo "$*" >> '%s'
        [[ " $* " == *" test "* ]] && exit 0
        if [[ -e '%s' ]]; then echo '[ERROR] A.java:[1,1] class expected'; exit 1; fi
        sleep 0.3
        mkdir -p '%s/app/target'
        cp '%s' '%s/app/target/shinari-app-1.jar'
        """
            .formatted(calls, dir.resolve("broken"), home, jar, home));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void makeJar(Path jar) throws IOException {
    StringBuilder classPath = new StringBuilder();
    for (String entry :
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .split(File.pathSeparator)) {
      classPath.append(Path.of(entry).toUri()).append(' ');
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath.toString());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.flush();
    }
  }

  private Process start(Path launcher, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(dir.toFile());
    builder.environment().put("PATH", bin + ":/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("JAVA_OPTS");
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Said finish(Process p) throws IOException, InterruptedException {
    String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(p.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(p.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Said(p.exitValue(), out, err);
  }

  private Said run(String... args) throws IOException, InterruptedException {
    return finish(start(home.resolve("shinari"), new TreeMap<>(), args));
  }

  private List<String> calls() throws IOException {
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @Test
  void itBuildsOnceAndAgainOnlyAfterAChange() throws Exception {
    Said first = run("--version");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out()).startsWith("shinari ");
    assertThat(first.err()).contains("building").doesNotContain("WARNING");
    assertThat(calls()).hasSize(1);
    assertThat(calls().get(0)).contains("-Dquick", "-Dmaven.test.skip=true", "-pl app -am package");
    Said second = run("--version");
    assertThat(second.err()).isEmpty();
    assertThat(calls()).hasSize(1);

    Path source = home.resolve("app/src/main/java/A.java");
    Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 2000));
    assertThat(run("--version").err()).contains("building");
    Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() - 60_000));
    run("--version");
    int before = calls().size();
    assertThat(run("--version").err()).isEmpty();
    assertThat(calls()).hasSize(before);
  }

  @Test
  void argumentsLinksSpacesAndExitCodesArriveUnharmed() throws Exception {
    Path link = dir.resolve("link");
    Files.createSymbolicLink(link, Path.of("a home with spaces/shinari"));
    Path second = dir.resolve("second link");
    Files.createSymbolicLink(second, link);
    Said said = finish(start(second, new TreeMap<>(), "run", "no such * scene"));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("no such * scene").doesNotContain("WARNING");
    Said options =
        finish(start(second, new TreeMap<>(Map.of("JAVA_OPTS", "-Xmx64m -Dnope=1")), "scenes"));
    assertThat(options.code()).as(options.err()).isZero();
    assertThat(options.out()).startsWith("falling-cuboid");
  }

  @Test
  void twoStartsAtOnceBuildOnce() throws Exception {
    Process a = start(home.resolve("shinari"), new TreeMap<>(), "--version");
    Process b = start(home.resolve("shinari"), new TreeMap<>(), "--version");
    Said first = finish(a);
    Said second = finish(b);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(calls()).hasSize(1);
  }

  @Test
  void aFailedBuildShowsItsErrorsAndIsTriedAgain() throws Exception {
    Path broken = Files.createFile(dir.resolve("broken"));
    Said said = run("--version");
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("the build failed", "class expected", "build.log");
    assertThat(said.out()).isEmpty();
    Files.delete(broken);
    assertThat(run("--version").code()).isZero();
  }

  @Test
  void missingOrOldToolsAreNamed() throws Exception {
    Files.delete(bin.resolve("mvn"));
    Map<String, String> only = new TreeMap<>(Map.of("PATH", toolsWithoutMaven()));
    Said noMaven = finish(start(home.resolve("shinari"), only, "--version"));
    assertThat(noMaven.code()).isEqualTo(1);
    assertThat(noMaven.err()).contains("no mvn found");

    Said noJava =
        finish(
            start(
                home.resolve("shinari"),
                new TreeMap<>(Map.of("JAVA_HOME", dir.resolve("nowhere").toString())),
                "--version"));
    assertThat(noJava.code()).isEqualTo(1);
    assertThat(noJava.err()).contains("JAVA_HOME is").contains("no bin/java");

    Path old = Files.createDirectories(dir.resolve("jdk8/bin"));
    executable(old.resolve("java"), "#!/bin/bash\nexit 9\n");
    Files.writeString(dir.resolve("jdk8/release"), "JAVA_VERSION=\"11.0.2\"\n");
    Said tooOld =
        finish(
            start(
                home.resolve("shinari"),
                new TreeMap<>(Map.of("JAVA_HOME", dir.resolve("jdk8").toString())),
                "--version"));
    assertThat(tooOld.code()).isEqualTo(1);
    assertThat(tooOld.err()).contains("Java 11.0.2").contains("17 or newer");
  }

  /** A folder with the few tools that the launcher uses, for a machine where Maven is installed. */
  private String toolsWithoutMaven() throws IOException {
    Path tools = Files.createDirectories(dir.resolve("tools"));
    for (String tool :
        List.of(
            "bash",
            "env",
            "dirname",
            "readlink",
            "find",
            "mkdir",
            "date",
            "cp",
            "mv",
            "rm",
            "ls",
            "grep",
            "flock",
            "sleep",
            "tail",
            "head")) {
      for (String place : List.of("/usr/bin/", "/bin/")) {
        Path real = Path.of(place + tool);
        if (Files.exists(real) && !Files.exists(tools.resolve(tool))) {
          executable(tools.resolve(tool), "#!/bin/bash\nexec " + real + " \"$@\"\n");
        }
      }
    }
    return tools.toString();
  }

  @Test
  void testRunsTheFullMavenCommand() throws Exception {
    Said said = run("test", "-Dtest=A");
    assertThat(said.code()).isZero();
    assertThat(calls()).hasSize(1);
    assertThat(calls().get(0)).contains("test -Dtest=A").doesNotContain("quick");
  }

  @Test
  void anInterruptedRunEndsWith130AndLeavesWholeFiles() throws Exception {
    Path scene = dir.resolve("long.jsonc");
    Files.writeString(
        scene,
        """
        { "frames": 100000, "bodies": [ { "shape": "cuboid", "cage": { "resolution": 3 } } ],
          "picture": { "width": 64, "height": 48 } }
        """);
    run("--version"); // the build is not what is interrupted
    Process p =
        start(
            home.resolve("shinari"),
            new TreeMap<>(),
            "run",
            scene.toString(),
            "--format",
            "none,pc2,png");
    StringBuilder err = new StringBuilder();
    int c;
    while (!err.toString().contains("kernels") && (c = p.getErrorStream().read()) >= 0) {
      err.append((char) c);
    }
    p.toHandle().destroy(); // a polite kill; Ctrl-C takes the same way
    Said said = finish(p);
    assertThat(said.code()).as(err + said.err()).isEqualTo(130);
    assertThat(said.out()).contains("long.pc2", "long.png");
    assertThat(Files.size(dir.resolve("out/long/long.pc2"))).isGreaterThan(32);
    assertThat(err + said.err()).doesNotContain("incubator");
  }
}
