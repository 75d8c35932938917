package dev.shinari.rig.fit.task;

import dev.shinari.math.Check;
import dev.shinari.rig.Controller;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleSet;
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
import java.util.Arrays;
import java.util.List;

/**
 * Where a fit limb by limb stood: what came of the limbs that are done, and how far the next one
 * is. Enough to go on to the very result of a fit that was never stopped.
 *
 * @param vertexCount of all example sets
 * @param exampleCounts of each limb's example set
 * @param done the limbs that are done, in their order
 * @param current the next limb's checkpoint, or null where it has not begun
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
public record BodyCheckpoint(
    int vertexCount, int[] exampleCounts, List<Limb> done, FitCheckpoint current) {
  private static final long MAGIC = 0x5348_4e52_424f_4459L; // SHNRBODY

  /** What the joining needs of a limb. */
  public record Limb(PoseInputs inputs, List<Helper> helpers, FitReport report) {
    /** As a fit gives it, but for the weights, which the joining solves for anew. */
    public FitResult result(ExampleSet set) {
      float[] ones = new float[set.vertexCount()];
      Arrays.fill(ones, 1);
      SkinWeights weights = new SkinWeights(1, new int[ones.length], ones);
      return new FitResult(
          new HelperRig(set.skeleton(), inputs, helpers, weights, List.of()), report);
    }
  }

  public BodyCheckpoint {
    done = List.copyOf(done);
  }

  /** Null where nothing is done. */
  public static BodyCheckpoint of(
      List<ExampleSet> limbs, List<FitResult> parts, FitCheckpoint current) {
    if (parts.isEmpty() && current == null) {
      return null;
    }
    List<Limb> done = new ArrayList<>();
    for (FitResult p : parts) {
      done.add(new Limb(p.rig().inputs(), p.rig().helpers(), p.report()));
    }
    return new BodyCheckpoint(limbs.get(0).vertexCount(), counts(limbs), done, current);
  }

  private static int[] counts(List<ExampleSet> limbs) {
    return limbs.stream().mapToInt(ExampleSet::exampleCount).toArray();
  }

  /** Refuses limbs that this was not made for. */
  public void requireFor(List<ExampleSet> limbs) {
    Check.that(
        vertexCount == limbs.get(0).vertexCount()
            && Arrays.equals(exampleCounts, counts(limbs))
            && done.size() <= limbs.size(),
        "the checkpoint is of "
            + vertexCount
            + " vertices and "
            + Arrays.toString(exampleCounts)
            + " examples, the limbs have "
            + limbs.get(0).vertexCount()
            + " and "
            + Arrays.toString(counts(limbs)));
  }

  /** Writes a file, beside its target first. */
  public void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part), 1 << 16))) {
      out.writeLong(MAGIC);
      out.writeInt(vertexCount);
      put(out, exampleCounts);
      out.writeInt(done.size());
      for (Limb limb : done) {
        put(out, limb.inputs().joints());
        put(out, limb.inputs().axes());
        put(out, limb.inputs().centers());
        put(out, limb.inputs().lower());
        put(out, limb.inputs().upper());
        out.writeInt(limb.helpers().size());
        for (Helper h : limb.helpers()) {
          put(out, h);
        }
        put(out, limb.report());
      }
      out.writeBoolean(current != null);
      if (current != null) {
        current.write(out);
      }
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads a file; throws IOException with the file's name where it is not whole. */
  public static BodyCheckpoint read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      if (in.readLong() != MAGIC) {
        throw new IOException(file + ": not a checkpoint of a fit limb by limb");
      }
      return new Source(in, Files.size(file), file).body();
    } catch (EOFException e) {
      throw new IOException(file + ": the checkpoint ends too early", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": the checkpoint is damaged", e);
    }
  }

  private static void put(DataOutputStream out, int[] a) throws IOException {
    out.writeInt(a.length);
    for (int v : a) {
      out.writeInt(v);
    }
  }

  private static void put(DataOutputStream out, double[] a) throws IOException {
    out.writeInt(a.length);
    for (double v : a) {
      out.writeDouble(v);
    }
  }

  private static void put(DataOutputStream out, float[] a) throws IOException {
    out.writeInt(a.length);
    for (float v : a) {
      out.writeFloat(v);
    }
  }

  private static void put(DataOutputStream out, Helper h) throws IOException {
    out.writeUTF(h.name());
    out.writeInt(h.parent());
    put(out, h.bind());
    put(out, h.restRotation());
    out.writeDouble(h.share());
    Controller c = h.controller();
    put(out, c.constant());
    for (int o = 0; o < 6; o++) {
      out.writeInt(c.terms()[o].length);
      for (int[] term : c.terms()[o]) {
        put(out, term);
      }
      put(out, c.coefficients()[o]);
    }
    put(out, c.kernelCenters());
    put(out, c.kernelInverseWidths());
    put(out, c.kernelWeights());
    put(out, c.lower());
    put(out, c.upper());
  }

  private static void put(DataOutputStream out, FitReport r) throws IOException {
    FitReport.Seconds s = r.seconds();
    put(
        out,
        new double[] {
          r.drivers().rms(),
          r.drivers().max(),
          r.stage1().rms(),
          r.stage1().max(),
          r.stage2().rms(),
          r.stage2().max(),
          r.tailRms(),
          r.size()
        });
    put(out, s.times());
    out.writeInt(s.iterations());
    out.writeInt(r.rank());
    put(out, r.byExample());
    put(out, r.byVertex());
    put(out, r.stage1ByExample());
    put(out, r.stage1ByVertex());
    put(out, r.lambda());
    out.writeInt(r.convergence().size());
    for (FitReport.Update u : r.convergence()) {
      out.writeInt(u.kind().ordinal());
      out.writeInt(u.helpers());
      out.writeDouble(u.rms());
    }
    out.writeInt(r.notes().size());
    for (String note : r.notes()) {
      out.writeUTF(note);
    }
  }

  /** Reads what was put, with lengths held against the file's. */
  private record Source(DataInputStream in, long bytes, Path file) {
    BodyCheckpoint body() throws IOException {
      int vertices = in.readInt();
      int[] counts = ints();
      List<Limb> done = new ArrayList<>();
      for (int n = length(4); n > 0; n--) {
        PoseInputs inputs = new PoseInputs(ints(), ints(), doubles(), doubles(), doubles());
        List<Helper> helpers = new ArrayList<>();
        for (int h = length(4); h > 0; h--) {
          helpers.add(helper());
        }
        done.add(new Limb(inputs, helpers, report()));
      }
      return new BodyCheckpoint(
          vertices, counts, done, in.readBoolean() ? FitCheckpoint.read(in, bytes, file) : null);
    }

    private int length(int each) throws IOException {
      return FitCheckpoint.length(in, bytes, each, file);
    }

    private int[] ints() throws IOException {
      int[] out = new int[length(4)];
      for (int i = 0; i < out.length; i++) {
        out[i] = in.readInt();
      }
      return out;
    }

    private double[] doubles() throws IOException {
      double[] out = new double[length(8)];
      for (int i = 0; i < out.length; i++) {
        out[i] = in.readDouble();
      }
      return out;
    }

    private float[] floats() throws IOException {
      float[] out = new float[length(4)];
      for (int i = 0; i < out.length; i++) {
        out[i] = in.readFloat();
      }
      return out;
    }

    private Helper helper() throws IOException {
      String name = in.readUTF();
      int parent = in.readInt();
      double[] bind = doubles();
      double[] rest = doubles();
      double share = in.readDouble();
      double[] constant = doubles();
      int[][][] terms = new int[6][][];
      double[][] coefficients = new double[6][];
      for (int o = 0; o < 6; o++) {
        terms[o] = new int[length(4)][];
        for (int t = 0; t < terms[o].length; t++) {
          terms[o][t] = ints();
        }
        coefficients[o] = doubles();
      }
      Controller controller =
          new Controller(
              constant, terms, coefficients, doubles(), doubles(), doubles(), doubles(), doubles());
      return new Helper(name, parent, bind, rest, controller, share);
    }

    private FitReport report() throws IOException {
      double[] d = doubles(), times = doubles();
      Check.that(
          d.length == 8 && times.length == FitReport.Seconds.TIMES, "a report has other numbers");
      int iterations = in.readInt();
      int rank = in.readInt();
      float[] byExample = floats();
      float[] byVertex = floats();
      float[] stage1ByExample = floats();
      float[] stage1ByVertex = floats();
      double[] lambda = doubles();
      List<FitReport.Update> updates = new ArrayList<>();
      FitReport.Kind[] kinds = FitReport.Kind.values();
      for (int n = length(16); n > 0; n--) {
        int kind = in.readInt();
        Check.inRange("kind of an update", kind, 0, kinds.length - 1);
        updates.add(new FitReport.Update(kinds[kind], in.readInt(), in.readDouble()));
      }
      List<String> notes = new ArrayList<>();
      for (int n = length(2); n > 0; n--) {
        notes.add(in.readUTF());
      }
      return new FitReport(
          new FitReport.Errors(d[0], d[1]),
          new FitReport.Errors(d[2], d[3]),
          new FitReport.Errors(d[4], d[5]),
          byExample,
          byVertex,
          stage1ByExample,
          stage1ByVertex,
          updates,
          notes,
          FitReport.Seconds.of(times, iterations),
          rank,
          d[6],
          lambda,
          d[7]);
    }
  }
}
