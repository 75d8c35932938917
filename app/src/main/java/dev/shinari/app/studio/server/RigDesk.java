package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.file.RigTargets;
import dev.shinari.app.studio.file.Uploads;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.view.BinaryMessages;
import dev.shinari.app.studio.view.ShownSurface;
import dev.shinari.io.rig.RigExporter;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Helper;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.runtime.HelperRuntime;
import dev.shinari.take.Look;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rig desk of a session: a model with its true skin beside the rig that imitates it. Sampling
 * and fitting run in a thread of their own; what the page turns is evaluated at once, by the same
 * runtime that an engine would ship.
 */
final class RigDesk implements AutoCloseable {
  /** Flags of the two meshes. */
  static final int TARGET = 32;

  static final int RIG = 64;

  /** The error that is shown in full color, as a share of the model's size. */
  private static final double FULL_ERROR = 0.02;

  private static final int MOST_POSES = 2000;

  private final LiveSession session;
  private final String name;
  private final RigSubject subject;
  private final double[] angles;
  private final Skin target;
  private final Skin rig;
  private final double errorScale;

  private volatile boolean busy;
  private volatile boolean stopping;
  private volatile String state = "open";
  private volatile ExampleSet examples;
  private volatile FitResult result;
  private volatile double[][] poses = {}; // of the examples, as the shapes
  private volatile float[][] shapes = {};
  private volatile double part;
  private volatile String text = "";
  private final List<Double> curve = new ArrayList<>(); // guarded by itself

  // Of the session's thread.
  private int shownSample = -1;
  private HelperRig shownRig;
  private HelperRuntime runtime;

  /** One of the two meshes. */
  private static final class Skin extends ShownSurface {
    private final TriangleMesh mesh;
    private float[] at;

    Skin(int id, TriangleMesh mesh, int rgb, int flag) {
      super(id, 1, Look.rgb(rgb), flag);
      this.mesh = mesh;
      at = mesh.positions().clone();
    }

    @Override
    protected TriangleMesh mesh() {
      return mesh;
    }

    @Override
    protected boolean moves() {
      return true;
    }

    @Override
    protected void positions(float[] out) {
      System.arraycopy(at, 0, out, 0, out.length);
    }
  }

  RigDesk(LiveSession session, String name, RigSubject subject, int firstId) {
    this.session = session;
    this.name = name;
    this.subject = subject;
    int axes = 0;
    for (RigSubject.Slider s : subject.sliders()) {
      axes += s.axes().size();
    }
    angles = new double[axes];
    target = new Skin(firstId, subject.rest(), 0xF2A65A, TARGET);
    rig = new Skin(firstId + 1, subject.rest(), 0x8FB8DE, RIG);
    errorScale = FULL_ERROR * subject.rest().bounds().longestSide();
    place();
  }

  static ArrayNode models() {
    ArrayNode n = MessageJson.array();
    n.addObject().put("id", "leg").put("title", "Leg").put("about", "a leg of muscles");
    n.addObject()
        .put("id", "leg-exaggerated")
        .put("title", "Leg, exaggerated")
        .put("about", "the same with muscles that bulge as in a cartoon");
    n.addObject().put("id", "arm").put("title", "Arm").put("about", "an arm of muscles");
    return n;
  }

  int nextId() {
    return rig.id + 1;
  }

  // ---- commands, in the session's thread

  ObjectNode run(String act, ObjectNode m) {
    switch (act) {
      case "sample" -> sample(m.has("poses") ? MessageJson.whole(m, "poses", 2, MOST_POSES) : 200);
      case "fit" ->
          fit(
              m.has("helpers") ? MessageJson.whole(m, "helpers", 0, 64) : 4,
              m.has("degree") ? MessageJson.whole(m, "degree", 1, 3) : 2);
      case "stop" -> stopping = true;
      case "joint" -> joint(m);
      case "frame" -> {
        shownSample =
            m.path("index").isNull() || !m.has("index")
                ? -1
                : MessageJson.whole(m, "index", 0, Math.max(0, shapes.length - 1));
        Check.that(shownSample < shapes.length, "there are no examples yet");
        place();
      }
      case "export" -> export();
      default -> throw new IllegalArgumentException("unknown act " + MessageJson.shown(act));
    }
    session.tellAll(message(), true);
    return MessageJson.object();
  }

