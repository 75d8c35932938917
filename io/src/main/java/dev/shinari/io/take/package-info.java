/** Takes on their way into a file: joined meshes, compact tracks, progress. */
package dev.shinari.io.take;
