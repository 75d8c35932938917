package dev.shinari.render.film;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The FFmpeg of this machine: the one on the PATH, else the one out of the jar that the launcher
 * has had Maven fetch ({@code -Dshinari.ffmpeg.jar}), unpacked beside it once.
 */
public final class Ffmpeg {
  private final Path program;
  private final Path libraries; // or null

  private Ffmpeg(Path program, Path libraries) {
    this.program = program;
    this.libraries = libraries;
  }

  public static Ffmpeg find() throws IOException {
    String name =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")
            ? "ffmpeg.exe"
            : "ffmpeg";
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(java.io.File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) {
        return new Ffmpeg(Path.of(folder, name), null);
      }
    }
    String jar = System.getProperty("shinari.ffmpeg.jar");
    if (jar != null && Files.exists(Path.of(jar))) {
      Path folder = unpacked(Path.of(jar));
      return new Ffmpeg(folder.resolve(name), folder);
    }
    throw new IOException(
        "MP4 and WebM need FFmpeg, and there is none on the PATH: install it, or start with the"
            + " shinari launcher, which fetches one");
  }

  /** The program and its libraries in a folder beside the jar. */
  private static Path unpacked(Path jar) throws IOException {
    Path folder = jar.resolveSibling(jar.getFileName() + ".d");
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Path made = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "ffmpeg-");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry e = entries.nextElement();
        Path name = Path.of(e.getName()).getFileName();
        if (!e.isDirectory() && e.getName().startsWith("org/bytedeco/ffmpeg/") && name != null) {
          Path to = made.resolve(name.toString());
          try (InputStream in = zip.getInputStream(e)) {
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
          }
          to.toFile().setExecutable(true, false);
        }
      }
    }
    made.toFile().setReadable(true, false);
    Files.move(made, folder);
    return folder;
  }

  public Process start(List<String> words) throws IOException {
    List<String> all = new ArrayList<>(words);
    all.add(0, program.toString());
    ProcessBuilder b = new ProcessBuilder(all).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    if (libraries != null) {
      b.environment().put("LD_LIBRARY_PATH", libraries.toString());
      b.environment().put("DYLD_LIBRARY_PATH", libraries.toString());
    }
    return b.start();
  }

  /** Whether it has an encoder. */
  public boolean encodes(String encoder) throws IOException {
    Process p = startReadable(List.of("-hide_banner", "-encoders"));
    try (InputStream in = p.getInputStream()) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return all.contains(" " + encoder + " ");
    }
  }

  private Process startReadable(List<String> words) throws IOException {
    List<String> all = new ArrayList<>(words);
    all.add(0, program.toString());
    ProcessBuilder b = new ProcessBuilder(all).redirectErrorStream(true);
    if (libraries != null) {
      b.environment().put("LD_LIBRARY_PATH", libraries.toString());
      b.environment().put("DYLD_LIBRARY_PATH", libraries.toString());
    }
    return b.start();
  }
}
