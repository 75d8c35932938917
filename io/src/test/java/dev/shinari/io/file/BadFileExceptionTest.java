package dev.shinari.io.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BadFileExceptionTest {
  @Test
  void theMessageIsOneLineWithPlaceAndRemedy() {
    BadFileException e =
        new BadFileException(
            Path.of("a.obj"), "line 3, column 5", "a number", "'x\ny\u001b[31m'", "correct it");
    assertThat(e)
        .hasMessage("a.obj, line 3, column 5: expected a number, found 'x y [31m'; correct it");
    assertThat(e.place()).isEqualTo("line 3, column 5");
    assertThat(e.remedy()).isEqualTo("correct it");
  }

  @Test
  void aFileAsAWholeHasNoPlace() {
    assertThat(new BadFileException(Path.of("a.obj"), "", "a mesh", "nothing", ""))
        .hasMessage("a.obj: expected a mesh, found nothing");
  }
}
