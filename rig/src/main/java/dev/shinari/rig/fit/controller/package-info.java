/**
 * Stage 2 of the fit [Mukai15, sec. 5]: how each helper follows the joints.
 *
 * <p>Start with {@link ControllerStage}.
 */
package dev.shinari.rig.fit.controller;
