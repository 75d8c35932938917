package dev.shinari.bench.contest;

import dev.shinari.bench.peer.SoftBodyPeer;

/** A soft body of another library. */
public final class PeerContestant implements Contestant {
  /** Without damping, a peer's body may burst after some ten thousand steps. */
  private static final int MAX_STEPS = 4000;

  private final SoftBodyPeer peer;
  private final SoftBodyPeer.Shape shape;
  private final int threads;
  private final int particleCount;
  private SoftBodyPeer.Instance body;
  private int steps;

  public PeerContestant(SoftBodyPeer peer, SoftBodyPeer.Shape shape, int threads) {
    this.peer = peer;
    this.shape = shape;
    this.threads = threads;
    particleCount = shape.masses().length;
    body = peer.create(shape, ShinariContestant.STEP_SECONDS, threads);
  }

  @Override
  public String system() {
    return peer.name();
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public int particleCount() {
    return particleCount;
  }

  @Override
  public void prepare() {
    if (steps > MAX_STEPS) {
      body.close();
      body = peer.create(shape, ShinariContestant.STEP_SECONDS, threads);
      steps = 0;
    }
  }

  @Override
  public void steps(int n) {
    steps += n;
    for (int k = 0; k < n; k++) {
      body.step();
    }
  }

  @Override
  public void copyPositions(float[] xyz) {
    body.copyPositions(xyz);
  }

  @Override
  public boolean countsAllocation() {
    return false;
  }

  @Override
  public void close() {
    body.close();
  }
}
