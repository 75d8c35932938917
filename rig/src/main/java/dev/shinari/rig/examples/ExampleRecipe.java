package dev.shinari.rig.examples;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.io.Serializable;

/**
 * How a set of examples is made: small enough to be sent to every machine that makes a part of it.
 */
public interface ExampleRecipe extends Serializable {
  TriangleMesh rest();

  RigSkeleton skeleton();

  int count();

  /** A maker; one for each thread. */
  ExampleMaker open();
}
