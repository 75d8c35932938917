package dev.shinari.fracture.element;

import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.FractureMesh;
import java.util.List;

/** The pieces of what was one body of a cage at first. */
final class ElementFamily extends FractureFamily {
  private final ElementComplex whole;
  private ElementMesh.Homes homes; // once something is drawn

  ElementFamily(String name, ElementComplex whole) {
    super(name);
    this.whole = whole;
  }

  @Override
  public FractureMesh mesh(List<FractureBody> bodies, boolean inner) {
    homes = homes == null ? new ElementMesh.Homes(whole) : homes;
    return new ElementMesh(homes, bodies, inner);
  }

  @Override
  public boolean hasInside() {
    return whole.solid;
  }
}
