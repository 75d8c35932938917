/**
 * Scene files: text in, a checked {@link dev.shinari.io.scene.plan.Scene} out.
 *
 * <pre>
 *   text --LocatedJsonReader--> Located --Setting (--set)--> Located --SceneChecker--> Resolved
 *        JSON with places                                        | against SceneSpec
 *                                                                v
 *                          World  <--SceneBuilder--  Scene  <--SceneBinder
 * </pre>
 *
 * Start reading at {@link dev.shinari.io.scene.SceneFile}. The format itself is described once, in
 * {@code SceneSpec}: key, type, range, default, explanation. The checks, docs/scene.schema.json,
 * docs/scene.md and {@code info --resolved} all follow from it. A new key is one line there and one
 * in {@code SceneBinder}.
 *
 * <p>{@code BodyBuilder} builds every kind of body in one way: shape, body, place, settings, then
 * pins, handles, tools and effects. What a kind does in its own way is behind {@code BodyTemplate},
 * and what is looked up on its rest shape behind {@code RestShape}. Problems that show only while
 * building go to {@code BuildLog} with the path of the key that asked for it; {@code
 * SourceLocations} knows its line and column.
 */
package dev.shinari.io.scene;
