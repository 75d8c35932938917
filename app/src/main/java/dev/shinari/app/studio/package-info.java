/**
 * The studio: a local server that simulates scenes in threads of their own and streams them to a
 * page, which sends back what hands do. Start with {@link dev.shinari.app.studio.StudioServer};
 * {@link dev.shinari.app.studio.Stage} is the deterministic part, which a replay shares.
 *
 * <pre>
 *   page --text--> LiveSocket --> LiveSession (thread) --> Commands --> Stage (world, log)
 *   page &lt;-binary- LiveSocket &lt;-- newest frame &lt;-- Picture
 * </pre>
 */
package dev.shinari.app.studio;
