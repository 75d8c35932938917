package dev.shinari.app.studio.picture;

import dev.shinari.app.console.Version;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Adds up what a picture depends on, into a key for it. */
final class PictureKey {
  /** Raise it where pictures of the same things come to look otherwise. */
  private static final int LOOK = 1;

  private final MessageDigest sha;

  PictureKey() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
    add(Version.current()).add(LOOK);
  }

  PictureKey add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    sha.update(bytes);
    return this;
  }

  PictureKey add(int... values) {
    ByteBuffer b = ByteBuffer.allocate(4 * values.length + 4).putInt(values.length);
    b.asIntBuffer().put(values);
    sha.update(b.array());
    return this;
  }

  PictureKey add(float... values) {
    ByteBuffer b = ByteBuffer.allocate(4 * values.length + 4).putInt(values.length);
    b.asFloatBuffer().put(values);
    sha.update(b.array());
    return this;
  }

  /** 32 hexadecimal digits. */
  String key() {
    return HexFormat.of().formatHex(sha.digest(), 0, 16);
  }
}
