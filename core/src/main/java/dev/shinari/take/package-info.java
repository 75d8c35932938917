/**
 * A recorded run: tracks of frames, and events.
 *
 * <p>Start with {@link Take}.
 */
package dev.shinari.take;
