/**
 * Closed shells of a chosen size around any surface: what the boundary elements solve on, while the
 * surface itself, with its seams, normals and detail, rides on it.
 *
 * <p>Start reading at {@link dev.shinari.shell.ShellMesher}; {@link dev.shinari.shell.SurfaceRide}
 * ties a surface to its shell.
 */
package dev.shinari.shell;
