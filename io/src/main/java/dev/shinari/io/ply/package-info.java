/** Stanford PLY, text and binary: {@link dev.shinari.io.ply.PlyReader}. */
package dev.shinari.io.ply;
