/** Options and arguments that several commands share. */
package dev.shinari.app.command.option;
