/**
 * Point caches: every frame's vertex positions for a mesh that another file holds. {@link
 * dev.shinari.io.cache.PointCache} reads PC2 and MDD frame by frame, {@link
 * dev.shinari.io.cache.PointCacheWriter} streams a take into them.
 *
 * <pre>
 * PC2, little endian:  "POINTCACHE2\0", int version = 1, int points, float start, float rate,
 *                      int samples, then samples x points x 3 floats
 * MDD, big endian:     int frames, int points, frames x float seconds,
 *                      then frames x points x 3 floats
 * </pre>
 */
package dev.shinari.io.cache;
