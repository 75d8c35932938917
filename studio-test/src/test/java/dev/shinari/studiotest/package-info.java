/**
 * The studio as a person meets it: a real server in this process, a real Chromium in front of it.
 * {@link dev.shinari.studiotest.Studio} starts both and knows how to point at bodies; start reading
 * there.
 */
package dev.shinari.studiotest;
