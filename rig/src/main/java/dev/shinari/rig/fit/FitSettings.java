package dev.shinari.rig.fit;

import dev.shinari.math.Check;

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
    CENTRE
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
          Pivot.CENTRE,
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
    return new FitSettings(
        n,
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

  public FitSettings withInfluences(int n) {
    return new FitSettings(
        helpers,
        n,
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

  /** Rounds, and the share of the RMS error below which a round's gain ends them. */
  public FitSettings withIterations(int n, float stopBelow) {
    return new FitSettings(
        helpers,
        influences,
        n,
        stopBelow,
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

  public FitSettings withSmooth(float strength) {
    return new FitSettings(
        helpers,
        influences,
        iterations,
        tolerance,
        strength,
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

  public FitSettings withDegree(int p, boolean cross) {
    return new FitSettings(
        helpers,
        influences,
        iterations,
        tolerance,
        smooth,
        p,
        cross,
        choice,
        lambda,
        controller,
        kernels,
        pivot,
        refinements,
        maxRank,
        threads);
  }

  /** Lambda given. */
  public FitSettings withLambda(double value) {
    return new FitSettings(
        helpers,
        influences,
        iterations,
        tolerance,
        smooth,
        degree,
        crossTerms,
        LambdaChoice.GIVEN,
        value,
        controller,
        kernels,
        pivot,
        refinements,
        maxRank,
        threads);
  }

  /** Lambda chosen. */
  public FitSettings withLambda(LambdaChoice by) {
    return new FitSettings(
        helpers,
        influences,
        iterations,
        tolerance,
        smooth,
        degree,
        crossTerms,
        by,
        lambda,
        controller,
        kernels,
        pivot,
        refinements,
        maxRank,
        threads);
  }

  /** Kernels on top of the polynomials. */
  public FitSettings withKernels(int most) {
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
        ControllerKind.KERNEL,
        most,
        pivot,
        refinements,
        maxRank,
        threads);
  }

  public FitSettings withPivot(Pivot about) {
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
        about,
        refinements,
        maxRank,
        threads);
  }

  public FitSettings withRefinements(int rounds) {
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
        rounds,
        maxRank,
        threads);
  }

  public FitSettings withMaxRank(int rank) {
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
        rank,
        threads);
  }

  public FitSettings withThreads(int n) {
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
        n);
  }
}
