package dev.shinari.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeFilesTest {
  @TempDir Path dir;

  private List<String> names() throws IOException {
    try (var files = Files.list(dir)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void aFileIsWrittenWithItsFolders() throws IOException {
    Path file = dir.resolve("a/b/c.txt");
    SafeFiles.writeString(file, "text");
    assertThat(file).hasContent("text");
  }

  @Test
  void aFailedWriteLeavesTheOldFileWholeAndNoLitter() throws IOException {
    Path file = dir.resolve("x.bin");
    SafeFiles.writeString(file, "old");
    assertThatThrownBy(
            () ->
                SafeFiles.write(
                    file,
                    out -> {
                      out.write(new byte[1 << 20]);
                      throw new IOException("cable pulled");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("cable pulled");
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("x.bin");
  }

  @Test
  void aCancelledWriteCleansUpAndPassesTheCauseOn() throws IOException {
    Path file = dir.resolve("x.bin");
    assertThatThrownBy(
            () ->
                SafeFiles.write(
                    file,
                    out -> {
                      throw new CancellationException();
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(names()).isEmpty();
  }

  @Test
  void aFullDiskIsNamed() throws IOException {
    Path file = dir.resolve("x.bin");
    SafeFiles.writeString(file, "old");
    assertThatThrownBy(
            () ->
                SafeFiles.write(
                    file,
                    out -> {
                      out.write(new byte[1 << 17]);
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the disk is full")
        .hasMessageContaining("131072 bytes")
        .hasMessageContaining("x.bin");
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("x.bin");
  }

  @Test
  void leftoversOfADeadProcessGoAndThoseOfALivingOneStay() throws IOException {
    long alive = ProcessHandle.current().pid();
    Files.writeString(dir.resolve(".x.bin.999999999999-1.part"), "");
    Files.writeString(dir.resolve(".x.bin." + alive + "-99999.part"), "");
    Files.writeString(dir.resolve(".y.bin.999999999999-1.part"), "");
    SafeFiles.writeString(dir.resolve("x.bin"), "new");
    assertThat(names())
        .containsExactlyInAnyOrder(
            "x.bin", ".x.bin." + alive + "-99999.part", ".y.bin.999999999999-1.part");
  }

  @Test
  void aFolderInTheWayIsNamed() throws IOException {
    Files.createDirectory(dir.resolve("x"));
    assertThatThrownBy(() -> SafeFiles.writeString(dir.resolve("x"), ""))
        .hasMessageContaining("a folder of that name");
    Files.writeString(dir.resolve("f"), "");
    assertThatThrownBy(() -> SafeFiles.writeString(dir.resolve("f/y.txt"), ""))
        .hasMessageContaining("a file of that name");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path real = dir.resolve("real.txt");
    Files.writeString(real, "old");
    Path link = Files.createSymbolicLink(dir.resolve("link.txt"), real);
    SafeFiles.writeString(link, "new");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(real).hasContent("new");
  }
}
