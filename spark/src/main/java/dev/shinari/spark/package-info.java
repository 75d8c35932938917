/**
 * The rig fit, the making of examples and batches of takes on Apache Spark. There is no mathematics
 * here: the fit's passes are those of {@link dev.shinari.rig.fit.pass.BlockPass}; {@link
 * dev.shinari.spark.SparkFitEngine} carries them to where the blocks are. Start with {@link
 * dev.shinari.spark.SparkCluster}.
 *
 * <pre>
 *   driver      pass (weights, transforms, moments) -- broadcast --> executors
 *   executors   blocks of a partition, states between passes -> nodes of the tree of sums
 *   driver      nodes -> sums -> weights, next pass
 * </pre>
 */
package dev.shinari.spark;
