package dev.shinari.app.studio.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How much one studio takes on. */
public final class StudioLimits {
  public static final int SESSIONS = 8;
  public static final int CLIENTS = 16; // of one session
  public static final int SOCKETS = 64;
  public static final int QUEUE = 4096; // commands that wait for one session
  public static final int MESSAGE_BYTES = 1 << 20;
  public static final long UPLOAD_BYTES = 64L << 20;
  public static final long EXAMPLE_BYTES = 256L << 20; // of all files of an example set
  public static final int EXAMPLE_SETS = 4; // kept at a time
  public static final int UPLOADS = 64; // kept at a time
  public static final int UPLOADS_AT_ONCE = 4;
  public static final long PARTICLES = 200_000;
  public static final int GRIPS = 32;
  public static final long REWIND_BYTES = 96L << 20; // of moments that a session can go back to
  public static final int LOG = 1_000_000; // entries of a replay

  private StudioLimits() {}

  public static ObjectNode toJson() {
    return MessageJson.object()
        .put("messageBytes", MESSAGE_BYTES)
        .put("uploadBytes", UPLOAD_BYTES)
        .put("particles", PARTICLES)
        .put("grips", GRIPS)
        .put("clients", CLIENTS);
  }
}
