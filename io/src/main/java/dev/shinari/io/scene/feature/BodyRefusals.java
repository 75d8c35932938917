package dev.shinari.io.scene.feature;

import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.ExamplesPlan;
import dev.shinari.io.scene.plan.ShapePlan;
import java.util.List;

/**
 * Keys that mean nothing for the kind of body that they were written for. They are refused, since a
 * key that is read and then ignored looks to a user as if it worked.
 */
public final class BodyRefusals {
  /** Keys of cells that are halved and merged, or laid under a drawing. */
  private static final List<String> ADAPTIVE =
      List.of(
          "split",
          "merge",
          "mergeSeconds",
          "levels",
          "outlineLevels",
          "maxCells",
          "dustCells",
          "dust",
          "shift",
          "turnDeg");

  private final BodyPlan plan;
  private final String path;
  private final BuildLog log;

  private BodyRefusals(BodyPlan plan, String path, BuildLog log) {
    this.plan = plan;
    this.path = path;
    this.log = log;
  }

  /**
   * Reports what is meaningless in an entry of the bodies.
   *
   * @param path where it stands: {@code bodies[0]}
   */
  public static void check(BodyPlan plan, String path, BuildLog log) {
    BodyRefusals r = new BodyRefusals(plan, path, log);
    r.cage();
    FeatureTable.check(log.places().fields(path), path, "body " + plan.name(), log);
    if (plan.tear() != null) {
      r.grid(plan.tear());
    }
    if (plan.examples() != null) {
      r.examples(plan.examples());
    }
  }

  private void cage() {
    BodyPlan.Cage c = plan.cage();
    boolean points =
        plan.shape() instanceof ShapePlan.Sheet || plan.shape() instanceof ShapePlan.Strand;
    String what =
        points
            ? "a " + plan.shape().word() + " is made of points"
            : plan.tear() != null
                ? "a body that tears is a lattice"
                : plan.isAdaptive() ? "a drawing is a lattice" : "its cage is a lattice";
    boolean kindGiven = log.places().isGiven(path + ".cage.kind");
    if (points ? kindGiven : plan.isAdaptive() && kindGiven && !c.lattice()) {
      refuse(".cage.kind", what + " and has no other cage; remove `kind`");
    }
  }

  private void grid(BodyPlan.Tear tear) {
    for (String key : plan.isAdaptive() ? List.<String>of() : ADAPTIVE) {
      if (log.places().isGiven(path + ".tear." + key)) {
        refuse(
            ".tear." + key,
            "it comes apart between the elements of its cage, which are never halved; remove `"
                + key
                + "`");
      }
    }
    boolean drawing = plan.shape() instanceof ShapePlan.Drawing;
    if (plan.isAdaptive() && tear.shift().z() != 0) {
      refuse(".tear.shift", "cells are shifted along x and y alone; make the third number 0");
    }
    if (plan.isAdaptive() && !drawing && tear.turnDeg() != 0) {
      refuse(".tear.turnDeg", "only the cells under a drawing can be turned; remove `turnDeg`");
    }
  }

  private void examples(ExamplesPlan e) {
    boolean alone =
        e.groups() instanceof ExamplesPlan.Groups.One
            || e.groups() instanceof ExamplesPlan.Groups.Each;
    if (alone && log.places().isGiven(path + ".examples.border")) {
      refuse(
          ".examples.border",
          "there is no border between groups where `groups` is one or each; remove `border`");
    }
  }

  private void refuse(String key, String message) {
    log.problem(path + key, "body " + plan.name() + ": " + message);
  }
}
