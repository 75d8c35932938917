package dev.shinari.io.scene;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What remains of a scene when all whose text is wrong is taken out, so that the rest can be built
 * and has its own problems found. Values keep their places in the file. A body that is wrong leaves
 * a plain one of its name behind, so that the others keep their numbers and may refer to it.
 *
 * @param fields the sound rest, or null where nothing can be made of it
 * @param absent entries of the bodies that only stand for wrong ones
 */
record SoundParts(Resolved.Fields fields, Set<Integer> absent) {
  static SoundParts of(Located.Fields root, String shown, Path folder) {
    Located.Fields rest = new Located.Fields(root.origin);
    Set<Integer> absent = new HashSet<>();
    for (Spec.Key key : SceneSpec.SCENE.keys()) {
      Located value = root.values.get(key.name());
      boolean things = key.spec() instanceof Spec.ListOf l && !(l.item() instanceof Spec.Num);
      if (value instanceof Located.Items list && things) {
        Spec item = ((Spec.ListOf) key.spec()).item();
        boolean bodies = key.name().equals("bodies");
        Located.Items kept = new Located.Items(list.origin);
        for (int i = 0; i < list.items.size(); i++) {
          Located thing = list.items.get(i);
          if (isSound(thing, item, shown, folder)) {
            kept.items.add(thing);
          } else if (bodies) {
            kept.items.add(standIn(thing));
            absent.add(i);
          }
        }
        rest.put(key.name(), root.keyOrigins.get(key.name()), kept);
      } else if (value != null && isSound(value, key.spec(), shown, folder)) {
        rest.put(key.name(), root.keyOrigins.get(key.name()), value);
      }
    }
    List<Problem> left = new ArrayList<>();
    Resolved all = new SceneChecker(shown, folder, left).check(rest, SceneSpec.SCENE, "");
    return new SoundParts(left.isEmpty() ? (Resolved.Fields) all : null, absent);
  }

  private static boolean isSound(Located value, Spec spec, String shown, Path folder) {
    List<Problem> found = new ArrayList<>();
    return new SceneChecker(shown, folder, found).check(value, spec, "") != null && found.isEmpty();
  }

  private static Located standIn(Located body) {
    Located.Fields plain = new Located.Fields(body.origin);
    if (body instanceof Located.Fields f
        && f.values.get("name") instanceof Located.Scalar name
        && isSound(name, CommonSpec.NAME, "", null)) {
      plain.put("name", name.origin, name);
    }
    plain.put("shape", body.origin, new Located.Scalar(body.origin, "cuboid", null));
    return plain;
  }
}
