package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.ColliderContacts;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.fracture.FractureBody;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.PointCage;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;
import dev.shinari.world.constraint.CrushLimit;
import dev.shinari.world.constraint.Extent;
import dev.shinari.world.constraint.InversionGuard;
import dev.shinari.world.constraint.VolumeConstraint;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.force.ForceFields;
import dev.shinari.world.step.PriorPositions;
import java.util.Arrays;
import java.util.function.Supplier;

/** One body in a world, with all that its own part of a step needs; touches no other body. */
public final class BodyEntry {
  /** No body is cut into more inner steps than this, however long a step a caller asks for. */
  private static final int MOST_INNER_STEPS = 4096;

  /** Inner steps after the last touch for which a body may still be crushed. */
  private static final int CRUSH_WATCH = 240;

  /** Inner steps a step, for the sake of a body that is being crushed. */
  private static final int MOST_CRUSH_STEPS = 16;

  /** Rate in 1/s at which a body that lies quietly on others comes to rest. */
  private static final float REST_DRAG = 4;

  /** In sleeping speeds: below it a body that others touch counts as lying on them. */
  private static final float SLOW = 5;

  /** In spacings: what lies on others and stays within so much of its place is only trembling. */
  private static final float TREMBLE = 0.1f;

  /** Seconds after which what only trembles may sleep. */
  private static final float TREMBLE_SECONDS = 3;

  /** Seconds of them after which it no longer wakes others, and which it gets back when woken. */
  private static final float TREMBLE_WATCH = 0.5f;

  /** How often an inner step tries to give back a volume that an effect keeps. */
  private static final int VOLUME_ROUNDS = 6;

  final Body body;
  int number; // of the body in the world's order, from Cast.set on
  BodySettings settings;
  final Look look;
  final ContactSurface surface;
  final ColliderContacts contacts;
  final float colliderRadius;
  VolumeConstraint volume;
  private Supplier<Extent> extent; // null for a body that does not change
  boolean volumeStale;
  final CrushLimit crush; // null for a body that encloses nothing
  private final InversionGuard guard; // null likewise
  final WeightDrives drives; // null where no weight is driven
  int[] holds; // handles a particle; 1 more where the caller held it before
  Handle[] handles = {};
  FractureBody fracture; // null for a body that cannot come apart
  int fractureVersion; // that the rest of this entry knows
  Effect[] effects = {};
  EffectHost host; // null for a body without effects
  double meetsFrom; // before this time it passes through other bodies

  // What effects want of the step at hand.
  VolumeConstraint effectVolume; // null where none needs it
  float volumeShare;
  double volumeSlack;
  double volumeRatio = 1;
  boolean crushable;

  // State.
  boolean asleep;
  boolean frozen;
  float quietSeconds;
  boolean touched; // by another body, in the last step
  float touchedSeconds; // for how long without a break
  float waySpeed; // how fast it went in the last step
  double pausedUntil; // an effect has stopped the body's time
  boolean paused; // in the step at hand
  int crushWatch; // inner steps for which the body's bump stops are still looked at
  final PriorPositions good; // finite, at the end of the last step
  final PriorPositions anchor; // near which the body has been for quietSeconds
  final PriorPositions
      quietPositions; // which it has not left for lairSeconds, however quick it was
  float quietPositionSeconds;

  // Of the last step.
  int innerSteps;
  boolean handleMoves;
  boolean changed; // other particles than when the step began
  boolean wasTouched; // by another body, in the step before
  boolean pushed; // by another body, since its own last part
  private final BodyStepContext context = new BodyStepContext();
  private boolean turned; // the bump stops' directions are those of the last inner step

  private VolumeConstraint volume() {
    return settings.volumeStiffness() > 0 ? constraint() : null;
  }

  /** A volume constraint for what there is of the body now. */
  public VolumeConstraint constraint() {
    return extent == null ? VolumeConstraint.of(body) : VolumeConstraint.of(body, extent.get());
  }

  /** Has the body's volume measured on elements that follow its changes. */
  void setExtent(Supplier<Extent> follower) {
    extent = follower;
    volumeStale = true;
  }

  /** Volume constraints of a body that changed are made again when next needed. */
  private void renewVolume() {
    volumeStale = false;
    volume = volume();
    if (effectVolume != null) {
      effectVolume = volume != null ? volume : constraint();
    }
  }

