/**
 * What a fit is asked for and what it returns: settings, progress, checkpoints, reports.
 *
 * <p>Start with {@link FitSettings}.
 */
package dev.shinari.rig.fit.task;
