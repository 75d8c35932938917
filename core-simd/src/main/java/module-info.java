/** The kernels of the engine on vector lanes; found by the service loader. */
module dev.shinari.core.simd {
  requires dev.shinari.core;
  requires jdk.incubator.vector;

  provides dev.shinari.kernel.KernelChoice.Provider with
      dev.shinari.simd.WideProvider;
}
