/**
 * The fit of a helper-bone rig to examples [Mukai15, sec. 4, 5]. Start at {@link
 * dev.shinari.rig.fit.RigFit}, which runs the stages; {@link dev.shinari.rig.fit.FitSettings} says
 * what may be asked for, {@link dev.shinari.rig.fit.FitReport} what comes out.
 */
package dev.shinari.rig.fit;