  /** Other friction, restitution, sleep and volume from now on; the rest stays as it was. */
  void change(BodySettings to) {
    boolean keeps = settings.volumeStiffness() > 0;
    settings =
        settings
            .withMaterial(to.material().friction(), to.material().restitution())
            .withSleeps(to.sleeps())
            .withVolumeStiffness(to.volumeStiffness());
    surface.setMaterial(settings.material());
    contacts.setMaterial(settings.material());
    if (keeps != settings.volumeStiffness() > 0) {
      volumeStale = true;
    }
    wake();
  }

  BodyEntry(Body body, BodySettings settings, Look look) {
    this.body = body;
    this.settings = settings;
    this.look = look;
    meetsFrom = settings.contactFromSeconds();
    surface = new ContactSurface(body, settings.material(), settings.contactThickness());
    colliderRadius =
        settings.contactThickness() > 0
            ? settings.contactThickness()
            : 0.05f * ContactSurface.spacing(body);
    contacts = new ColliderContacts(body.particles(), settings.material(), colliderRadius);
    volumeStale = settings.volumeStiffness() > 0;
    crush = surface.isSolid() && !(body.cage() instanceof PointCage) ? new CrushLimit(body) : null;
    guard = crush == null ? null : InversionGuard.of(body);
    drives = WeightDrives.of(this);
    if (crush != null) {
      surface.setInside(
          new ContactSurface.Inside() {
            @Override
            public boolean look() {
              return hasStops() && crush.findPairs(body, contacts.supported(), turned);
            }

            @Override
            public void handOn(boolean back) {
              crush.handOn(body, back);
            }
          });
    }
    int n = body.particles().count();
    holds = new int[n];
    for (int i = 0; i < n; i++) {
      holds[i] = body.particles().mobility()[i] == 0 ? 1 : 0;
    }
    good = new PriorPositions(n);
    anchor = new PriorPositions(n);
    quietPositions = new PriorPositions(n);
    if (surface.measure()) {
      rememberGood();
    } else { // born broken: it can only be frozen in its rest shape
      good.take(body.particles(), body.cage().positions());
    }
    anchor.take(good);
    quietPositions.take(good);
  }

  /** The body has other particles than before; where they are is settled at the end of the step. */
  void particlesChanged() {
    contacts.particlesChanged();
    surface.particlesChanged();
    surface.forget();
    volumeStale = extent != null;
    if (host != null) {
      host.particlesChanged();
    }
    changed = true;
  }

  /** Takes the places of changed particles: there is nothing to compare them with. */
  void settleChanged() {
    changed = false;
    if (surface.measure()) {
      good.take(body.particles());
      anchor.take(good);
      quietPositions.take(good);
      return;
    }
    Particles p = body.particles();
    float[] rest = new float[3 * p.count()];
    for (int i = 0; i < p.count(); i++) {
      rest[3 * i] = body.restX()[i];
      rest[3 * i + 1] = body.restY()[i];
      rest[3 * i + 2] = body.restZ()[i];
    }
    good.take(p, rest);
    freeze();
  }

  /** Whether it came off another body. */
  boolean isPiece() {
    return fracture != null && fracture.family().members().get(0) != fracture;
  }

  /** Whether bump stops between neighbors apply: not to a body that has torn somewhere. */
  private boolean hasStops() {
    return crush != null && (fracture == null || fracture.family().tears() == 0);
  }

  boolean isStill() {
    return asleep || frozen || paused;
  }

  /** Lets time go on or stand still, as effects want it for the step that begins. */
  void setPaused(boolean stop) {
    if (stop != paused) {
      paused = stop;
      surface.setFixed(isStill());
      surface.begin();
    }
  }

  void wake() {
    turned = false; // a caller may have moved it
    asleep = false;
    frozen = false;
    quietSeconds = 0;
    quietPositionSeconds = Math.min(quietPositionSeconds, TREMBLE_SECONDS - TREMBLE_WATCH);
    surface.setFixed(paused);
  }

  void sleep() {
    asleep = true;
    stop();
  }

  private void stop() {
    Particles p = body.particles();
    Arrays.fill(p.vx(), 0);
    Arrays.fill(p.vy(), 0);
    Arrays.fill(p.vz(), 0);
    surface.setFixed(true);
    surface.begin();
    body.disturbed();
  }

