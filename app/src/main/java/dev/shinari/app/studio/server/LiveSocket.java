package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.view.BinaryMessages;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/**
 * One page's connection (public because the server's library asks for it). At any time one message
 * is on its way; behind it wait the texts (a bounded number), the newest state of each mesh and the
 * newest frame. A frame goes out once the page has drawn the one before, so a slow page sees fewer
 * frames and nothing piles up.
 */
public final class LiveSocket implements Session.Listener.AutoDemanding, PageClient {
  private static final int MOST_TEXTS = 512;
  private static final int IDLE_TEXTS = 8;

  private final Sessions sessions;
  private final String wanted;
  private final AtomicInteger open; // connections of the server
  private Session socket;
  private LiveSession session;

  // Guarded by this.
  private final ArrayDeque<String> texts = new ArrayDeque<>();
  private final Map<Integer, ByteBuffer> meshes = new LinkedHashMap<>();
  private ByteBuffer frame;
  private int frameNumber;
  private int drawing; // number of the frame that the page has yet to draw, 0 for none
  private boolean sending;
  private boolean closed;
  private boolean left;

  private volatile String channel = "none";

  LiveSocket(Sessions sessions, String wanted, AtomicInteger open) {
    this.sessions = sessions;
    this.wanted = wanted;
    this.open = open;
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    socket = opened;
    open.incrementAndGet();
    session = sessions.join(wanted, this);
    if (session == null) {
      opened.close(StatusCode.TRY_AGAIN_LATER, "too many sessions or tabs are open", Callback.NOOP);
    }
  }

  @Override
  public void onWebSocketText(String message) {
    if (session == null) {
      return;
    }
    int id = -1;
    try {
      ObjectNode n = MessageJson.read(message);
      id = n.path("id").asInt(-1);
      String what = MessageJson.text(n, "do");
      if (what.equals("ready")) {
        ready(MessageJson.whole(n, "frame", 0, Integer.MAX_VALUE));
      } else if (!session.ask(this, what, id, n)) {
        throw new IllegalArgumentException("too many commands at once");
      }
    } catch (IllegalArgumentException e) {
      tell(refusal(id, e.getMessage()), true);
    }
  }

  static String refusal(int id, String why) {
    return MessageJson.write(MessageJson.is("refused").put("id", id).put("why", why));
  }

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    callback.succeed();
    socket.close(StatusCode.BAD_DATA, "text only", Callback.NOOP);
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    leave();
  }

  @Override
  public void onWebSocketClose(int status, String reason, Callback callback) {
    leave();
    callback.succeed();
  }

  private void leave() {
    synchronized (this) {
      if (!left) {
        left = true;
        open.decrementAndGet();
      }
      closed = true;
      texts.clear();
      meshes.clear();
      frame = null;
    }
    sessions.leave(session, this);
  }

  @Override
  public String channel() {
    return channel;
  }

  @Override
  public void setChannel(String name) {
    channel = name;
  }

  // ---- sending

  @Override
  public void tell(String json, boolean matters) {
    synchronized (this) {
      if (closed || !matters && texts.size() >= IDLE_TEXTS) {
        return;
      }
      if (texts.size() >= MOST_TEXTS) {
        closed = true;
      } else {
        texts.add(json);
      }
    }
    if (closed) {
      socket.disconnect(); // it has not read for long
    } else {
      pump();
    }
  }

  @Override
  public void show(ByteBuffer message) {
    synchronized (this) {
      int mesh = message.getInt(message.getInt(0) == BinaryMessages.MESH ? 8 : 4);
      meshes.remove(mesh);
      meshes.put(mesh, message);
    }
    pump();
  }

  @Override
  public void offer(int number, ByteBuffer newest) {
    synchronized (this) {
      frame = newest;
      frameNumber = number;
    }
    pump();
  }

  @Override
  public synchronized boolean isFree() {
    return drawing == 0 && frame == null;
  }

  private void ready(int number) {
    synchronized (this) {
      if (number >= drawing) {
        drawing = 0;
      }
    }
    pump();
    session.drew();
  }

  /** Sends the next message unless one is on its way. */
  private void pump() {
    String text = null;
    ByteBuffer bytes = null;
    synchronized (this) {
      if (sending || closed || socket == null) {
        return;
      }
      if (!texts.isEmpty()) {
        text = texts.poll();
      } else if (!meshes.isEmpty()) {
        var first = meshes.entrySet().iterator();
        bytes = first.next().getValue();
        first.remove();
      } else if (frame != null && drawing == 0) {
        bytes = frame;
        frame = null;
        drawing = frameNumber;
      } else {
        return;
      }
      sending = true;
    }
    Callback done = Callback.from(this::sent, e -> leave());
    if (text != null) {
      socket.sendText(text, done);
    } else {
      socket.sendBinary(bytes.duplicate(), done);
    }
  }

  private void sent() {
    synchronized (this) {
      sending = false;
    }
    pump();
  }
}
