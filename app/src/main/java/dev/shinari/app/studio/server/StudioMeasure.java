package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.view.BinaryMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A page without a picture that measures what a real one gets: brings a mesh of 20,000 vertices,
 * watches it over the loopback, pulls at it, and counts steps, frames, and the frames from a drag
 * to the first one in which the mesh has followed.
 */
public final class StudioMeasure implements WebSocket.Listener {
  private static final int AROUND = 200;
  private static final int ALONG = 100;
  private static final double SECONDS = 4;
  private static final long WARM_UP_NANOS = 20_000_000_000L;
  private static final int DRAGS = 20;

  /** What the page opens first, and how long somebody looks at it who has a file of their own. */
  private static final String FIRST_SCENE = "twist-cuboid";

  private static final double READING_SECONDS = 5;
  private static final int FIRST_SECONDS = 10;
  private static final double STEP_SECONDS = 1.0 / 240; // of scenes made from files

  /** A vertex that has come so far, meters, follows its hand. */
  private static final double SET_OUT = 5e-3;

  private final HttpClient http = HttpClient.newHttpClient();
  private final StudioServer server;
  private final String base;
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private WebSocket socket;
  private CompletionStage<?> last = CompletableFuture.completedFuture(null);

  // Guarded by this.
  private final List<JsonNode> stats = new ArrayList<>();
  private int mesh = -1;
  private int vertices;
  private float[] held; // where the vertex is that is pulled at
  private int frame;
  private int drawn; // vertices of the newest frame's first mesh
  private double seconds; // simulated
  private int frames;

  private StudioMeasure(StudioServer server) {
    this.server = server;
    base = "http://127.0.0.1:" + server.port();
  }

  /** Measures a server that runs here, and says what it found, a line each. */
  public static void run(StudioServer server, String token, Consumer<String> say)
      throws IOException, InterruptedException {
    try {
      new StudioMeasure(server).run(token, say);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the studio did not answer", e);
    }
  }

