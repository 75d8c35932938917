package dev.shinari.spark;

import dev.shinari.rig.examples.BlockCodec;
import dev.shinari.rig.examples.BlockLayout;
import dev.shinari.rig.examples.BlockReader;
import dev.shinari.rig.examples.DamagedExamplesException;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleIndex;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.VersionInfo;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * Blocks of an example set on any file system that Hadoop knows. What lies on this machine is
 * mapped, as the local fit does it.
 */
final class HadoopBlocks implements BlockReader {
  private final FileSystem files;
  private final Path folder;
  private final ExampleIndex index;
  private final BlockLayout layout;
  private final BlockCodec codec;
  private final BitSet verified = new BitSet();

  private HadoopBlocks(FileSystem files, Path folder, ExampleIndex index) {
    this.files = files;
    this.folder = folder;
    this.index = index;
    layout = index.head().layout();
    codec = new BlockCodec(layout);
  }

  /** Opens a set by its address; a plain path is one on this machine. */
  static BlockReader open(String place) throws IOException {
    java.nio.file.Path local = local(place);
    if (local != null) {
      return ExampleFolder.openLazily(local);
    }
    return throughHadoop(place);
  }

  /** Opens a set by Hadoop's means, wherever it lies. */
  static BlockReader throughHadoop(String place) throws IOException {
    Path folder = new Path(place);
    FileSystem files = files(folder);
    return new HadoopBlocks(files, folder, index(files, folder));
  }

  /** Hadoop's settings as this driver or executor has them, {@code spark.hadoop.*} included. */
  static Configuration configuration() {
    SparkEnv env = SparkEnv.get();
    return env == null ? new Configuration() : SparkHadoopUtil.get().newConfiguration(env.conf());
  }

  /** The file system that an address names, with clear words where there is none. */
  static FileSystem files(Path place) throws IOException {
    String scheme = place.toUri().getScheme();
    try {
      return place.getFileSystem(configuration());
    } catch (UnsupportedFileSystemException e) {
      throw new IOException(
          place + ": there is no file system " + scheme + ":" + remedy(scheme), e);
    } catch (RuntimeException e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        if (t instanceof ClassNotFoundException) {
          throw new IOException(
              place + ": Hadoop's module for " + scheme + ": is not here" + remedy(scheme), e);
        }
        if (t instanceof UnknownHostException) {
          throw new IOException(place + ": there is no machine " + t.getMessage(), e);
        }
      }
      throw new IOException(place + ": " + e.getMessage(), e);
    }
  }

  private static String remedy(String scheme) {
    return scheme.startsWith("s3")
        ? "; start with spark-submit --packages org.apache.hadoop:hadoop-aws:"
            + VersionInfo.getVersion()
            + " and write s3a: (docs/scale.md)"
        : "; its jar goes on the class path of driver and executors (spark.jars), its class into"
            + " spark.hadoop.fs."
            + scheme
            + ".impl where it does not say so itself";
  }

  /** The index of a set. */
  static ExampleIndex index(String place) throws IOException {
    java.nio.file.Path local = local(place);
    if (local != null) {
      try (ExampleFolder set = ExampleFolder.openLazily(local)) {
        return set.index();
      }
    }
    Path folder = new Path(place);
    return index(files(folder), folder);
  }

  private static ExampleIndex index(FileSystem files, Path folder) throws IOException {
    Path file = new Path(folder, ExampleIndex.FILE);
    byte[] bytes;
    try (FSDataInputStream in = files.open(file)) {
      bytes = in.readAllBytes();
    } catch (FileNotFoundException e) {
      throw new DamagedExamplesException(folder, "has no index: not an example set, or not whole");
    } catch (ConnectException e) {
      throw new IOException(
          folder + ": nobody answers there; is the file system running, at this host and port?", e);
    }
    return ExampleIndex.of(bytes, file);
  }

  /** The path of a set on this machine, or null where it has another address. */
  static java.nio.file.Path local(String place) throws IOException {
    try {
      if (!place.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*")) {
        return java.nio.file.Path.of(place).toAbsolutePath();
      }
      if (place.startsWith("file:")) {
        return java.nio.file.Path.of(new Path(place).toUri().getPath());
      }
      return null;
    } catch (IllegalArgumentException e) {
      throw new IOException("not an address of an example set: " + place, e);
    }
  }

  private ByteBuffer read(int block, int bytes) throws IOException {
    Path file = new Path(folder, ExampleIndex.chunkName(ExampleIndex.chunkOf(layout, block)));
    ByteBuffer room = codec.room();
    long from = ExampleIndex.offset(layout, block);
    try (FSDataInputStream in = files.open(file)) {
      try {
        in.readFully(from, room.array(), 0, bytes);
      } catch (EOFException e) {
        // What is there may say whose it is.
        long there = Math.max(0, files.getFileStatus(file).getLen() - from);
        room.limit((int) Math.min(bytes, there));
        in.readFully(from, room.array(), 0, room.limit());
      }
    } catch (FileNotFoundException e) {
      throw new DamagedExamplesException(
          file, "block " + block + " of " + layout.blockCount() + " is missing");
    }
    index.check(room, block, file);
    if (bytes == codec.bytes(block)) {
      synchronized (verified) {
        if (verified.get(block)) {
          return room;
        }
      }
      codec.verify(room, block, file);
      synchronized (verified) {
        verified.set(block);
      }
    }
    return room;
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    codec.positions(read(block, codec.bytes(block)), block, planes);
  }

  @Override
  public void readPoses(int block, double[] poses) throws IOException {
    codec.poses(read(block, codec.posesEnd(block)), block, poses, 0);
  }

  @Override
  public void close() {}
}
