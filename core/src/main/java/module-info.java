/**
 * The engine: meshes, bodies, worlds and takes. Exported is what a program needs to build a world,
 * step it and read the result; kernels and regions are open to Shinari's own modules alone.
 */
module dev.shinari.core {
  exports dev.shinari.articulated;
  exports dev.shinari.articulated.contact;
  exports dev.shinari.articulated.motion;
  exports dev.shinari.articulated.shape;
  exports dev.shinari.bem;
  exports dev.shinari.body;
  exports dev.shinari.body.material;
  exports dev.shinari.body.particle;
  exports dev.shinari.body.shaping;
  exports dev.shinari.cartoon;
  exports dev.shinari.collide;
  exports dev.shinari.collide.shape;
  exports dev.shinari.example;
  exports dev.shinari.fracture;
  exports dev.shinari.fracture.view;
  exports dev.shinari.lattice;
  exports dev.shinari.lattice.adaptive;
  exports dev.shinari.math;
  exports dev.shinari.mesh;
  exports dev.shinari.mesh.distance;
  exports dev.shinari.mesh.embed;
  exports dev.shinari.mesh.shape;
  exports dev.shinari.mesh.solid;
  exports dev.shinari.mesh.volume;
  exports dev.shinari.motion;
  exports dev.shinari.parallel;
  exports dev.shinari.pose;
  exports dev.shinari.shell;
  exports dev.shinari.skeleton;
  exports dev.shinari.skinning;
  exports dev.shinari.style;
  exports dev.shinari.take;
  exports dev.shinari.take.record;
  exports dev.shinari.world;
  exports dev.shinari.world.constraint;
  exports dev.shinari.world.force;
  exports dev.shinari.world.step;
  exports dev.shinari.collide.soft to
      dev.shinari.io;
  exports dev.shinari.fracture.element to
      dev.shinari.io;
  exports dev.shinari.kernel to
      dev.shinari.core.simd,
      dev.shinari.io,
      dev.shinari.rig;

  uses dev.shinari.kernel.KernelChoice.Provider;
}