  /**
   * Looks how fast the particles went in the last step of h seconds, and for how long the body has
   * been quiet: in about the same place, and never quick. What counts is where it is, not its
   * velocities: in a pile that stands still those of neighbors cancel only on average, right after
   * a contact's impulse, until the elastic pull evens them out at the start of the next step.
   */
  void lookAtRest(float h, WorldSettings world) {
    Particles p = body.particles();
    waySpeed = good.distance(p) / h;
    float room = 0.5f * world.sleepSpeed() * world.sleepSeconds();
    if (handleMoves || waySpeed > SLOW * world.sleepSpeed() || anchor.distance(p) > room) {
      anchor.take(p);
      quietSeconds = 0;
    } else {
      quietSeconds += h;
    }
    lookAtTrembling(h);
  }

  /**
   * A corner that is wedged between others may snap to and fro under their weight for ever, quick
   * and without getting anywhere. The eye calls that rest: such a body no longer wakes others, and
   * sleeps in the end.
   */
  private void lookAtTrembling(float h) {
    Particles p = body.particles();
    if (handleMoves
        || !(touched || wasTouched)
        || quietPositions.distance(p) > TREMBLE * ContactSurface.spacing(body)) {
      quietPositions.take(p);
      quietPositionSeconds = 0;
      return;
    }
    quietPositionSeconds += h;
    if (quietPositionSeconds > TREMBLE_SECONDS) {
      quietSeconds = Math.max(quietSeconds, quietPositionSeconds);
    } else if (quietPositionSeconds > TREMBLE_WATCH) {
      quietSeconds = Math.max(quietSeconds, h);
    }
  }

  void rememberGood() {
    good.take(body.particles());
  }

  /** Stops a body that went out of bounds where it last was in order. */
  void freeze() {
    good.restore(body.particles());
    frozen = true;
    asleep = false;
    stop();
    contacts.keepStart(false);
    surface.measure();
  }

  /** Moves the body on by so many seconds, in as many inner steps as it needs. */
  void step(double start, float seconds, StepParticipants cast, Workers crew) {
    if (isStill()) {
      return;
    }
    int n = Math.max(1, Math.min(MOST_INNER_STEPS, body.innerSteps(seconds)));
    if (hasStops() && !crushable && crushWatch > 0 && body.elasticity().frequencyHz() > 0) {
      // While a body is crushed, neighbors must not pass each other within an inner step. With
      // alpha given the number of steps decides the stiffness, so it stays.
      double calm = 0.2 * ContactSurface.spacing(body) / seconds;
      n = Math.max(n, Math.min(MOST_CRUSH_STEPS, (int) Math.ceil(deformingSpeed() / calm)));
    }
    WorldSettings world = cast.settings;
    if (touchedSeconds > world.sleepSeconds() && waySpeed < SLOW * world.sleepSpeed()) {
      // Rigid motion has no damping of its own, so a block that lies on others would rock on their
      // springs for ever. What lies quietly on other bodies loses its last motion.
      drag(body.particles(), (float) -PortableMath.expm1(-(double) REST_DRAG * seconds), 0, 0, 0);
      body.disturbed();
    }
    context.take(cast, crew);
    for (int k = 0; k < n; k++) {
      context.goTo(start, seconds, k, n);
      innerStep();
    }
    innerSteps += n;
    if (!surface.measure()) {
      freeze();
    }
  }

  /** Into how many inner steps the body itself would cut a step. */
  int wantedInnerSteps(float seconds) {
    return isStill() ? 1 : body.innerSteps(seconds);
  }

  /** Fastest particle relative to the mean of all. */
  private double deformingSpeed() {
    Particles p = body.particles();
    float[] vx = p.vx(), vy = p.vy(), vz = p.vz();
    int n = p.count();
    float mx = 0, my = 0, mz = 0;
    for (int i = 0; i < n; i++) {
      mx += vx[i];
      my += vy[i];
      mz += vz[i];
    }
    mx /= n;
    my /= n;
    mz /= n;
    float most = 0;
    for (int i = 0; i < n; i++) {
      float a = vx[i] - mx, b = vy[i] - my, c = vz[i] - mz;
      float v2 = a * a + b * b + c * c;
      most = v2 > most ? v2 : most;
    }
    return Math.sqrt(most);
  }

