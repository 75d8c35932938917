/**
 * Contact between elastic bodies: broad phase, contact search, contact resolution.
 *
 * <p>Start with {@link SoftContacts}.
 */
package dev.shinari.collide.soft;
