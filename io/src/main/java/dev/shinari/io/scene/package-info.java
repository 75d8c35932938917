/**
 * Scene files: text in, a checked {@link dev.shinari.io.scene.Scene} out.
 *
 * <pre>
 *   text --LocatedReader--> Located --Setting (--set)--> Located --SceneChecker--> Resolved
 *        JSON with places                                        | against SceneSpec
 *                                                                v
 *                          World  <--SceneBuilder--  Scene  <--SceneBinder
 * </pre>
 *
 * Start reading at {@link dev.shinari.io.scene.SceneFile}. The format itself is described once, in
 * {@code SceneSpec}: key, type, range, default, explanation. The checks, docs/scene.schema.json,
 * docs/scene.md and {@code info --resolved} all follow from it. A new key is one line there and one
 * in {@code SceneBinder}.
 */
package dev.shinari.io.scene;
