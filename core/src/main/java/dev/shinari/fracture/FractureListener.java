package dev.shinari.fracture;

import dev.shinari.body.Body;

/** Hears of changes of particle numbers while they happen. */
public interface FractureListener {
  /** Particle {@code to} is new and a copy of another. */
  void copied(int from, int to);

  /** Particle i is new, in the middle of parents[0] to parents[n - 1]. */
  void born(int i, int[] parents, int n);

  /** Particle i is gone, and the one with number {@code last} has become i. */
  void removed(int i, int last);

  /** Particles are about to go to a piece of their own: number k of it is old[k], ascending. */
  void parted(Body piece, int[] old);

  /** For bodies that no world follows. */
  FractureListener NONE =
      new FractureListener() {
        @Override
        public void copied(int from, int to) {}

        @Override
        public void born(int i, int[] parents, int n) {}

        @Override
        public void removed(int i, int last) {}

        @Override
        public void parted(Body piece, int[] old) {}
      };
}
