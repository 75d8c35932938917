/**
 * The commands that simulate a scene to files: run, try, replay.
 *
 * <p>Start with {@link Film}.
 */
package dev.shinari.app.command.run;
