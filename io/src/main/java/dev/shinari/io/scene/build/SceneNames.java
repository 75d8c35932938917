package dev.shinari.io.scene.build;

import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.ExamplesPlan;
import dev.shinari.io.scene.plan.Scene;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of all that a scene holds. Files and messages tell bodies, creatures and colliders
 * apart by them, so no two are alike: a name that is given twice is a problem of the scene, and
 * names that nobody gave keep out of the way of those that were.
 */
final class SceneNames {
  private final BuildLog log;
  private final Map<String, String> given = new HashMap<>(); // name to path
  private final Set<String> taken = new HashSet<>();
  private final List<List<String>> bodies = new ArrayList<>();
  private final List<String> creatures = new ArrayList<>();
  private final List<String> colliders = new ArrayList<>();

  SceneNames(Scene scene, BuildLog log) {
    this.log = log;
    for (int i = 0; i < scene.colliders().size(); i++) {
      if (isGiven("colliders", i)) {
        take(scene.colliders().get(i).name(), "colliders[" + i + "]");
      }
    }
    for (int i = 0; i < scene.bodies().size(); i++) {
      if (isGiven("bodies", i)) {
        for (String name : repeated(scene.bodies().get(i))) {
          take(name, "bodies[" + i + "]");
        }
      }
    }
    for (int i = 0; i < scene.creatures().size(); i++) {
      if (isGiven("creatures", i)) {
        take(scene.creatures().get(i).name(), "creatures[" + i + "]");
      }
    }
    taken.addAll(given.keySet());
    for (int i = 0; i < scene.colliders().size(); i++) {
      String name = scene.colliders().get(i).name();
      colliders.add(own(name, "colliders[" + i + "]"));
    }
    for (int i = 0; i < scene.bodies().size(); i++) {
      String path = "bodies[" + i + "]";
      bodies.add(repeated(scene.bodies().get(i)).stream().map(n -> own(n, path)).toList());
    }
    for (int i = 0; i < scene.creatures().size(); i++) {
      String name = scene.creatures().get(i).name();
      creatures.add(own(name, "creatures[" + i + "]"));
    }
    for (int i = 0; i < scene.bodies().size(); i++) {
      parts(scene.bodies().get(i), "bodies[" + i + "]");
    }
  }

  /** The bodies of an entry, one or as many as it repeats. */
  List<String> bodies(int index) {
    return bodies.get(index);
  }

  String creature(int index) {
    return creatures.get(index);
  }

  String collider(int index) {
    return colliders.get(index);
  }

  /** The entry that a body of this name is of, or -1. */
  int entryOf(String body) {
    for (int i = 0; i < bodies.size(); i++) {
      if (bodies.get(i).contains(body)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isGiven(String list, int index) {
    return log.places().isGiven(list + "[" + index + "].name");
  }

  private static List<String> repeated(BodyPlan plan) {
    int count = plan.repeat().count();
    if (count == 1) {
      return List.of(plan.name());
    }
    List<String> names = new ArrayList<>();
    for (int k = 1; k <= count; k++) {
      names.add(plan.name() + "-" + k);
    }
    return names;
  }

  private void take(String name, String path) {
    String other = given.putIfAbsent(name, path);
    if (other != null) {
      log.problem(
          path + ".name",
          "the name "
              + name
              + " is already that of `"
              + other
              + "` ("
              + log.places().describe(other + ".name")
              + "); bodies, creatures and colliders need names of their own");
    }
  }

  /** The name where it was given and nothing else has it, else one that is free. */
  private String own(String name, String path) {
    return path.equals(given.get(name)) ? name : unique(name);
  }

  private String unique(String wanted) {
    String name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }

  // ---- inside of a body

  private void parts(BodyPlan plan, String path) {
    Map<String, String> seen = new HashMap<>();
    for (int k = 0; k < plan.handles().size(); k++) {
      different(seen, plan.handles().get(k).name(), path + ".handles[" + k + "].name", "handle");
    }
    if (plan.examples() == null) {
      return;
    }
    seen.clear();
    for (int k = 0; k < plan.examples().poses().size(); k++) {
      String at = path + ".examples.poses[" + k + "].name";
      different(seen, plan.examples().poses().get(k).name(), at, "pose");
    }
    if (plan.examples().groups() instanceof ExamplesPlan.Groups.Sets sets) {
      seen.clear();
      for (int k = 0; k < sets.sets().size(); k++) {
        String at = path + ".examples.groups.sets[" + k + "].name";
        String name = sets.sets().get(k).name();
        different(seen, name, at, "group");
        if (name.equals("rest")) {
          log.problem(
              at,
              "no group can be named rest: this is the one of all that is in no set; rename it");
        }
      }
    }
  }

  private void different(Map<String, String> seen, String name, String path, String what) {
    String other = name == null ? null : seen.putIfAbsent(name, path);
    if (other != null) {
      log.problem(
          path,
          "the "
              + what
              + " name "
              + name
              + " is already given at "
              + log.places().describe(other)
              + "; rename one of the two");
    }
  }
}
