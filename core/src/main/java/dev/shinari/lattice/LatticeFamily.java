package dev.shinari.lattice;

import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.LatticeFrame;
import java.util.List;

/** The pieces of what was one lattice at first. */
final class LatticeFamily extends FractureFamily {
  final LatticeSkin skin;
  final LatticeFrame frame;
  final CrackFaces cracks;
  private final boolean solid;

  LatticeFamily(AdaptiveLattice first, LatticeSkin skin) {
    super(first.body().name());
    this.skin = skin;
    frame = first.frame;
    cracks = new CrackFaces(first.dimension());
    solid = first.dimension() == 3;
  }

  @Override
  protected Object saveMore() {
    return cracks.save();
  }

  @Override
  protected void restoreMore(Object saved) {
    cracks.restore((CrackFaces.State) saved);
  }

  void addFirst(LatticeBody b) {
    add(b);
  }

  @Override
  public FractureMesh mesh(List<FractureBody> bodies, boolean inner) {
    List<AdaptiveLattice> lattices = bodies.stream().map(b -> ((LatticeBody) b).lattice()).toList();
    Cells first = lattices.get(0).cells;
    return solid
        ? new SolidMesher(this, lattices, inner)
        : new FlatMesher(this, inner ? List.of() : lattices, first);
  }

  @Override
  public boolean hasInside() {
    return solid;
  }

  @Override
  public byte[] picture() {
    return skin.png();
  }
}