  private void joint(ObjectNode m) {
    String joint = MessageJson.text(m, "name");
    int at = 0;
    for (RigSubject.Slider s : subject.sliders()) {
      int n = s.axes().size();
      if (s.name().equals(joint)) {
        Check.that(m.path("degrees").size() >= n, "`degrees` must have " + n + " numbers");
        for (int k = 0; k < n; k++) {
          double d = m.path("degrees").get(k).asDouble(Double.NaN);
          Check.that(Double.isFinite(d), "`degrees` must be numbers");
          angles[at + k] = Math.max(s.least()[k], Math.min(s.most()[k], d));
        }
        shownSample = -1;
        place();
        return;
      }
      at += n;
    }
    throw new IllegalArgumentException("there is no joint " + MessageJson.shown(joint));
  }

  /** Puts both meshes where the sliders, or the chosen example, say. */
  void place() {
    double[] pose = new double[12 * subject.skeleton().jointCount()];
    if (shownSample >= 0) {
      System.arraycopy(poses[shownSample], 0, pose, 0, pose.length);
    } else {
      subject.pose(angles, pose);
    }
    FitResult fitted = result;
    if (fitted != null && shownRig != fitted.rig()) {
      shownRig = fitted.rig();
      runtime = shownRig.runtime();
    }
    SkinWeights weights = fitted == null ? subject.weights() : fitted.rig().weights();
    int helpers = fitted == null ? 0 : runtime.helperCount();
    int joints = subject.skeleton().jointCount();
    double[] skinning = new double[12 * (joints + helpers)];
    double[] own = new double[12 * joints];
    subject.skeleton().skinning(pose, own);
    System.arraycopy(own, 0, skinning, 0, own.length);
    if (helpers > 0) {
      double[] more = new double[12 * helpers];
      runtime.evaluate(pose, more, null);
      System.arraycopy(more, 0, skinning, own.length, more.length);
    }
    rig.at = skin(weights, skinning);
    if (shownSample >= 0) {
      target.at = shapes[shownSample];
    } else if (subject.isQuick()) {
      float[] out = new float[rig.at.length];
      subject.target(angles, out);
      target.at = out;
    } else {
      target.at = rig.at; // flesh takes a while: its truth is shown at the examples
    }
    session.touch();
  }

  private float[] skin(SkinWeights w, double[] skinning) {
    float[] rest = subject.rest().positions();
    float[] out = new float[rest.length];
    double[] p = new double[3];
    for (int v = 0; v < rest.length / 3; v++) {
      double x = 0, y = 0, z = 0;
      for (int k = 0; k < w.influences(); k++) {
        float share = w.weights()[w.influences() * v + k];
        if (share != 0) {
          int bone = w.bones()[w.influences() * v + k];
          Transforms.apply(
              skinning, 12 * bone, rest[3 * v], rest[3 * v + 1], rest[3 * v + 2], p, 0);
          x += share * p[0];
          y += share * p[1];
          z += share * p[2];
        }
      }
      out[3 * v] = (float) x;
      out[3 * v + 1] = (float) y;
      out[3 * v + 2] = (float) z;
    }
    return out;
  }

  // ---- work in a thread of its own

  private interface Work {
    void run() throws IOException, FitStoppedException;
  }

  private void begin(String doing, Work what) {
    Check.that(!busy, "the desk is busy: stop it first");
    busy = true;
    stopping = false;
    state = doing;
    part = 0;
    text = "";
    Thread t =
        new Thread(
            () -> {
              try {
                what.run();
                state = result != null ? "ready" : "open";
              } catch (FitStoppedException e) {
                state = result != null ? "ready" : "open";
                text = "stopped";
              } catch (IOException | RuntimeException | OutOfMemoryError e) {
                state = "failed";
                text = String.valueOf(e.getMessage());
              }
              busy = false;
              session.tellAll(message(), true);
              session.poke();
            },
            "studio rig");
    t.setDaemon(true);
    t.start();
  }

  private void sample(int count) {
    shownSample = -1;
    begin("sampling", () -> makeSamples(count));
  }

  private void makeSamples(int count) throws IOException {
    double[][] chosen = subject.samples(count);
    float[][] made = new float[chosen.length][3 * subject.rest().vertexCount()];
    double[][] posed = new double[chosen.length][12 * subject.skeleton().jointCount()];
    try (ExampleSink sink = MemoryExamples.builder(subject.rest(), subject.skeleton())) {
      for (int n = 0; n < chosen.length; n++) {
        if (stopping) {
          return;
        }
        subject.pose(chosen[n], posed[n]);
        subject.target(chosen[n], made[n]);
        sink.add(posed[n], made[n]);
        tellPart((n + 1.0) / chosen.length, "sampling");
      }
      poses = posed;
      shapes = made;
      examples = sink.finish();
    }
  }

