/**
 * Boundary elements for the statics of linear elastic solids: the deformation of a whole body from
 * what is known on its surface [Watanabe, sec. 2; James99].
 *
 * <pre>
 *   TriangleMesh, ElasticMaterial
 *          |
 *   BoundaryElements    integrals of Kelvin's solution over triangles
 *          |
 *   BoundarySolver      some vertices held, the others loaded; conditions change by low-rank update
 *          |
 *   JointedOperator     held vertices move with a few joints: a small matrix for run time, shared
 *   SurfaceStiffness    all vertices held: the forces of an exoskeleton
 * </pre>
 *
 * Start reading at {@link dev.shinari.bem.BoundaryElements} (the equation), then {@link
 * dev.shinari.bem.BoundarySolver}. Everything here runs once a shape, in double precision; what a
 * step uses are the float columns of {@link dev.shinari.bem.JointedOperator}. The solution is
 * linear in the displacements and knows nothing of rotation: whoever uses it turns a frame with the
 * body and gives displacements relative to that frame.
 */
package dev.shinari.bem;
