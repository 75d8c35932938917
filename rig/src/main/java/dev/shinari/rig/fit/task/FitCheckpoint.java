package dev.shinari.rig.fit.task;

import dev.shinari.math.Check;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where stage 1 stood: enough to go on to the very result, bit for bit, of a fit that was never
 * stopped. Made for one example set; {@code RigFit} refuses others.
 *
 * @param vertexCount of the example set
 * @param exampleCount of the example set
 * @param helpers that have been added so far
 * @param rounds of the descent that are done
 * @param phase 0 while helpers are added, 1 in the descent, 2 after it
 * @param useless helpers that were tried and taken out again
 * @param weights dense, joints and helpers a vertex
 * @param transforms skinning transforms of the helpers, 12 numbers, helper by helper an example
 * @param rotations their quaternions, 4 numbers, helper by helper an example
 * @param errors squared error of every vertex
 * @param rms error after every update so far
 * @param kinds {@link FitReport.Kind} of every update, by ordinal
 * @param counts number of helpers at every update
 * @param seeds vertices at which helpers were tried
 * @param notes why there are fewer helpers than asked for
 */
public record FitCheckpoint(
    int vertexCount,
    int exampleCount,
    int helpers,
    int rounds,
    int phase,
    int useless,
    double[] weights,
    double[] transforms,
    double[] rotations,
    double[] errors,
    double[] rms,
    int[] kinds,
    int[] counts,
    int[] seeds,
    List<String> notes) {
  private static final long MAGIC = 0x5348_4e52_4649_5432L; // SHNRFIT2

  public FitCheckpoint {
    notes = List.copyOf(notes);
    Check.that(kinds.length == rms.length && counts.length == rms.length, "updates differ");
  }

  /** Writes a file, beside its target first. */
  public void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part), 1 << 16))) {
      out.writeLong(MAGIC);
      write(out);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(vertexCount);
    out.writeInt(exampleCount);
    out.writeInt(helpers);
    out.writeInt(rounds);
    out.writeInt(phase);
    out.writeInt(useless);
    for (double[] a : new double[][] {weights, transforms, rotations, errors, rms}) {
      out.writeInt(a.length);
      for (double d : a) {
        out.writeDouble(d);
      }
    }
    for (int[] a : new int[][] {kinds, counts, seeds}) {
      out.writeInt(a.length);
      for (int i : a) {
        out.writeInt(i);
      }
    }
    out.writeInt(notes.size());
    for (String note : notes) {
      out.writeUTF(note);
    }
  }

  /** Reads a file; throws IOException with the file's name where it is not whole. */
  public static FitCheckpoint read(Path file) throws IOException {
    long left = Files.size(file);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      if (in.readLong() != MAGIC) {
        throw new IOException(file + ": not a checkpoint of a fit");
      }
      return read(in, left, file);
    } catch (EOFException e) {
      throw new IOException(file + ": the checkpoint ends too early", e);
    }
  }

  static FitCheckpoint read(DataInputStream in, long left, Path file) throws IOException {
    int vertices = in.readInt();
    int examples = in.readInt();
    int helpers = in.readInt();
    int rounds = in.readInt();
    int phase = in.readInt();
    int useless = in.readInt();
    double[][] d = new double[5][];
    for (int k = 0; k < d.length; k++) {
      d[k] = new double[length(in, left, 8, file)];
      for (int i = 0; i < d[k].length; i++) {
        d[k][i] = in.readDouble();
      }
    }
    int[][] n = new int[3][];
    for (int k = 0; k < 3; k++) {
      n[k] = new int[length(in, left, 4, file)];
      for (int i = 0; i < n[k].length; i++) {
        n[k][i] = in.readInt();
      }
    }
    List<String> notes = new ArrayList<>();
    for (int k = length(in, left, 2, file); k > 0; k--) {
      notes.add(in.readUTF());
    }
    return new FitCheckpoint(
        vertices, examples, helpers, rounds, phase, useless, d[0], d[1], d[2], d[3], d[4], n[0],
        n[1], n[2], notes);
  }

  /** A number of things of so many bytes each, no more than the file may hold. */
  static int length(DataInputStream in, long bytes, int each, Path file) throws IOException {
    int n = in.readInt();
    if (n < 0 || (long) n * each > bytes) {
      throw new IOException(file + ": the checkpoint is damaged");
    }
    return n;
  }
}
