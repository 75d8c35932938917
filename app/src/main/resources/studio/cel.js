// The cel look of the Java renderer, for the graphics processor: three flat tones, ink, paper, a
// floor that fades into the paper and flat cast shadows. The figures are those of its
// default style; colours are written as they are, without colour management.

import * as THREE from "/three/three.module.min.js";

export const PAPER_TOP = rgb(0xfbf8f1);
export const PAPER_BOTTOM = rgb(0xf1eadc);
export const INK = rgb(0x2e2433);

/** Cosines to the light where shadow turns into base and base into light. */
const SHADOW_BELOW = 0.22;
const LIGHT_ABOVE = 0.7;

/** Width in pixels of a silhouette in a picture 480 pixels high. */
const LINE_PIXELS = 2.4;

function rgb(n) {
  return new THREE.Vector3((n >> 16) & 255, (n >> 8) & 255, n & 255).divideScalar(255);
}

/** Half the width of a silhouette in pixels: small pictures get relatively thicker lines. */
export function inkRadius(height) {
  return 0.5 * LINE_PIXELS * Math.pow(Math.max(120, height) / 480, 0.6);
}

// Shadows lean towards violet and gain saturation, light leans towards warm white.
const TONES = /* glsl */ `
  vec3 shadowTone(vec3 c) {
    vec3 s = c * vec3(0.77, 0.68, 0.77);
    float grey = dot(s, vec3(0.3, 0.59, 0.11));
    return clamp(vec3(grey) + 1.1 * (s - vec3(grey)), 0.0, 1.0);
  }
  vec3 lightTone(vec3 c) {
    return c + (vec3(1.0, 0.988, 0.925) - c) * vec3(0.42, 0.42, 0.34);
  }
`;

// Values as colours. Light grey is 0 and red the largest value, as in the Java heat map; parts
// (regions, pieces) get hues that differ from their neighbours'.
const CHANNEL = /* glsl */ `
  vec3 heat(float q) {
    q = clamp(q, 0.0, 1.0);
    vec3 low = vec3(0.86, 0.87, 0.86), mid = vec3(0.96, 0.71, 0.34), high = vec3(0.84, 0.16, 0.15);
    return q < 0.5 ? mix(low, mid, 2.0 * q) : mix(mid, high, 2.0 * q - 1.0);
  }
  vec3 partColour(float q) {
    float k = floor(q * 16.0);
    float hue = fract(k * 0.381966 + 0.08);
    vec3 c = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.9), c, 0.55) * (mod(k, 2.0) < 1.0 ? 0.95 : 0.8);
  }
`;

/** What all materials of a stage share: the light, the size of the picture, the floor. */
export class CelLook {
  constructor() {
    this.shared = {
      light: { value: new THREE.Vector3(-0.5, 0.85, 0.5).normalize() },
      viewport: { value: new THREE.Vector2(640, 480) },
      ink: { value: INK },
      radius: { value: 1.2 },
      paperTop: { value: PAPER_TOP },
      paperBottom: { value: PAPER_BOTTOM },
      slant: { value: new THREE.Vector3(-0.42, 1, 0.16).normalize() },
      floorY: { value: 0 },
      floorTone: { value: new THREE.Vector3(0.9, 0.88, 0.84) },
      eyeDistance: { value: 3 },
      cell: { value: 0.2 },
      middle: { value: new THREE.Vector3() },
    };
  }

  /** Puts the light over the left shoulder of a viewer at an azimuth, as the renderer does. */
  aim(azimuth, frontal) {
    const rx = Math.cos(azimuth);
    const rz = -Math.sin(azimuth);
    const bx = -rz;
    const bz = rx;
    if (frontal) {
      this.shared.light.value.set(-0.5, 0.7, 0.6).normalize();
    } else {
      this.shared.light.value.set(-0.5 * rx + 0.5 * bx, 0.85, -0.5 * rz + 0.5 * bz).normalize();
    }
    this.shared.slant.value.set(-0.42 * rx + 0.16 * bx, 1, -0.42 * rz + 0.16 * bz).normalize();
  }

  /** A body's paint. Flat bodies are seen from both sides and lit from the side that is seen. */
  paint(color, texture) {
    return new THREE.ShaderMaterial({
      uniforms: {
        ...this.shared,
        base: { value: new THREE.Vector3(...color).divideScalar(255) },
        picture: { value: texture },
        textured: { value: texture ? 1 : 0 },
        channelKind: { value: 0 },
        pale: { value: 0 },
        sheet: { value: 0 },
      },
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
      vertexShader: /* glsl */ `
        attribute float channel;
        varying vec3 vNormal;
        varying vec2 vUv;
        varying float vChannel;
        varying vec3 vToEye;
        void main() {
          vNormal = mat3(modelMatrix) * normal;
          vToEye = cameraPosition - (modelMatrix * vec4(position, 1.0)).xyz;
          vUv = uv;
          vChannel = channel;
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 base, light;
        uniform sampler2D picture;
        uniform float textured, channelKind, pale, sheet;
        varying vec3 vNormal;
        varying vec2 vUv;
        varying float vChannel;
        varying vec3 vToEye;
        ${TONES}
        ${CHANNEL}
        float above(float value, float threshold) {
          float change = max(1e-5, fwidth(value));
          return clamp((value - threshold) / change + 0.5, 0.0, 1.0);
        }
        void main() {
          // Which side of a flat drawing is seen is not told by its faces: crushed ones are turned.
          bool front = sheet > 0.5 ? dot(vNormal, vToEye) > 0.0 : gl_FrontFacing;
          vec3 n = normalize(vNormal) * (front ? 1.0 : -1.0);
          vec3 c = base;
          if (textured > 0.5) {
            vec4 t = texture2D(picture, vUv);
            c = mix(base, t.rgb, t.a);
          }
          if (channelKind > 1.5) {
            c = partColour(vChannel);
          } else if (channelKind > 0.5) {
            c = heat(vChannel);
          }
          float l = dot(n, light);
          float lit = above(l, ${SHADOW_BELOW.toFixed(2)});
          float bright = lit * above(l, ${LIGHT_ABOVE.toFixed(2)});
          vec3 dark = shadowTone(c);
          vec3 colour = mix(dark, c, lit) + bright * (lightTone(c) - c);
          gl_FragColor = vec4(mix(colour, vec3(0.965, 0.94, 0.9), pale), 1.0);
        }`,
    });
  }

