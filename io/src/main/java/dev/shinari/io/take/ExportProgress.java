package dev.shinari.io.take;

/**
 * Hears how far an export has come. It may throw (say, a {@link
 * java.util.concurrent.CancellationException}) to stop it: files finished so far stay, the one in
 * the making is dropped.
 */
public interface ExportProgress {
  ExportProgress NONE = (file, done, total) -> {};

  /**
   * Hears of progress.
   *
   * @param file name of the file in the making
   * @param done units (frames, mostly) written of it
   */
  void at(String file, int done, int total);
}
