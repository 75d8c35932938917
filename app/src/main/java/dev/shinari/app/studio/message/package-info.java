/** JSON messages between server and page, and the limits that they respect. */
package dev.shinari.app.studio.message;
