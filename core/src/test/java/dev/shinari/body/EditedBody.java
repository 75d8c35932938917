package dev.shinari.body;

import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.PointCage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** A body that is edited at random, beside a plain account of what its regions should be. */
final class EditedBody {
  final Body body;
  private final BodyEditor editor;
  private final List<TreeSet<Integer>> lists = new ArrayList<>();
  private final TreeSet<Integer> touched = new TreeSet<>();

  EditedBody(Body body) {
    this.body = body;
    editor = body.editor();
    for (int r = 0; r < body.regionCount(); r++) {
      TreeSet<Integer> members = new TreeSet<>();
      for (int k = 0; k < editor.regionSize(r); k++) {
        members.add(editor.regionMember(r, k));
      }
      lists.add(members);
    }
  }

  /** One batch of particles that come, go and part. */
  void edit(Random random) {
    for (int k = 0; k < 4; k++) {
      int n = lists.size(), i = random.nextInt(n);
      Integer[] near = lists.get(i).toArray(Integer[]::new);
      int j = near[random.nextInt(near.length)];
      int what = random.nextInt(3);
      if (what == 0) {
        add(i, j);
      } else if (what == 1 && n > 40) {
        remove(i);
      } else {
        part(i, j);
      }
    }
    finish();
  }

  /** Two particles leave each other's region. */
  void part(int i, int j) {
    if (i != j) {
      lists.get(i).remove(j);
      lists.get(j).remove(i);
      touched.add(i);
      touched.add(j);
    }
  }

  /** All that cross a plane of constant rest coordinate part. */
  void cut(float[] rest, float at) {
    for (int i = 0; i < lists.size(); i++) {
      for (int j : lists.get(i).toArray(Integer[]::new)) {
        if (rest[i] < at && rest[j] >= at) {
          part(i, j);
        }
      }
    }
    finish();
  }

  private void add(int i, int j) {
    float x = body.restX()[i] + body.restX()[j], y = body.restY()[i] + body.restY()[j];
    float z = body.restZ()[i] + body.restZ()[j];
    int p = editor.add(x / 2, y / 2, z / 2, i);
    editor.blendPoses(p, new int[] {i, j}, 2);
    Particles q = body.particles();
    editor.setMass(p, (q.mass()[i] + q.mass()[j]) / 2);
    q.x()[p] = (q.x()[i] + q.x()[j]) / 2;
    q.y()[p] = (q.y()[i] + q.y()[j]) / 2;
    q.z()[p] = (q.z()[i] + q.z()[j]) / 2;
    TreeSet<Integer> members = new TreeSet<>(lists.get(i));
    members.retainAll(lists.get(j));
    members.addAll(List.of(i, j, p));
    lists.add(members);
    for (int m : members.toArray(Integer[]::new)) {
      lists.get(m).add(p);
      touched.add(m);
    }
  }

  private void remove(int i) {
    int last = lists.size() - 1;
    editor.remove(i);
    for (int m : lists.get(i).toArray(Integer[]::new)) {
      lists.get(m).remove(i);
      touched.add(m);
    }
    if (i != last) {
      for (int m : lists.get(last).toArray(Integer[]::new)) {
        lists.get(m).remove(last);
        lists.get(m).add(i);
        touched.add(m);
      }
      lists.set(i, lists.get(last));
    }
    lists.remove(last);
    touched.removeIf(m -> m >= last);
    if (i != last) {
      touched.add(i);
    }
  }

  private void finish() {
    for (int r : touched) {
      int[] members = lists.get(r).stream().mapToInt(Integer::intValue).toArray();
      editor.setRegion(r, members, members.length);
    }
    touched.clear();
    editor.finish();
  }

  /** A body that is built as this one is now, poses and groups included. */
  Body rebuilt() {
    int n = lists.size();
    float[] rest = new float[3 * n];
    int[] starts = new int[n + 1], all = new int[n];
    int[] members = lists.stream().flatMap(TreeSet::stream).mapToInt(Integer::intValue).toArray();
    for (int i = 0; i < n; i++) {
      all[i] = i;
      starts[i + 1] = starts[i] + lists.get(i).size();
      rest[3 * i] = (float) (body.restX()[i] + body.restCenter(0));
      rest[3 * i + 1] = (float) (body.restY()[i] + body.restCenter(1));
      rest[3 * i + 2] = (float) (body.restZ()[i] + body.restCenter(2));
    }
    return Body.builder("rebuilt", new PointCage(rest, starts, members, new int[0]))
        .elasticity(body.elasticity())
        .editable(Arrays.copyOf(body.particles().mass(), n))
        .examples(editor.examplesOf(all))
        .pieceOf(body)
        .build();
  }
}
