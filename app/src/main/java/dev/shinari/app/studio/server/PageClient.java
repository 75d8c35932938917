package dev.shinari.app.studio.server;

import dev.shinari.app.studio.view.VertexChannels;
import java.nio.ByteBuffer;

/** One page that watches a session. All methods may be called by any thread and never block. */
public interface PageClient {
  /** Sends a text message; one that matters little is left out where the client is slow. */
  void tell(String json, boolean matters);

  /** Sends a mesh or the end of one; they arrive before any frame that is offered later. */
  void show(ByteBuffer message);

  /** Whether it has drawn the frame before and waits for none. */
  boolean isFree();

  /** Offers the newest frame; it is sent as soon as the client has drawn the one before. */
  void offer(int number, ByteBuffer frame);

  /** The client's channel; see {@link VertexChannels}. */
  String channel();

  void setChannel(String name);
}
