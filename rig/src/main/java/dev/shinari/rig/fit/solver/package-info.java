/** Small solvers of the fit: weights of one vertex, LASSO, Cholesky, best rotations. */
package dev.shinari.rig.fit.solver;
