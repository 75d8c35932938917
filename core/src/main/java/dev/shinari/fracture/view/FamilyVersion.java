package dev.shinari.fracture.view;

import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import java.util.ArrayList;
import java.util.List;

/** Tells whether the elements of a family have changed since somebody last looked. */
final class FamilyVersion {
  private List<FractureBody> members = List.of();
  private int[] versions = {};
  private boolean known;

  void forget() {
    known = false;
  }

  boolean update(FractureFamily family) {
    List<FractureBody> now = family.members();
    boolean same = known && now.equals(members);
    for (int k = 0; k < versions.length && same; k++) {
      same = versions[k] == now.get(k).version();
    }
    if (!same) {
      members = new ArrayList<>(now);
      versions = now.stream().mapToInt(FractureBody::version).toArray();
      known = true;
    }
    return !same;
  }
}
