package dev.shinari.io.scene.build;

import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.example.WeightDrive;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.SceneChecker;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.ExamplesPlan;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.pose.PaintedParts;
import dev.shinari.io.scene.pose.PoseBuilder;
import dev.shinari.io.scene.pose.RestShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes the examples of a body: poses, groups and driven weights, for every kind of body. */
final class ExampleBuilder {
  private final Scene scene;
  private final SceneNames names;
  private final Set<Integer> absent;
  private final BuildLog log;

  /**
   * @param absent entries of the bodies of which nothing but the name is known
   */
  ExampleBuilder(Scene scene, SceneNames names, Set<Integer> absent, BuildLog log) {
    this.scene = scene;
    this.names = names;
    this.absent = absent;
    this.log = log;
  }

  Scene scene() {
    return scene;
  }

  BuildLog log() {
    return log;
  }

  /**
   * The examples of the body at an index of the scene; null where something is wrong with them.
   *
   * @param pins particles of each pin
   * @param held particles of each handle
   */
  ExampleSettings make(int index, RestShape rest, List<int[]> pins, List<int[]> held) {
    BodyPlan plan = scene.bodies().get(index);
    String path = "bodies[" + index + "].examples";
    int before = log.problemCount();
    ExamplesPlan e = plan.examples();
    List<ExamplePose> poses = new PoseBuilder(rest, plan, path + ".poses", log).make(e.poses());
    List<WeightDrive> drives = drives(index, log.problemCount() == before ? poses : null);
    Grouping groups = grouping(plan, path + ".groups", rest, pins, held);
    long different = poses.stream().map(ExamplePose::name).distinct().count();
    boolean sameNames = different < poses.size() || groups == null; // looked at before
    return log.problemCount() > before || sameNames
        ? null
        : log.attempt(
            path,
            "body " + plan.name(),
            () ->
                new ExampleSettings(
                    poses, e.beta(), e.projection(), groups, e.border(), e.lenient(), drives));
  }

  // ---- drives

