/** How commands talk to the user: output, progress, exit codes, stop requests. */
package dev.shinari.app.console;