  private void innerStep() {
    BodyStepContext c = context;
    double t0 = c.start, t1 = c.end;
    float dt = c.seconds;
    boolean obstacles = c.colliders.length > 0;
    WorldSettings world = c.settings;
    Particles p = body.particles();
    float gx = c.worldGravity[0], gy = c.worldGravity[1], gz = c.worldGravity[2];
    boolean disturbed = false;
    for (ForceField field : c.fields) {
      if (field.acts(t0, t1)) {
        if (field instanceof ForceFields.Gravity g) {
          gx += g.ax;
          gy += g.ay;
          gz += g.az;
        } else {
          field.kick(p, t0, t1, dt);
          disturbed = true;
        }
      }
    }
    c.gravity[0] = gx;
    c.gravity[1] = gy;
    c.gravity[2] = gz;
    if (world.airDrag() > 0) {
      drag(
          p,
          (float) -PortableMath.expm1(-(double) world.airDrag() * dt),
          world.windX(),
          world.windY(),
          world.windZ());
      disturbed = true;
    }
    for (Handle handle : handles) {
      handle.update(t0, holds);
      if (handle.holding) {
        handle.steer(t1, dt);
        disturbed = true;
      }
    }
    if (disturbed) {
      body.disturbed();
    }
    if (obstacles) {
      contacts.remember();
    }
    body.advance(dt, gx, gy, gz, c.workers);
    disturbed = false;
    for (Handle handle : handles) {
      if (handle.holding) {
        handle.placeFirmParticles(t0, t1, dt);
        disturbed = true;
      }
    }
    if (volumeStale) {
      renewVolume();
    }
    if (volume != null) {
      disturbed |= volume.apply(p, settings.volumeStiffness());
    }
    if (obstacles && resolve()) {
      disturbed = true;
      // Rolling resistance: as a torque, a share of the weight at the end of half a body length.
      double weight = Math.sqrt(gx * gx + gy * gy + gz * gz);
      body.slowSpin(world.contact().rollingResistance() * weight * dt / (0.5 * body.length()));
    }
    if (touched || wasTouched || contacts.contacts() > 0 || handles.length > 0) {
      crushWatch = CRUSH_WATCH;
    }
    turned = hasStops() && !crushable && crushWatch > 0;
    if (turned && crushWatch-- > 0 && keepOpen()) {
      crushWatch = CRUSH_WATCH;
      disturbed = true;
      if (obstacles) { // nothing is left pushed into the ground
        resolve();
      }
    }
    if (volumeShare > 0 && effectVolume != null) {
      // After the obstacles, which take volume away; what lies on them stays there.
      disturbed |=
          effectVolume.restore(
              p, volumeShare, volumeRatio, volumeSlack, contacts.supported(), VOLUME_ROUNDS);
    }
    if (disturbed) {
      body.disturbed();
    }
  }

  /** Keeps neighbors apart and elements from turning inside out; whether either was needed. */
  private boolean keepOpen() {
    boolean[] supported = contacts.supported();
    boolean crushed = crush.apply(body, supported);
    return guard != null && guard.apply(body, supported) || crushed;
  }

  /** After contact with other bodies, which may drive particles far into the body. */
  void keepElementsOpen() {
    if (guard != null && hasStops() && !crushable) {
      guard.apply(body, contacts.supported());
    }
  }

  private boolean resolve() {
    BodyStepContext c = context;
    return contacts.resolve(
        c.colliders, c.start, c.end, c.seconds, c.gravity, c.settings.contact());
  }

  /** Checks the whole way since the last inner step began against colliders once more. */
  void meetColliders(double start, float seconds, StepParticipants cast) {
    contacts.remember(); // keeps the start
    context.take(cast, Workers.SERIAL);
    context.goTo(start, seconds, 0, 1);
    resolve();
    contacts.keepStart(false);
  }

  /** Draws velocities to the wind's by a share; exact for any step length. */
  private static void drag(Particles p, float share, float wx, float wy, float wz) {
    float[] vx = p.vx(), vy = p.vy(), vz = p.vz(), m = p.mobility();
    for (int i = 0; i < p.count(); i++) {
      float s = share * m[i];
      vx[i] += s * (wx - vx[i]);
      vy[i] += s * (wy - vy[i]);
      vz[i] += s * (wz - vz[i]);
    }
  }
}