  /** The outline of a closed body: its far side, grown by the line's width on the screen. */
  hull() {
    return new THREE.ShaderMaterial({
      uniforms: this.shared,
      side: THREE.BackSide,
      vertexShader: /* glsl */ `
        attribute vec3 outward;
        uniform vec2 viewport;
        uniform vec3 light;
        uniform float radius;
        void main() {
          vec4 p = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          vec4 n = projectionMatrix * vec4(mat3(modelViewMatrix) * outward, 0.0);
          vec2 d = n.xy * viewport;
          float size = length(d);
          // A little thicker on the side away from the light, as a brush would draw it.
          float width = radius * (1.15 - 0.3 * dot(outward, light)) * 1.6;
          if (size > 1e-6) {
            p.xy += d / size * width * 2.0 / viewport * p.w;
          }
          gl_Position = p;
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 ink;
        void main() {
          gl_FragColor = vec4(ink, 1.0);
        }`,
    });
  }

  /** Lines of some pixels' width between pairs of points, four corners a line. */
  line(color, weight, seeThrough = false) {
    return new THREE.ShaderMaterial({
      uniforms: {
        ...this.shared,
        tint: { value: color },
        weight: { value: weight },
      },
      side: THREE.DoubleSide,
      depthTest: !seeThrough,
      depthWrite: false,
      transparent: seeThrough,
      vertexShader: /* glsl */ `
        attribute vec3 other;
        attribute vec2 corner; // side -1 or 1, own share of the line's weight
        uniform vec2 viewport;
        uniform float radius, weight;
        void main() {
          vec4 a = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          vec4 b = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
          vec2 d = (b.xy / b.w - a.xy / a.w) * viewport;
          float size = length(d);
          vec2 along = size > 1e-6 ? d / size : vec2(1.0, 0.0);
          vec2 across = vec2(-along.y, along.x) * corner.x;
          float w = max(0.5, radius * weight * corner.y);
          // Ends reach beyond their points, so that chains of lines have no gaps at bends.
          a.xy += (across - 0.6 * along) * w * 2.0 / viewport * a.w;
          a.z -= 2e-4 * a.w;
          gl_Position = a;
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 tint;
        void main() {
          gl_FragColor = vec4(tint, 1.0);
        }`,
    });
  }

  /** The paper behind everything. */
  paper() {
    return new THREE.ShaderMaterial({
      uniforms: this.shared,
      depthTest: false,
      depthWrite: false,
      vertexShader: /* glsl */ `
        void main() {
          gl_Position = vec4(position.xy, 1.0, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 paperTop, paperBottom;
        uniform vec2 viewport;
        void main() {
          gl_FragColor = vec4(mix(paperBottom, paperTop, gl_FragCoord.y / viewport.y), 1.0);
        }`,
    });
  }

  /** The floor, or a shadow on it: bodies flattened onto it along the light. */
  floor(isShadow) {
    return new THREE.ShaderMaterial({
      uniforms: { ...this.shared, shadow: { value: isShadow ? 1 : 0 } },
      side: THREE.DoubleSide,
      depthTest: !isShadow,
      depthWrite: false,
      vertexShader: /* glsl */ `
        uniform vec3 slant, middle;
        uniform float floorY, shadow;
        varying vec3 vWorld;
        void main() {
          vec4 w = modelMatrix * vec4(position, 1.0);
          if (shadow > 0.5) {
            w.xyz -= slant * (max(0.0, w.y - floorY) / slant.y);
            w.y = floorY;
          }
          vWorld = w.xyz;
          gl_Position = projectionMatrix * viewMatrix * w;
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 paperTop, paperBottom, floorTone;
        uniform vec2 viewport;
        uniform float shadow, eyeDistance, cell;
        varying vec3 vWorld;
        ${TONES}
        float lines(float at) {
          float pixel = fwidth(at);
          float q = at / cell;
          float d = abs(q - floor(q + 0.5)) * cell;
          float strength = max(0.0, 1.0 - 4.0 * pixel / cell);
          return strength * clamp(1.1 - d / pixel, 0.0, 1.0);
        }
        void main() {
          float far = length(vWorld - cameraPosition) / eyeDistance;
          float fade = smoothstep(0.0, 1.0, (6.0 - far) / (6.0 - 1.2));
          vec3 paper = mix(paperBottom, paperTop, gl_FragCoord.y / viewport.y);
          vec3 dark = mix(floorTone, shadowTone(floorTone), 0.85);
          vec3 grid = mix(floorTone, dark, 0.4);
          float line = max(lines(vWorld.x), lines(vWorld.z));
          vec3 lit = floorTone + line * (grid - floorTone);
          vec3 c = shadow > 0.5 ? dark + 0.5 * line * (grid - floorTone) : lit;
          gl_FragColor = vec4(mix(paper, c, fade), 1.0);
        }`,
    });
  }
}
