package dev.shinari.app.studio;

import dev.shinari.app.SceneLibrary;

/** What all sessions share: where scenes come from. */
final class Workshop implements AutoCloseable {
  private final Gallery gallery = new Gallery();

  Gallery gallery() {
    return gallery;
  }

  SceneSource builtIn(String name) {
    if (!SceneLibrary.names().contains(name)) {
      throw new IllegalArgumentException("there is no scene " + Json.shown(name));
    }
    return SceneSource.builtIn(name);
  }

  @Override
  public void close() {}
}
