package dev.shinari.take.record;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.view.FractureHistory;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.world.Actor;
import dev.shinari.world.World;
import dev.shinari.world.step.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records a world into a {@link Take}: frame 0 is the world as it stands when the recorder is made,
 * then one frame a {@link #advance}.
 *
 * <p>Of a body only those cage vertices are kept that carry its surface (or the surface itself
 * where that is smaller), and the surface is made from them when a frame is asked for; the frames
 * of a sleeping body share one copy. Colliders are kept as their paths.
 */
public final class Recorder {
  private final World world;
  private final Take take;
  private final int stepsPerFrame;
  private final float stepSeconds; // one length for all steps: bodies tune themselves to it
  private final double startSeconds;
  private final List<BodyTrack> bodyTracks = new ArrayList<>();
  private final List<ActorTrack> actorTracks = new ArrayList<>();
  private final List<TornTrack> tornTracks = new ArrayList<>();
  private int frames;

  /**
   * @param framesPerSecond rate of the take
   * @param stepsPerFrame world steps a frame, 1 or more
   */
  public Recorder(World world, String name, float framesPerSecond, int stepsPerFrame) {
    this.world = world;
    this.take = new Take(name, framesPerSecond);
    this.stepsPerFrame = Check.inRange("stepsPerFrame", stepsPerFrame, 1, 100_000);
    stepSeconds = (float) (1 / ((double) framesPerSecond * stepsPerFrame));
    startSeconds = world.seconds();
    for (int c = 0; c < world.colliders().size(); c++) {
      take.add(new ColliderTrack(world.colliders().get(c), world.look(c)));
    }
    capture();
  }

  /** Records so many frames after frame 0 of a world. */
  public static Take record(
      World world, String name, float framesPerSecond, int stepsPerFrame, int frames) {
    Recorder r = new Recorder(world, name, framesPerSecond, stepsPerFrame);
    for (int f = 0; f < frames; f++) {
      r.advance();
    }
    return r.take();
  }

  /** Steps the world by one frame and records it. */
  public void advance() {
    advance(report -> {});
  }

  /** Steps the world by one frame, shows each step's report, and records the frame. */
  public void advance(Consumer<StepReport> afterStep) {
    for (int s = 0; s < stepsPerFrame; s++) {
      StepReport report = world.step(stepSeconds);
      afterStep.accept(report);
      for (Take.Event e : report.events()) {
        take.add(e.at((float) (e.seconds() - startSeconds)));
      }
    }
    capture();
  }

  /** The take as it is; it grows with every frame. */
  public Take take() {
    return take;
  }

  private void capture() {
    for (Body body : world.bodies()) {
      FractureBody fracture = world.fracture(body);
      if (fracture != null) {
        track(fracture, world.look(body));
        continue;
      }
      BodyTrack track = null;
      for (BodyTrack t : bodyTracks) {
        track = t.body == body ? t : track;
      }
      if (track == null) {
        track = new BodyTrack(body, world.look(body), frames);
        bodyTracks.add(track);
        take.add(track);
      }
      track.capture(world.isSleeping(body) || world.isFrozen(body), world.smear(body));
    }
    for (Actor actor : world.actors()) {
      ActorTrack track = null;
      for (ActorTrack t : actorTracks) {
        track = t.actor == actor ? t : track;
      }
      if (track == null) {
        track = new ActorTrack(actor, frames);
        actorTracks.add(track);
        take.add(track);
      }
      track.capture();
    }
    for (TornTrack t : tornTracks) {
      t.capture(world);
    }
    frames++;
  }

  /** All pieces of what was one body are one track, and one more for what a solid shows inside. */
  private void track(FractureBody fracture, Look look) {
    for (TornTrack t : tornTracks) {
      if (t.history.family() == fracture.family()) {
        return;
      }
    }
    TornTrack track = new TornTrack(new FractureHistory(fracture.family()), look, frames);
    tornTracks.add(track);
    take.add(track);
    if (fracture.family().hasInside()) {
      take.add(track.inside());
    }
  }

  /** An actor's frames: its surface; one that came late stands at its first place before that. */
  private final class ActorTrack implements Take.Track {
    final Actor actor;
    private final int firstFrame;
    private final List<float[]> kept = new ArrayList<>();
    private TriangleMesh first;

    ActorTrack(Actor actor, int firstFrame) {
      this.actor = actor;
      this.firstFrame = firstFrame;
    }

    void capture() {
      float[] out = new float[3 * actor.surface().vertexCount()];
      actor.positions(out, world.workers());
      kept.add(out);
    }

    @Override
    public String name() {
      return actor.name();
    }

    @Override
    public Look look() {
      return actor.look();
    }

    @Override
    public TriangleMesh surface() {
      if (first == null) {
        first = actor.surface().withPositions(kept.get(0).clone());
      }
      return first;
    }

    @Override
    public int frameCount() {
      return firstFrame + kept.size();
    }

    @Override
    public void positions(int frame, float[] out) {
      float[] f = kept.get(Math.max(0, Math.min(kept.size() - 1, frame - firstFrame)));
      System.arraycopy(f, 0, out, 0, f.length);
    }

    @Override
    public boolean isScenery() {
      return false;
    }
  }

  /** An obstacle: drawn from its path, nothing stored. */
  private final class ColliderTrack implements Take.Track {
    private final Collider collider;
    private final Look look;
    private final TriangleMesh drawn;
    private final TriangleMesh first;

    ColliderTrack(Collider collider, Look look) {
      this.collider = collider;
      this.look = look;
      drawn = collider.mesh();
      float[] out = new float[3 * drawn.vertexCount()];
      collider.positions(drawn, startSeconds, out);
      first = drawn.withPositions(out);
    }

    @Override
    public String name() {
      return collider.name();
    }

    @Override
    public Look look() {
      return look;
    }

    @Override
    public TriangleMesh surface() {
      return first;
    }

    @Override
    public int frameCount() {
      return collider.isMoving() ? Math.max(1, frames) : 1;
    }

    @Override
    public void positions(int frame, float[] out) {
      double at = collider.isMoving() ? frame / (double) take.framesPerSecond() : 0;
      collider.positions(drawn, startSeconds + at, out);
    }

    @Override
    public boolean isScenery() {
      return true;
    }
  }
}
