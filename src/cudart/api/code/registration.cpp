// Functions that compiled programs call before main. These functions register each fat binary with
// its kernels, variables and textures.
#include <algorithm>
#include <cstdlib>
#include <span>

#include <dlfcn.h>
#include <link.h>

#include "cudart/api/export.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

Binary& binary_of(Runtime& state, void** handle) {
  auto* const binary = reinterpret_cast<Binary*>(handle);
  require(state.registry().knows(binary), cudaErrorInvalidResourceHandle);
  return *binary;
}

/// Whether `address` lies in the program itself and not in a library. A library may be unloaded,
/// but the program stays in memory until the process ends.
bool in_main_program(const void* address) {
  Dl_info info;
  link_map* object = nullptr;
  const int found = dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP);
  return found != 0 && object != nullptr && object->l_name[0] == '\0';
}

/// Adds an entry to the binary behind the handle. Registration never creates the device.
template <typename Entry>
void register_entry(void** handle, const Entry& entry) {
  enter_runtime([&](Runtime& state) { state.registry().add(binary_of(state, handle), entry); });
}

}  // namespace

HEDDLE_EXPORT void** __cudaRegisterFatBinary(void* fatCubin) {
  void** handle = nullptr;
  enter_runtime([&](Runtime& state) {
    Binary& binary = state.registry().add(static_cast<const FatBinaryWrapper*>(fatCubin));
    handle = reinterpret_cast<void**>(&binary);
  });
  return handle;
}

HEDDLE_EXPORT void __cudaRegisterFatBinaryEnd(void**) {}

/// Compiled programs also call this function at exit, before destructors that may still launch
/// kernels. Therefore the device code of the program itself stays registered.
HEDDLE_EXPORT void __cudaUnregisterFatBinary(void** fatCubinHandle) {
  enter_runtime([&](Runtime& state) {
    Binary& binary = binary_of(state, fatCubinHandle);
    if (in_main_program(binary.wrapper)) return;
    if (!state.has_context() || state.failure() != cudaSuccess) {
      state.registry().remove(binary, nullptr);
      return;
    }
    Context& context = state.context();
    context.scheduler().drain();
    state.registry().remove(binary, &context.loader());
  });
}

HEDDLE_EXPORT void __cudaRegisterFunction(void** fatCubinHandle, const char* hostFun, char*,
                                          const char* deviceName, int, uint3*, uint3*, dim3*, dim3*,
                                          int*) {
  DeviceFunction function;
  function.host = hostFun;
  function.name = deviceName;
  register_entry(fatCubinHandle, function);
}

HEDDLE_EXPORT void __cudaRegisterVar(void** fatCubinHandle, char* hostVar, char*,
                                     const char* deviceName, int, std::size_t size, int, int) {
  DeviceVariable variable;
  variable.host = hostVar;
  variable.name = deviceName;
  variable.bytes = size;
  register_entry(fatCubinHandle, variable);
}

HEDDLE_EXPORT void __cudaRegisterManagedVar(void** fatCubinHandle, void** hostVarPtrAddress, char*,
                                            const char* deviceName, int, std::size_t size, int,
                                            int) {
  DeviceVariable variable;
  variable.host = static_cast<const void*>(hostVarPtrAddress);
  variable.name = deviceName;
  variable.bytes = size;
  variable.managed = true;
  variable.host_pointer = hostVarPtrAddress;
  register_entry(fatCubinHandle, variable);
}

/// Programs made by `heddle cc` call this function for the __managed__ variables of a file. Without
/// the memory of these variables the program cannot run.
HEDDLE_EXPORT void __heddleRegisterManaged(void** fatCubinHandle, const ManagedRecord* records,
                                           std::size_t count, const ManagedUse* uses,
                                           std::size_t useCount) {
  const cudaError_t placed = enter_runtime([&](Runtime& state) {
    state.managed_variables().place(records, count, uses, useCount);
    for (const ManagedRecord& record : std::span(records, count)) {
      DeviceVariable variable;
      variable.host = *record.pointer;
      variable.name = record.name;
      variable.bytes = std::max<std::size_t>(record.bytes, 1);
      variable.managed = variable.on_host = true;
      state.registry().add(binary_of(state, fatCubinHandle), variable);
    }
  });
  if (placed != cudaSuccess) std::_Exit(1);
  if (runtime().has_context())
    enter([](Context& context) { runtime().registry().share_host_variables(context.loader()); });
}

HEDDLE_EXPORT void __cudaRegisterTexture(void** fatCubinHandle, const textureReference* hostVar,
                                         const void**, const char* deviceName, int dim, int norm,
                                         int) {
  TextureSymbol texture;
  texture.host = hostVar;
  texture.name = deviceName;
  texture.dimensions = dim;
  texture.normalized_read = norm != 0;
  register_entry(fatCubinHandle, texture);
}

HEDDLE_EXPORT void __cudaRegisterSurface(void**, const surfaceReference*, const void**,
                                         const char* deviceName, int, int) {
  enter_runtime([&](Runtime& state) {
    state.note(fmt::format(
        "the program has a surface reference `{}`, which heddle does not support", deviceName));
  });
}

HEDDLE_EXPORT void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}

/// Loads a binary on the device, because the host is about to use one of its managed variables.
/// Returns 1 on success.
HEDDLE_EXPORT char __cudaInitModule(void** fatCubinHandle) {
  return enter_runtime([&](Runtime& state) {
           Context& context = state.context();
           state.registry().load(binary_of(state, fatCubinHandle), context.loader());
         }) == cudaSuccess
             ? 1
             : 0;
}
