/** What an elastic body is made of. */
package dev.shinari.body.material;
