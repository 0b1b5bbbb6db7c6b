// Libraries of the runtime: code that a program loads at run time.
#include <algorithm>

#include "cudart/api/code/module_calls.hpp"

using namespace heddle::cudart;

namespace {

/// The options have the numbers of the driver's. Options of libraries only save memory.
JitOptions jit_options(unsigned count, const cudaJitOption* options, void** values) {
  return {count, reinterpret_cast<const CUjit_option*>(options), values};
}

}  // namespace

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions,
                                void** jitOptionsValues, unsigned int numJitOptions,
                                cudaLibraryOption*, void**, unsigned int) {
  return load_module(handle_place(library), {code},
                     jit_options(numJitOptions, jitOptions, jitOptionsValues));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName,
                                    cudaJitOption* jitOptions, void** jitOptionsValues,
                                    unsigned int numJitOptions, cudaLibraryOption*, void**,
                                    unsigned int) {
  return load_module(handle_place(library), {nullptr, fileName},
                     jit_options(numJitOptions, jitOptions, jitOptionsValues));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) { return unload_module(library); }

cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) {
  return find_function(handle_place(pKernel), library, name);
}

cudaError_t cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return find_variable(reinterpret_cast<CUdeviceptr*>(dptr), bytes, library, name);
}

/// Managed variables of a library have one address for host and device, which the device knows as
/// that of any variable.
cudaError_t cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
  return find_variable(reinterpret_cast<CUdeviceptr*>(dptr), bytes, library, name);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) {
  return enter([&](Context&) {
    require(count != nullptr);
    *count = static_cast<unsigned>(module_at(runtime().registry(), lib).code.kernels.size());
  });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels,
                                        cudaLibrary_t lib) {
  return enter([&](Context&) {
    Registry& registry = runtime().registry();
    Binary& binary = module_at(registry, lib);
    require(kernels != nullptr || numKernels == 0);
    const std::size_t count = std::min<std::size_t>(numKernels, binary.code.kernels.size());
    for (std::size_t i = 0; i < count; ++i)
      kernels[i] = reinterpret_cast<cudaKernel_t>(
          &registry.function_in(binary, binary.code.kernels[i]->name));
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value,
                                            int device) {
  if (device != 0) return enter([](Context&) { return cudaErrorInvalidDevice; });
  return cudaFuncSetAttribute(kernel, attr, value);
}
