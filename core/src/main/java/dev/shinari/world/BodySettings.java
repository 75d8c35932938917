package dev.shinari.world;

import dev.shinari.collide.ContactMaterial;
import dev.shinari.math.Check;

/**
 * How a body takes part in a world.
 *
 * @param material friction and restitution
 * @param contactThickness radius of a particle in contacts, meters; 0: a share of the spacing
 * @param group bits of the groups that this body is in
 * @param mask bits of the groups that it meets; two bodies meet if each is in the other's mask
 * @param contactFromSeconds before this time it passes through other bodies
 * @param softContact whether it meets other bodies at all
 * @param sleeps whether it may go to sleep
 * @param volumeStiffness share of a lost volume (an area for a sheet) that each inner step gives
 *     back, 0 (off) to 1
 */
public record BodySettings(
    ContactMaterial material,
    float contactThickness,
    int group,
    int mask,
    float contactFromSeconds,
    boolean softContact,
    boolean sleeps,
    float volumeStiffness) {
  public static final BodySettings DEFAULT =
      new BodySettings(ContactMaterial.DEFAULT, 0, 1, -1, 0, true, true, 0);

  public BodySettings {
    Check.that(material != null, "a material is missing");
    Check.notNegative("contactThickness", contactThickness);
    Check.notNegative("contactFromSeconds", contactFromSeconds);
    Check.inRange("volumeStiffness", volumeStiffness, 0, 1);
  }

  public BodySettings withMaterial(float friction, float restitution) {
    return new BodySettings(
        new ContactMaterial(friction, restitution),
        contactThickness,
        group,
        mask,
        contactFromSeconds,
        softContact,
        sleeps,
        volumeStiffness);
  }

  public BodySettings withContactThickness(float meters) {
    return new BodySettings(
        material, meters, group, mask, contactFromSeconds, softContact, sleeps, volumeStiffness);
  }

  public BodySettings withGroups(int groupBits, int maskBits) {
    return new BodySettings(
        material,
        contactThickness,
        groupBits,
        maskBits,
        contactFromSeconds,
        softContact,
        sleeps,
        volumeStiffness);
  }

  public BodySettings withContactFrom(float seconds) {
    return new BodySettings(
        material, contactThickness, group, mask, seconds, softContact, sleeps, volumeStiffness);
  }

  public BodySettings withSoftContact(boolean meetsOthers) {
    return new BodySettings(
        material,
        contactThickness,
        group,
        mask,
        contactFromSeconds,
        meetsOthers,
        sleeps,
        volumeStiffness);
  }

  public BodySettings withSleeps(boolean maySleep) {
    return new BodySettings(
        material,
        contactThickness,
        group,
        mask,
        contactFromSeconds,
        softContact,
        maySleep,
        volumeStiffness);
  }

  public BodySettings withVolumeStiffness(float stiffness) {
    return new BodySettings(
        material,
        contactThickness,
        group,
        mask,
        contactFromSeconds,
        softContact,
        sleeps,
        stiffness);
  }
}
