package dev.shinari.world;

import dev.shinari.collide.ContactSettings;
import dev.shinari.math.Check;

/**
 * What holds for a whole world.
 *
 * @param gravityX meters a second squared
 * @param airDrag rate in 1/s at which speeds relative to the air die out, by exp(-airDrag t)
 *     whatever the step. 0 unless asked for: thrown bodies then fly and spin exactly as they
 *     should, and what lies in contact comes to rest without it
 * @param windX speed of the air, meters a second
 * @param substeps contacts between bodies are looked at this many times a step
 * @param maxSubsteps limit when fast bodies near each other ask for more
 * @param sleepSpeed meters a second; a body whose particles go slower in the mean of squares, and
 *     none of them four times as fast, is quiet. 0: none sleeps
 * @param sleepSeconds a body that has been quiet for so long, and all that it touches, go to sleep
 * @param impactSpeed hits that are faster than this are events
 * @param contact how contacts are resolved
 */
public record WorldSettings(
    float gravityX,
    float gravityY,
    float gravityZ,
    float airDrag,
    float windX,
    float windY,
    float windZ,
    int substeps,
    int maxSubsteps,
    float sleepSpeed,
    float sleepSeconds,
    float impactSpeed,
    ContactSettings contact) {
  public static final WorldSettings DEFAULT =
      new WorldSettings(0, -9.81f, 0, 0, 0, 0, 0, 1, 8, 0.03f, 0.5f, 0.5f, ContactSettings.DEFAULT);

  public WorldSettings {
    Check.finite("gravityX", gravityX);
    Check.finite("gravityY", gravityY);
    Check.finite("gravityZ", gravityZ);
    Check.notNegative("airDrag", airDrag);
    Check.finite("windX", windX);
    Check.finite("windY", windY);
    Check.finite("windZ", windZ);
    Check.inRange("substeps", substeps, 1, 1000);
    Check.inRange("maxSubsteps", maxSubsteps, 1, 1000);
    Check.notNegative("sleepSpeed", sleepSpeed);
    Check.notNegative("sleepSeconds", sleepSeconds);
    Check.notNegative("impactSpeed", impactSpeed);
    Check.that(contact != null, "contact settings are missing");
  }

  public WorldSettings withGravity(float x, float y, float z) {
    return new WorldSettings(
        x,
        y,
        z,
        airDrag,
        windX,
        windY,
        windZ,
        substeps,
        maxSubsteps,
        sleepSpeed,
        sleepSeconds,
        impactSpeed,
        contact);
  }

  /** Air that drags at a rate in 1/s and moves at the given speed. */
  public WorldSettings withAir(float drag, float x, float y, float z) {
    return new WorldSettings(
        gravityX,
        gravityY,
        gravityZ,
        drag,
        x,
        y,
        z,
        substeps,
        maxSubsteps,
        sleepSpeed,
        sleepSeconds,
        impactSpeed,
        contact);
  }

  public WorldSettings withSubsteps(int count, int most) {
    return new WorldSettings(
        gravityX,
        gravityY,
        gravityZ,
        airDrag,
        windX,
        windY,
        windZ,
        count,
        most,
        sleepSpeed,
        sleepSeconds,
        impactSpeed,
        contact);
  }

  public WorldSettings withSleep(float speed, float seconds) {
    return new WorldSettings(
        gravityX,
        gravityY,
        gravityZ,
        airDrag,
        windX,
        windY,
        windZ,
        substeps,
        maxSubsteps,
        speed,
        seconds,
        impactSpeed,
        contact);
  }

  public WorldSettings withImpactSpeed(float speed) {
    return new WorldSettings(
        gravityX,
        gravityY,
        gravityZ,
        airDrag,
        windX,
        windY,
        windZ,
        substeps,
        maxSubsteps,
        sleepSpeed,
        sleepSeconds,
        speed,
        contact);
  }

  public WorldSettings withContact(ContactSettings settings) {
    return new WorldSettings(
        gravityX,
        gravityY,
        gravityZ,
        airDrag,
        windX,
        windY,
        windZ,
        substeps,
        maxSubsteps,
        sleepSpeed,
        sleepSeconds,
        impactSpeed,
        settings);
  }
}
