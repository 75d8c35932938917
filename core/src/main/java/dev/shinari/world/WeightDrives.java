package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.WeightDrive;
import dev.shinari.example.WeightDrive.Signal;
import dev.shinari.math.PortableMath;
import java.util.Arrays;

/**
 * Measures what a body's weight drives follow, at the start of every step, and hands the weights to
 * the body. Several drives of one example add up; where one of them replaces, all of them do.
 */
final class WeightDrives {
  private static final double GRAVITY = 9.81;
  private static final Handle[] NO_HANDLES = {};

  /** A change of a driven weight that wakes a sleeping body. */
  private static final double STIR = 1e-3;

  private final BodyEntry entry;
  private final ExampleSettings settings;
  private final double[] amounts;
  private final boolean[] driven;
  private final boolean[] replaced;
  private final double[] mine = new double[6];
  private final double[] other = new double[6];

  // State: whether a velocity is known, the center's last velocity, each drive's impact, and the
  // weights that the body last noticed.
  final double[] state;
  private final int given;

  WeightDrives(BodyEntry entry) {
    this.entry = entry;
    settings = entry.body.examples();
    int n = settings.poses().size();
    amounts = new double[n];
    driven = new boolean[n];
    replaced = new boolean[n];
    given = 4 + settings.drives().size();
    state = new double[given + n];
  }

  /** The drives of a body, or null where it has none. */
  static WeightDrives of(BodyEntry entry) {
    ExampleSettings e = entry.body.examples();
    return e == null || e.drives().isEmpty() ? null : new WeightDrives(entry);
  }

  /** Sets the weights for a step of h seconds that begins now. */
  void update(World world, double seconds, float h, float[] gravity) {
    center(entry.body, mine);
    double ax = 0, ay = 0, az = 0;
    if (state[0] > 0) {
      ax = mine[3] - state[1] - gravity[0] * h;
      ay = mine[4] - state[2] - gravity[1] * h;
      az = mine[5] - state[3] - gravity[2] * h;
    }
    state[0] = 1;
    System.arraycopy(mine, 3, state, 1, 3);
    double push = Math.sqrt(ax * ax + ay * ay + az * az);
    double weight =
        h
            * Math.sqrt(
                (double) gravity[0] * gravity[0]
                    + (double) gravity[1] * gravity[1]
                    + (double) gravity[2] * gravity[2]);
    Arrays.fill(amounts, 0);
    Arrays.fill(driven, false);
    Arrays.fill(replaced, false);
    for (int d = 0; d < settings.drives().size(); d++) {
      WeightDrive drive = settings.drives().get(d);
      if (drive.signal() instanceof Signal.Impact impact) {
        // What lies on a floor is pushed by its own weight all the time; more than that is a hit.
        double kept = PortableMath.pow(0.5, h / (double) impact.halfLifeSeconds());
        state[4 + d] = state[4 + d] * kept + Math.max(0, push - weight);
      }
      double value = measure(world, drive.signal(), d, seconds, push / (h * GRAVITY));
      int k = pose(drive.pose());
      if (!Double.isNaN(value)) {
        amounts[k] += drive.weightAt(value);
        driven[k] = true;
        replaced[k] |= drive.replaces();
      }
    }
    boolean stirred = false;
    for (int k = 0; k < amounts.length; k++) {
      if (driven[k]) {
        entry.body.driveExample(k, amounts[k], replaced[k]);
        stirred |= Math.abs(amounts[k] - state[given + k]) > STIR;
      } else {
        entry.body.releaseExample(k);
      }
    }
    if (stirred) {
      System.arraycopy(amounts, 0, state, given, amounts.length);
      if (entry.asleep) {
        entry.wake();
      }
    }
  }

  /** The signal's value, or NaN where what it measures is not in the world. */
  private double measure(World world, Signal signal, int d, double seconds, double force) {
    if (signal instanceof Signal.Time time) {
      double period = time.periodSeconds();
      return period > 0 ? seconds - period * Math.floor(seconds / period) : seconds;
    } else if (signal instanceof Signal.Speed) {
      return Math.sqrt(mine[3] * mine[3] + mine[4] * mine[4] + mine[5] * mine[5]);
    } else if (signal instanceof Signal.Impact) {
      return state[4 + d];
    } else if (signal instanceof Signal.Force) {
      return force;
    } else if (signal instanceof Signal.ToBody to) {
      Body body = world.find(to.body());
      if (body == null) {
        return Double.NaN;
      }
      center(body, other);
      return distance();
    }
    Signal.ToHandle to = (Signal.ToHandle) signal;
    Body body = to.body() == null ? entry.body : world.find(to.body());
    Handle[] handles = body == null ? NO_HANDLES : world.entryOf(body).handles;
    if (to.number() >= handles.length) {
      return Double.NaN;
    }
    handles[to.number()].center(other);
    return distance();
  }

  private double distance() {
    double x = mine[0] - other[0], y = mine[1] - other[1], z = mine[2] - other[2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  private int pose(String name) {
    int k = 0;
    while (!settings.poses().get(k).name().equals(name)) {
      k++;
    }
    return k;
  }

  /** Center of mass and its velocity, in the world. */
  private static void center(Body body, double[] out) {
    Particles p = body.particles();
    double x = 0, y = 0, z = 0, u = 0, v = 0, w = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i];
      mass += m;
      x += m * p.x()[i];
      y += m * p.y()[i];
      z += m * p.z()[i];
      u += m * p.vx()[i];
      v += m * p.vy()[i];
      w += m * p.vz()[i];
    }
    out[0] = p.originX() + x / mass;
    out[1] = p.originY() + y / mass;
    out[2] = p.originZ() + z / mass;
    out[3] = u / mass;
    out[4] = v / mass;
    out[5] = w / mass;
  }
}
