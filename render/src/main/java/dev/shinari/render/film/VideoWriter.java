package dev.shinari.render.film;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Writes pictures as MP4 (H.264) or WebM (VP9, with alpha where the background is transparent)
 * through FFmpeg. Pictures are piped one by one: memory does not grow with the length of the film.
 */
public final class VideoWriter {
  /** Formats by their names, which are the endings of the files too. */
  public static final List<String> FORMATS = List.of("mp4", "webm");

  private VideoWriter() {}

  /** Throws an exception that says what to do where formats need FFmpeg and there is none. */
  public static void requireFor(Collection<String> formats) throws IOException {
    if (formats.stream().anyMatch(FORMATS::contains)) {
      Ffmpeg.find();
    }
  }

  /**
   * Writes a film.
   *
   * @param format one of {@link #FORMATS}
   * @return false if the progress stopped it, and nothing was written
   */
  public static boolean write(
      PictureSource pictures,
      float framesPerSecond,
      String format,
      Path file,
      WriteProgress progress)
      throws IOException {
    Ffmpeg ffmpeg = Ffmpeg.find();
    return AtomicFile.write(
        file, part -> encode(pictures, framesPerSecond, format, ffmpeg, part, progress));
  }

  private static boolean encode(
      PictureSource pictures,
      float framesPerSecond,
      String format,
      Ffmpeg ffmpeg,
      Path part,
      WriteProgress progress)
      throws IOException {
    boolean alpha = pictures.isTransparent() && format.equals("webm");
    List<String> words = new ArrayList<>(List.of("-hide_banner", "-loglevel", "error", "-y"));
    words.addAll(List.of("-f", "rawvideo", "-pix_fmt", "rgba"));
    words.addAll(List.of("-s", pictures.width() + "x" + pictures.height()));
    words.addAll(List.of("-r", String.format(Locale.ROOT, "%.6g", framesPerSecond), "-i", "-"));
    // Half of the colors' resolution needs even sizes; screens mean BT.709.
    words.addAll(
        List.of(
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white@0,scale=out_color_matrix=bt709:out_range=tv"));
    words.addAll(List.of("-colorspace", "bt709", "-color_primaries", "bt709"));
    words.addAll(List.of("-color_trc", "bt709", "-pix_fmt", alpha ? "yuva420p" : "yuv420p"));
    words.addAll(codec(format, ffmpeg, (long) pictures.width() * pictures.height()));
    words.addAll(List.of("-f", format, part.toString()));
    Process process = ffmpeg.start(words);
    StringBuilder said = new StringBuilder();
    Thread listener = new Thread(() -> listen(process, said), "ffmpeg-messages");
    listener.setDaemon(true);
    listener.start();
    boolean going = true;
    try (OutputStream out = process.getOutputStream()) {
      going = feed(pictures, alpha || !pictures.isTransparent(), out, progress);
    } catch (IOException e) {
      process.destroy(); // it went away: what it said is the reason
    }
    if (!going) {
      process.destroy();
      return false;
    }
    try {
      int code = process.waitFor();
      listener.join(2000);
      if (code != 0) {
        throw new IOException("FFmpeg could not write " + format + ": " + lastLine(said));
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return false;
    }
    return true;
  }

  private static List<String> codec(String format, Ffmpeg ffmpeg, long pixels) throws IOException {
    if (format.equals("webm")) {
      return List.of(
          "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4");
    }
    if (ffmpeg.encodes("libx264")) {
      return List.of(
          "-c:v", "libx264", "-crf", "18", "-preset", "medium", "-movflags", "+faststart");
    }
    // The one that Maven carries: no quality by number, so enough bits for flat colors.
    String bits = Math.max(1_000_000, 6 * pixels) + "";
    return List.of("-c:v", "libopenh264", "-b:v", bits, "-movflags", "+faststart");
  }

  /**
   * @param asIs whether pixels go as they are, or over white, where a film has no alpha
   */
  private static boolean feed(
      PictureSource pictures, boolean asIs, OutputStream out, WriteProgress progress)
      throws IOException {
    int[] argb = new int[pictures.width() * pictures.height()];
    byte[] rgba = new byte[4 * argb.length];
    for (int i = 0; i < pictures.count(); i++) {
      pictures.draw(i, argb);
      for (int p = 0; p < argb.length; p++) {
        int a = asIs ? 255 : argb[p] >>> 24, rest = 255 * (255 - a);
        rgba[4 * p] = (byte) (((argb[p] >> 16 & 255) * a + rest) / 255);
        rgba[4 * p + 1] = (byte) (((argb[p] >> 8 & 255) * a + rest) / 255);
        rgba[4 * p + 2] = (byte) (((argb[p] & 255) * a + rest) / 255);
        rgba[4 * p + 3] = (byte) (argb[p] >>> 24);
      }
      out.write(rgba);
      if (!progress.update(i + 1, pictures.count())) {
        return false;
      }
    }
    return true;
  }

  private static void listen(Process process, StringBuilder said) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (said.length() < 10_000) {
          said.append(line).append('\n');
        }
      }
    } catch (IOException e) {
      said.append(e.getMessage()); // the process has ended
    }
  }

  private static String lastLine(StringBuilder said) {
    String[] lines = said.toString().strip().split("\n");
    return lines[lines.length - 1].isBlank() ? "it gave no reason" : lines[lines.length - 1];
  }
}
