package dev.shinari.take;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A recorded run: what moved, frame by frame, and what happened. Frame f shows t = f /
 * framesPerSecond; frame 0 is the start. Everything that draws or exports reads a take, never a
 * world.
 */
public final class Take {
  /** One surface of a take. Vertex order and triangles are the same in every frame. */
  public interface Track {
    String name();

    Look look();

    /** Triangles and texture coordinates; its positions are those of frame 0. */
    TriangleMesh surface();

    /** Number of frames, or 1 for a thing that never moves. */
    int frameCount();

    /**
     * Writes the world positions of the surface's vertices, 3 floats each. A track with one frame
     * answers with it for every frame.
     */
    void positions(int frame, float[] out);

    /** Names of the example weights that {@link #weights} gives; none for a plain body. */
    default List<String> weightNames() {
      return List.of();
    }

    /** Weights of a frame, in the order of {@link #weightNames}. */
    default float[] weights(int frame) {
      return new float[0];
    }

    /** A picture (a PNG file's bytes) that the texture coordinates refer to, or null. */
    default byte[] picture() {
      return null;
    }

    /** Whether this is scenery (floor, wall) rather than a simulated body. */
    boolean isScenery();
  }

  /**
   * Something that happened at a place. Kinds are lower-case words; the ones that a world reports
   * are constants here.
   *
   * @param seconds since frame 0
   * @param body whom it happened to, by name
   * @param other what the body met, by name; empty where nothing was met
   * @param x place in the world, with y and z
   * @param directionX unit direction, with Y and Z: of an impact the normal from what was hit
   *     towards the body, of a launch or a burst the way the body goes; zero where there is none
   * @param strength meters a second of an impact (approach), a launch or a burst (speed gained);
   *     number of facets of a tear, of elements of a piece
   */
  public record Event(
      float seconds,
      String kind,
      String body,
      String other,
      float x,
      float y,
      float z,
      float directionX,
      float directionY,
      float directionZ,
      float strength) {
    /** Two bodies, or a body and an obstacle, met after having been apart. */
    public static final String IMPACT = "impact";

    /** Facets between elements (cells, tetrahedra and the like) were torn. */
    public static final String TEAR = "tear";

    /** A piece came off a body; {@code other} is its name. */
    public static final String PIECE = "piece";

    /** A body jumped off or was thrown. */
    public static final String LAUNCH = "launch";

    /** Bodies that were in one another began to push each other apart. */
    public static final String BURST = "burst";

    /** The same at another time. */
    public Event at(float newSeconds) {
      return new Event(
          newSeconds, kind, body, other, x, y, z, directionX, directionY, directionZ, strength);
    }
  }

  private final String name;
  private final float framesPerSecond;
  private final int hold;
  private final List<Track> tracks = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  public Take(String name, float framesPerSecond) {
    this(name, framesPerSecond, 1);
  }

  private Take(String name, float framesPerSecond, int hold) {
    this.name = name;
    this.framesPerSecond = Check.positive("framesPerSecond", framesPerSecond);
    this.hold = Check.inRange("hold", hold, 1, 1000);
  }

  /** An empty take of the same name and speed, for other tracks of the same run. */
  public Take emptied() {
    return new Take(name, framesPerSecond, hold);
  }

  /**
   * The same run with each pose held, as drawn animation does: frame f shows the pose of frame f -
   * f mod {@code hold}. Two is "on twos", three "on threes". Events stay as they are.
   */
  public Take held(int hold) {
    Take held = new Take(name, framesPerSecond, hold);
    tracks.forEach(t -> held.add(hold == 1 ? t : new HeldTrack(t, hold)));
    events.forEach(held::add);
    return held;
  }

  /** Frames for which each pose is held; 1 unless this take was made by {@link #held}. */
  public int hold() {
    return hold;
  }

  public String name() {
    return name;
  }

  public float framesPerSecond() {
    return framesPerSecond;
  }

  public List<Track> tracks() {
    return Collections.unmodifiableList(tracks);
  }

  public List<Event> events() {
    return Collections.unmodifiableList(events);
  }

  /**
   * What happened on the way to a frame: after the frame before it and not after this one. Frame 0
   * also has what happened at the very start; the last frame what came after it.
   */
  public List<Event> events(int frame) {
    List<Event> found = new ArrayList<>();
    for (Event e : events) {
      if (frameOf(e) == frame) {
        found.add(e);
      }
    }
    return found;
  }

  /** The first frame that shows an event. */
  public int frameOf(Event event) {
    // Seconds are floats: what happened on a frame belongs to it, rounding or not.
    int at = (int) Math.ceil((double) event.seconds() * framesPerSecond - 1e-4);
    return Math.max(0, Math.min(Math.max(0, frameCount() - 1), at));
  }

  public void add(Track track) {
    tracks.add(track);
  }

  public void add(Event event) {
    events.add(event);
  }

  /** The longest track's number of frames; 0 for an empty take. */
  public int frameCount() {
    int n = 0;
    for (Track t : tracks) {
      n = Math.max(n, t.frameCount());
    }
    return n;
  }

  /** Bounds of all tracks that are not scenery, over all frames. */
  public Bounds bounds() {
    Bounds b = Bounds.EMPTY;
    for (Track t : tracks) {
      if (!t.isScenery()) {
        float[] p = new float[3 * t.surface().vertexCount()];
        for (int f = 0; f < t.frameCount(); f++) {
          t.positions(f, p);
          b = b.union(Bounds.of(p));
        }
      }
    }
    return b;
  }
}
