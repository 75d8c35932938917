/**
 * Example data to learn helper bones from, made without any other tool: limbs whose virtual muscles
 * keep their volume and push the skin out [Mukai15, sec. 6].
 *
 * <pre>
 *   LimbModels (leg, arm) -> MuscleLimb: pose in, skin out
 *   PoseGrid: every combination of the joints' angles
 * </pre>
 *
 * <p>Start reading at {@link dev.shinari.rig.sample.MuscleLimb}.
 */
package dev.shinari.rig.sample;
