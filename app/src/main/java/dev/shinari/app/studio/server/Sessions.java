package dev.shinari.app.studio.server;

import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.message.StudioLimits;
import java.util.LinkedHashMap;
import java.util.Map;

/** All sessions of a server by name. */
final class Sessions implements AutoCloseable {
  /** A session nobody has watched for so long ends. */
  private static final long FORGET_NANOS = 600_000_000_000L;

  private final StudioServices workshop;
  private final Map<String, LiveSession> byName = new LinkedHashMap<>();

  Sessions(StudioServices workshop) {
    this.workshop = workshop;
  }

  /** Lets a client watch a session, which is made if need be; null where there are too many. */
  synchronized LiveSession join(String name, PageClient client) {
    byName.values().removeIf(s -> s.isForgotten(FORGET_NANOS));
    LiveSession s = byName.get(name);
    if (s == null || s.isClosed()) {
      byName.remove(name);
      if (byName.size() >= StudioLimits.SESSIONS && !dropIdle()) {
        return null;
      }
      s = new LiveSession(name, workshop);
      byName.put(name, s);
      s.start();
    }
    return s.join(client) ? s : null;
  }

  /** Makes room by ending the session that has been without a client for the longest time. */
  private boolean dropIdle() {
    LiveSession idle = null;
    for (LiveSession s : byName.values()) {
      if (s.idleNanos() > 0 && (idle == null || s.idleNanos() > idle.idleNanos())) {
        idle = s;
      }
    }
    if (idle == null) {
      return false;
    }
    byName.remove(idle.name());
    idle.close();
    return true;
  }

  /** Whether some session could not make all its steps in time just now. */
  synchronized boolean isLate() {
    return byName.values().stream().anyMatch(LiveSession::isLate);
  }

  /** The session of that name, or null. */
  synchronized LiveSession get(String name) {
    return byName.get(name);
  }

  void leave(LiveSession session, PageClient client) {
    if (session != null) {
      session.leave(client);
    }
  }

  @Override
  public synchronized void close() {
    byName.values().forEach(LiveSession::close);
    byName.clear();
  }
}
