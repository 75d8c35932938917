/**
 * Files in and out. Start reading at {@link dev.shinari.io.MeshReader} (any mesh file into a {@link
 * dev.shinari.io.file.MeshFile}) and {@link dev.shinari.io.TakeExporter} (a recorded take into the
 * formats of {@link dev.shinari.io.ExportFormat}).
 *
 * <p>Every reader answers with a result that carries its warnings, or throws one {@link
 * dev.shinari.io.file.BadFileException}: counts are checked against the bytes that are there before
 * anything is allocated. Every writer goes through {@link dev.shinari.io.file.SafeFiles}, so that a
 * failed or interrupted run leaves the previous file whole.
 *
 * <p>Axes and units: Y up, right-handed, meters. OBJ, PLY, TetGen and Gmsh files say nothing about
 * either and are taken as they are.
 */
package dev.shinari.io;
