package dev.shinari.rig.examples;

import dev.shinari.math.Check;
import java.io.Serializable;

/**
 * How examples are cut into blocks.
 *
 * @param vertexCount vertices of the skin
 * @param jointCount joints of the skeleton
 * @param exampleCount examples of the set
 * @param examplesPerBlock of every block but the last, which may have fewer
 */
public record BlockLayout(int vertexCount, int jointCount, int exampleCount, int examplesPerBlock)
    implements Serializable {
  public BlockLayout {
    Check.that(vertexCount >= 0 && jointCount >= 1, "a skin and a joint are needed");
    Check.that(exampleCount >= 1, "an example set needs at least one example");
    Check.inRange("examplesPerBlock", examplesPerBlock, 1, 1 << 20);
    Check.that(
        examplesPerBlock * (96L * jointCount + 12L * ExampleSet.stride(vertexCount)) < 1L << 30,
        "a block must stay below 1 GB");
  }

  public int stride() {
    return ExampleSet.stride(vertexCount);
  }

  public int blockCount() {
    return (int) (((long) exampleCount + examplesPerBlock - 1) / examplesPerBlock);
  }

  public int blockStart(int block) {
    return block * examplesPerBlock;
  }

  public int blockLength(int block) {
    return Math.min(examplesPerBlock, exampleCount - blockStart(block));
  }
}
