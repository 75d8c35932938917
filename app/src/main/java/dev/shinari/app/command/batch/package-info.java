/** The {@code batch} command: one scene many times over, with swept values and seeds. */
package dev.shinari.app.command.batch;
