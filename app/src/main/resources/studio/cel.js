// The cel look of the Java renderer, for the graphics processor: flat tones, ink, paper, a floor that
// fades into the paper, flat cast and dropped shadows. All figures come from the style; colors are
// written as they are, without color management.

import * as THREE from "/three/three.module.min.js";
import {
  CEL,
  color,
  complete,
  completePaint,
  inkOf,
  NOISE,
  rimOf,
  SCREEN,
  SCREENS,
  TONES,
  tonesOf,
} from "./style.js";

/** Width in pixels of a silhouette of weight 1 in a picture 480 pixels high. */
const LINE_PIXELS = 2.4;

/** Drawings a second: lines that wander do so from drawing to drawing. */
const DRAWINGS = 12;

/** Half the width of a silhouette in pixels: small pictures get relatively thicker lines. */
export function inkRadius(height) {
  return 0.5 * LINE_PIXELS * Math.pow(Math.max(120, height) / 480, 0.6);
}

// Values as colors. Light gray is 0 and red the largest value, as in the Java heat map; parts
// (regions, pieces) get hues that differ from their neighbors'; a painted group is violet.
const CHANNEL = /* glsl */ `
  vec3 heat(float q) {
    q = clamp(q, 0.0, 1.0);
    vec3 low = vec3(0.86, 0.87, 0.86), mid = vec3(0.96, 0.71, 0.34), high = vec3(0.84, 0.16, 0.15);
    return q < 0.5 ? mix(low, mid, 2.0 * q) : mix(mid, high, 2.0 * q - 1.0);
  }
  vec3 hueOf(float k) {
    float hue = fract(k * 0.381966 + 0.08);
    vec3 c = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.9), c, 0.55) * (mod(k, 2.0) < 1.0 ? 0.95 : 0.8);
  }
  vec3 partColor(float q) {
    return hueOf(floor(q * 16.0));
  }
`;

// Thicker where things are near or fast, thinner towards the light; wandering from drawing to
// drawing as a hand does.
const PEN = /* glsl */ `
  uniform float byDepth, bySpeed, eyeDistance, viewHeight, boil;
  uniform int drawing;
  uniform vec2 viewport;
  float penOf(float depth, float speed) {
    float k = clamp(1.0 + byDepth * (eyeDistance / depth - 1.0), 0.5, 2.0);
    return k * (1.0 + bySpeed * min(2.0, speed / viewHeight * eyeDistance / depth));
  }
  vec2 wander(vec2 ndc) {
    if (boil <= 0.0) {
      return vec2(0.0);
    }
    vec2 at = (0.5 + 0.5 * ndc) * viewport * 0.045 / max(1.0, boil);
    vec2 n = vec2(smoothNoise(at, 2 * drawing + 11), smoothNoise(at, 2 * drawing + 12));
    return 2.0 * boil * (n - 0.5) * 2.0 / viewport;
  }
`;

/** What all materials of a stage share: the light, the style, the size of the picture, the floor. */
export class CelLook {
  constructor() {
    const value = (v) => ({ value: v });
    this.shared = {
      light: value(new THREE.Vector3(-0.5, 0.85, 0.5).normalize()),
      viewport: value(new THREE.Vector2(640, 480)),
      ink: value(color(CEL.paint.inkColor)),
      radius: value(1.2),
      paperTop: value(new THREE.Vector3()),
      paperBottom: value(new THREE.Vector3()),
      slant: value(new THREE.Vector3(-0.42, 1, 0.16).normalize()),
      floorY: value(0),
      floorTone: value(new THREE.Vector3(0.9, 0.88, 0.84)),
      floorShare: value(1),
      frontal: value(0),
      hidesBelow: value(-1e9),
      grid: value(1),
      checker: value(0),
      floorScreen: value(0),
      eyeDistance: value(3),
      viewHeight: value(2),
      cell: value(0.2),
      byDepth: value(0),
      bySpeed: value(0),
      boil: value(0),
      drawing: value(0),
      inkGrain: value(0),
      paperGrain: value(0),
      dropShift: value(new THREE.Vector2()),
      dropGap: value(0.1),
      dropTint: value(new THREE.Vector3()),
      shadowMatrix: value(new THREE.Matrix4()),
      shadowDepth: value(null),
      shadowId: value(null),
      shadowSide: value(0),
      shadowBias: value(0.01),
    };
    this.lineRadius = 1.2;
    this.setStyle(CEL);
  }

