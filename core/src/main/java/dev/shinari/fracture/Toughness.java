package dev.shinari.fracture;

/** How much of the split and tear strain a place bears: what is painted on a rest shape. */
public interface Toughness {
  /** The same everywhere. */
  Toughness EVEN = (x, y, z, size) -> 1;

  /**
   * Factor on the strain at which a face splits or tears: below 1 is weak, above 1 tough.
   *
   * @param x rest position of the face's middle
   * @param size of the smaller element: a weak spot counts for every element that it comes into, so
   *     that a line thinner than the elements is not missed
   */
  float at(double x, double y, double z, double size);
}
