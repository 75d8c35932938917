package dev.shinari.world.step;

import dev.shinari.body.Body;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What happened in a world's last step. One object a world, written anew by every step. */
public final class StepReport {
  public int substeps;
  public int innerSteps;
  public int colliderContacts;
  public int bodyContacts;
  public int skipped;
  public int frozen;
  public int sleeping;
  public int splits;
  public int merges;
  public int tears;
  public int pieces;
  public long changeNanos;
  public long bodyNanos;
  public long contactNanos;
  public long restNanos;
  public final List<Take.Event> events = new ArrayList<>();
  public final List<Body> exampleBodies = new ArrayList<>();

  public void clear() {
    substeps = 0;
    innerSteps = 0;
    colliderContacts = 0;
    bodyContacts = 0;
    skipped = 0;
    frozen = 0;
    sleeping = 0;
    splits = 0;
    merges = 0;
    tears = 0;
    pieces = 0;
    changeNanos = 0;
    bodyNanos = 0;
    contactNanos = 0;
    restNanos = 0;
    events.clear();
  }

  /** How often contact between bodies was looked at. */
  public int substeps() {
    return substeps;
  }

  /** Inner steps of all bodies together. */
  public int innerSteps() {
    return innerSteps;
  }

  /** Touches of particles and colliders. */
  public int colliderContacts() {
    return colliderContacts;
  }

  /** Touches between bodies. */
  public int bodyContacts() {
    return bodyContacts;
  }

  /** Contacts that were left out because their numbers were not finite. */
  public int skipped() {
    return skipped;
  }

  /** Bodies that are frozen because they went out of bounds: see {@code World.wake}. */
  public int frozen() {
    return frozen;
  }

  public int sleeping() {
    return sleeping;
  }

  /** Cells of tearing lattices that were halved. */
  public int splits() {
    return splits;
  }

  /** Cells that became one again. */
  public int merges() {
    return merges;
  }

  /** Pairs of cells that were cut. */
  public int tears() {
    return tears;
  }

  /** Pieces that came off. */
  public int pieces() {
    return pieces;
  }

  /** Nanoseconds in the bodies' own steps, obstacles included. */
  public long bodyNanos() {
    return bodyNanos;
  }

  /** Nanoseconds in contact between bodies. */
  public long contactNanos() {
    return contactNanos;
  }

  /**
   * Nanoseconds in changing lattices: splits, merges and tears, the search for pieces, and what
   * follows of it for bodies and contact. Looking at all pairs, which every step does, is not in
   * it.
   */
  public long changeNanos() {
    return changeNanos;
  }

  /** Nanoseconds in waking, sleeping and bookkeeping. */
  public long restNanos() {
    return restNanos;
  }

  /**
   * Bodies with example poses; {@link Body#projectedWeight} and {@link Body#exampleWeight} tell
   * their weights of the last step.
   */
  public List<Body> exampleBodies() {
    return Collections.unmodifiableList(exampleBodies);
  }

  /** Events of the last step, valid until the next one. */
  public List<Take.Event> events() {
    return Collections.unmodifiableList(events);
  }
}