  /** Takes a style; surfaces must be painted again with `dress`. */
  setStyle(style) {
    this.style = complete(style);
    const { paint, lines, backdrop, dropShadow } = this.style;
    const s = this.shared;
    s.ink.value.copy(color(paint.inkColor));
    s.paperTop.value.copy(color(backdrop.top));
    s.paperBottom.value.copy(color(backdrop.bottom));
    s.floorShare.value = backdrop.floor;
    s.grid.value = backdrop.grid ? 1 : 0;
    s.checker.value = backdrop.kind === "transparent" ? 1 : 0;
    s.floorScreen.value = SCREENS[paint.screen] ?? 0;
    s.byDepth.value = lines.byDepth;
    s.bySpeed.value = lines.bySpeed;
    s.inkGrain.value = lines.grain;
    s.paperGrain.value = backdrop.grain;
    s.dropTint.value.copy(color(paint.inkColor)).lerp(new THREE.Vector3(96, 70, 110).divideScalar(255), 0.5);
    s.dropShift.value.set(0.7 * dropShadow, dropShadow);
    this.resize(s.viewport.value.x, s.viewport.value.y, this.lineRadius);
  }

  resize(width, height, radius) {
    this.lineRadius = radius;
    this.shared.viewport.value.set(width, height);
    this.shared.radius.value = radius * this.style.lines.weight;
    this.shared.boil.value = (this.style.lines.boil * height) / 480;
  }

  /** What changes from picture to picture. */
  frame(seconds, eyeDistance, viewHeight) {
    this.shared.drawing.value = Math.floor(DRAWINGS * Math.max(0, seconds));
    this.shared.eyeDistance.value = eyeDistance;
    this.shared.viewHeight.value = viewHeight;
    this.shared.dropGap.value = 0.06 * viewHeight;
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
    this.shared.frontal.value = frontal ? 1 : 0;
  }

  /** Gives a surface's materials its paint: its own, or the style's. */
  dress(surface, ownPaint, lineWeight = 1) {
    const paint = completePaint(ownPaint, this.style.paint);
    const own = new THREE.Vector3(...surface.color).divideScalar(255);
    const u = surface.paint.material.uniforms;
    u.tones.value?.dispose();
    u.tones.value = tonesOf(paint.ramp);
    u.replaces.value = paint.ramp.replaces ? 1 : 0;
    u.fillShare.value = paint.fill;
    u.rim.value = paint.rim;
    u.rimTone.value.copy(rimOf(paint, own));
    u.screen.value = SCREENS[paint.screen] ?? 0;
    u.ownInk.value.copy(inkOf(paint, own));
    surface.speedLines = paint.speedLines;
    const weight = this.style.lines.weight * lineWeight;
    for (const mesh of [surface.hull, surface.ink?.mesh]) {
      if (mesh) {
        mesh.material.uniforms.tint.value.copy(u.ownInk.value);
        mesh.material.uniforms.weight.value = lineWeight;
        mesh.visible = weight > 0;
      }
    }
  }

