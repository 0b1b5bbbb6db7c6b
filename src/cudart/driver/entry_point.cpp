// Finds functions of the driver API by name (cuGetProcAddress, cudaGetDriverEntryPoint), among the
// names that this library exports.
#include <string>

#include <dlfcn.h>

#include "cudart/api/export.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// Functions whose name without a suffix means another one from a version of CUDA on. The first
/// row that fits counts.
struct Renamed {
  const char* name;
  int since;  ///< 1000 * major + 10 * minor
  const char* symbol;
};
constexpr Renamed kRenamed[] = {{"cuCtxCreate", 11040, "cuCtxCreate_v3"},
                                {"cuGraphInstantiate", 12000, "cuGraphInstantiateWithFlags"},
                                {"cuGraphAddNode", 13000, "cuGraphAddNode_v2"},
                                {"cuGraphAddNode", 0, "cuGraphAddNode"},
                                {"cuTexRefSetAddress2D", 4010, "cuTexRefSetAddress2D_v3"}};

void* exported(const std::string& name) {
  static void* const self = [] {
    Dl_info info{};
    const auto* const here = reinterpret_cast<const void*>(&cuInit);
    return dladdr(here, &info) == 0 ? nullptr : dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  }();
  return self == nullptr ? nullptr : dlsym(self, name.c_str());
}

/// The newest form of the function, or null. cuda.h gives old names to newer forms by a suffix.
void* find_entry(const char* name, int version) {
  for (const Renamed& renamed : kRenamed) {
    if (std::string_view(name) == renamed.name && version >= renamed.since)
      return exported(renamed.symbol);
  }
  void* const second = exported(std::string(name) + "_v2");
  return second != nullptr ? second : exported(name);
}

cudaError_t answer_entry(const char* symbol, void** function, int version, std::uint64_t flags,
                         CUdriverProcAddressQueryResult* status, cudaError_t absent) {
  return enter_runtime([&](Runtime&) {
    require(symbol != nullptr && function != nullptr);
    require(flags <= CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    if (flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
      throw CudaError(
          cudaErrorNotSupported,
          "the driver API's functions for per-thread default streams are not supported");
    const bool driver =
        std::string_view(symbol).starts_with("cu") && !std::string_view(symbol).starts_with("cuda");
    *function = driver ? find_entry(symbol, version) : nullptr;
    if (status != nullptr)
      *status =
          *function == nullptr ? CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND : CU_GET_PROC_ADDRESS_SUCCESS;
    return *function == nullptr ? absent : cudaSuccess;
  });
}

}  // namespace

CUresult cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* symbolStatus) {
  return driver_call(Needs::nothing, [&] {
    return answer_entry(symbol, pfn, cudaVersion, flags, symbolStatus, cudaErrorSymbolNotFound);
  });
}

#undef cuGetProcAddress
/// The form of before CUDA 12.
HEDDLE_EXPORT CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion,
                                        cuuint64_t flags) {
  return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, nullptr);
}

/// The runtime answers with success, and with no function, for a name that there is not. Its own
/// version decides the form; CUDA 11's function has no last argument, which then is not written.
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult* driverStatus) {
  return answer_entry(symbol, funcPtr, CUDART_VERSION, flags,
                      reinterpret_cast<CUdriverProcAddressQueryResult*>(driverStatus), cudaSuccess);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult* driverStatus) {
  return answer_entry(symbol, funcPtr, static_cast<int>(cudaVersion), flags,
                      reinterpret_cast<CUdriverProcAddressQueryResult*>(driverStatus), cudaSuccess);
}
