// Shadows that bodies cast on each other: what the light sees, from straight ahead and without
// perspective, for each texel the nearest body and how near it is. A body does not shade itself; its
// tones do that. Shadows on the floor are bodies flattened onto it and need none of this.

import * as THREE from "/three/three.module.min.js";

const SIDE = 1024;

export class Shadows {
  constructor(look) {
    this.look = look;
    this.camera = new THREE.OrthographicCamera();
    this.material = look.casting();
    this.scene = new THREE.Scene();
    this.target = null;
    this.proxies = new Map();
  }

  /** Where nothing is cast, the paint must not look at old pictures. */
  off() {
    this.look.shared.shadowSide.value = 0;
  }

  /** Draws what the light sees of these surfaces. */
  prepare(renderer, surfaces, box, viewHeight) {
    const s = this.look.shared;
    if (surfaces.length < 2 || box.isEmpty()) {
      this.off();
      return;
    }
    this.target ??= new THREE.WebGLRenderTarget(SIDE, SIDE, {
      minFilter: THREE.NearestFilter,
      magFilter: THREE.NearestFilter,
      depthTexture: new THREE.DepthTexture(SIDE, SIDE, THREE.UnsignedIntType),
    });
    const center = box.getCenter(new THREE.Vector3());
    const reach = Math.min(2 * viewHeight, 0.5 * box.getSize(new THREE.Vector3()).length()) * 1.02;
    const c = this.camera;
    c.left = c.bottom = -reach;
    c.right = c.top = reach;
    c.near = 0;
    c.far = 2 * reach;
    c.position.copy(center).addScaledVector(s.slant.value, reach);
    c.up.set(0, 0, 1);
    c.lookAt(center);
    c.updateProjectionMatrix();
    c.updateMatrixWorld();
    s.shadowMatrix.value
      .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
      .multiply(c.projectionMatrix)
      .multiply(c.matrixWorldInverse);
    s.shadowBias.value = (4e-3 * viewHeight) / (2 * reach);
    this.show(surfaces);
    const clear = renderer.getClearColor(new THREE.Color());
    const alpha = renderer.getClearAlpha();
    // The paint of the last picture still points at this target; it must not be read while drawn on.
    s.shadowSide.value = 0;
    s.shadowDepth.value = s.shadowId.value = null;
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    renderer.render(this.scene, c);
    renderer.setRenderTarget(null);
    renderer.setClearColor(clear, alpha);
    s.shadowDepth.value = this.target.depthTexture;
    s.shadowId.value = this.target.texture;
    s.shadowSide.value = SIDE;
  }

  /** One mesh a surface, over the geometry that is drawn anyway. */
  show(surfaces) {
    const seen = new Set();
    surfaces.forEach((surface, i) => {
      seen.add(surface);
      let proxy = this.proxies.get(surface);
      if (!proxy) {
        proxy = new THREE.Mesh(surface.geometry, this.material.clone());
        proxy.frustumCulled = false;
        this.proxies.set(surface, proxy);
        this.scene.add(proxy);
      }
      const caster = 1 + (i % 255);
      proxy.material.uniforms.caster.value = caster;
      surface.paint.material.uniforms.caster.value = caster;
    });
    for (const [surface, proxy] of this.proxies) {
      if (!seen.has(surface)) {
        proxy.removeFromParent();
        proxy.material.dispose();
        this.proxies.delete(surface);
      }
    }
  }
}
