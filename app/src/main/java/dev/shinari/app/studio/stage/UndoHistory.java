package dev.shinari.app.studio.stage;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** What was done and can be undone, and what was undone and can be done again. */
public final class UndoHistory {
  private static final int DEPTH = 200;

  private final ArrayDeque<Step> done = new ArrayDeque<>();
  private final ArrayDeque<Step> undone = new ArrayDeque<>();
  private final Map<Integer, Pull> pulls = new HashMap<>();

  private record Step(String what, Runnable undo, Runnable redo) {}

  private record Pull(Stage.Mark before, int tears) {}

  public void clear() {
    done.clear();
    undone.clear();
    pulls.clear();
  }

  public void did(String what, Runnable undo, Runnable redo) {
    done.addLast(new Step(what, undo, redo));
    if (done.size() > DEPTH) {
      done.removeFirst();
    }
    undone.clear();
  }

  public int undoCount() {
    return done.size();
  }

  public int redoCount() {
    return undone.size();
  }

  /** Undoes the last thing and says which it was. */
  public String undo() {
    return move(done, undone, true);
  }

  public String redo() {
    return move(undone, done, false);
  }

  private String move(ArrayDeque<Step> from, ArrayDeque<Step> to, boolean back) {
    Step s = from.peekLast();
    if (s == null) {
      throw new IllegalArgumentException(back ? "there is nothing to undo" : "nothing to redo");
    }
    pulls.clear();
    (back ? s.undo : s.redo).run(); // one that fails stays where it is
    from.removeLast();
    to.addLast(s);
    return s.what;
  }

  /** A hand begins to pull. */
  public void pull(int grip, Stage.Mark before, int tears) {
    pulls.put(grip, new Pull(before, tears));
  }

  /** The moment before a hand's pull if something tore since, else null. */
  public Stage.Mark pulled(int grip, int tears) {
    Pull p = pulls.remove(grip);
    return p != null && tears > p.tears ? p.before : null;
  }
}
