/**
 * Records a world into a take.
 *
 * <p>Start with {@link Recorder}.
 */
package dev.shinari.take.record;
