/** Files: scenes, meshes, drawings, characters, rigs and takes. */
module dev.shinari.io {
  requires transitive dev.shinari.core;
  requires transitive dev.shinari.rig;
  requires transitive com.fasterxml.jackson.databind;
  requires java.desktop;
  requires java.logging;
  requires java.xml;
  requires com.github.weisj.jsvg;
  requires jgltf.impl.v2;

  exports dev.shinari.io;
  exports dev.shinari.io.cache;
  exports dev.shinari.io.character;
  exports dev.shinari.io.drawing;
  exports dev.shinari.io.file;
  exports dev.shinari.io.gltf;
  exports dev.shinari.io.obj;
  exports dev.shinari.io.ply;
  exports dev.shinari.io.rig;
  exports dev.shinari.io.scene;
  exports dev.shinari.io.scene.build;
  exports dev.shinari.io.scene.feature;
  exports dev.shinari.io.scene.format;
  exports dev.shinari.io.scene.plan;
  exports dev.shinari.io.scene.spec;
  exports dev.shinari.io.svg;
  exports dev.shinari.io.take;
  exports dev.shinari.io.tet;
  exports dev.shinari.io.usd;
}
