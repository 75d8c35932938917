// A style as the server writes it (the numbers of `shinari styles NAME --json`), made ready for the
// shaders: colors as vectors, a ramp's tones as a small texture.

import * as THREE from "/three/three.module.min.js";

/** What a scene has unless it says otherwise: the style `cel`. */
export const CEL = {
  name: "cel",
  paint: {
    ramp: {
      tones: [
        { above: -1, tint: "#C4ADC4", saturation: 1.1, lighten: 0 },
        { above: 0.22, tint: "#FFFFFF", saturation: 1, lighten: 0 },
        { above: 0.7, tint: "#FFFFFF", saturation: 1, lighten: 0.42 },
      ],
      replaces: false,
    },
    fill: 1,
    rim: 0,
    rimColor: null,
    inkColor: "#2E2433",
    colorLines: 0.2,
    screen: "none",
    speedLines: 0,
  },
  lines: { weight: 1, byDepth: 0.35, bySpeed: 0.15, boil: 0, grain: 0 },
  backdrop: { kind: "paper", top: "#FBF8F1", bottom: "#F1EADC", floor: 1, grid: true, grain: 0 },
  castShadows: true,
  dropShadow: 0,
  marks: { stars: 0, starSpeed: 1.5, starColor: "#FFE14D" },
};

export const SCREENS = { none: 0, hatch: 1, dots: 2 };

/** What lighter tones lean to. */
const WARM_WHITE = [1, 252 / 255, 240 / 255];

/** "#RRGGBB" as red, green, blue in 0..1. */
export function color(hex) {
  const n = parseInt(String(hex).slice(1), 16) || 0;
  return new THREE.Vector3((n >> 16) & 255, (n >> 8) & 255, n & 255).divideScalar(255);
}

/** A style with everything that the server left out taken from the usual one. */
export function complete(style) {
  const s = style ?? {};
  return {
    ...CEL,
    ...s,
    paint: completePaint(s.paint, CEL.paint),
    lines: { ...CEL.lines, ...s.lines },
    backdrop: { ...CEL.backdrop, ...s.backdrop },
    marks: { ...CEL.marks, ...s.marks },
  };
}

export function completePaint(paint, usual) {
  return { ...usual, ...paint, ramp: paint?.ramp?.tones?.length ? paint.ramp : usual.ramp };
}

/** Moves a color away from its gray. */
function saturate(c, by) {
  const gray = 0.3 * c.x + 0.59 * c.y + 0.11 * c.z;
  const each = (v) => Math.max(0, Math.min(1, gray + by * (v - gray)));
  return c.set(each(c.x), each(c.y), each(c.z));
}

/** The line color that goes with a fill: the same hue, dark and rich. */
function lineOf(fill) {
  return saturate(new THREE.Vector3(0.34 * fill.x, 0.27 * fill.y, 0.33 * fill.z), 1.35);
}

/** Color of a thing's lines: ink, with as much of its own color as the paint says. */
export function inkOf(paint, own) {
  return color(paint.inkColor).lerp(lineOf(own), paint.colorLines);
}

/** Color of a tone of a fill, as the shaders work it out. */
function toneOf(tone, fill, replaces) {
  const c = replaces ? new THREE.Vector3(1, 1, 1) : fill.clone();
  c.multiply(color(tone.tint));
  saturate(c, tone.saturation);
  return c.lerp(new THREE.Vector3(...WARM_WHITE), tone.lighten);
}

/** Color of the band of light along borders: the paint's own, or its lightest tone. */
export function rimOf(paint, own) {
  if (paint.rimColor) {
    return color(paint.rimColor);
  }
  const { tones, replaces } = paint.ramp;
  const fill = new THREE.Vector3(1, 1, 1).lerp(own, paint.fill);
  return toneOf(tones[tones.length - 1], fill, replaces);
}

