/**
 * Shapes before they move: triangle surfaces, tetrahedral meshes, lattices, and the way from one to
 * the other.
 *
 * <pre>
 *   solid (signed distance)  -&gt;  IsoSurface  -&gt;  TriangleMesh  -&gt;  VolumeMesher  -&gt;  Cage
 *                                                     |                              |
 *                                                     +--------- Embedding ----------+
 * </pre>
 *
 * Start with {@link dev.shinari.mesh.TriangleMesh} (what is seen) and {@link dev.shinari.mesh.Cage}
 * (what is simulated), then {@link dev.shinari.mesh.volume.VolumeMesher}, which turns the one into
 * the other for any mesh that a user has, with the help of {@link
 * dev.shinari.mesh.distance.WindingNumber}. {@link dev.shinari.mesh.shape.TetShapes}, {@link
 * dev.shinari.mesh.shape.SurfaceShapes} and {@link dev.shinari.mesh.shape.PointShapes} make ready
 * shapes, {@link dev.shinari.mesh.solid} models free ones. {@link dev.shinari.mesh.SurfaceReport}
 * and {@link dev.shinari.mesh.TetReport} say what is wrong with a mesh.
 */
package dev.shinari.mesh;
