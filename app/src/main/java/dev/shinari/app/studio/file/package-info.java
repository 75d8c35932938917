/**
 * Files that pages upload and fetch, and who may do so.
 *
 * <p>{@link StudioServices} is what all sessions share.
 */
package dev.shinari.app.studio.file;
