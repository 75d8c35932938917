package dev.shinari.take.record;

import dev.shinari.body.Body;
import java.util.ArrayList;
import java.util.List;

/** The example weights of a body through the frames of a take; nothing for a plain body. */
final class WeightLog {
  private final List<String> names = new ArrayList<>();
  private final List<float[]> rows = new ArrayList<>();

  /** Of a group the rest shape's weight, then the examples'. */
  void capture(Body body) {
    if (body.examples() == null) {
      return;
    }
    int groups = body.exampleGroupCount(), poses = body.examples().poses().size() + 1;
    if (names.isEmpty()) {
      for (int g = 0; g < groups; g++) {
        String group = groups == 1 ? "" : body.exampleGroupName(g) + "/";
        names.add(group + "rest");
        body.examples().poses().forEach(p -> names.add(group + p.name()));
      }
    }
    float[] row = new float[groups * poses];
    for (int i = 0; i < row.length; i++) {
      int group = i / poses, pose = i % poses - 1;
      row[i] = (float) (pose < 0 ? body.restWeight(group) : body.exampleWeight(group, pose));
    }
    rows.add(row);
  }

  List<String> names() {
    return names;
  }

  float[] at(int frame) {
    return rows.isEmpty()
        ? new float[0]
        : rows.get(Math.max(0, Math.min(rows.size() - 1, frame))).clone();
  }
}
