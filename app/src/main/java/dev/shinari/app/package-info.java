/**
 * The command line: {@link dev.shinari.app.Main} hands a call to one of the classes in {@code
 * command}; {@link dev.shinari.app.console.Console} is where it talks to.
 *
 * <p>Data goes to stdout, messages and progress to stderr. Exit codes are those of {@link
 * dev.shinari.app.console.ExitCode}. Commands throw {@link dev.shinari.app.console.UserError} (or
 * the exceptions of the readers) for wrong input, and {@code Main} makes one line and an exit code
 * of it.
 */
package dev.shinari.app;