/** The tones of a ramp: a column each, tint and `above` in the first row, the rest in the second. */
export function tonesOf(ramp) {
  const n = ramp.tones.length;
  const data = new Float32Array(8 * n);
  ramp.tones.forEach((t, i) => {
    const c = color(t.tint);
    data.set([c.x, c.y, c.z, t.above], 4 * i);
    data.set([t.saturation, t.lighten, 0, 0], 4 * (n + i));
  });
  const texture = new THREE.DataTexture(data, n, 2, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}

// Numbers and smooth heights without a pattern, always the same for a place and a seed; the same
// integers as in the Java renderer, so that strokes and grain look alike.
export const NOISE = /* glsl */ `
  float noise(int x, int y, int seed) {
    uint h = uint(x) * 0x9E3779B1u ^ uint(y) * 0x85EBCA77u ^ uint(seed) * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return float((h ^ h >> 15) >> 8) / 16777216.0;
  }
  float smoothNoise(vec2 at, int seed) {
    vec2 whole = floor(at);
    ivec2 i = ivec2(whole);
    vec2 s = at - whole;
    s = s * s * (3.0 - 2.0 * s);
    float top = mix(noise(i.x, i.y, seed), noise(i.x + 1, i.y, seed), s.x);
    float low = mix(noise(i.x, i.y + 1, seed), noise(i.x + 1, i.y + 1, seed), s.x);
    return mix(top, low, s.y);
  }
`;

// The average tone over a range of light.
export const TONES = /* glsl */ `
  uniform highp sampler2D tones;
  uniform float replaces;
  float aboveOf(int i) {
    return texelFetch(tones, ivec2(i, 0), 0).a;
  }
  int toneAt(float light) {
    int low = 0, high = textureSize(tones, 0).x - 1;
    for (int k = 0; k < 11 && low < high; k++) {
      int middle = (low + high + 1) / 2;
      if (light >= aboveOf(middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
  vec3 toneColor(int i, vec3 fill) {
    vec2 how = texelFetch(tones, ivec2(i, 1), 0).rg;
    vec3 c = (replaces > 0.5 ? vec3(1.0) : fill) * texelFetch(tones, ivec2(i, 0), 0).rgb;
    vec3 gray = vec3(dot(c, vec3(0.3, 0.59, 0.11)));
    c = clamp(gray + how.x * (c - gray), 0.0, 1.0);
    return c + how.y * (vec3(${WARM_WHITE.map((v) => v.toFixed(7)).join(", ")}) - c);
  }
  vec3 toneAverage(float light, float change, vec3 fill) {
    float low = light - 0.5 * change, high = light + 0.5 * change;
    int first = toneAt(low), last = toneAt(high);
    if (first == last || last - first > 40) {
      return toneColor((first + last) / 2, fill);
    }
    vec3 sum = vec3(0.0);
    for (int i = first; i <= last; i++) {
      float from = i == first ? low : aboveOf(i), to = i == last ? high : aboveOf(i + 1);
      sum += (to - from) / change * toneColor(i, fill);
    }
    return sum;
  }
`;

// Strokes and dots that stand for shadow, as a pen has no gray.
export const SCREEN = /* glsl */ `
  const float SCREEN_BELOW = 0.34;
  const float CROSSED_BELOW = -0.25;
  float strokes(vec2 at, vec2 way, float light, float from, int seed, float spacing) {
    float along = (way.y * at.x - way.x * at.y) / spacing;
    float across = dot(way, at) / spacing;
    across += 0.35 * smoothNoise(vec2(0.12 * along, 0.45 * across), seed);
    float line = floor(across + 0.5);
    float depth = from - light - 0.16 * smoothNoise(vec2(0.3 * along, line), seed + 7);
    float half_ = min(0.2, 0.05 + 0.22 * depth);
    return depth <= 0.0 ? 0.0 : clamp((half_ - abs(across - line)) * spacing + 0.5, 0.0, 1.0);
  }
  /** How much of a pixel is covered; places in pixels, downwards, from a point that goes along. */
  float screenCover(int kind, vec2 at, float light, float height) {
    if (kind == 0 || light >= SCREEN_BELOW) {
      return 0.0;
    }
    float spacing = (kind == 2 ? 0.0125 : 0.0115) * max(240.0, height);
    if (kind == 2) {
      vec2 u = vec2(at.x + at.y, at.x - at.y) * 0.70710678 / spacing;
      vec2 d = u - floor(u + 0.5);
      float radius = 0.47 * sqrt(min(1.0, 0.3 + 0.8 * (SCREEN_BELOW - light)));
      return 0.55 * clamp((radius - length(d)) * spacing + 0.5, 0.0, 1.0);
    }
    float k = strokes(at, vec2(0.5, 0.866), light, SCREEN_BELOW, 1, spacing);
    if (light < CROSSED_BELOW) {
      k = max(k, strokes(at, vec2(0.94, -0.34), light, CROSSED_BELOW, 2, spacing));
    }
    return k;
  }
`;
