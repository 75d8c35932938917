package dev.shinari.body.shaping;

import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.Kernels;

/** What {@link Shaping} needs to know of the body that it shapes. */
public interface ShapedBody {
  String name();

  Particles particles();

  float[] restX();

  float[] restY();

  float[] restZ();

  /** The length of the rest shape. */
  float length();

  Regions regions();

  Kernels kernels();

  /** How often particles or regions have been edited. */
  int edits();

  /** Whether example poses pull the regions. */
  boolean hasExamples();
}
