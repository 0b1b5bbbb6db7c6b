// The driver API: modules, and libraries, which are modules under another name. A module's handle
// is its binary in the registry; a function's is the DeviceFunction, as in the runtime.
#include "cudart/driver/driver_call.hpp"
#include "cudart/driver/jit_options.hpp"
#include "cudart/module/module_image.hpp"

using namespace heddle::cudart;

namespace {

Binary& module_at(Registry& registry, const void* handle) {
  const auto* const binary = static_cast<const Binary*>(handle);
  require(registry.knows_module(binary), cudaErrorInvalidResourceHandle);
  return *const_cast<Binary*>(binary);
}

/// What a program loads: an image in memory, or a file.
struct Image {
  const void* data = nullptr;
  const char* file = nullptr;  ///< null: not a file
};

std::string text_of(const Image& image, std::uint32_t capability) {
  if (image.file == nullptr) return module_ptx(image.data, capability);
  const std::string content = image_file(image.file);
  return module_ptx(content.c_str(), capability);
}

/// Loads a module, and writes the loader's message into the program's buffers.
template <typename Handle>
cudaError_t load_module(Handle* handle, const Image& image, JitOptions options) {
  const cudaError_t result = enter([&](Context& context) {
    require(handle != nullptr);
    *handle = nullptr;
    options.require_known();
    try {
      Registry& registry = runtime().registry();
      Binary& binary =
          registry.load_module(text_of(image, context.loader().capability),
                               image.file == nullptr ? "" : image.file, context.loader());
      *handle = reinterpret_cast<Handle>(&binary);
    } catch (const CudaError& error) {
      options.write_error(error.what());
      throw;
    }
  });
  options.finish();
  return result;
}

/// Unloads a module after all queued work, which may use it.
cudaError_t unload(const void* handle) {
  return enter([&](Context& context) {
    Registry& registry = runtime().registry();
    Binary& binary = module_at(registry, handle);
    context.scheduler().drain();
    registry.remove(binary, &context.loader());
  });
}

template <typename Handle>
cudaError_t find_function(Handle* function, const void* module, const char* name) {
  return enter([&](Context&) {
    require(function != nullptr && name != nullptr);
    Registry& registry = runtime().registry();
    *function = reinterpret_cast<Handle>(&registry.function_in(module_at(registry, module), name));
  });
}

/// The variable of the name, or the static variable: clang mangles the names of these in PTX, and
/// CUDA's compilers do not.
const LoadedCode::Variable* variable_in(const LoadedCode& code, const std::string& name) {
  for (const std::string& known : {name, fmt::format("_ZL{}{}", name.size(), name)}) {
    const auto found = code.variables.find(known);
    if (found != code.variables.end()) return &found->second;
  }
  return nullptr;
}

cudaError_t find_variable(CUdeviceptr* address, size_t* bytes, const void* module,
                          const char* name) {
  return enter([&](Context&) {
    require(name != nullptr);
    const Binary& binary = module_at(runtime().registry(), module);
    const LoadedCode::Variable* const found = variable_in(binary.code, name);
    require(found != nullptr, cudaErrorSymbolNotFound);
    if (address != nullptr) *address = found->address;
    if (bytes != nullptr) *bytes = found->bytes;
  });
}

}  // namespace

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
  return driver_call([&] { return load_module(module, {nullptr, fname}, {}); });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return driver_call([&] { return load_module(module, {image}, {}); });
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions,
                            CUjit_option* options, void** optionValues) {
  return driver_call(
      [&] { return load_module(module, {image}, {numOptions, options, optionValues}); });
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  return driver_call([&] { return load_module(module, {fatCubin}, {}); });
}

CUresult cuModuleUnload(CUmodule hmod) {
  return driver_call([&] { return unload(hmod); });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return driver_call(Needs::initialization, [&] {
    return enter_runtime([&](Runtime&) {
      require(mode != nullptr);
      *mode = CU_MODULE_EAGER_LOADING;
    });
  });
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return driver_call([&] { return find_function(hfunc, hmod, name); });
}

CUresult cuModuleGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  return driver_call([&] { return find_variable(dptr, bytes, hmod, name); });
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions,
                           void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption*,
                           void**, unsigned int) {
  return driver_call(
      [&] { return load_module(library, {code}, {numJitOptions, jitOptions, jitOptionsValues}); });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions,
                               void** jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption*, void**, unsigned int) {
  return driver_call([&] {
    return load_module(library, {nullptr, fileName}, {numJitOptions, jitOptions, jitOptionsValues});
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return driver_call([&] { return unload(library); });
}

CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  return driver_call([&] { return find_function(pKernel, library, name); });
}

CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  return driver_call([&] {
    return enter([&](Context&) {
      require(pMod != nullptr);
      *pMod = reinterpret_cast<CUmodule>(&module_at(runtime().registry(), library));
    });
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return driver_call([&] { return find_variable(dptr, bytes, library, name); });
}
