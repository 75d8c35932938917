/**
 * A scene as plain records, checked and complete: what the builders read.
 *
 * <p>Start with {@link Scene}.
 */
package dev.shinari.io.scene.plan;
