/**
 * Threads. {@link dev.shinari.parallel.Workers} is a fixed crew that runs numbered blocks of work.
 *
 * <pre>
 *   run(blocks, task)    caller:    block 0   block 3   block 4
 *                        worker 1:  block 1   block 2             who takes which block varies,
 *                                                                 what a block computes does not
 * </pre>
 *
 * The cut into blocks depends on the problem alone, never on the number of threads, and what blocks
 * leave behind (partial sums) is added up afterwards in block order. That is all it takes for the
 * same bits with any number of threads.
 */
package dev.shinari.parallel;
