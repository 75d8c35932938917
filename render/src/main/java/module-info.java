/** The cel renderer: pictures, contact sheets and films of takes. */
module dev.shinari.render {
  requires transitive dev.shinari.core;
  requires transitive java.desktop;

  exports dev.shinari.render.camera;
  exports dev.shinari.render.cel;
  exports dev.shinari.render.chart;
  exports dev.shinari.render.film;
  exports dev.shinari.render.text;
}