  /** A body's paint. Flat bodies are seen from both sides and lit from the side that is seen. */
  paint(color, texture, oneSided) {
    return new THREE.ShaderMaterial({
      uniforms: {
        ...this.shared,
        base: { value: new THREE.Vector3(...color).divideScalar(255) },
        picture: { value: texture },
        textured: { value: texture ? 1 : 0 },
        channelKind: { value: 0 },
        pale: { value: 0 },
        sheet: { value: 0 },
        tones: { value: null },
        replaces: { value: 0 },
        fillShare: { value: 1 },
        rim: { value: 0 },
        rimTone: { value: new THREE.Vector3(1, 1, 1) },
        screen: { value: 0 },
        ownInk: { value: new THREE.Vector3() },
        anchor: { value: new THREE.Vector2() },
        caster: { value: 0 },
      },
      side: oneSided ? THREE.FrontSide : THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
      stencilWrite: true,
      stencilZPass: THREE.ReplaceStencilOp,
      vertexShader: /* glsl */ `
        attribute float channel;
        uniform vec3 light;
        uniform mat4 shadowMatrix;
        varying vec2 vUv;
        varying float vChannel, vLight, vFacing, vHeight;
        varying vec3 vShadow;
        void main() {
          vec4 world = modelMatrix * vec4(position, 1.0);
          vec3 n = mat3(modelMatrix) * normal;
          // Light goes straight from corner to corner, as in the Java renderer.
          vLight = dot(n, light);
          vFacing = dot(n, normalize(cameraPosition - world.xyz));
          vHeight = world.y;
          vShadow = (shadowMatrix * world).xyz;
          vUv = uv;
          vChannel = channel;
          gl_Position = projectionMatrix * viewMatrix * world;
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 base, rimTone, ownInk;
        uniform vec2 viewport, anchor;
        uniform sampler2D picture;
        uniform highp sampler2D shadowDepth;
        uniform sampler2D shadowId;
        uniform float textured, channelKind, pale, sheet, fillShare, rim, hidesBelow;
        uniform float shadowSide, shadowBias, caster;
        uniform int screen;
        varying vec2 vUv;
        varying float vChannel, vLight, vFacing, vHeight;
        varying vec3 vShadow;
        ${NOISE}
        ${TONES}
        ${SCREEN}
        ${CHANNEL}
        const float IN_SHADOW = -0.1;
        float above(float value, float threshold, float change) {
          return clamp((value - threshold) / max(1e-5, change) + 0.5, 0.0, 1.0);
        }
        float hit(ivec2 at) {
          float who = texelFetch(shadowId, at, 0).r * 255.0;
          float depth = texelFetch(shadowDepth, at, 0).r;
          return abs(who - caster) > 0.5 && depth < vShadow.z - shadowBias ? 1.0 : 0.0;
        }
        /** How much of this place another body shades. */
        float shade() {
          if (shadowSide < 1.0 || any(lessThan(vShadow.xy, vec2(0.0))) || any(greaterThan(vShadow.xy, vec2(1.0)))) {
            return 0.0;
          }
          vec2 at = vShadow.xy * shadowSide - 0.5;
          ivec2 i = ivec2(floor(at));
          vec2 f = at - floor(at);
          float low = mix(hit(i), hit(i + ivec2(1, 0)), f.x);
          return mix(low, mix(hit(i + ivec2(0, 1)), hit(i + ivec2(1, 1)), f.x), f.y);
        }
        void main() {
          if (vHeight < hidesBelow) {
            discard;
          }
          // Which side of a flat drawing is seen is not told by its faces: crushed ones are turned.
          bool front = sheet > 0.5 ? vFacing > 0.0 : gl_FrontFacing;
          float side = front ? 1.0 : -1.0;
          float l = side * vLight, facing = side * vFacing;
          vec3 c = base;
          if (textured > 0.5) {
            vec4 t = texture2D(picture, vUv);
            c = t.a > 0.02 ? t.rgb : base;
          }
          if (channelKind > 2.5) {
            // A group: its own color where it is painted, a paler body elsewhere.
            float k = floor(vChannel + 0.5);
            c = k > 0.5 ? hueOf(k + 5.0) : mix(c, vec3(0.86, 0.85, 0.83), 0.6);
          } else if (channelKind > 1.5) {
            c = partColor(vChannel);
          } else if (channelKind > 0.5) {
            c = heat(vChannel);
          }
          vec3 fill = mix(vec3(1.0), c, channelKind > 0.5 ? 1.0 : fillShare);
          float change = max(1e-5, fwidth(vLight));
          float turn = fwidth(vFacing);
          vec3 color = toneAverage(l, change, fill);
          if (rim > 0.0) {
            float k = 1.0 - above(facing, 0.7 * rim, turn);
            k *= above(l, -0.4, change);
            // Round borders have a rim; a flat face that is seen from the side is no border.
            k *= clamp(0.3 * viewport.y * turn - 0.6, 0.0, 1.0);
            color = mix(color, rimTone, k);
          }
          float dark = l > IN_SHADOW ? shade() : 0.0;
          if (dark > 0.0) {
            color = mix(color, toneColor(toneAt(IN_SHADOW), fill), dark);
            l = mix(l, IN_SHADOW, dark);
          }
          vec2 at = vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y) - anchor;
          color = mix(color, ownInk, screenCover(screen, at, l, viewport.y));
          gl_FragColor = vec4(mix(color, vec3(0.965, 0.94, 0.9), pale), 1.0);
        }`,
    });
  }

