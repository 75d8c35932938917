package dev.shinari.studiotest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;

/** Fingers on a page: touches as the screen reports them, several at a time. */
final class Fingers {
  private final CDPSession line;

  Fingers(Visit visit) {
    line = visit.page.context().newCDPSession(visit.page);
  }

  /**
   * One report of the screen.
   *
   * @param event touchStart, touchMove or touchEnd
   * @param places x and y of each finger that touches now
   */
  void touch(String event, double... places) {
    JsonArray points = new JsonArray();
    for (int i = 0; i < places.length; i += 2) {
      JsonObject p = new JsonObject();
      p.addProperty("x", places[i]);
      p.addProperty("y", places[i + 1]);
      p.addProperty("id", i / 2);
      points.add(p);
    }
    JsonObject message = new JsonObject();
    message.addProperty("type", event);
    message.add("touchPoints", points);
    line.send("Input.dispatchTouchEvent", message);
  }
}
