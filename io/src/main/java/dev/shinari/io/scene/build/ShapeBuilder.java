package dev.shinari.io.scene.build;

import dev.shinari.io.MeshReader;
import dev.shinari.io.drawing.ConvexHull;
import dev.shinari.io.drawing.Drawing;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.drawing.SvgPath;
import dev.shinari.io.file.ImportWarning;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.io.scene.plan.ShapePlan;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.lattice.SurfaceShape;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedder;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Models;
import dev.shinari.mesh.solid.Solid;
import dev.shinari.mesh.solid.Solids;
import dev.shinari.mesh.volume.CagedSurface;
import dev.shinari.mesh.volume.TetRefiner;
import dev.shinari.mesh.volume.VolumeMesher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Makes the simulated volume and the visible surface of a body's shape, centered on the middle of
 * its box and scaled.
 */
public final class ShapeBuilder {
  /** A finished shape: rest data, shared by all bodies that repeat it. */
  public record Made(Cage cage, Embedding surface, List<String> warnings) {}

  private final BodyPlan plan;
  private final int resolution;
  private final int halfWidth;
  private final float scale;
  private final List<String> warnings = new ArrayList<>();

  private ShapeBuilder(BodyPlan plan) {
    this.plan = plan;
    this.resolution = plan.cage().resolution();
    this.halfWidth = plan.cage().halfWidth();
    this.scale = plan.scale();
  }

  public static Made make(BodyPlan plan) throws IOException {
    Made made = new ShapeBuilder(plan).make();
    boolean graded = plan.cage().uneven() > 1 && made.cage() instanceof TetMesh;
    return graded ? graded(made, (TetMesh) made.cage(), plan.cage()) : made;
  }

  /** The cage with tetrahedra that grow smaller and smaller along its longest side. */
  private static Made graded(Made made, TetMesh cage, BodyPlan.Cage plan) {
    Bounds b = Bounds.of(cage.positions());
    int axis =
        b.sizeX() >= b.sizeY() && b.sizeX() >= b.sizeZ() ? 0 : b.sizeY() >= b.sizeZ() ? 1 : 2;
    double low = axis == 0 ? b.minX() : axis == 1 ? b.minY() : b.minZ();
    double length = b.longestSide();
    double edge = length / plan.resolution();
    TetMesh fine =
        TetRefiner.refine(
            cage,
            (x, y, z) -> {
              double share = ((axis == 0 ? x : axis == 1 ? y : z) - low) / length;
              return edge * (1 + Math.max(0, Math.min(1, share)) * (1 / plan.uneven() - 1));
            });
    Embedding seen = made.surface() == null ? null : Embedder.embed(made.surface().surface(), fine);
    return new Made(fine, seen, made.warnings());
  }

  private Made make() throws IOException {
    ShapePlan shape = plan.shape();
    boolean lattice = plan.cage().lattice();
    if (shape instanceof ShapePlan.Cuboid c) {
      return cuboid(c.size().times(scale), lattice);
    } else if (shape instanceof ShapePlan.Cylinder c) {
      return cylinder(c.radius() * scale, c.height() * scale, lattice);
    } else if (shape instanceof ShapePlan.Tube t) {
      return tube(t.radius() * scale, t.innerRadius() * scale, t.height() * scale, lattice);
    } else if (shape instanceof ShapePlan.Sphere s) {
      float r = s.radius() * scale;
      return lattice
          ? caged(SurfaceShapes.sphere(Math.max(8, Math.min(40, 2 * resolution)), r))
          : bare(TetShapes.sphere(Math.max(2, (resolution + 1) / 2), r));
    } else if (shape instanceof ShapePlan.Sheet s) {
      float w = s.width() * scale, d = s.depth() * scale;
      float cell = Math.max(w, d) / resolution;
      return bare(PointShapes.sheet(cells(w, cell), cells(d, cell), w, d, halfWidth));
    } else if (shape instanceof ShapePlan.Strand s) {
      PointCage rope =
          PointShapes.rope(resolution, 8, s.length() * scale, s.radius() * scale, halfWidth);
      float[] centered = centered(rope.positions(), 1);
      return bare(
          new PointCage(centered, rope.starts(), rope.members(), rope.boundary().triangles()));
    } else if (shape instanceof ShapePlan.Model m) {
      TriangleMesh mesh = IsoSurface.of(Models.named(m.word()), surfaceResolution());
      Bounds b = mesh.bounds();
      float side = m.word().equals("car") ? Math.max(b.sizeX(), b.sizeZ()) : b.sizeY();
      return caged(fit(mesh, m.size() / side * scale));
    } else if (shape instanceof ShapePlan.Solid s) {
      TriangleMesh mesh = IsoSurface.of(solid(s.part()), surfaceResolution());
      if (mesh.triangleCount() == 0) {
        throw new IllegalArgumentException("the solid is empty; its parts cut away everything");
      }
      return caged(fit(mesh, scale));
    }
    return file(Path.of(((ShapePlan.File) shape).path()), lattice);
  }

