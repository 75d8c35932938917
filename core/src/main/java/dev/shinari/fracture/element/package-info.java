/**
 * Bodies that come apart between the elements of their cage.
 *
 * <p>Start with {@link ElementBody}.
 */
package dev.shinari.fracture.element;
