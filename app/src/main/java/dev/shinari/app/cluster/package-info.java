/**
 * Where the command line meets a cluster, without knowing which: {@link
 * dev.shinari.app.cluster.Cluster} is found by ServiceLoader, in the module {@code spark}.
 */
package dev.shinari.app.cluster;
