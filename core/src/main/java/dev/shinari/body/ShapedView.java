package dev.shinari.body;

import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.Regions;
import dev.shinari.body.shaping.ShapedBody;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.kernel.Kernels;

/** A body as its {@link Shaping} sees it. */
record ShapedView(Body body) implements ShapedBody {
  @Override
  public String name() {
    return body.name();
  }

  @Override
  public Particles particles() {
    return body.particles();
  }

  @Override
  public float[] restX() {
    return body.restX();
  }

  @Override
  public float[] restY() {
    return body.restY();
  }

  @Override
  public float[] restZ() {
    return body.restZ();
  }

  @Override
  public float length() {
    return body.length();
  }

  @Override
  public Regions regions() {
    return body.regions;
  }

  @Override
  public Kernels kernels() {
    return body.kernels;
  }

  @Override
  public int edits() {
    return body.edits;
  }

  @Override
  public boolean hasExamples() {
    return body.examples != null;
  }
}
