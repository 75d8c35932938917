package dev.shinari.rig.fit.task;

import dev.shinari.rig.HelperRig;

/** A fitted rig and what it achieved. */
public record FitResult(HelperRig rig, FitReport report) {}
