/** USD text with time samples: {@link dev.shinari.io.usd.UsdaWriter}. */
package dev.shinari.io.usd;
