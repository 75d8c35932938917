package dev.shinari.io.scene.plan;

/**
 * One effect of a body.
 *
 * @param settings the effect's own settings, which say what kind it is
 * @param parts particles that it acts on, where it acts on some; else null
 */
public record EffectPlan(Record settings, BodyPlan.Selection parts) {}
