package dev.shinari.world.step;

import dev.shinari.math.Check;
import java.util.HashMap;
import java.util.Map;

/** The names of one kind of thing in a world: each belongs to one thing at a time. */
public final class NameRegistry<T> {
  private final String kind;
  private final Map<String, T> owners = new HashMap<>();

  /**
   * @param kind what messages call a thing, with its article: "a body"
   */
  public NameRegistry(String kind) {
    this.kind = kind;
  }

  /** Refuses a name that belongs to another thing. */
  public void checkFree(String name) {
    Check.that(name != null && !name.isEmpty(), kind + " needs a name");
    Check.that(
        !owners.containsKey(name),
        kind + " named '" + name + "' is already in the world; give this one another name");
  }

  public boolean isTaken(String name) {
    return owners.containsKey(name);
  }

  public void put(String name, T owner) {
    owners.put(name, owner);
  }

  public void remove(String name) {
    owners.remove(name);
  }

  /** Whose name it is, or null. */
  public T find(String name) {
    return owners.get(name);
  }
}
