/**
 * The deterministic part of a session: a world and the log of actions on it.
 *
 * <p>Start with {@link Stage}.
 */
package dev.shinari.app.studio.stage;
