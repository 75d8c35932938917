package dev.shinari.app.studio.view;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.fracture.view.FractureView;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;
import dev.shinari.world.Actor;
import dev.shinari.world.World;

/** One mesh that the page draws. */
public abstract class ShownMesh {
  public static final int TEXTURED = 1;
  static final int COLLIDER = 2;
  public static final int CAGE = 4;
  public static final int BONES = 8;
  static final int HIDDEN = 16;

  public final int id;
  final int thing; // number of what it belongs to, 0 for scenery
  final Look look;
  final int flags;

  ShownMesh(int id, int thing, Look look, int flags) {
    this.id = id;
    this.thing = thing;
    this.look = look;
    this.flags = flags;
  }

  /** Looks whether the topology has changed; the answer at the first call does not matter. */
  boolean update() {
    return false;
  }

  abstract int vertexCount();

  /** Triangles, three vertices each; of lines two. */
  abstract int[] indices();

  /** Texture coordinates, or null. */
  float[] uvs() {
    return null;
  }

  protected abstract boolean moves();

  /** Writes where the vertices are now. */
  protected abstract void positions(float[] out);

  /** Rest positions of the vertices, or null where nothing can be stretched. */
  float[] rest() {
    return null;
  }

  /** The body that carries a vertex, or null where there is none. */
  Body carrier(int vertex) {
    return null;
  }

  /** The particle of that body that carries most of a vertex. */
  int mainParticle(int vertex) {
    return -1;
  }

  /** Bytes of a PNG file for its texture coordinates, or null. */
  byte[] picture() {
    return null;
  }

  public static final class OfBody extends ShownSurface {
    final Body body;

    OfBody(int id, int thing, Look look, Body body) {
      super(id, thing, look, body.surface().surface().uvs() == null ? 0 : TEXTURED);
      this.body = body;
    }

    @Override
    protected TriangleMesh mesh() {
      return body.surface().surface();
    }

    @Override
    protected boolean moves() {
      return true;
    }

    @Override
    protected void positions(float[] out) {
      Particles p = body.particles();
      body.surface().apply(p.x(), p.y(), p.z(), p.originX(), p.originY(), p.originZ(), out);
    }

    @Override
    float[] rest() {
      return body.surface().surface().positions();
    }

    @Override
    Body carrier(int vertex) {
      return body;
    }

    @Override
    int mainParticle(int vertex) {
      Embedding e = body.surface();
      int best = vertex * e.width();
      for (int k = best; k < (vertex + 1) * e.width(); k++) {
        best = e.weights()[k] > e.weights()[best] ? k : best;
      }
      return e.indices()[best];
    }
  }

  static final class OfPieces extends ShownSurface {
    final FractureView view;
    private final byte[] picture;

    OfPieces(int id, int thing, Look look, FractureView view, byte[] picture) {
      super(id, thing, look, picture == null ? 0 : TEXTURED);
      this.view = view;
      this.picture = picture;
    }

    @Override
    boolean update() {
      return view.update();
    }

    @Override
    protected TriangleMesh mesh() {
      return view.mesh();
    }

    @Override
    protected boolean moves() {
      return true;
    }

    @Override
    protected void positions(float[] out) {
      view.positions(out);
    }

    @Override
    float[] rest() {
      return view.rest();
    }

    @Override
    Body carrier(int vertex) {
      return view.body(vertex);
    }

    @Override
    int mainParticle(int vertex) {
      return view.mainParticle(vertex);
    }

    @Override
    byte[] picture() {
      return picture;
    }
  }

  public static final class OfActor extends ShownSurface {
    public final Actor actor;
    private final Workers workers;

    OfActor(int id, int thing, Actor actor, Workers workers) {
      super(id, thing, actor.look(), 0);
      this.actor = actor;
      this.workers = workers;
    }

    @Override
    protected TriangleMesh mesh() {
      return actor.surface();
    }

    @Override
    float[] rest() {
      return actor.surface().positions();
    }

    @Override
    protected boolean moves() {
      return true;
    }

    @Override
    protected void positions(float[] out) {
      actor.positions(out, workers);
    }
  }

  static final class OfCollider extends ShownSurface {
    final Collider collider;
    private final World world;
    private final TriangleMesh drawn;

    OfCollider(int id, Look look, Collider collider, World world, boolean hidden) {
      super(id, 0, look, COLLIDER | (hidden ? HIDDEN : 0));
      this.collider = collider;
      this.world = world;
      drawn = collider.mesh();
    }

    @Override
    protected TriangleMesh mesh() {
      return drawn;
    }

    @Override
    protected boolean moves() {
      return collider.isMoving();
    }

    @Override
    protected void positions(float[] out) {
      collider.positions(drawn, world.seconds(), out);
    }
  }
}
