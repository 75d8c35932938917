package dev.shinari.spark;

import dev.shinari.rig.fit.BlockPass;
import java.io.Serializable;
import java.util.ArrayList;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The passes that have changed states, in their order, for whoever has to run them again. Tasks
 * carry handles only; every so many passes move together into one, so that a long fit's tasks stay
 * small.
 */
final class PassLog {
  private static final int CHUNK = 16;

  private final JavaSparkContext spark;
  private final ArrayList<Broadcast<ArrayList<BlockPass<?>>>> chunks = new ArrayList<>();
  private final ArrayList<Broadcast<BlockPass<?>>> last = new ArrayList<>();

  PassLog(JavaSparkContext spark) {
    this.spark = spark;
  }

  /** The log at one time, as tasks carry it. */
  record View(
      ArrayList<Broadcast<ArrayList<BlockPass<?>>>> chunks, ArrayList<Broadcast<BlockPass<?>>> last)
      implements Serializable {
    int size() {
      return CHUNK * chunks.size() + last.size();
    }

    BlockPass<?> get(int index) {
      return index < CHUNK * chunks.size()
          ? chunks.get(index / CHUNK).value().get(index % CHUNK)
          : last.get(index - CHUNK * chunks.size()).value();
    }
  }

  View view() {
    return new View(new ArrayList<>(chunks), new ArrayList<>(last));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // whose sums they are matters to nobody here
  void add(Broadcast<? extends BlockPass<?>> pass) {
    last.add((Broadcast) pass);
    if (last.size() == CHUNK) {
      ArrayList<BlockPass<?>> together = new ArrayList<>();
      last.forEach(b -> together.add(b.value()));
      chunks.add(spark.broadcast(together));
      last.forEach(Broadcast::destroy);
      last.clear();
    }
  }

  void close() {
    chunks.forEach(Broadcast::destroy);
    last.forEach(Broadcast::destroy);
  }
}