  /** What a lattice that can tear is laid over, and what is seen of it. */
  record Tearing(LatticeShape shape, LatticeSkin skin, List<String> warnings) {}

  static Tearing makeTearing(BodyPlan plan) throws IOException {
    return new ShapeBuilder(plan).tearing();
  }

  private Tearing tearing() throws IOException {
    if (plan.shape() instanceof ShapePlan.Drawing d) {
      Drawing drawing = drawing(d).fitted(d.height() * scale);
      double[][] loops = drawing.loops();
      if (drawing.source() != null) {
        warnings.addAll(drawing.source().notes());
      }
      OutlineShape shape = new OutlineShape(loops);
      double[] crossing =
          drawing.source() == null ? shape.crossing() : null; // traced ones never do
      if (crossing != null) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "its outline crosses itself, first near (%.3g, %.3g); what lies inside an even number"
                    + " of times is a hole",
                crossing[0],
                crossing[1]));
      }
      LatticeShape under = d.joined() ? new OutlineShape(ConvexHull.of(loops)) : shape;
      return new Tearing(
          under, new LatticeSkin(loops, null, drawing.box(), drawing.png()), List.copyOf(warnings));
    }
    TriangleMesh mesh = solidSurface();
    return new Tearing(
        new SurfaceShape(mesh), new LatticeSkin(null, mesh, null, null), List.copyOf(warnings));
  }

  private static Drawing drawing(ShapePlan.Drawing d) throws IOException {
    if (d.loops() != null) {
      return Drawing.of(d.loops().toArray(new double[0][]));
    } else if (d.path() != null) {
      return Drawing.of(SvgPath.loops(d.path()));
    } else if (d.file() != null) {
      return DrawingReader.read(Path.of(d.file()), d.settings());
    }
    return DrawingReader.picture(Base64.getMimeDecoder().decode(d.png()), d.settings());
  }

  /** The closed surface of a solid shape. */
  private TriangleMesh solidSurface() throws IOException {
    ShapePlan shape = plan.shape();
    if (shape instanceof ShapePlan.Cuboid c) {
      Vec3 s = c.size().times(scale);
      return SurfaceShapes.cuboid(1, 1, 1, s.x(), s.y(), s.z());
    } else if (shape instanceof ShapePlan.Cylinder c) {
      return SurfaceShapes.cylinder(8, 8, c.radius() * scale, c.height() * scale);
    } else if (shape instanceof ShapePlan.Sphere s) {
      return SurfaceShapes.sphere(24, s.radius() * scale);
    } else if (shape instanceof ShapePlan.Model m) {
      TriangleMesh mesh = IsoSurface.of(Models.named(m.word()), surfaceResolution());
      Bounds b = mesh.bounds();
      float side = m.word().equals("car") ? Math.max(b.sizeX(), b.sizeZ()) : b.sizeY();
      return fit(mesh, m.size() / side * scale);
    } else if (shape instanceof ShapePlan.Solid s) {
      TriangleMesh mesh = IsoSurface.of(solid(s.part()), surfaceResolution());
      if (mesh.triangleCount() == 0) {
        throw new IllegalArgumentException("the solid is empty; its parts cut away everything");
      }
      return fit(mesh, scale);
    }
    MeshFile file = MeshReader.read(Path.of(((ShapePlan.File) shape).path()));
    for (ImportWarning w : file.warnings()) {
      warnings.add(w.toString());
    }
    return fit(file.surface(), scale);
  }

  private Made cuboid(Vec3 size, boolean lattice) {
    float longest = Math.max(size.x(), Math.max(size.y(), size.z()));
    float cell = longest / resolution;
    int nx = cells(size.x(), cell), ny = cells(size.y(), cell), nz = cells(size.z(), cell);
    return lattice
        ? caged(SurfaceShapes.cuboid(nx, ny, nz, size.x(), size.y(), size.z()))
        : bare(TetShapes.cuboid(nx, ny, nz, size.x(), size.y(), size.z()));
  }

  private Made cylinder(float radius, float height, boolean lattice) {
    float cell = Math.max(2 * radius, height) / resolution;
    int rings = Math.max(2, cells(radius, cell)), layers = cells(height, cell);
    return lattice
        ? caged(SurfaceShapes.cylinder(Math.max(4, rings), layers, radius, height))
        : bare(TetShapes.cylinder(rings, layers, radius, height));
  }

  // A thin wall would fall in on itself; the solid cage keeps it round [Koyama13, fig. 9].
  private Made tube(float radius, float inner, float height, boolean lattice) {
    Made solid = cylinder(radius, height, lattice);
    float edge = Math.max(2 * radius, height) / (2 * Math.max(6, resolution));
    int segments = Math.max(24, Math.min(96, 2 * cells(3.1416f * radius, edge)));
    TetMesh wall =
        TetShapes.hollowCylinder(
            segments, 1, Math.min(96, cells(height, edge)), inner, radius, height);
    TriangleMesh seen = MeshTopology.compact(wall.boundary());
    return new Made(solid.cage(), Embedder.embed(seen, solid.cage()), solid.warnings());
  }

  private Made file(Path path, boolean lattice) throws IOException {
    MeshFile file = MeshReader.read(path);
    for (ImportWarning w : file.warnings()) {
      warnings.add(path.getFileName() + ": " + w);
    }
    if (file.isVolumetric() && !lattice) {
      return bare(new TetMesh(centered(file.tets().positions(), scale), file.tets().tets()));
    }
    return caged(fit(file.surface(), scale));
  }

  // ---- cages

  private Made caged(TriangleMesh mesh) {
    VolumeMesher mesher = new VolumeMesher(mesh);
    CagedSurface<? extends Cage> made =
        plan.cage().lattice() ? mesher.lattice(resolution) : mesher.tetrahedra(resolution);
    warnings.addAll(made.report().warnings());
    return new Made(made.cage(), made.surface(), List.copyOf(warnings));
  }

  /** The cage's own boundary is what is seen. */
  private Made bare(Cage cage) {
    return new Made(cage, null, List.copyOf(warnings));
  }

  /** Cells of the visible surface of a solid: finer than the cage, so that it looks smooth. */
  private int surfaceResolution() {
    return Math.max(40, Math.min(96, 4 * resolution));
  }

  private static int cells(float length, float cell) {
    return Math.max(1, Math.round(length / cell));
  }

  private static TriangleMesh fit(TriangleMesh mesh, float scale) {
    return mesh.withPositions(centered(mesh.positions(), scale));
  }

  private static float[] centered(float[] positions, float scale) {
    Bounds b = Bounds.of(positions);
    float[] middle = {b.centerX(), b.centerY(), b.centerZ()};
    float[] out = new float[positions.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (positions[i] - middle[i % 3]) * scale;
    }
    return out;
  }

  // ---- solids

  private static Solid solid(ShapePlan.Part part) {
    Solid s = primitive(part);
    SceneRotation turn = SceneRotation.ofDegrees(part.rotationDeg());
    if (!turn.isNone()) {
      s = s.rotate(turn.axis(0), turn.axis(1), turn.axis(2), turn.angle());
    }
    Vec3 p = part.position();
    return p.equals(Vec3.ZERO) ? s : s.translate(p.x(), p.y(), p.z());
  }

  private static Solid primitive(ShapePlan.Part part) {
    if (part instanceof ShapePlan.Ball b) {
      return Solids.sphere(0, 0, 0, b.radius());
    } else if (part instanceof ShapePlan.Ellipsoid e) {
      return Solids.ellipsoid(0, 0, 0, e.radii().x(), e.radii().y(), e.radii().z());
    } else if (part instanceof ShapePlan.Block b) {
      Vec3 h = b.size().times(0.5f);
      float most = Math.min(h.x(), Math.min(h.y(), h.z()));
      return Solids.box(0, 0, 0, h.x(), h.y(), h.z(), Math.min(b.round(), most));
    } else if (part instanceof ShapePlan.Capsule c) {
      return Solids.capsule(
          c.from().x(), c.from().y(), c.from().z(), c.to().x(), c.to().y(), c.to().z(), c.radius());
    } else if (part instanceof ShapePlan.Cone c) {
      return Solids.cone(
          new Solids.Ball(c.from().x(), c.from().y(), c.from().z(), c.fromRadius()),
          new Solids.Ball(c.to().x(), c.to().y(), c.to().z(), c.toRadius()));
    } else if (part instanceof ShapePlan.Rod r) {
      float round = Math.min(r.round(), Math.min(r.radius(), 0.5f * r.height()));
      return Solids.cylinder(0, 0, 0, r.radius(), 0.5f * r.height(), round);
    } else if (part instanceof ShapePlan.Ring r) {
      return Solids.torus(0, 0, 0, r.radius(), r.tube());
    }
    ShapePlan.Group g = (ShapePlan.Group) part;
    Solid all = solid(g.parts().get(0));
    for (ShapePlan.Part p : g.parts().subList(1, g.parts().size())) {
      Solid next = solid(p);
      all =
          switch (g.joint()) {
            case UNION -> all.union(next);
            case BLEND -> all.blend(next, g.radius());
            case COMMON -> all.intersect(next);
            case CUT -> all.minus(next);
          };
    }
    return all;
  }
}
