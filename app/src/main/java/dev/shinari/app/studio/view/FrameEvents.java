package dev.shinari.app.studio.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What happened since the last frame: impacts, tears and bursts with their places, for the marks
 * that pages draw. Only the strongest are told; a heap of bodies has hundreds.
 */
public final class FrameEvents {
  private static final int MOST = 16;

  /** Events that are kept between two frames at most. */
  private static final int ROOM = 1024;

  private final List<Take.Event> events = new ArrayList<>();

  public void add(List<Take.Event> more) {
    for (int i = 0; i < more.size() && events.size() < ROOM; i++) {
      events.add(more.get(i));
    }
  }

  /** The message about all since the last one, or null. */
  public String message() {
    if (events.isEmpty()) {
      return null;
    }
    events.sort(Comparator.comparingDouble((Take.Event e) -> -e.strength()));
    ObjectNode n = MessageJson.is("events");
    ArrayNode list = n.putArray("list");
    for (Take.Event e : events.subList(0, Math.min(MOST, events.size()))) {
      ObjectNode o = list.addObject().put("kind", e.kind()).put("body", e.body());
      o.put("seconds", e.seconds()).put("strength", e.strength());
      o.putArray("place").add(e.x()).add(e.y()).add(e.z());
    }
    events.clear();
    return MessageJson.write(n);
  }

  public void clear() {
    events.clear();
  }
}
