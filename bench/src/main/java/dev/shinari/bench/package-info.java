/**
 * Timings, as ratios between systems in one run: the engine, its scalar kernels, the plain
 * reference twin and other libraries' soft bodies.
 *
 * <pre>
 *   BenchMain --> Suite (EngineSuite) --> Race: Contestants take turns, best round counts
 *                                           |
 *                                           v
 *                     Report: rows --> table, targets, JSON
 * </pre>
 *
 * Start with {@link dev.shinari.bench.BenchMain}, whose list names the suites, then {@link
 * dev.shinari.bench.EngineSuite} and {@link dev.shinari.bench.contest.Race}. Adapters to other
 * libraries live in {@code bench-peers} and are built when first used ({@link
 * dev.shinari.bench.contest.PeerLoader}).
 */
package dev.shinari.bench;