  /** The outline of a closed body: its far side, grown by the line's width on the screen. */
  hull() {
    return new THREE.ShaderMaterial({
      uniforms: { ...this.shared, tint: { value: new THREE.Vector3() }, weight: { value: 1 } },
      side: THREE.BackSide,
      transparent: true,
      vertexShader: /* glsl */ `
        attribute vec3 outward;
        attribute float speed;
        uniform vec3 light;
        uniform float radius, weight;
        varying float vHeight;
        ${NOISE}
        ${PEN}
        void main() {
          vec4 world = modelMatrix * vec4(position, 1.0);
          vec4 p = projectionMatrix * viewMatrix * world;
          vec4 n = projectionMatrix * vec4(mat3(modelViewMatrix) * outward, 0.0);
          vec2 d = n.xy * viewport;
          float size = length(d);
          // A little thicker on the side away from the light, as a brush would draw it.
          float brush = 1.08 - 0.22 * clamp(dot(outward, light), -0.5, 1.0);
          float width = radius * weight * brush * penOf(p.w, speed) * 1.7;
          if (size > 1e-6) {
            p.xy += d / size * width * 2.0 / viewport * p.w;
          }
          p.xy += wander(p.xy / p.w) * p.w;
          vHeight = world.y;
          gl_Position = p;
        }`,
      fragmentShader: INKED,
    });
  }

  /** Lines of some pixels' width between pairs of points, four corners a line. */
  line(color, weight, seeThrough = false, back = 0) {
    return new THREE.ShaderMaterial({
      uniforms: {
        ...this.shared,
        tint: { value: color.clone() },
        weight: { value: weight },
        haste: { value: 0 },
        back: { value: back },
        ...(seeThrough ? { inkGrain: { value: 0 }, boil: { value: 0 }, hidesBelow: { value: -1e9 } } : {}),
      },
      side: THREE.DoubleSide,
      depthTest: !seeThrough,
      depthWrite: false,
      transparent: true,
      vertexShader: /* glsl */ `
        attribute vec3 other;
        attribute vec2 corner; // side -1 or 1, own share of the line's weight
        uniform float radius, weight, haste, back;
        varying float vHeight;
        ${NOISE}
        ${PEN}
        void main() {
          vec4 world = modelMatrix * vec4(position, 1.0);
          vec4 a = projectionMatrix * viewMatrix * world;
          vec4 b = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
          vec2 d = (b.xy / b.w - a.xy / a.w) * viewport;
          float size = length(d);
          vec2 along = size > 1e-6 ? d / size : vec2(1.0, 0.0);
          vec2 across = vec2(-along.y, along.x) * corner.x;
          float w = ${seeThrough ? "weight * viewport.y / 400.0" : "radius * weight * corner.y * penOf(a.w, haste)"};
          // Behind their own paint only the outer half of lines is seen.
          w = max(0.5, w * (back > 0.5 ? 1.7 : 1.0));
          // Ends reach beyond their points, so that chains of lines have no gaps at bends.
          a.xy += (across - 0.6 * along) * w * 2.0 / viewport * a.w;
          a.xy += wander(a.xy / a.w) * a.w;
          a.z += (back > 0.5 ? 4e-4 : -2e-4) * a.w;
          vHeight = world.y;
          gl_Position = a;
        }`,
      fragmentShader: INKED,
    });
  }

