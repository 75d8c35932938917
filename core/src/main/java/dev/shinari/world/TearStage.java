package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.collide.ContactSurface;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeFamily;
import dev.shinari.lattice.TearTool;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a step in which lattices split, tear and merge, and pieces become bodies of the
 * world. A body keeps its entry through all of it; what a change costs here does not depend on the
 * size of the body.
 */
final class TearStage {
  private final World world;
  private final List<Tool> tools = new ArrayList<>();

  /** A cut or shot, for all pieces of a family or for one. */
  private record Tool(LatticeFamily family, String piece, TearTool what) {
    boolean isDue(BodyEntry e, double start, float h) {
      double at = what.seconds();
      return e.lattice.family() == family
          && (piece == null || piece.equals(e.body.name()))
          && at >= start
          && at < start + h;
    }
  }

  TearStage(World world) {
    this.world = world;
  }

  /** Keeps contact and handles of an entry on the right particles while its lattice changes. */
  void follow(BodyEntry e, LatticeBody lattice) {
    e.lattice = lattice;
    e.surface.setBoundary(
        new ContactSurface.Boundary() {
          @Override
          public boolean isFlat() {
            return lattice.lattice().dimension() == 2;
          }

          @Override
          public int[] triangles() {
            return lattice.lattice().boundary();
          }
        });
    lattice.lattice().setListener(new TearFollower(world, e));
    e.latticeVersion = lattice.lattice().version();
  }

  void add(LatticeFamily family, String piece, TearTool what) {
    tools.add(new Tool(family, piece, what));
  }

  /**
   * Ages all lattices.
   *
   * @return whether the world has new bodies
   */
  boolean age(List<BodyEntry> entries, StepReport report, double start, float h) {
    boolean news = false;
    for (int i = 0, n = entries.size(); i < n; i++) {
      BodyEntry e = entries.get(i);
      if (e.lattice != null && !e.frozen) {
        news |= age(e, report, start, h);
      }
    }
    return news;
  }

  private boolean age(BodyEntry e, StepReport report, double start, float h) {
    LatticeFamily family = e.lattice.family();
    int splits = family.splits(), merges = family.merges();
    for (Tool tool : tools) {
      if (tool.isDue(e, start, h)) {
        e.wake();
        e.lattice.apply(tool.what);
      }
    }
    if (!e.asleep) {
      e.lattice.age(h);
    }
    report.splits += family.splits() - splits;
    report.merges += family.merges() - merges;
    int torn = e.lattice.takeTears();
    if (torn > 0) {
      report.tears += torn;
      report.events.add(
          new Take.Event(
              (float) start,
              Take.Event.TEAR,
              e.body.name(),
              "",
              (float) e.lattice.tearPlace(0),
              (float) e.lattice.tearPlace(1),
              (float) e.lattice.tearPlace(2),
              0,
              0,
              0,
              torn));
    }
    long begin = System.nanoTime();
    List<LatticeBody> pieces = e.lattice.takePieces();
    for (LatticeBody piece : pieces) {
      follow(world.entryOf(piece.body()), piece);
      report.pieces++;
    }
    notice(e);
    report.changeNanos += e.lattice.takeChangeNanos() + System.nanoTime() - begin;
    return !pieces.isEmpty();
  }

  /** The pieces of a body that tears, itself included; those that are dust and went are not. */
  static List<Body> pieces(LatticeBody of) {
    return of.family().members().stream().map(LatticeBody::body).toList();
  }

  /** Has a body's entry follow the changes of its lattice. */
  void notice(BodyEntry e) {
    if (e.lattice != null && e.lattice.lattice().version() != e.latticeVersion) {
      e.latticeVersion = e.lattice.lattice().version();
      e.particlesChanged();
    }
  }
}
