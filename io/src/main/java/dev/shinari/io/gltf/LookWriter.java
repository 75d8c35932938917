package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.Sampler;
import de.javagl.jgltf.impl.v2.Texture;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Brings materials of one file into another: only those that are asked for, with the textures,
 * samplers and pictures that they name, under new numbers. References are found by their form, an
 * object {@code ...Texture} with an {@code index}, so that those inside of extensions are carried
 * as well.
 */
final class LookWriter {
  private final GltfLook look;
  private final GlbFile glb;
  private final GlTF gltf;
  private final Map<Integer, Integer> materials = new LinkedHashMap<>();
  private final Map<Integer, Integer> textures = new LinkedHashMap<>(); // -1: left out
  private final Map<Integer, Integer> samplers = new LinkedHashMap<>();
  private final Map<Integer, Integer> pictures = new LinkedHashMap<>();
  private final TreeSet<String> extensions = new TreeSet<>();

  LookWriter(GltfLook look, GlbFile glb) {
    this.look = look;
    this.glb = glb;
    this.gltf = glb.gltf();
  }

  /** The number that a material of the other file has here. */
  int material(int index) {
    Integer known = materials.get(index);
    if (known == null) {
      Map<String, Object> copy = renumbered(look.material(index));
      gltf.addMaterials(GltfLook.FIELDS.convertValue(copy, Material.class));
      known = gltf.getMaterials().size() - 1;
      materials.put(index, known);
    }
    return known;
  }

  /** States the extensions of all that was carried. */
  void finish() {
    for (String name : extensions) {
      gltf.addExtensionsUsed(name);
      if (look.isRequired(name)) {
        gltf.addExtensionsRequired(name);
      }
    }
  }

  private Map<String, Object> renumbered(Map<?, ?> from) {
    Map<String, Object> out = new LinkedHashMap<>();
    from.forEach(
        (k, value) -> {
          String key = String.valueOf(k);
          if (key.equals("extras") || !(value instanceof Map<?, ?> map)) {
            out.put(key, value);
            return;
          }
          if (key.equals("extensions")) {
            map.keySet().forEach(name -> extensions.add(String.valueOf(name)));
          }
          Map<String, Object> inner = renumbered(map);
          if (key.endsWith("Texture") && inner.get("index") instanceof Number index) {
            int there = texture(index.intValue());
            if (there < 0) {
              return;
            }
            inner.put("index", there);
          }
          out.put(key, inner);
        });
    return out;
  }

  private int texture(int index) {
    Integer known = textures.get(index);
    if (known == null) {
      known = addTexture(look.texture(index));
      textures.put(index, known);
    }
    return known;
  }

  private int addTexture(Map<String, Object> from) {
    if (from == null) {
      return -1;
    }
    Map<String, Object> texture = new LinkedHashMap<>(from);
    boolean shown = source(texture);
    // Formats beyond PNG and JPEG stand in extensions, with or without one of these beside them.
    if (texture.get("extensions") instanceof Map<?, ?> all) {
      Map<String, Object> kept = new LinkedHashMap<>();
      for (Map.Entry<?, ?> e : all.entrySet()) {
        if (e.getValue() instanceof Map<?, ?> value) {
          Map<String, Object> inner = new LinkedHashMap<>();
          value.forEach((k, v) -> inner.put(String.valueOf(k), v));
          boolean names = inner.containsKey("source");
          if (names && !source(inner)) {
            continue;
          }
          shown |= names;
          kept.put(String.valueOf(e.getKey()), inner);
        }
      }
      texture.remove("extensions");
      if (!kept.isEmpty()) {
        texture.put("extensions", kept);
        extensions.addAll(kept.keySet());
      }
    }
    if (!shown) {
      return -1;
    }
    if (texture.remove("sampler") instanceof Number n && look.sampler(n.intValue()) != null) {
      texture.put("sampler", sampler(n.intValue()));
    }
    gltf.addTextures(GltfLook.FIELDS.convertValue(texture, Texture.class));
    return gltf.getTextures().size() - 1;
  }

  /** Renumbers the picture that an object names; false, and the name gone, where there is none. */
  private boolean source(Map<String, Object> of) {
    if (of.remove("source") instanceof Number n && look.picture(n.intValue()) != null) {
      of.put("source", picture(n.intValue()));
      return true;
    }
    return false;
  }

  private int sampler(int index) {
    Integer known = samplers.get(index);
    if (known == null) {
      gltf.addSamplers(GltfLook.FIELDS.convertValue(look.sampler(index), Sampler.class));
      known = gltf.getSamplers().size() - 1;
      samplers.put(index, known);
    }
    return known;
  }

  private int picture(int index) {
    Integer known = pictures.get(index);
    if (known == null) {
      GltfLook.Picture p = look.picture(index);
      Map<String, Object> image = new LinkedHashMap<>();
      image.put("mimeType", p.mimeType());
      image.put("bufferView", glb.bytes(p.bytes()));
      if (p.name() != null) {
        image.put("name", p.name());
      }
      gltf.addImages(GltfLook.FIELDS.convertValue(image, Image.class));
      known = gltf.getImages().size() - 1;
      pictures.put(index, known);
    }
    return known;
  }
}
