/**
 * What a soft body of another library must offer to be timed beside ours. Adapters are compiled
 * apart, in {@code bench-peers}, against this package and the library that they adapt; only the JDK
 * is used here, so that nothing else is needed to compile them. {@link
 * dev.shinari.bench.peer.SoftBodyPeer} is all there is.
 */
package dev.shinari.bench.peer;
