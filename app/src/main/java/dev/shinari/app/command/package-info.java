/**
 * One class a command. {@link dev.shinari.app.command.RunCommand} and {@link
 * dev.shinari.app.command.TryCommand} share {@link dev.shinari.app.command.Film}, which simulates a
 * scene and writes its files.
 */
package dev.shinari.app.command;
