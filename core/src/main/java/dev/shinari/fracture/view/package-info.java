/** What is seen of a body that has come apart: one moment, or a whole run as one mesh. */
package dev.shinari.fracture.view;
