/**
 * Example-based elasticity: the poses that a body likes to deform into, and what the projection
 * onto them needs to know [Koyama13, sec. 4.2 to 4.4].
 *
 * <pre>
 *   poses x^k --fit, as in every step--&gt; descriptors S^k --Gram matrix of S^k - S^0--&gt; manifold
 *   each step:  S --project--&gt; weights w --beta, drives--&gt; w' --&gt; S~ = sum w'_k S^k --&gt; goals
 * </pre>
 *
 * Start with {@link dev.shinari.example.ExampleSettings}, what a body is given; {@link
 * dev.shinari.example.ExamplePose} is one pose, {@link dev.shinari.example.Grouping} says which
 * regions share weights, {@link dev.shinari.example.WeightDrive} lets weights follow time, speed,
 * impact, force or distance. {@code SimplexProjection} is the small quadratic problem behind the
 * exact projection. The step itself is in {@link dev.shinari.body}.
 */
package dev.shinari.example;
