/**
 * What a page sees of a stage: meshes, lines, colors per vertex, events.
 *
 * <p>Start with {@link StageView}.
 */
package dev.shinari.app.studio.view;
