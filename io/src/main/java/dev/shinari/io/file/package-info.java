/**
 * Reading and writing files: bytes, text, meshes, errors that say what, where and how to fix it.
 */
package dev.shinari.io.file;
