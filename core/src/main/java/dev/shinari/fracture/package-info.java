/**
 * Bodies that come apart, whatever they are made of and whatever makes them do so: tearing, cuts,
 * shots, breakdown [Ohta, sec. 4; Lin, sec. 2.3, 3.2].
 *
 * <pre>
 *   what parts        FractureBody: elements (an ElementGraph) that share particles; a torn facet
 *                     doubles particles. ElementBody over any cage; lattice.LatticeBody with cells
 *                     that also split and merge
 *   what comes off    PieceSearch; a piece is a FractureBody of the same FractureFamily
 *   who follows       FractureListener: handles and the like keep their particles
 *   what is seen      FractureMesh: skin, or what tears opened, in one state of the elements;
 *                     FractureView draws it as it is now, FractureHistory with the final state's
 *                     triangles through all frames
 * </pre>
 *
 * Start reading at {@link dev.shinari.fracture.FractureBody}.
 */
package dev.shinari.fracture;
