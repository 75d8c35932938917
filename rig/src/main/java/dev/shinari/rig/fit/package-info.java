/**
 * The fit of a helper-bone rig to examples [Mukai15, sec. 4, 5]. Start at {@link
 * dev.shinari.rig.fit.RigFit}, which runs the stages; {@link dev.shinari.rig.fit.task.FitSettings}
 * says what may be asked for, {@link dev.shinari.rig.fit.task.FitReport} what comes out.
 */
package dev.shinari.rig.fit;
