package dev.shinari.app.command.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.mesh.Bounds;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What bodies that tear have come to: every piece with its size and place.
 *
 * @param of name of the body that all of its pieces were at first
 * @param dust pieces that were smaller than the scene's dust and went
 */
record PieceStats(String of, int dust, List<Piece> pieces) {
  /** One piece at the end of a run. */
  record Piece(
      String name, int cells, int particles, double kilograms, Bounds bounds, boolean sleeps) {}

  static List<PieceStats> of(World world) {
    Set<FractureFamily> families = new LinkedHashSet<>();
    for (Body b : world.bodies()) {
      if (world.fracture(b) != null) {
        families.add(world.fracture(b).family());
      }
    }
    List<PieceStats> all = new ArrayList<>();
    for (FractureFamily f : families) {
      List<Piece> pieces = new ArrayList<>();
      for (FractureBody l : f.members()) {
        Particles p = l.body().particles();
        pieces.add(
            new Piece(
                l.body().name(),
                l.elements().count(),
                p.count(),
                l.body().totalMass(),
                p.bounds(),
                world.isSleeping(l.body())));
      }
      all.add(new PieceStats(f.name(), f.dust(), pieces));
    }
    return all;
  }

  void write(ObjectNode root) {
    ObjectNode node = root.withObject("/pieces").putObject(of);
    node.put("dustGone", dust);
    ArrayNode list = node.putArray("list");
    for (Piece p : pieces) {
      Bounds b = p.bounds;
      ObjectNode n = list.addObject();
      n.put("name", p.name).put("cells", p.cells).put("particles", p.particles);
      n.put("kilograms", round(p.kilograms)).put("sleeps", p.sleeps);
      n.putArray("center").add(round(b.centerX())).add(round(b.centerY())).add(round(b.centerZ()));
      n.putArray("size").add(round(b.sizeX())).add(round(b.sizeY())).add(round(b.sizeZ()));
    }
  }

  /** In one line, the largest pieces first. */
  String line() {
    List<Piece> sorted = new ArrayList<>(pieces);
    sorted.sort((a, b) -> b.cells - a.cells);
    StringBuilder s = new StringBuilder(of).append(": ");
    s.append(pieces.size()).append(pieces.size() == 1 ? " piece" : " pieces").append(" (");
    for (int k = 0; k < Math.min(4, sorted.size()); k++) {
      s.append(k == 0 ? "" : ", ").append(sorted.get(k).name).append(" of ");
      s.append(sorted.get(k).cells).append(" cells");
    }
    s.append(sorted.size() > 4 ? ", ..." : "").append(")");
    return dust == 0
        ? s.toString()
        : s.append(", ").append(dust).append(" went as dust").toString();
  }

  private static double round(double value) {
    return Math.round(value * 1e5) / 1e5;
  }
}
