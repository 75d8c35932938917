package dev.shinari.bench.contest;

import dev.shinari.mesh.Cage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of the engine under JMH. With {@code -prof gc} its {@code gc.alloc.rate.norm} is the
 * number of bytes that a step allocates; JMH's own few kilobytes an iteration are in it, which is
 * why an iteration takes seconds.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 4)
@Fork(1)
public class StepBenchmark {
  @Param({"tet-225", "tet-2025", "lattice-2000-w2"})
  public String body;

  private ShinariContestant contestant;

  @Setup
  public void build() {
    Cage cage =
        switch (body) {
          case "tet-225" -> Cuboid.tets(4, 4, 8);
          case "tet-2025" -> Cuboid.tets(8, 8, 24);
          default -> Cuboid.lattice(9, 9, 19);
        };
    contestant = ShinariContestant.single(cage, 2, Cuboid.velocities(cage.positions()));
  }

  @TearDown
  public void close() {
    contestant.close();
  }

  @Benchmark
  public void step() {
    contestant.steps(1);
  }
}
