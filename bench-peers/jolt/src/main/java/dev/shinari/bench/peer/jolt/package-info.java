/** Jolt's soft body through jolt-jni; {@link dev.shinari.bench.peer.jolt.JoltPeer}. */
package dev.shinari.bench.peer.jolt;
