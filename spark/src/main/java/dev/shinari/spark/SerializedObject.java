package dev.shinari.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * An object on its way to the executors, as bytes: what the driver does with it afterwards changes
 * nothing. A small one travels inside of the task, which Spark broadcasts anyway; a second
 * broadcast beside it would cost a round more than its work in a hundred blocks. A large one is
 * broadcast by itself, so that tasks of one executor share its bytes.
 *
 * @param <T> the object
 */
final class SerializedObject<T extends Serializable> implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int LARGE = 1 << 20;

  private final byte[] bytes; // or null
  private final Broadcast<byte[]> sent; // or null
  private final long size;

  private SerializedObject(byte[] bytes, Broadcast<byte[]> sent, long size) {
    this.bytes = bytes;
    this.sent = sent;
    this.size = size;
  }

  /** Packs an object; on the driver. */
  static <T extends Serializable> SerializedObject<T> of(JavaSparkContext spark, T object) {
    ByteBuffer buffer = SparkEnv.get().closureSerializer().newInstance().serialize(object, tag());
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes.length < LARGE
        ? new SerializedObject<>(bytes, null, bytes.length)
        : new SerializedObject<>(null, spark.broadcast(bytes), bytes.length);
  }

  /** A copy of the object; anywhere. */
  T open() {
    return SparkEnv.get()
        .closureSerializer()
        .newInstance()
        .deserialize(
            ByteBuffer.wrap(bytes != null ? bytes : sent.value()),
            Thread.currentThread().getContextClassLoader(),
            SerializedObject.<T>tag());
  }

  private static <T> ClassTag<T> tag() {
    return ClassTag$.MODULE$.apply(Object.class);
  }

  /** Its bytes. */
  long size() {
    return size;
  }

  /** Lets go of what was broadcast; on the driver. */
  void destroy() {
    if (sent != null) {
      sent.destroy();
    }
  }
}
