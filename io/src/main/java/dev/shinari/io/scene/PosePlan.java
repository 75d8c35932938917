package dev.shinari.io.scene;

/** One example pose as a scene describes it; {@link PoseMaker} makes the pose. */
public interface PosePlan {
  /** The pose's name, or null: then it is named after its kind and place in the list. */
  String name();
}