  /** The paper behind everything; what is transparent in pictures is a pale chequer here. */
  paper() {
    return new THREE.ShaderMaterial({
      uniforms: this.shared,
      depthTest: false,
      depthWrite: false,
      vertexShader: FULL,
      fragmentShader: /* glsl */ `
        ${PAPER}
        void main() {
          gl_FragColor = vec4(paperAt(), 1.0);
        }`,
    });
  }

  /** The grain of the paper over everything: a few steps of brightness. */
  grain() {
    return new THREE.ShaderMaterial({
      uniforms: this.shared,
      depthTest: false,
      depthWrite: false,
      transparent: true,
      blending: THREE.CustomBlending,
      blendSrc: THREE.DstColorFactor,
      blendDst: THREE.SrcColorFactor, // twice the product, so that grain can lighten as well
      vertexShader: FULL,
      fragmentShader: /* glsl */ `
        uniform vec2 viewport;
        uniform float paperGrain;
        ${NOISE}
        void main() {
          vec2 at = floor(vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y));
          float n = 0.5 * noise(int(at.x), int(at.y), 31) + 0.5 * smoothNoise(at * vec2(0.3, 0.22), 32);
          gl_FragColor = vec4(vec3(0.5 + 0.015 * paperGrain * (floor(5.0 * n) - 3.0)), 1.0);
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
        uniform vec3 slant;
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
        uniform vec3 floorTone, ink;
        uniform float shadow, eyeDistance, viewHeight, cell, floorShare, grid, frontal, floorY, radius;
        uniform int floorScreen;
        varying vec3 vWorld;
        ${PAPER}
        ${NOISE}
        ${SCREEN}
        /** A floor's shadow is paler than a body's: it covers much and says little. */
        vec3 shadowOf(vec3 c) {
          vec3 s = c * vec3(0.77, 0.68, 0.77);
          vec3 gray = vec3(dot(s, vec3(0.3, 0.59, 0.11)));
          return mix(c, clamp(gray + 1.1 * (s - gray), 0.0, 1.0), 0.85);
        }
        float lines(float at, float pixel) {
          float q = at / cell;
          float d = abs(q - floor(q + 0.5)) * cell;
          float strength = max(0.0, 1.0 - 4.0 * pixel / cell);
          return grid * strength * clamp(1.1 - d / pixel, 0.0, 1.0);
        }
        void main() {
          vec3 paper = paperAt();
          vec3 own = mix(paper, floorTone, floorShare);
          vec3 dark = shadowOf(own);
          float fade, line;
          if (frontal > 0.5) {
            // A flat scene shows its floor edge-on: a line, and slanted ones below.
            float pixel = viewHeight / viewport.y;
            float below = (floorY - vWorld.y) / pixel;
            fade = clamp(below + 0.5, 0.0, 1.0);
            line = 0.6 * lines(vWorld.x + vWorld.y, 1.4 * pixel);
          } else {
            float far = 1.0 / gl_FragCoord.w / eyeDistance;
            fade = smoothstep(0.0, 1.0, (6.0 - far) / (6.0 - 1.2));
            line = max(lines(vWorld.x, fwidth(vWorld.x)), lines(vWorld.z, fwidth(vWorld.z)));
          }
          vec3 mark = 0.4 * line * (dark - own);
          vec3 lit = mix(paper, own + mark, fade);
          vec3 shaded = mix(paper, dark + 0.5 * mark, fade);
          if (checker > 0.5) {
            lit = paper;
            shaded = mix(paper, ink, 0.3 * fade);
          }
          float s = shadow;
          if (shadow > 0.5 && floorScreen > 0) {
            vec2 at = vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y);
            s *= 0.15 + 0.85 * screenCover(floorScreen, at, -0.2, viewport.y);
          }
          vec3 c = mix(lit, shaded, s);
          if (frontal > 0.5) {
            float below = (floorY - vWorld.y) * viewport.y / viewHeight;
            c = mix(c, ink, radius > 0.0 ? clamp(0.8 * radius + 0.5 - abs(below), 0.0, 1.0) : 0.0);
          }
          gl_FragColor = vec4(c, 1.0);
        }`,
    });
  }

