package dev.shinari.rig.fit.task;

import dev.shinari.math.Check;
import java.util.function.Consumer;

/**
 * What a fit is asked for. {@link #DEFAULT} follows the text's experiments; the {@code with}
 * methods change one thing each.
 *
 * @param helpers H, how many helper bones
 * @param influences K, most bones a vertex
 * @param iterations most rounds of transforms and weights after the last helper was added
 * @param tolerance stop when a round lowers the RMS error by less than this share of it
 * @param smooth strength of the smoothness of weights over the surface, 0 none
 * @param degree of the polynomials, 1 to 3
 * @param crossTerms whether products of variables of different joints are allowed
 * @param choice how lambda is chosen
 * @param lambda where it is given; the model counts as 200 units large, as the text's does
 * @param controller polynomials alone, or polynomials and kernels
 * @param kernels most kernels where they are asked for
 * @param pivot about which point a helper's local pose is taken
 * @param refinements rounds of joint refinement of weights and controllers at the end
 * @param maxRank most dimensions of the subspace in which stage 1 iterates
 * @param threads of the fit; the result does not depend on it
 */
public record FitSettings(
    int helpers,
    int influences,
    int iterations,
    float tolerance,
    float smooth,
    int degree,
    boolean crossTerms,
    LambdaChoice choice,
    double lambda,
    ControllerKind controller,
    int kernels,
    Pivot pivot,
    int refinements,
    int maxRank,
    int threads) {
  /** How the weight of the LASSO penalty is found. */
  public enum LambdaChoice {
    GIVEN,
    AIC,
    BIC,
    CROSS_VALIDATION
  }

  /** What a controller is made of. */
  public enum ControllerKind {
    POLYNOMIAL,
    KERNEL
  }

  /** The point about which a helper's local pose is taken. */
  public enum Pivot {
    /** The parent's joint, as in the text. */
    PARENT,
    /** The middle of the vertices that the helper moves: less translation comes from rotation. */
    CENTER
  }

  public static final FitSettings DEFAULT =
      new FitSettings(
          4,
          4,
          20,
          1e-4f,
          0,
          2,
          false,
          LambdaChoice.BIC,
          0,
          ControllerKind.POLYNOMIAL,
          64,
          Pivot.CENTER,
          3,
          256,
          Runtime.getRuntime().availableProcessors());

  public FitSettings {
    Check.inRange("helpers", helpers, 0, 256);
    Check.inRange("influences", influences, 1, 32);
    Check.inRange("iterations", iterations, 0, 10_000);
    Check.inRange("tolerance", tolerance, 0, 1);
    Check.notNegative("smooth", smooth);
    Check.inRange("degree", degree, 1, 3);
    Check.that(choice != null && controller != null && pivot != null, "a choice is missing");
    Check.that(lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be zero or more");
    Check.inRange("kernels", kernels, 1, 1024);
    Check.inRange("refinements", refinements, 0, 1000);
    Check.inRange("maxRank", maxRank, 1, 2048);
    Check.inRange("threads", threads, 1, 1024);
  }

  public FitSettings withHelpers(int n) {
    return with(d -> d.helpers = n);
  }

  public FitSettings withInfluences(int n) {
    return with(d -> d.influences = n);
  }

  /** Rounds, and the share of the RMS error below which a round's gain ends them. */
  public FitSettings withIterations(int n, float stopBelow) {
    return with(
        d -> {
          d.iterations = n;
          d.tolerance = stopBelow;
        });
  }

  public FitSettings withSmooth(float strength) {
    return with(d -> d.smooth = strength);
  }

  public FitSettings withDegree(int p, boolean cross) {
    return with(
        d -> {
          d.degree = p;
          d.crossTerms = cross;
        });
  }

  /** Lambda given. */
  public FitSettings withLambda(double value) {
    return with(
        d -> {
          d.choice = LambdaChoice.GIVEN;
          d.lambda = value;
        });
  }

  /** Lambda chosen. */
  public FitSettings withLambda(LambdaChoice by) {
    return with(d -> d.choice = by);
  }

  /** Kernels on top of the polynomials. */
  public FitSettings withKernels(int most) {
    return with(
        d -> {
          d.controller = ControllerKind.KERNEL;
          d.kernels = most;
        });
  }

  public FitSettings withPivot(Pivot about) {
    return with(d -> d.pivot = about);
  }

  public FitSettings withRefinements(int rounds) {
    return with(d -> d.refinements = rounds);
  }

  public FitSettings withMaxRank(int rank) {
    return with(d -> d.maxRank = rank);
  }

  public FitSettings withThreads(int n) {
    return with(d -> d.threads = n);
  }

  private FitSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** Settings on their way to others; not checked yet. */
  private static final class Draft {
    private int helpers;
    private int influences;
    private int iterations;
    private float tolerance;
    private float smooth;
    private int degree;
    private boolean crossTerms;
    private LambdaChoice choice;
    private double lambda;
    private ControllerKind controller;
    private int kernels;
    private Pivot pivot;
    private int refinements;
    private int maxRank;
    private int threads;

    Draft(FitSettings s) {
      helpers = s.helpers;
      influences = s.influences;
      iterations = s.iterations;
      tolerance = s.tolerance;
      smooth = s.smooth;
      degree = s.degree;
      crossTerms = s.crossTerms;
      choice = s.choice;
      lambda = s.lambda;
      controller = s.controller;
      kernels = s.kernels;
      pivot = s.pivot;
      refinements = s.refinements;
      maxRank = s.maxRank;
      threads = s.threads;
    }

    FitSettings settings() {
      return new FitSettings(
          helpers,
          influences,
          iterations,
          tolerance,
          smooth,
          degree,
          crossTerms,
          choice,
          lambda,
          controller,
          kernels,
          pivot,
          refinements,
          maxRank,
          threads);
    }
  }
}
