/** Helper-bone rigs: fitting, sampling and the runtime. */
module dev.shinari.rig {
  requires transitive dev.shinari.core;

  exports dev.shinari.rig;
  exports dev.shinari.rig.examples;
  exports dev.shinari.rig.fit;
  exports dev.shinari.rig.fit.helper;
  exports dev.shinari.rig.fit.task;
  exports dev.shinari.rig.fit.pass;
  exports dev.shinari.rig.runtime;
  exports dev.shinari.rig.sample;
}