  /**
   * The shadow that a body drops to the right and downwards on what lies behind it: on other things
   * wherever they are farther, on itself only where it is farther by a gap. Paint leaves the body's
   * number in the stencil; the highest bit, or the number itself, says that a place is dark already.
   */
  drop(onItself) {
    return new THREE.ShaderMaterial({
      uniforms: { ...this.shared, ...(onItself ? {} : { dropGap: { value: 0 } }) },
      side: THREE.DoubleSide,
      depthWrite: false,
      transparent: true,
      stencilWrite: true,
      stencilFunc: onItself ? THREE.EqualStencilFunc : THREE.NotEqualStencilFunc,
      stencilFuncMask: onItself ? 0xff : 0x7f,
      stencilWriteMask: onItself ? 0x80 : 0x7f,
      stencilZPass: onItself ? THREE.InvertStencilOp : THREE.ReplaceStencilOp,
      vertexShader: /* glsl */ `
        uniform vec2 dropShift, viewport;
        uniform float dropGap;
        void main() {
          vec4 view = modelViewMatrix * vec4(position, 1.0);
          vec4 p = projectionMatrix * view;
          vec4 back = projectionMatrix * vec4(view.xy, view.z - dropGap, 1.0);
          p.z = back.z / back.w * p.w;
          p.xy += vec2(dropShift.x * viewport.y / viewport.x, -dropShift.y) * 2.0 * p.w;
          gl_Position = p;
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 dropTint;
        void main() {
          gl_FragColor = vec4(dropTint, 0.34);
        }`,
    });
  }

  /** Who is nearest to the light, and how near: for shadows of bodies on each other. */
  casting() {
    return new THREE.ShaderMaterial({
      uniforms: { caster: { value: 0 } },
      side: THREE.DoubleSide,
      vertexShader: /* glsl */ `
        void main() {
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform float caster;
        void main() {
          gl_FragColor = vec4(caster / 255.0, 0.0, 0.0, 1.0);
        }`,
    });
  }
}

const FULL = /* glsl */ `
  void main() {
    gl_Position = vec4(position.xy, 1.0, 1.0);
  }`;

const PAPER = /* glsl */ `
  uniform vec3 paperTop, paperBottom;
  uniform vec2 viewport;
  uniform float checker;
  vec3 paperAt() {
    if (checker > 0.5) {
      vec2 q = floor(gl_FragCoord.xy / (0.022 * viewport.y));
      return vec3(mod(q.x + q.y, 2.0) < 1.0 ? 0.98 : 0.92);
    }
    return mix(paperBottom, paperTop, gl_FragCoord.y / viewport.y);
  }`;

// Ink: the paper's tooth takes some of it.
const INKED = /* glsl */ `
  uniform vec3 tint;
  uniform float inkGrain, hidesBelow;
  uniform vec2 viewport;
  varying float vHeight;
  ${NOISE}
  void main() {
    if (vHeight < hidesBelow) {
      discard;
    }
    float n = inkGrain > 0.0
      ? smoothNoise(0.55 * vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y), 77) : 0.0;
    gl_FragColor = vec4(tint, 1.0 - 0.95 * inkGrain * n * n);
  }`;
