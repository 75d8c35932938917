/**
 * Example poses of a body and parts painted on its surface.
 *
 * <p>Start with {@link PoseBuilder}.
 */
package dev.shinari.io.scene.pose;
