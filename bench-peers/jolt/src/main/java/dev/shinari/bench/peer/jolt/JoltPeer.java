package dev.shinari.bench.peer.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.Edge;
import com.github.stephengold.joltjni.Face;
import com.github.stephengold.joltjni.Float3;
import com.github.stephengold.joltjni.JobSystem;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.JobSystemThreadPool;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.MapObj2Bp;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SoftBodyCreationSettings;
import com.github.stephengold.joltjni.SoftBodyMotionProperties;
import com.github.stephengold.joltjni.SoftBodySharedSettings;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.Vertex;
import com.github.stephengold.joltjni.Volume;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EPhysicsUpdateError;
import dev.shinari.bench.peer.SoftBodyPeer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Jolt's soft body: an edge constraint an edge and a volume constraint a tetrahedron. */
public final class JoltPeer implements SoftBodyPeer {
  private static final String LIBRARY = "linux/x86-64/com/github/stephengold/libjoltjni.so";

  @Override
  public String name() {
    return "jolt";
  }

  @Override
  public String settings() {
    return "jolt-jni 0.9.9: edges (compliance 1e-4) and tetrahedron volumes, 5 iterations (default),"
        + " optimized constraint order, damping 0, no collision, no sleep";
  }

  @Override
  public boolean usesThreads() {
    return true;
  }

  @Override
  public void load(Path directory) throws IOException {
    Path file = directory.resolve("libjoltjni.so");
    try (InputStream in = JoltPeer.class.getClassLoader().getResourceAsStream(LIBRARY)) {
      if (in == null) {
        throw new IOException(LIBRARY + " is missing");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    System.load(file.toAbsolutePath().toString());
    Jolt.registerDefaultAllocator();
    Jolt.installDefaultAssertCallback();
    Jolt.installDefaultTraceCallback();
    if (!Jolt.newFactory()) {
      throw new IOException("Jolt made no factory");
    }
    Jolt.registerTypes();
  }

  @Override
  public Instance create(Shape shape, float stepSeconds, int threads) {
    return new JoltBody(shape, stepSeconds, threads);
  }

  private static final class JoltBody implements Instance {
    private static final int LAYER = 0;
    private static final float COMPLIANCE = 1e-4f;

    private final PhysicsSystem system = new PhysicsSystem();
    private final TempAllocator allocator = new TempAllocatorMalloc();
    private final JobSystem jobs;
    private final MapObj2Bp layers = new MapObj2Bp(1, 1);
    private final ObjVsBpFilter broadFilter = new ObjVsBpFilter(1, 1);
    private final ObjVsObjFilter pairFilter = new ObjVsObjFilter(1);
    private final SoftBodySharedSettings shared = new SoftBodySharedSettings();
    private final Body body;
    private final float stepSeconds;
    private final FloatBuffer locations;

    JoltBody(Shape shape, float stepSeconds, int threads) {
      this.stepSeconds = stepSeconds;
      layers.add(LAYER, 0);
      system.init(16, 0, 64, 64, layers, broadFilter, pairFilter);
      system.setGravity(0, 0, 0);
      // A pool of n - 1 workers: the calling thread works too.
      jobs =
          threads == 1
              ? new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs)
              : new JobSystemThreadPool(
                  Jolt.cMaxPhysicsJobs, Jolt.cMaxPhysicsBarriers, threads - 1);
      describe(shape);
      BodyInterface bodies = system.getBodyInterfaceNoLock();
      SoftBodyCreationSettings settings =
          new SoftBodyCreationSettings(shared, new RVec3(0, 0, 0), new Quat(), LAYER);
      settings.setAllowSleeping(false);
      settings.setLinearDamping(0);
      settings.setGravityFactor(0);
      body = bodies.createSoftBody(settings);
      bodies.addBody(body, EActivation.Activate);
      int n = shape.masses().length;
      locations = ByteBuffer.allocateDirect(12 * n).order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    private void describe(Shape shape) {
      float[] x = shape.positions(), v = shape.velocities();
      for (int i = 0; i < shape.masses().length; i++) {
        Vertex vertex = new Vertex();
        vertex.setPosition(new Float3(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
        vertex.setVelocity(new Float3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
        vertex.setInvMass(1 / shape.masses()[i]);
        shared.addVertex(vertex);
      }
      int[] triangles = shape.triangles();
      for (int t = 0; t < triangles.length; t += 3) {
        Face face = new Face();
        for (int c = 0; c < 3; c++) {
          face.setVertex(c, triangles[t + c]);
        }
        shared.addFace(face);
      }
      int[] edges = shape.edges();
      for (int e = 0; e < edges.length; e += 2) {
        Edge edge = new Edge();
        edge.setVertex(0, edges[e]);
        edge.setVertex(1, edges[e + 1]);
        edge.setCompliance(COMPLIANCE);
        shared.addEdgeConstraint(edge);
      }
      int[] tets = shape.tets();
      for (int t = 0; t < tets.length; t += 4) {
        Volume volume = new Volume();
        for (int c = 0; c < 4; c++) {
          volume.setVertex(c, tets[t + c]);
        }
        volume.setCompliance(COMPLIANCE);
        shared.addVolumeConstraint(volume);
      }
      shared.calculateEdgeLengths();
      shared.calculateVolumeConstraintVolumes();
      shared.optimize();
    }

    @Override
    public void step() {
      int errors = system.update(stepSeconds, 1, allocator, jobs);
      if (errors != EPhysicsUpdateError.None) {
        throw new IllegalStateException("Jolt reports update errors " + errors);
      }
    }

    @Override
    public void copyPositions(float[] xyz) {
      SoftBodyMotionProperties motion = (SoftBodyMotionProperties) body.getMotionProperties();
      locations.clear();
      motion.putVertexLocations(body.getPosition(), locations);
      locations.clear();
      locations.get(xyz);
    }

    @Override
    public void close() {
      BodyInterface bodies = system.getBodyInterfaceNoLock();
      int id = body.getId();
      bodies.removeBody(id);
      bodies.destroyBody(id);
      system.close();
      jobs.close();
      allocator.close();
    }
  }
}
