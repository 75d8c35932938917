/** Small pictures for the page: thumbnails of scenes, example poses, textures. */
package dev.shinari.app.studio.picture;
