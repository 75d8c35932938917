package dev.shinari.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceTest {
  private static final Race SHORT = new Race(1, 1, 3, 100);

  @Test
  void whatStandsStillOrBurstsGetsANoteAndNoRow() {
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(notes, true, StandardCharsets.UTF_8);
    List<Row> rows =
        SHORT.run(
            "s",
            "c",
            List.of(
                new Fake("mover", 0.5f),
                new Fake("sleeper", 0),
                new Fake("far", 1e9f),
                new Fake("lost", Float.NaN)),
            new Report(stream, stream, false));
    assertThat(rows).extracting(Row::system).containsExactly("mover");
    assertThat(notes.toString(StandardCharsets.UTF_8))
        .contains("sleeper left out, its vertices do not move")
        .contains("far left out, its body has burst")
        .contains("lost left out, its positions are no longer finite");
  }

  @Test
  void aStepThatAllocatesIsSeen() {
    PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Fake greedy = new Fake("greedy", 0.5f);
    greedy.garbage = 1000;
    List<Row> rows = SHORT.run("s", "c", List.of(greedy), new Report(none, none, false));
    assertThat(rows.get(0).figure(Row.BYTES)).isGreaterThanOrEqualTo(1000);
  }

  /** Two particles, 1000 apart, that walk along x. */
  private static final class Fake implements Contestant {
    private final String name;
    private final float speed;
    private int garbage;
    private byte[] last;
    private float x;

    Fake(String name, float speed) {
      this.name = name;
      this.speed = speed;
    }

    @Override
    public String system() {
      return name;
    }

    @Override
    public int threads() {
      return 1;
    }

    @Override
    public int particleCount() {
      return 2;
    }

    @Override
    public void prepare() {
      x = x > 1000 && speed < 1000 ? 1 : x;
    }

    @Override
    public void steps(int n) {
      for (int k = 0; k < n; k++) {
        x = x > 1000 && speed < 1000 ? 1 : x + speed;
        if (garbage > 0) {
          last = new byte[garbage];
        }
      }
    }

    @Override
    public void copyPositions(float[] xyz) {
      xyz[0] = x;
      xyz[1] = last == null ? 0 : last[0];
      xyz[2] = 0;
      xyz[3] = x + 1000;
      xyz[4] = 0;
      xyz[5] = 0;
    }

    @Override
    public boolean countsAllocation() {
      return true;
    }

    @Override
    public void close() {}
  }
}
