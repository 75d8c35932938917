/** The {@code rig} commands: sample, fit, eval, bake, study. */
package dev.shinari.app.command.rig;
