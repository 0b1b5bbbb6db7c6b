#include "cudart/api/code/module_calls.hpp"

#include <fmt/core.h>

#include "cudart/module/module_image.hpp"

namespace heddle::cudart {
namespace {

std::string text_of(const Image& image, std::uint32_t capability) {
  if (image.file == nullptr) return module_ptx(image.data, capability);
  const std::string content = image_file(image.file);
  return module_ptx(content.c_str(), capability);
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

}  // namespace

Binary& module_at(Registry& registry, const void* handle) {
  const auto* const binary = static_cast<const Binary*>(handle);
  require(registry.knows_module(binary), cudaErrorInvalidResourceHandle);
  return *const_cast<Binary*>(binary);
}

cudaError_t load_module(void** handle, const Image& image, JitOptions options, const char* call) {
  const cudaError_t result = enter(call, [&](Context& context) {
    require(handle != nullptr);
    *handle = nullptr;
    options.require_known();
    try {
      Registry& registry = runtime().registry();
      *handle = &registry.load_module(text_of(image, context.loader().capability),
                                      image.file == nullptr ? "" : image.file, context.loader());
    } catch (const CudaError& error) {
      options.write_error(error.what());
      throw;
    }
  });
  options.finish();
  return result;
}

cudaError_t unload_module(const void* handle, const char* call) {
  return enter(call, [&](Context& context) {
    Registry& registry = runtime().registry();
    Binary& binary = module_at(registry, handle);
    context.scheduler().drain();
    registry.remove(binary, &context.loader());
  });
}

cudaError_t find_function(void** function, const void* module, const char* name, const char* call) {
  return enter(call, [&](Context&) {
    require(function != nullptr && name != nullptr);
    Registry& registry = runtime().registry();
    *function = &registry.function_in(module_at(registry, module), name);
  });
}

cudaError_t find_variable(CUdeviceptr* address, std::size_t* bytes, const void* module,
                          const char* name, const char* call) {
  return enter(call, [&](Context&) {
    require(name != nullptr);
    const Binary& binary = module_at(runtime().registry(), module);
    const LoadedCode::Variable* const found = variable_in(binary.code, name);
    require(found != nullptr, cudaErrorSymbolNotFound);
    if (address != nullptr) *address = found->address;
    if (bytes != nullptr) *bytes = found->bytes;
  });
}

}  // namespace heddle::cudart
