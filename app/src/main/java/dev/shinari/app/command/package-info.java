/**
 * One class a command. {@link dev.shinari.app.command.run.RunCommand} and {@link
 * dev.shinari.app.command.run.TryCommand} share {@link dev.shinari.app.command.run.Film}, which
 * simulates a scene and writes its files.
 */
package dev.shinari.app.command;
