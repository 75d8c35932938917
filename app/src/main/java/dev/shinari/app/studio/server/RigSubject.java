package dev.shinari.app.studio.server;

import dev.shinari.app.console.TempFolder;
import dev.shinari.app.studio.file.Uploads;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.rig.LimbFiles;
import dev.shinari.io.rig.RigModel;
import dev.shinari.io.rig.RigModelReader;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.sample.FleshBody;
import dev.shinari.rig.sample.FleshSettings;
import dev.shinari.rig.sample.JointTurn;
import dev.shinari.rig.sample.LimbExamples;
import dev.shinari.rig.sample.LimbModels;
import dev.shinari.rig.sample.MuscleLimb;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What lies on the rig desk: a skinned model whose skin can be asked for in any pose. */
interface RigSubject {
  /** A joint that a person turns, with the range of each of its axes in degrees. */
  record Slider(String name, List<String> axes, double[] least, double[] most) {}

  TriangleMesh rest();

  RigSkeleton skeleton();

  SkinWeights weights();

  List<Slider> sliders();

  /** Global joint poses, 12 numbers each, for the angles of all sliders' axes in order. */
  void pose(double[] degrees, double[] out);

  /** Angles of sample n of a number of samples, in the order of the sliders' axes. */
  double[][] samples(int count);

  /** The true skin in a pose; may take its time. */
  void target(double[] degrees, float[] out);

  /** Whether {@link #target} is quick enough to follow a slider. */
  boolean isQuick();

  /** The model as files know it, for the export. */
  RigModel model() throws IOException;

  /** A limb of muscles that is built in. */
  static RigSubject limb(String name) {
    MuscleLimb limb =
        switch (name) {
          case "leg" -> LimbModels.leg();
          case "leg-exaggerated" -> LimbModels.exaggeratedLeg();
          case "arm" -> LimbModels.arm();
          default ->
              throw new IllegalArgumentException("there is no model " + MessageJson.shown(name));
        };
    return new Limb(name, limb);
  }

  /** A skinned model from a file, which the bridge gives flesh. */
  static RigSubject model(Uploads.Upload upload) throws IOException {
    try {
      return new Model(RigModelReader.read(upload.file()));
    } catch (BadFileException e) {
      throw new IllegalArgumentException(Uploads.message(e, upload.file().getParent()), e);
    }
  }

  /** A limb of muscles: every pose is a formula. */
  final class Limb implements RigSubject {
    private final String name;
    private final MuscleLimb limb;
    private final RigSkeleton skeleton;
    private final SkinWeights weights;
    private final List<Slider> sliders = new ArrayList<>();
    private final int[] turnOf; // by axis in the order of the sliders
    private final double[] rotations;
    private final float[] scratch;

    private Limb(String name, MuscleLimb limb) {
      this.name = name;
      this.limb = limb;
      skeleton = LimbExamples.skeleton(limb);
      weights = LimbExamples.weights(limb);
      rotations = new double[4 * limb.joints().size()];
      scratch = new float[3 * limb.mesh().vertexCount()];
      turnOf = new int[limb.turns().size()];
      int at = 0;
      for (int j = 0; j < limb.joints().size(); j++) {
        List<Integer> turns = new ArrayList<>();
        for (int k = 0; k < limb.turns().size(); k++) {
          if (limb.turns().get(k).joint() == j) {
            turns.add(k);
            turnOf[at++] = k;
          }
        }
        if (!turns.isEmpty()) {
          List<JointTurn> of = turns.stream().map(k -> limb.turns().get(k)).toList();
          sliders.add(
              new Slider(
                  limb.joints().get(j).name(),
                  of.stream().map(JointTurn::name).toList(),
                  of.stream().mapToDouble(JointTurn::firstDeg).toArray(),
                  of.stream().mapToDouble(JointTurn::lastDeg).toArray()));
        }
      }
    }

    @Override
    public TriangleMesh rest() {
      return limb.mesh();
    }

    @Override
    public RigSkeleton skeleton() {
      return skeleton;
    }

    @Override
    public SkinWeights weights() {
      return weights;
    }

    @Override
    public List<Slider> sliders() {
      return sliders;
    }

    private MuscleLimb.Evaluator posed(double[] degrees, float[] out) {
      double[] angles = new double[degrees.length];
      for (int k = 0; k < angles.length; k++) {
        angles[turnOf[k]] = degrees[k];
      }
      limb.rotations(angles, rotations);
      MuscleLimb.Evaluator e = limb.evaluator();
      e.positions(rotations, out);
      return e;
    }

    @Override
    public synchronized void pose(double[] degrees, double[] out) {
      LimbExamples.pose(limb, posed(degrees, scratch), out);
    }

