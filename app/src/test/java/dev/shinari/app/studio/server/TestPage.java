package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.view.BinaryMessages;
import dev.shinari.app.studio.view.ShownMesh;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A page without a browser: speaks to the studio as the real one does. */
final class TestPage implements AutoCloseable, WebSocket.Listener {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  /** A mesh as it was sent. */
  record Mesh(
      int version, int id, int body, int flags, int texture, float[] positions, int[] indices) {}

  /** A frame: positions and channel by mesh. */
  record Frame(
      int number,
      int version,
      double seconds,
      Map<Integer, float[]> positions,
      Map<Integer, float[]> channels) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;
  private final String host;
  private String cookie;
  private WebSocket socket;
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int nextId = 1;
  private boolean draws = true;
  private final Object sends = new Object();
  private CompletionStage<?> last = CompletableFuture.completedFuture(null);

  // Guarded by this.
  private final List<JsonNode> messages = new ArrayList<>();
  private final Map<Integer, Mesh> meshes = new HashMap<>();
  private Frame frame;
  private int frames;
  private int closedWith = -1;

  TestPage(StudioServer server) {
    host = "127.0.0.1:" + server.port();
    base = "http://" + host;
  }

  String origin() {
    return base;
  }

  String cookie() {
    return cookie;
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder b = HttpRequest.newBuilder(URI.create(base + path));
    if (cookie != null) {
      b.header("Cookie", cookie);
    }
    return b;
  }

  HttpResponse<String> get(String path) throws Exception {
    return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<byte[]> bytes(String path) throws Exception {
    return http.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  HttpResponse<String> post(String path, byte[] body) throws Exception {
    return http.send(
        request(path)
            .header("Origin", base)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Trades the token for the cookie. */
  TestPage enter(String token) throws Exception {
    HttpResponse<String> r = post("/api/enter", ("{\"token\":\"" + token + "\"}").getBytes());
    if (r.statusCode() == 204) {
      cookie = r.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
    }
    return this;
  }

  TestPage watch(String session) throws Exception {
    socket =
        http.newWebSocketBuilder()
            .header("Origin", base)
            .header("Cookie", cookie == null ? "none=0" : cookie)
            .buildAsync(URI.create("ws://" + host + "/api/live?session=" + session), this)
            .get(20, TimeUnit.SECONDS);
    return this;
  }

  void stopDrawing() {
    draws = false;
  }

  /** Says that the newest frame is drawn, for a page that was told to stop drawing. */
  synchronized int draw() {
    queue(socket, "{\"do\":\"ready\",\"frame\":" + frame.number + "}");
    return frame.number;
  }

  /** The JDK's socket takes one message at a time. */
  private void queue(WebSocket w, String raw) {
    synchronized (sends) {
      last = last.handle((ok, e) -> null).thenCompose(x -> w.sendText(raw, true));
    }
  }

  void send(String raw) throws Exception {
    queue(socket, raw);
  }

  /** Sends a command without waiting for its answer; returns its number. */
  int tell(String what, Object... keysAndValues) throws Exception {
    ObjectNode n = MessageJson.object().put("do", what).put("id", nextId);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      n.putPOJO((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    send(MessageJson.write(n));
    return nextId++;
  }

  /** Sends a command and waits for its answer, done or refused. */
  JsonNode ask(String what, Object... keysAndValues) throws Exception {
    int id = tell(what, keysAndValues);
    return await(m -> m.path("id").asInt(-2) == id);
  }

  /** The first message that fits, of those that came and those that will. */
  JsonNode await(Predicate<JsonNode> fits) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    synchronized (this) {
      int seen = 0;
      while (true) {
        for (; seen < messages.size(); seen++) {
          if (fits.test(messages.get(seen))) {
            return messages.get(seen);
          }
        }
        pause(end);
      }
    }
  }

  JsonNode await(String is) throws Exception {
    return await(m -> m.path("is").asText().equals(is));
  }

  /** Forgets the texts that came so far. */
  synchronized void forget() {
    messages.clear();
  }

  synchronized Frame frame(Predicate<Frame> fits) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (frame == null || !fits.test(frame)) {
      pause(end);
    }
    return frame;
  }

  synchronized Mesh mesh(Predicate<Mesh> fits) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      for (Mesh m : meshes.values()) {
        if (fits.test(m)) {
          return m;
        }
      }
      pause(end);
    }
  }

  synchronized int frameCount() {
    return frames;
  }

  synchronized int awaitClose() throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (closedWith < 0) {
      pause(end);
    }
    return closedWith;
  }

  synchronized boolean isClosed() {
    return closedWith >= 0;
  }

  private void pause(long end) throws Exception {
    if (System.nanoTime() > end) {
      int n = messages.size();
      throw new AssertionError(
          "nothing came; the last messages: " + messages.subList(Math.max(0, n - 3), n));
    }
    wait(1000);
  }

  @Override
  public CompletionStage<?> onText(WebSocket w, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      JsonNode n = MessageJson.read(text.toString());
      text.setLength(0);
      synchronized (this) {
        messages.add(n);
        notifyAll();
      }
    }
    w.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket w, ByteBuffer data, boolean last) {
    byte[] chunk = new byte[data.remaining()];
    data.get(chunk);
    bytes.writeBytes(chunk);
    if (last) {
      ByteBuffer b = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
      bytes.reset();
      took(b, w);
    }
    w.request(1);
    return null;
  }

  private void took(ByteBuffer b, WebSocket w) {
    int kind = b.getInt();
    synchronized (this) {
      if (kind == BinaryMessages.MESH) {
        int version = b.getInt(), id = b.getInt(), body = b.getInt();
        int vertices = b.getInt(), corners = b.getInt(), flags = b.getInt();
        b.getInt();
        int texture = b.getInt();
        float[] at = floats(b, 3 * vertices);
        if ((flags & ShownMesh.TEXTURED) != 0) {
          floats(b, 2 * vertices);
        }
        int[] indices = new int[corners];
        for (int i = 0; i < corners; i++) {
          indices[i] = b.getInt();
        }
        meshes.put(id, new Mesh(version, id, body, flags, texture, at, indices));
      } else if (kind == BinaryMessages.FRAME) {
        int number = b.getInt(), version = b.getInt();
        double seconds = b.getDouble();
        int n = b.getInt();
        Map<Integer, float[]> positions = new HashMap<>(), channels = new HashMap<>();
        for (int k = 0; k < n; k++) {
          int id = b.getInt(), vertices = b.getInt();
          positions.put(id, floats(b, 3 * vertices));
          if (b.getInt() == 1) {
            channels.put(id, floats(b, vertices));
          }
        }
        frame = new Frame(number, version, seconds, positions, channels);
        frames++;
        if (draws) {
          queue(w, "{\"do\":\"ready\",\"frame\":" + number + "}");
        }
      } else {
        meshes.remove(b.getInt());
      }
      if (b.hasRemaining()) {
        throw new AssertionError(b.remaining() + " bytes too many in a message");
      }
      notifyAll();
    }
  }

  private static float[] floats(ByteBuffer b, int n) {
    float[] out = new float[n];
    b.asFloatBuffer().get(out);
    b.position(b.position() + 4 * n);
    return out;
  }

  @Override
  public synchronized CompletionStage<?> onClose(WebSocket w, int status, String reason) {
    closedWith = status;
    notifyAll();
    return null;
  }

  @Override
  public synchronized void onError(WebSocket w, Throwable error) {
    closedWith = Math.max(closedWith, 0);
    notifyAll();
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.abort();
    }
  }
}
