package dev.shinari.app.studio;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.world.Take;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What happened since the last frame: impacts, tears and bursts with their places, for the marks
 * that pages draw. Only the strongest are told; a heap of bodies has hundreds.
 */
final class Happenings {
  private static final int MOST = 16;

  /** Events that are kept between two frames at most. */
  private static final int ROOM = 1024;

  private final List<Take.Event> events = new ArrayList<>();

  void add(List<Take.Event> more) {
    for (int i = 0; i < more.size() && events.size() < ROOM; i++) {
      events.add(more.get(i));
    }
  }

  /** The message about all since the last one, or null. */
  String message() {
    if (events.isEmpty()) {
      return null;
    }
    events.sort(Comparator.comparingDouble((Take.Event e) -> -e.strength()));
    ObjectNode n = Json.is("events");
    ArrayNode list = n.putArray("list");
    for (Take.Event e : events.subList(0, Math.min(MOST, events.size()))) {
      ObjectNode o = list.addObject().put("kind", e.kind()).put("body", e.body());
      o.put("seconds", e.seconds()).put("strength", e.strength());
      o.putArray("place").add(e.x()).add(e.y()).add(e.z());
    }
    events.clear();
    return Json.write(n);
  }

  void clear() {
    events.clear();
  }
}