  private void run(String token, Consumer<String> say)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    String enter = "{\"token\":\"" + token + "\"}";
    HttpResponse<String> in = post("/api/enter", enter.getBytes(StandardCharsets.UTF_8), "none=0");
    String cookie = in.headers().firstValue("Set-Cookie").orElse("").replaceAll(";.*", "");
    socket =
        http.newWebSocketBuilder()
            .header("Origin", base)
            .header("Cookie", cookie)
            .buildAsync(URI.create(base.replace("http", "ws") + "/api/live?session=measure"), this)
            .get(20, TimeUnit.SECONDS);
    send(MessageJson.object().put("do", "open").put("id", 1).put("scene", FIRST_SCENE));
    awaitMesh(1);
    say.accept(
        String.format(
            Locale.ROOT, "first frame %.1f s after the start of Java", sinceStartOfJava()));
    rest(READING_SECONDS);
    first(
        MessageJson.read(
            post("/api/upload?name=measure.obj", SampleRing.obj(AROUND, ALONG), cookie).body()),
        say);
    warmUp();
    pull(1);
    for (double speed : new double[] {1, 10}) {
      send(MessageJson.object().put("do", "speed").put("id", 2).put("factor", speed));
      rest(0.5);
      count(speed, say);
    }
    send(MessageJson.object().put("do", "speed").put("id", 2).put("factor", 1));
    rest(0.5);
    latency(say);
    socket.abort();
  }

  private HttpResponse<String> post(String path, byte[] body, String cookie)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Origin", base)
            .header("Cookie", cookie)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private synchronized void send(ObjectNode n) {
    String message = MessageJson.write(n);
    last = last.handle((ok, e) -> null).thenCompose(x -> socket.sendText(message, true));
  }

  private static void rest(double seconds) throws InterruptedException {
    Thread.sleep((long) (1000 * seconds));
  }

  private static double sinceStartOfJava() {
    return 1e-3
        * (System.currentTimeMillis()
            - ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(System.currentTimeMillis()));
  }

  /** Waits for a frame with a mesh of so many vertices or more. */
  private synchronized void awaitMesh(int least) throws InterruptedException, TimeoutException {
    long end = System.nanoTime() + WARM_UP_NANOS;
    while (drawn < least) {
      if (System.nanoTime() > end) {
        throw new TimeoutException("no mesh came");
      }
      wait(100);
    }
  }

  /** Opens the mesh as somebody who has read the page for a while, and counts its first steps. */
  private void first(JsonNode brought, Consumer<String> say)
      throws InterruptedException, TimeoutException {
    long begin = System.nanoTime();
    ObjectNode open = MessageJson.object().put("do", "open").put("id", 1);
    send(open.put("upload", brought.path("id").asText()));
    awaitMesh(AROUND * ALONG);
    double came = 1e-9 * (System.nanoTime() - begin);
    int[] steps = new int[FIRST_SECONDS + 1];
    StringBuilder each = new StringBuilder();
    for (int k = 0; k <= FIRST_SECONDS; k++) {
      synchronized (this) {
        steps[k] = (int) Math.round(seconds / STEP_SECONDS);
      }
      if (k > 0) {
        each.append(k == 1 ? "" : " ").append(steps[k] - steps[k - 1]);
      }
      if (k < FIRST_SECONDS) {
        rest(1);
      }
    }
    say.accept(
        String.format(
            Locale.ROOT,
            "a dropped mesh: first frame after %.2f s, then steps in each of %d seconds: %s (%.0f"
                + " a second)",
            came,
            FIRST_SECONDS,
            each,
            (steps[FIRST_SECONDS] - steps[0]) / (double) FIRST_SECONDS));
  }

  /** Waits until the mesh is there and steps take as long as they will, as after some seconds. */
  private void warmUp() throws InterruptedException, TimeoutException {
    long end = System.nanoTime() + WARM_UP_NANOS;
    double last = Double.POSITIVE_INFINITY;
    for (int calm = 0; calm < 4; ) {
      rest(0.5);
      synchronized (this) {
        double now = micros();
        calm = held != null && now > 0.8 * last ? calm + 1 : 0;
        last = stats.isEmpty() ? last : now;
        stats.clear();
        if (System.nanoTime() > end) {
          if (held == null) {
            throw new TimeoutException("no mesh came");
          }
          return;
        }
      }
    }
  }

  /** The median time of a step in the reports that came. */
  private double micros() {
    double[] all = new double[stats.size()];
    for (int k = 0; k < all.length; k++) {
      for (JsonNode part : stats.get(k).path("stepMicros")) {
        all[k] += part.asDouble();
      }
    }
    return median(all);
  }

  private double median(String key) {
    return median(stats.stream().mapToDouble(s -> s.path(key).asDouble()).toArray());
  }

  private static double median(double[] all) {
    Arrays.sort(all);
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  /** Takes hold of the mesh's first vertex. */
  private void pull(int grip) {
    double[] at;
    int of;
    synchronized (this) {
      at = new double[] {held[0], held[1], held[2]};
      of = mesh;
    }
    ObjectNode n = MessageJson.object().put("do", "grab").put("id", 3).put("grip", grip);
    n.put("mesh", of).put("vertex", 0).putPOJO("place", at);
    send(n);
  }

  private void count(double speed, Consumer<String> say) throws InterruptedException {
    synchronized (this) {
      stats.clear();
      frames = 0;
    }
    long begin = System.nanoTime();
    double angle = 0;
    while (System.nanoTime() - begin < SECONDS * 1e9) {
      angle += 0.1;
      double[] to = {0.2 * Math.sin(angle), 0.8, 0.2 * Math.cos(angle)};
      send(MessageJson.object().put("do", "drag").put("id", 4).put("grip", 1).putPOJO("place", to));
      rest(1.0 / 60);
    }
    double seconds = 1e-9 * (System.nanoTime() - begin);
    synchronized (this) {
      JsonNode any = stats.get(stats.size() - 1);
      say.accept(
          String.format(
              Locale.ROOT,
              "speed %.0f: %d particles, %d vertices: %.0f steps/s (%.0f us each), %.0f frames/s"
                  + " drawn (%.0f us each)",
              speed,
              any.path("particles").asInt(),
              vertices,
              median("stepsPerSecond"),
              micros(),
              frames / seconds,
              median("frameMicros")));
    }
  }

  /** Jumps with the hand and counts frames until the vertex has set out after it. */
  private void latency(Consumer<String> say) throws InterruptedException {
    int[] waited = new int[DRAGS];
    double[] millis = new double[DRAGS];
    for (int k = 0; k < DRAGS; k++) {
      double side = k % 2 == 0 ? 0.3 : -0.3;
      int from;
      float was;
      synchronized (this) {
        from = frame;
        was = held[0];
      }
      long begin = System.nanoTime();
      double[] to = {side, 0.8, 0};
      send(MessageJson.object().put("do", "drag").put("id", 4).put("grip", 1).putPOJO("place", to));
      synchronized (this) {
        double to0 = Math.signum(side), least = was * to0; // it may still swing the other way
        while (held[0] * to0 - least <= SET_OUT && frame - from < 60) {
          least = Math.min(least, held[0] * to0);
          wait(100);
        }
        waited[k] = frame - from;
      }
      millis[k] = 1e-6 * (System.nanoTime() - begin);
      rest(0.6);
    }
    Arrays.sort(waited);
    Arrays.sort(millis);
    say.accept(
        String.format(
            Locale.ROOT,
            "drag to first moved frame: %d frames (median), %d (9 of 10), %d (most); %.1f ms"
                + " (median), %.1f ms (9 of 10)",
            waited[DRAGS / 2],
            waited[DRAGS * 9 / 10],
            waited[DRAGS - 1],
            millis[DRAGS / 2],
            millis[DRAGS * 9 / 10]));
  }

  // ---- what comes in

  @Override
  public CompletionStage<?> onText(WebSocket w, CharSequence data, boolean end) {
    text.append(data);
    if (end) {
      JsonNode n = MessageJson.read(text.toString());
      text.setLength(0);
      if (n.path("is").asText().equals("stats")) {
        synchronized (this) {
          stats.add(n);
        }
      }
    }
    w.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket w, ByteBuffer data, boolean end) {
    byte[] chunk = new byte[data.remaining()];
    data.get(chunk);
    bytes.writeBytes(chunk);
    if (end) {
      took(ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN));
      bytes.reset();
    }
    w.request(1);
    return null;
  }

  private void took(ByteBuffer b) {
    int kind = b.getInt(0);
    if (kind == BinaryMessages.MESH && b.getInt(12) > 0) {
      synchronized (this) {
        mesh = b.getInt(8);
        vertices = b.getInt(16);
        held = new float[] {b.getFloat(36), b.getFloat(40), b.getFloat(44)};
      }
    } else if (kind == BinaryMessages.FRAME) {
      int number = b.getInt(4);
      synchronized (this) {
        frame = number;
        seconds = b.getDouble(12);
        frames++;
        if (b.getInt(20) > 0) {
          drawn = b.getInt(28);
          held = new float[] {b.getFloat(32), b.getFloat(36), b.getFloat(40)};
        }
        notifyAll();
      }
      send(MessageJson.object().put("do", "ready").put("frame", number));
    }
  }
}
