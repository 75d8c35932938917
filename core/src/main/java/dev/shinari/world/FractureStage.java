package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.TearTool;
import dev.shinari.take.Take;
import dev.shinari.world.constraint.Extent;
import dev.shinari.world.step.StepReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a step in which bodies come apart (lattices also split and merge), and pieces become
 * bodies of the world. A body keeps its entry through all of it; what a change costs here does not
 * depend on the size of the body.
 */
final class FractureStage {
  private final World world;
  private final List<Tool> tools = new ArrayList<>();

  /** A cut or shot, for all pieces of a family or for one. */
  private record Tool(FractureFamily family, String piece, TearTool what) {
    boolean isDue(BodyEntry e, double start, float h) {
      double at = what.seconds();
      return e.fracture.family() == family
          && (piece == null || piece.equals(e.body.name()))
          && at >= start
          && at < start + h;
    }
  }

  FractureStage(World world) {
    this.world = world;
  }

  /** Keeps contact and handles of an entry on the right particles while its body changes. */
  void track(BodyEntry e, FractureBody fracture) {
    e.fracture = fracture;
    boolean open = !fracture.isFlat() && fracture.boundary().length == 0;
    e.surface.setBoundary(
        new ContactSurface.Boundary() {
          @Override
          public boolean isFlat() {
            return fracture.isFlat();
          }

          @Override
          public boolean isOpen() {
            return open;
          }

          @Override
          public int[] triangles() {
            return fracture.boundary();
          }
        });
    e.setExtent(() -> extent(fracture, open));
    fracture.setListener(new FractureFollower(world, e));
    e.fractureVersion = fracture.version();
  }

  private static Extent extent(FractureBody fracture, boolean open) {
    if (!open && !fracture.isFlat()) {
      return new Extent(Extent.Measure.VOLUME, fracture.boundary());
    }
    boolean links = fracture.coverCorners() == 2;
    return new Extent(links ? Extent.Measure.LENGTH : Extent.Measure.AREA, fracture.cover());
  }

  void add(FractureFamily family, String piece, TearTool what) {
    tools.add(new Tool(family, piece, what));
  }

  /**
   * Ages all bodies that can come apart.
   *
   * @return whether the world has new bodies
   */
  boolean updateFracture(List<BodyEntry> entries, StepReport report, double start, float h) {
    boolean news = false;
    for (int i = 0, n = entries.size(); i < n; i++) {
      BodyEntry e = entries.get(i);
      if (e.fracture != null && !e.frozen) {
        news |= updateFracture(e, report, start, h);
      }
    }
    return news;
  }

  private boolean updateFracture(BodyEntry e, StepReport report, double start, float h) {
    FractureFamily family = e.fracture.family();
    int splits = family.splits(), merges = family.merges();
    for (int k = 0; k < tools.size(); k++) { // in every step: no iterator
      if (tools.get(k).isDue(e, start, h)) {
        e.wake();
        e.fracture.apply(tools.get(k).what);
      }
    }
    if (!e.asleep) {
      e.fracture.age(h);
    }
    report.splits += family.splits() - splits;
    report.merges += family.merges() - merges;
    int torn = e.fracture.takeTears();
    if (torn > 0) {
      report.tears += torn;
      report.events.add(
          new Take.Event(
              (float) start,
              Take.Event.TEAR,
              e.body.name(),
              "",
              (float) e.fracture.tearPlace(0),
              (float) e.fracture.tearPlace(1),
              (float) e.fracture.tearPlace(2),
              0,
              0,
              0,
              torn));
    }
    long begin = System.nanoTime();
    List<FractureBody> pieces = e.fracture.takePieces();
    for (int k = 0; k < pieces.size(); k++) {
      FractureBody piece = pieces.get(k);
      track(world.entryOf(piece.body()), piece);
      report.pieces++;
      report.events.add(cameOff(e, piece, start));
    }
    notice(e);
    report.changeNanos += e.fracture.takeChangeNanos() + System.nanoTime() - begin;
    return !pieces.isEmpty();
  }

  private static Take.Event cameOff(BodyEntry from, FractureBody piece, double start) {
    Particles p = piece.body().particles();
    double[] at = new double[6];
    piece.body().centerMotion(at);
    return new Take.Event(
        (float) start,
        Take.Event.PIECE,
        from.body.name(),
        piece.body().name(),
        (float) (p.originX() + at[0]),
        (float) (p.originY() + at[1]),
        (float) (p.originZ() + at[2]),
        0,
        0,
        0,
        piece.elements().count());
  }

  /** The pieces of a body that tears, itself included; those that are dust and went are not. */
  static List<Body> pieces(FractureBody of) {
    return of.family().members().stream().map(FractureBody::body).toList();
  }

  /** Has a body's entry follow the changes of its elements. */
  void notice(BodyEntry e) {
    if (e.fracture != null && e.fracture.version() != e.fractureVersion) {
      e.fractureVersion = e.fracture.version();
      e.particlesChanged();
    }
  }
}
