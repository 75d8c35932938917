package dev.shinari.bench.peer.bullet;

import com.jme3.bullet.PhysicsSoftSpace;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.objects.PhysicsSoftBody;
import com.jme3.bullet.objects.infos.Sbcp;
import com.jme3.bullet.objects.infos.SoftBodyConfig;
import com.jme3.bullet.util.NativeLibrary;
import com.jme3.math.Vector3f;
import dev.shinari.bench.peer.SoftBodyPeer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.logging.Level;
import java.util.logging.Logger;
import jme3utilities.lbj.IndexBuffer;

/**
 * Bullet's soft body: a link an edge, and its own shape matching of the whole body to its pose,
 * which is the nearest thing to ours that it has. Bullet steps a soft body on one thread.
 */
public final class BulletPeer implements SoftBodyPeer {
  private static final String LIBRARY = "native/linux/x86_64/libbulletjme.so";

  /** With stiff links (1) and one iteration, a body of 20,000 nodes bursts. */
  private static final float LINK_STIFFNESS = 0.5f;

  private static final float POSE_MATCHING = 0.1f;
  private static final int POSITION_ITERATIONS = 1;

  @Override
  public String name() {
    return "bullet";
  }

  @Override
  public String settings() {
    return "Libbulletjme 23.1.0: links on all edges (stiffness "
        + LINK_STIFFNESS
        + "), pose matching "
        + POSE_MATCHING
        + ", "
        + POSITION_ITERATIONS
        + " position iteration (default), damping 0, no collision";
  }

  @Override
  public boolean usesThreads() {
    return false;
  }

  @Override
  public void load(Path directory) throws IOException {
    Path file = directory.resolve("libbulletjme.so");
    try (InputStream in = BulletPeer.class.getClassLoader().getResourceAsStream(LIBRARY)) {
      if (in == null) {
        throw new IOException(LIBRARY + " is missing");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    System.load(file.toAbsolutePath().toString());
    NativeLibrary.setStartupMessageEnabled(false);
    Logger.getLogger("com.jme3").setLevel(Level.WARNING);
  }

  @Override
  public Instance create(Shape shape, float stepSeconds, int threads) {
    return new Body(shape, stepSeconds);
  }

  private static final class Body implements Instance {
    private final PhysicsSoftSpace space;
    private final PhysicsSoftBody body = new PhysicsSoftBody();
    private final FloatBuffer locations;
    private final float stepSeconds;

    Body(Shape shape, float stepSeconds) {
      this.stepSeconds = stepSeconds;
      space = new PhysicsSoftSpace(PhysicsSpace.BroadphaseType.DBVT);
      space.setGravity(new Vector3f(0, 0, 0));
      body.appendNodes(floats(shape.positions()));
      body.appendLinks(IndexBuffer.wrapIndexBuffer(ints(shape.edges())));
      body.appendFaces(IndexBuffer.wrapIndexBuffer(ints(shape.triangles())));
      body.appendTetras(IndexBuffer.wrapIndexBuffer(ints(shape.tets())));
      body.setMasses(floats(shape.masses()));
      body.getSoftMaterial().setLinearStiffness(LINK_STIFFNESS);
      SoftBodyConfig config = body.getSoftConfig();
      config.setPositionIterations(POSITION_ITERATIONS);
      config.set(Sbcp.PoseMatching, POSE_MATCHING);
      config.set(Sbcp.Damping, 0);
      body.setPose(false, true); // the frame and its rotation, not the volume
      body.setVelocities(floats(shape.velocities()));
      space.addCollisionObject(body);
      body.setGravity(new Vector3f(0, 0, 0));
      locations = floats(shape.positions());
    }

    @Override
    public void step() {
      space.update(stepSeconds, 0);
    }

    @Override
    public void copyPositions(float[] xyz) {
      locations.clear();
      body.copyLocations(locations);
      locations.clear();
      locations.get(xyz);
    }

    @Override
    public void close() {
      space.removeCollisionObject(body);
      space.destroy();
    }

    private static FloatBuffer floats(float[] values) {
      FloatBuffer buffer =
          ByteBuffer.allocateDirect(4 * values.length)
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
      buffer.put(values).flip();
      return buffer;
    }

    private static IntBuffer ints(int[] values) {
      IntBuffer buffer =
          ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder()).asIntBuffer();
      buffer.put(values).flip();
      return buffer;
    }
  }
}
