/**
 * Elastic bodies by shape matching on overlapping regions [Koyama13, sec. 4.1].
 *
 * <pre>
 *   positions x --moments--&gt; c, P of each region --best rotation--&gt; R     FitStage.fit
 *        ^                                                          |
 *        |                                                          v
 *   x += h v  &lt;--  v += alpha (g - x) / h + h a  &lt;--goals--  mean of R (x0 - c0) + c
 *     move                                                   FitStage.pull
 * </pre>
 *
 * Reading order:
 *
 * <ol>
 *   <li>{@link dev.shinari.body.Body}: how a body is made; {@code InnerStep}: {@code advance},
 *       stage by stage; {@link dev.shinari.body.particle.Particles}: the moving state, array by
 *       array; beside them {@code RegionChoice} (which regions a body gets), {@code RigidMoves}
 *       (placing, spin) and {@code BodySnapshots};
 *   <li>{@code FitStage}, which drives every pair of {@code Regions} and {@code Targets};
 *   <li>{@code Regions}: {@code ListRegions} (lists on a {@code RegionPool}: one-rings, sheets,
 *       strands, lattices that tear) and {@code LatticeRegions} (running sums along the axes), and
 *       how their rest data are found: {@code RegionLists}, {@code LatticeMoments}, {@code
 *       LatticeGaps}, {@code Masses}; {@link dev.shinari.body.BodyEditor} changes the lists;
 *   <li>{@code Targets}: {@code RestTargets}, {@code ShapedTargets} (what {@link
 *       dev.shinari.body.shaping.Shaping} wants, with the plastic strain of {@code PlasticFlow})
 *       and {@code ExampleTargets} (poses, measured by {@code ExamplePoses}; {@code ExampleRest}
 *       before a step, {@code GroupWeights} and {@code RegionWeights} in it, {@code PoseOffsets}
 *       and {@code BendModes} for what is curved, {@code ExampleEdits} for regions that change);
 *   <li>{@link dev.shinari.body.material.Elasticity}, {@code StepPlan} and {@code
 *       NaturalFrequency}: from Hz to the alpha of eq. (4) and to inner steps;
 *   <li>{@link dev.shinari.body.particle.BodySummary} and {@code EnergyGuard}: momentum, spin and
 *       energy, and what keeps an undamped body from heating up.
 * </ol>
 *
 * The loops themselves are in {@link dev.shinari.kernel}; ARCHITECTURE.md tells the whole step.
 */
package dev.shinari.body;
