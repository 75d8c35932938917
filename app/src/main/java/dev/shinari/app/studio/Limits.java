package dev.shinari.app.studio;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How much one studio takes on. */
final class Limits {
  static final int SESSIONS = 8;
  static final int CLIENTS = 16; // of one session
  static final int SOCKETS = 64;
  static final int QUEUE = 4096; // commands that wait for one session
  static final int MESSAGE_BYTES = 1 << 20;
  static final long UPLOAD_BYTES = 64L << 20;
  static final long EXAMPLE_BYTES = 256L << 20; // of all files of an example set
  static final int EXAMPLE_SETS = 4; // kept at a time
  static final int UPLOADS = 64; // kept at a time
  static final int UPLOADS_AT_ONCE = 4;
  static final long PARTICLES = 200_000;
  static final int GRIPS = 32;
  static final long REWIND_BYTES = 96L << 20; // of moments that a session can go back to
  static final int LOG = 1_000_000; // entries of a replay

  private Limits() {}

  static ObjectNode toJson() {
    return Json.object()
        .put("messageBytes", MESSAGE_BYTES)
        .put("uploadBytes", UPLOAD_BYTES)
        .put("particles", PARTICLES)
        .put("grips", GRIPS)
        .put("clients", CLIENTS);
  }
}
