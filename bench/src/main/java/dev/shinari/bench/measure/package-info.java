/** Suites, rows, targets and reports of the benchmarks. */
package dev.shinari.bench.measure;
