/**
 * Systems that are timed against each other on one case.
 *
 * <p>Start with {@link Race}.
 */
package dev.shinari.bench.contest;
