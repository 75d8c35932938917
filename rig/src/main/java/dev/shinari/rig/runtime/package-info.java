/**
 * What a game runs: {@link dev.shinari.rig.runtime.HelperRuntime}, joints in, helpers out. It uses
 * nothing but the JDK, not even the rest of this project, and allocates nothing once made.
 */
package dev.shinari.rig.runtime;
