package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;

/** One open page, and hands on it. Closing it fails if the page complained. */
final class Visit implements AutoCloseable {
  /**
   * Where a body is seen, in pixels of the page: the place at some parts of the width and height of
   * what is seen of it or, for a place on the body itself, its vertex that is seen next to there.
   */
  private static final String BODY_PLACE =
      """
      ([body, fx, fy, onIt]) => {
        const stage = studio.stage;
        const box = stage.canvas.getBoundingClientRect();
        const p = stage.camera.position.clone();
        const seen = [];
        for (const s of stage.moving()) {
          if (body && s.body !== body) continue;
          for (let i = 0; i < s.positions.length; i += 3) {
            p.fromArray(s.positions, i).add(s.shift).project(stage.camera);
            seen.push([p.x, p.y]);
          }
        }
        const range = (c) => [Math.min(...seen.map((q) => q[c])), Math.max(...seen.map((q) => q[c]))];
        const [lowX, highX] = range(0);
        const [lowY, highY] = range(1);
        let x = lowX + fx * (highX - lowX), y = lowY + fy * (highY - lowY);
        if (onIt) {
          const far = (q) => (q[0] - x) ** 2 + (q[1] - y) ** 2;
          [x, y] = seen.reduce((a, b) => (far(b) < far(a) ? b : a));
        }
        return [box.left + (0.5 + 0.5 * x) * box.width, box.top + (0.5 - 0.5 * y) * box.height];
      }
      """;

  final Page page;
  private final BrowserContext context;
  private final List<String> complaints;

  Visit(BrowserContext context, Page page, List<String> complaints) {
    this.context = context;
    this.page = page;
    this.complaints = complaints;
  }

  /** What the console said that is no plain message. */
  List<String> complaints() {
    return complaints;
  }

  /**
   * Waits until an expression of the page is true. It is asked from here: the page's own policy
   * forbids it to run code from text.
   */
  void await(String condition) {
    page.waitForCondition(() -> Boolean.TRUE.equals(page.evaluate("!!(" + condition + ")")));
  }

  double number(String expression) {
    return ((Number) page.evaluate(expression)).doubleValue();
  }

  boolean is(String expression) {
    return (Boolean) page.evaluate(expression);
  }

  /** Waits until two further pictures of the screen, for what is seen and not asserted. */
  void frameDrawn() {
    page.evaluate(
        "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go())))");
  }

  /** Waits until this many further frames were drawn. */
  void frames(int count) {
    double shown = number("studio.stage.shown");
    await("studio.stage.shown >= " + (int) (shown + count));
  }

  /**
   * A place on a body near 0, 0, the lower left of what is seen of it, to 1, 1, the upper right.
   */
  double[] on(int body, double across, double up) {
    return place(body, across, up, true);
  }

  /** A place in or beside the box around what is seen of a body, or of all for body 0. */
  double[] about(int body, double across, double up) {
    return place(body, across, up, false);
  }

  private double[] place(int body, double across, double up, boolean onIt) {
    @SuppressWarnings("unchecked")
    List<Number> at = (List<Number>) page.evaluate(BODY_PLACE, List.of(body, across, up, onIt));
    return new double[] {at.get(0).doubleValue(), at.get(1).doubleValue()};
  }

  /**
   * Presses on a body and keeps the button down. Time stands still until it is held: between asking
   * where a body is and pressing there, it would move on.
   */
  double[] hold(int body, double across, double up) {
    pause();
    double[] at = on(body, across, up);
    press(at);
    await("studio.stage.grips.size === 1");
    play();
    return at;
  }

  void play() {
    page.evaluate("studio.wire.ask('play')");
  }

  /** Stops time, and waits until the moment at which it stopped is what is seen. */
  void pause() {
    page.evaluate("studio.wire.ask('pause')");
    still();
  }

  /** Goes back to the start, where everything is as the scene has it, and stops there. */
  void start() {
    page.evaluate("studio.wire.ask('pause')");
    page.evaluate("studio.wire.ask('restart')");
    still();
  }

  /**
   * Waits until a page whose world stands still shows it as it is: the newest frame is drawn, and
   * the viewer has come to rest. Asked of what the server said, not waited for by the clock: a slow
   * page may draw an older frame long after the world has stopped.
   */
  void still() {
    await(
        """
        (() => {
          const { state, stage } = studio;
          const { now, want } = stage.orbit;
          return !state.playing && stage.time === state.time && stage.pending === stage.shown
            && stage.moving().length > 0 && !stage.mustFrame && !stage.dirty
            && now.target.distanceTo(want.target) < 1e-3 * now.distance
            && Math.abs(now.distance / want.distance - 1) < 1e-3;
        })()
        """);
  }

  /** Waits until the middle of all bodies is higher than that. */
  void awaitHigher(double y) {
    await("studio.stage.bounds().getCenter(studio.stage.camera.position.clone()).y > " + y);
  }

  void press(double[] at) {
    page.mouse().move(at[0], at[1]);
    page.mouse().down();
  }

  /** Moves a pressed pointer in steps; the button stays down. */
  void pull(double[] from, double dx, double dy) {
    for (int i = 1; i <= 8; i++) {
      page.mouse().move(from[0] + dx * i / 8, from[1] + dy * i / 8);
      page.evaluate("new Promise((go) => requestAnimationFrame(go))");
    }
  }

  void release() {
    page.mouse().up();
  }

  /** Drops files and folders of this machine on the middle of the page, as a desktop does. */
  void drop(Path... files) {
    JsonObject data = new JsonObject();
    data.add("items", new JsonArray());
    JsonArray names = new JsonArray();
    for (Path f : files) {
      names.add(f.toAbsolutePath().toString());
    }
    data.add("files", names);
    data.addProperty("dragOperationsMask", 1);
    CDPSession line = context.newCDPSession(page);
    for (String type : List.of("dragEnter", "dragOver", "drop")) {
      JsonObject event = new JsonObject();
      event.addProperty("type", type);
      event.addProperty("x", 400);
      event.addProperty("y", 300);
      event.add("data", data);
      line.send("Input.dispatchDragEvent", event);
    }
    line.detach();
  }

  /** Middle of a body, as x, y, z. */
  double[] middle(int body) {
    @SuppressWarnings("unchecked")
    List<Number> at =
        (List<Number>)
            page.evaluate(
                """
                (body) => {
                  const of = studio.stage.moving().filter((s) => s.body === body);
                  const box = studio.stage.bounds(of);
                  return [0, 1, 2].map((c) => (box.min.toArray()[c] + box.max.toArray()[c]) / 2);
                }
                """,
                body);
    return at.stream().mapToDouble(Number::doubleValue).toArray();
  }

  /** All positions that are drawn, as one number for each coordinate, for comparing. */
  String state() {
    return (String)
        page.evaluate(
            "studio.stage.moving().map((s) => [...s.positions].map((v) =>"
                + " v.toFixed(5)).join()).join(';')");
  }

  void screenshot(String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(Path.of("target", "screenshots", name + ".png")));
  }

  @Override
  public void close() {
    context.close();
    assertThat(complaints).as("what the console complained about").isEmpty();
  }
}
