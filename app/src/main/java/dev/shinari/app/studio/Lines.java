package dev.shinari.app.studio;

/** A mesh whose indices are the ends of lines. */
interface Lines {
  int[] pairs();
}
