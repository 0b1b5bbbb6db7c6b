// What the functions for modules (driver API) and for libraries (both APIs) do. A module's handle
// is its binary in the registry; a function's is the DeviceFunction.
#pragma once

#include "cudart/api/code/jit_options.hpp"
#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// The binary behind a handle. Throws CudaError(cudaErrorInvalidResourceHandle) if there is none.
Binary& module_at(Registry& registry, const void* handle);

/// What a program loads: an image in memory, or a file.
struct Image {
  const void* data = nullptr;
  const char* file = nullptr;  ///< null: not a file
};

/// Loads a module, and writes the loader's message into the program's buffers. Writes null to
/// `*handle` if the module cannot be loaded.
cudaError_t load_module(void** handle, const Image& image, JitOptions options,
                        const char* call = __builtin_FUNCTION());

/// Unloads a module after all queued work, which may use it.
cudaError_t unload_module(const void* handle, const char* call = __builtin_FUNCTION());

cudaError_t find_function(void** function, const void* module, const char* name,
                          const char* call = __builtin_FUNCTION());

/// The address and the size of a variable; both pointers may be null.
cudaError_t find_variable(CUdeviceptr* address, std::size_t* bytes, const void* module,
                          const char* name, const char* call = __builtin_FUNCTION());

template <typename Handle>
void** handle_place(Handle* handle) {
  return reinterpret_cast<void**>(handle);
}

}  // namespace heddle::cudart
