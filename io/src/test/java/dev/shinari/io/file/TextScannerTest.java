package dev.shinari.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextScannerTest {
  private static TextScanner scanner(String text) {
    return new TextScanner(Path.of("t"), text.getBytes(StandardCharsets.UTF_8), '#', true);
  }

  @Test
  void numbersAreReadAsTheJdkReadsThem() throws BadFileException {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      float f = Float.intBitsToFloat(random.nextInt());
      if (!Float.isFinite(f)) {
        continue;
      }
      String text =
          switch (i % 3) {
            case 0 -> Float.toString(f);
            case 1 -> String.format(java.util.Locale.ROOT, "%.6f", f % 1000);
            default -> Double.toString(random.nextGaussian());
          };
      assertThat(scanner(text).number("n")).as(text).isEqualTo(Float.parseFloat(text));
    }
  }

  // 1 + 2^-24 is half-way between two floats; a little above it must round up, which rounding to
  // double first would lose.
  @Test
  void doubleRoundingDoesNotHappen() throws BadFileException {
    for (String text : new String[] {"1.00000005960464", "1.00000005960465", "16777217"}) {
      assertThat(scanner(text).number("n")).isEqualTo(Float.parseFloat(text));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nan",
        "NaN",
        "-inf",
        "Infinity",
        "1e39",
        "-1.#IND",
        "1f",
        "0x1p3",
        "1..2",
        "-",
        ".",
        "1e",
        "++1",
        "1,5"
      })
  void notANumberIsRefused(String text) {
    TextScanner in = scanner("a\n  " + text);
    in.nextLine();
    in.skipToNextLine();
    assertThatThrownBy(() -> in.thisNumber("a number"))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("line 2, column 3");
  }

  @Test
  void linesEndInEveryWay() {
    TextScanner in = scanner("a b\r\nc\rd # e\n\n#f\ng\\\nh \\\n i");
    StringBuilder s = new StringBuilder();
    boolean more = in.nextLine();
    while (more) {
      s.append(in.line()).append(in.text());
      while (in.word()) {
        s.append('+').append(in.text());
      }
      s.append(' ');
      more = in.nextLine();
    }
    assertThat(s.toString()).isEqualTo("1a+b 2c 3d 6g+h+i ");
  }
}
