/** Plots and heat maps. */
package dev.shinari.render.chart;
