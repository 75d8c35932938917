package dev.shinari.io.scene.spec;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.LocatedJson;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.SceneChecker;
import dev.shinari.io.scene.format.Spec;
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
public record ValidParts(ResolvedValue.Fields fields, Set<Integer> absent) {
  public static ValidParts of(LocatedJson.Fields root, String shown, Path folder) {
    LocatedJson.Fields rest = new LocatedJson.Fields(root.origin);
    Set<Integer> absent = new HashSet<>();
    for (Spec.Key key : SceneSpec.SCENE.keys()) {
      LocatedJson value = root.values.get(key.name());
      boolean things = key.spec() instanceof Spec.ListOf l && !(l.item() instanceof Spec.Num);
      if (value instanceof LocatedJson.Items list && things) {
        Spec item = ((Spec.ListOf) key.spec()).item();
        boolean bodies = key.name().equals("bodies");
        LocatedJson.Items kept = new LocatedJson.Items(list.origin);
        for (int i = 0; i < list.items.size(); i++) {
          LocatedJson thing = list.items.get(i);
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
    ResolvedValue all = new SceneChecker(shown, folder, left).check(rest, SceneSpec.SCENE, "");
    return new ValidParts(left.isEmpty() ? (ResolvedValue.Fields) all : null, absent);
  }

  private static boolean isSound(LocatedJson value, Spec spec, String shown, Path folder) {
    List<Problem> found = new ArrayList<>();
    return new SceneChecker(shown, folder, found).check(value, spec, "") != null && found.isEmpty();
  }

  private static LocatedJson standIn(LocatedJson body) {
    LocatedJson.Fields plain = new LocatedJson.Fields(body.origin);
    if (body instanceof LocatedJson.Fields f
        && f.values.get("name") instanceof LocatedJson.Scalar name
        && isSound(name, CommonSpec.NAME, "", null)) {
      plain.put("name", name.origin, name);
    }
    plain.put("shape", body.origin, new LocatedJson.Scalar(body.origin, "cuboid", null));
    return plain;
  }
}