  /** Reads shapes that somebody brought, in the place of sampled ones. */
  void targets(Path modelFile, List<Uploads.Upload> files, double framesPerSecond) {
    begin(
        "sampling",
        () -> {
          RigTargets.Loaded loaded =
              RigTargets.read(
                  modelFile,
                  subject.model(),
                  files,
                  framesPerSecond,
                  done -> {
                    tellPart(done, "reading");
                    return !stopping;
                  });
          if (loaded != null) {
            result = null;
            poses = loaded.poses();
            shapes = loaded.shapes();
            examples = loaded.set();
            loaded.notes().forEach(note -> session.note("info", note));
          }
        });
    shownSample = -1;
  }

  private void fit(int helpers, int degree) {
    synchronized (curve) {
      curve.clear();
    }
    begin(
        "fitting",
        () -> {
          if (examples == null) {
            makeSamples(200);
          }
          FitSettings settings =
              FitSettings.DEFAULT.withHelpers(helpers).withDegree(degree, false).withThreads(2);
          ExampleSet set = examples;
          if (set == null || stopping) {
            return;
          }
          result =
              RigFit.fit(
                  set,
                  settings,
                  subject.weights(),
                  null,
                  (phase, fraction, rms) -> {
                    if (Double.isFinite(rms)) {
                      synchronized (curve) {
                        curve.add(rms);
                      }
                    }
                    tellPart(fraction, phase.name().toLowerCase(Locale.ROOT));
                    return !stopping;
                  });
        });
  }

  private long told;

  private void tellPart(double fraction, String what) {
    part = Math.max(0, Math.min(1, fraction));
    text = what.replace('_', ' ');
    long now = System.nanoTime();
    if (now - told > 100_000_000L) {
      told = now;
      session.tellAll(message(), false);
    }
  }

  private void export() {
    FitResult fitted = result;
    Check.that(fitted != null, "fit a rig first");
    session
        .workshop()
        .exports()
        .begin(
            folder ->
                RigExporter.write(subject.model(), fitted.rig(), List.of(), folder, name + "-rig"),
            session.listener());
  }

  // ---- what pages see

  String message() {
    ObjectNode n = MessageJson.is("rig").put("state", state).put("model", name);
    n.put("part", part).put("text", text).put("errorScale", errorScale);
    n.put("poses", shapes.length);
    ArrayNode joints = n.putArray("joints");
    int at = 0;
    for (RigSubject.Slider s : subject.sliders()) {
      ObjectNode j = joints.addObject().put("name", s.name());
      ArrayNode axes = j.putArray("axes"), degrees = j.putArray("degrees");
      ArrayNode least = j.putArray("least"), most = j.putArray("most");
      for (int k = 0; k < s.axes().size(); k++, at++) {
        axes.add(s.axes().get(k));
        degrees.add(angles[at]);
        least.add(s.least()[k]);
        most.add(s.most()[k]);
      }
    }
    ArrayNode rms = n.putArray("rms");
    synchronized (curve) {
      curve.forEach(rms::add);
    }
    FitResult fitted = result;
    if (fitted != null) {
      n.put("driversRms", fitted.report().drivers().rms());
      n.put("helpersRms", fitted.report().stage2().rms());
      n.put("maxError", fitted.report().stage2().max());
      ArrayNode helpers = n.putArray("helpers");
      for (Helper h : fitted.rig().helpers()) {
        helpers
            .addObject()
            .put("name", h.name())
            .put("parent", subject.skeleton().name(h.parent()))
            .put("terms", h.controller().termCount());
      }
    }
    return MessageJson.write(n);
  }

  List<ByteBuffer> meshes() {
    return List.of(
        BinaryMessages.mesh(target, 1, 0, target.at), BinaryMessages.mesh(rig, 1, 0, rig.at));
  }

  List<ByteBuffer> gone() {
    return List.of(BinaryMessages.gone(target.id), BinaryMessages.gone(rig.id));
  }

  /** Both meshes; the rig's channel is how far each vertex is from where it should be. */
  ByteBuffer frame(int number) {
    if (result != null && shownRig != result.rig()) {
      place();
    }
    float[] error = new float[rig.at.length / 3];
    for (int v = 0; v < error.length; v++) {
      double x = rig.at[3 * v] - target.at[3 * v], y = rig.at[3 * v + 1] - target.at[3 * v + 1];
      double z = rig.at[3 * v + 2] - target.at[3 * v + 2];
      error[v] = (float) Math.min(1, Math.sqrt(x * x + y * y + z * z) / errorScale);
    }
    return BinaryMessages.frame(
        number,
        1,
        0,
        List.of(
            new BinaryMessages.Part(target.id, target.at, null),
            new BinaryMessages.Part(rig.id, rig.at, error)));
  }

  @Override
  public void close() {
    stopping = true;
  }
}