  /**
   * @param poses what drives may name, or null where this is not known
   */
  private List<WeightDrive> drives(int index, List<ExamplePose> poses) {
    BodyPlan plan = scene.bodies().get(index);
    List<WeightDrive> drives = new ArrayList<>();
    for (int k = 0; k < plan.examples().drives().size(); k++) {
      ExamplesPlan.Drive d = plan.examples().drives().get(k);
      String path = "bodies[" + index + "].examples.drive[" + k + "]";
      String who = "body " + plan.name() + ", drive " + (k + 1);
      if (poses != null && poses.stream().noneMatch(p -> p.name().equals(d.pose()))) {
        List<String> known = poses.stream().map(ExamplePose::name).toList();
        String near = DidYouMean.to(d.pose(), known);
        log.problem(
            path + ".pose",
            who
                + ": there is no pose "
                + d.pose()
                + (near == null
                    ? "; name one of " + SceneChecker.words(known)
                    : ", did you mean " + near + "?"));
      }
      WeightDrive.Signal signal = signal(d, index, path, who);
      if (signal == null) {
        continue;
      }
      float[] inputs = new float[d.inputs().size()], weights = new float[inputs.length];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = d.inputs().get(i);
        weights[i] = d.weights().get(i);
      }
      WeightDrive made =
          log.attempt(
              path, who, () -> new WeightDrive(d.pose(), signal, inputs, weights, d.replaces()));
      if (made != null) {
        drives.add(made);
      }
    }
    return drives;
  }

  /** What a drive measures, or null after a problem. */
  private WeightDrive.Signal signal(ExamplesPlan.Drive d, int index, String path, String who) {
    return switch (d.kind()) {
      case "time" -> new WeightDrive.Signal.Time(d.seconds());
      case "speed" -> new WeightDrive.Signal.Speed();
      case "impact" -> new WeightDrive.Signal.Impact(d.seconds());
      case "force" -> new WeightDrive.Signal.Force();
      default -> distance(d, index, path, who);
    };
  }

  private WeightDrive.Signal distance(ExamplesPlan.Drive d, int index, String path, String who) {
    int other = d.body() == null ? index : names.entryOf(d.body());
    if (other < 0 && !absentNamed(d.body())) {
      log.problem(path + ".body", who + ": " + noBody(d.body()));
      return null;
    }
    if (d.handle() == null || other < 0) {
      return new WeightDrive.Signal.ToBody(d.body());
    }
    BodyPlan of = scene.bodies().get(other);
    int number = absent.contains(other) ? 0 : d.handle().in(of);
    if (number < 0) {
      log.problem(
          path + ".handle",
          who
              + ": body "
              + of.name()
              + " has no handle "
              + d.handle()
              + "; it has "
              + of.handles().size()
              + ", counted from 0"
              + named(of));
      return null;
    }
    // Pins are added to the world before the handles.
    return new WeightDrive.Signal.ToHandle(d.body(), of.pins().size() + number);
  }

  /** Whether it may be one of several bodies of a wrong entry, whose number is not known. */
  private boolean absentNamed(String name) {
    return absent.stream()
        .map(i -> scene.bodies().get(i).name())
        .anyMatch(n -> name.matches(Pattern.quote(n) + "(-\\d+)?"));
  }

  private String noBody(String name) {
    List<String> known = new ArrayList<>();
    for (int i = 0; i < scene.bodies().size(); i++) {
      if (scene.bodies().get(i).name().equals(name)) {
        return name + " is repeated; name one of them, such as " + names.bodies(i).get(0);
      }
      known.addAll(names.bodies(i));
    }
    String near = DidYouMean.to(name, known);
    return "there is no body "
        + name
        + (near == null
            ? "; name one of " + SceneChecker.words(known.subList(0, Math.min(12, known.size())))
            : ", did you mean " + near + "?");
  }

  private static String named(BodyPlan of) {
    List<String> known =
        of.handles().stream().map(BodyPlan.Handle::name).filter(n -> n != null).toList();
    return known.isEmpty() ? "" : " or by name: " + SceneChecker.words(known);
  }

  // ---- groups

  private Grouping grouping(
      BodyPlan plan, String path, RestShape rest, List<int[]> pins, List<int[]> held) {
    ExamplesPlan.Groups g = plan.examples().groups();
    if (g instanceof ExamplesPlan.Groups.One) {
      return new Grouping.OneForAll();
    } else if (g instanceof ExamplesPlan.Groups.Each) {
      return new Grouping.EachRegion();
    } else if (g instanceof ExamplesPlan.Groups.Plane p) {
      Vec3 at = p.point().times(plan.scale());
      Vec3 n = p.normal();
      return new Grouping.Plane(at.x(), at.y(), at.z(), n.x(), n.y(), n.z());
    } else if (g instanceof ExamplesPlan.Groups.Sets s) {
      return sets(plan, path, rest, s.sets());
    }
    if (plan.pins().isEmpty() && plan.handles().isEmpty()) {
      log.problem(
          path,
          "body "
              + plan.name()
              + ": groups by handles need pins or handles, and it has neither; give it some, or use"
              + " another kind of groups");
      return null;
    }
    return handles(plan, pins, held);
  }

  private Grouping sets(
      BodyPlan plan, String path, RestShape rest, List<ExamplesPlan.Groups.NamedSet> sets) {
    String who = "body " + plan.name();
    int[][] painted = log.attempt(path, who, () -> PaintedParts.particles(sets, rest));
    List<Grouping.VertexSet> found = new ArrayList<>();
    for (int k = 0; k < sets.size(); k++) {
      ExamplesPlan.Groups.NamedSet set = sets.get(k);
      int[] at;
      if (set.select() instanceof BodyPlan.Selection.Vertices) {
        at = painted == null ? null : painted[k];
      } else {
        at =
            log.attempt(
                path + ".sets[" + k + "].select",
                who,
                () ->
                    Selections.find(
                        set.select(),
                        "group " + set.name(),
                        rest.cage().positions(),
                        plan.scale()));
      }
      if (at != null) {
        found.add(new Grouping.VertexSet(set.name(), at));
      }
    }
    long different = found.stream().map(Grouping.VertexSet::name).distinct().count();
    return found.isEmpty() || different < found.size() ? null : new Grouping.Sets(found);
  }

  private static Grouping handles(BodyPlan plan, List<int[]> pins, List<int[]> held) {
    Set<String> given = new HashSet<>();
    plan.handles().forEach(h -> given.add(h.name()));
    List<Grouping.VertexSet> sets = new ArrayList<>();
    for (int k = 0; k < pins.size(); k++) {
      if (pins.get(k) != null) {
        sets.add(new Grouping.VertexSet(free("pin-" + (k + 1), given), pins.get(k)));
      }
    }
    for (int k = 0; k < held.size(); k++) {
      String name = plan.handles().get(k).name();
      if (held.get(k) != null) {
        sets.add(
            new Grouping.VertexSet(
                name == null ? free("handle-" + (k + 1), given) : name, held.get(k)));
      }
    }
    return sets.isEmpty() ? null : new Grouping.Handles(sets);
  }

  /** The name, or where one was given that is the same, the first with a number that is free. */
  private static String free(String name, Set<String> given) {
    String free = name;
    for (int i = 2; given.contains(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }
}