    @Override
    public double[][] samples(int count) {
      PoseGrid whole = PoseGrid.of(limb.turns());
      PoseGrid grid = PoseGrid.thinned(limb.turns(), Math.min(count, whole.count()));
      double[][] out = new double[grid.count()][turnOf.length];
      double[] angles = new double[turnOf.length];
      for (int n = 0; n < out.length; n++) {
        grid.angles(n, angles);
        for (int k = 0; k < turnOf.length; k++) {
          out[n][k] = angles[turnOf[k]];
        }
      }
      return out;
    }

    @Override
    public synchronized void target(double[] degrees, float[] out) {
      posed(degrees, out);
    }

    @Override
    public boolean isQuick() {
      return true;
    }

    @Override
    public RigModel model() throws IOException {
      try (TempFolder folder = new TempFolder()) {
        double[][] one = LimbFiles.rotations(limb, PoseGrid.thinned(limb.turns(), 1));
        ExportProgress quiet = (file, done, total) -> {};
        List<Path> files = LimbFiles.write(limb, one, folder.path(), name, 1, quiet);
        return RigModelReader.read(files.get(0));
      }
    }
  }

  /** A model from a file: its skin in a pose is simulated flesh around its bones. */
  final class Model implements RigSubject {
    private static final double RANGE_DEG = 60;
    private static final int MOST_JOINTS = 64;

    private final RigModel model;
    private final FleshBody flesh;
    private final List<Slider> sliders = new ArrayList<>();
    private final List<Integer> joints = new ArrayList<>();

    private Model(RigModel model) {
      this.model = model;
      if (model.weights() == null) {
        throw new IllegalArgumentException("this model has no skin weights");
      }
      flesh = new FleshBody(model.rest(), model.skeleton(), model.weights(), FleshSettings.DEFAULT);
      RigSkeleton s = model.skeleton();
      for (int j = 0; j < s.jointCount() && joints.size() < MOST_JOINTS; j++) {
        if (s.parent(j) >= 0) {
          joints.add(j);
          double[] least = {-RANGE_DEG, -RANGE_DEG, -RANGE_DEG};
          double[] most = {RANGE_DEG, RANGE_DEG, RANGE_DEG};
          sliders.add(new Slider(s.name(j), List.of("x", "y", "z"), least, most));
        }
      }
    }

    @Override
    public TriangleMesh rest() {
      return model.rest();
    }

    @Override
    public RigSkeleton skeleton() {
      return model.skeleton();
    }

    @Override
    public SkinWeights weights() {
      return model.weights();
    }

    @Override
    public List<Slider> sliders() {
      return sliders;
    }

    @Override
    public void pose(double[] degrees, double[] out) {
      RigSkeleton s = model.skeleton();
      double[] rest = model.restPose();
      double[] inverse = new double[12], local = new double[12], turned = new double[12];
      for (int j = 0; j < s.jointCount(); j++) {
        int parent = s.parent(j);
        if (parent < 0) {
          System.arraycopy(rest, 12 * j, out, 12 * j, 12);
          continue;
        }
        Transforms.invertRigid(rest, 12 * parent, inverse, 0);
        Transforms.multiply(inverse, 0, rest, 12 * j, local, 0);
        int k = joints.indexOf(j);
        Transforms.multiply(
            local, 0, k < 0 ? Transforms.identity() : turn(degrees, 3 * k), 0, turned, 0);
        Transforms.multiply(out, 12 * parent, turned, 0, out, 12 * j);
      }
    }

    /** A turn by a rotation vector in degrees. */
    private static double[] turn(double[] degrees, int at) {
      double x = StrictMath.toRadians(degrees[at]), y = StrictMath.toRadians(degrees[at + 1]);
      double z = StrictMath.toRadians(degrees[at + 2]);
      double angle = Math.sqrt(x * x + y * y + z * z);
      double f = angle > 1e-12 ? StrictMath.sin(0.5 * angle) / angle : 0;
      double[] out = Transforms.identity();
      Transforms.setRotation(
          new double[] {StrictMath.cos(0.5 * angle), f * x, f * y, f * z}, 0, out, 0);
      return out;
    }

    /** Spread evenly by the golden ratio's relatives; sample 0 is the rest pose. */
    @Override
    public double[][] samples(int count) {
      int n = 3 * joints.size();
      double[][] out = new double[count][n];
      for (int s = 1; s < count; s++) {
        for (int d = 0; d < n; d++) {
          double step = Math.sqrt(2 + 3 * d) % 1;
          out[s][d] = 0.6 * RANGE_DEG * (2 * ((s * step + 0.5) % 1) - 1);
        }
      }
      return out;
    }

    @Override
    public synchronized void target(double[] degrees, float[] out) {
      double[] pose = new double[12 * model.skeleton().jointCount()];
      pose(degrees, pose);
      flesh.shape(pose, out);
    }

    @Override
    public boolean isQuick() {
      return false;
    }

    @Override
    public RigModel model() {
      return model;
    }
  }
}
