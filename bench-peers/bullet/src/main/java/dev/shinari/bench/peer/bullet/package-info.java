/** Bullet's soft body through Libbulletjme; {@link dev.shinari.bench.peer.bullet.BulletPeer}. */
package dev.shinari.bench.peer.bullet;
