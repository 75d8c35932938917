/**
 * The studio's server: sockets, sessions, commands and the rig desk.
 *
 * <p>Start with {@link StudioServer} and {@link LiveSession}.
 */
package dev.shinari.app.studio.server;
