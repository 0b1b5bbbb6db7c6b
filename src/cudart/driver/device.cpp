// The driver API: initialization, errors, devices.
#include <cstdio>
#include <cstring>
#include <string>

#include "cudart/device/properties.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

constexpr int kDriverVersion = CUDA_VERSION;

/// Attributes that the runtime does not have.
constexpr std::pair<CUdevice_attribute, int> kOwnAttributes[] = {
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 0},
    {CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, 0},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, 0}};

cudaError_t require_first(CUdevice device) {
  return enter_runtime([&](Runtime&) { require(device == 0, cudaErrorInvalidDevice); });
}

/// Runs `body(Context&)` for device 0.
template <typename Body>
CUresult for_device(CUdevice device, const Body& body, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      Needs::initialization,
      [&] {
        return enter([&](Context& context) {
          require(device == 0, cudaErrorInvalidDevice);
          body(context);
        });
      },
      name);
}

CUresult answer_text(CUresult error, const char* text, const char** to) {
  if (to == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *to = text;
  return driver_error_name(error) == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

}  // namespace

CUresult cuInit(unsigned int Flags) {
  return driver_call(Needs::nothing, [&] {
    return enter_runtime([&](Runtime& state) {
      require(Flags == 0);
      state.driver_contexts().initialize();
    });
  });
}

CUresult cuDriverGetVersion(int* driverVersion) {
  return driver_call(Needs::nothing, [&] {
    return enter_runtime([&](Runtime&) {
      require(driverVersion != nullptr);
      *driverVersion = kDriverVersion;
    });
  });
}

CUresult cuGetErrorName(CUresult error, const char** pStr) {
  return answer_text(error, driver_error_name(error), pStr);
}

CUresult cuGetErrorString(CUresult error, const char** pStr) {
  return answer_text(error, driver_error_text(error), pStr);
}

CUresult cuProfilerStart() { return driver_call(cudaProfilerStart); }
CUresult cuProfilerStop() { return driver_call(cudaProfilerStop); }

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return driver_call(Needs::initialization, [&] {
    return enter_runtime([&](Runtime&) {
      require(device != nullptr);
      require(ordinal == 0, cudaErrorInvalidDevice);
      *device = 0;
    });
  });
}

CUresult cuDeviceGetCount(int* count) {
  return driver_call(Needs::initialization, [&] { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGetName(char* name, int len, CUdevice dev) {
  return for_device(dev, [&](Context& context) {
    require(name != nullptr && len > 0);
    std::snprintf(name, static_cast<std::size_t>(len), "%s", context.description().name.c_str());
  });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  return for_device(dev, [&](Context& context) {
    require(uuid != nullptr);
    *uuid = context.properties().uuid;
  });
}

CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) { return cuDeviceGetUuid(uuid, dev); }

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice dev) {
  return for_device(dev, [&](Context& context) {
    require(bytes != nullptr);
    *bytes = context.properties().totalGlobalMem;
  });
}

CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  for (const auto& [attribute, value] : kOwnAttributes) {
    if (attribute != attrib) continue;
    return for_device(dev, [&](Context&) {
      require(pi != nullptr);
      *pi = value;
    });
  }
  // The others have the same numbers in the runtime.
  return driver_call(Needs::initialization, [&] {
    return cudaDeviceGetAttribute(pi, static_cast<cudaDeviceAttr>(attrib), dev);
  });
}

CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
  return for_device(dev, [&](Context& context) {
    require(prop != nullptr);
    const cudaDeviceProp& p = context.properties();
    *prop = {p.maxThreadsPerBlock,
             {p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]},
             {p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]},
             static_cast<int>(p.sharedMemPerBlock),
             static_cast<int>(p.totalConstMem),
             p.warpSize,
             static_cast<int>(p.memPitch),
             p.regsPerBlock,
             p.clockRate,
             static_cast<int>(p.textureAlignment)};
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
  return for_device(dev, [&](Context& context) {
    require(major != nullptr && minor != nullptr);
    *major = context.properties().major;
    *minor = context.properties().minor;
  });
}

CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  return driver_call(Needs::initialization,
                     [&] { return cudaDeviceGetPCIBusId(pciBusId, len, dev); });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
  return driver_call(Needs::initialization, [&] { return cudaDeviceGetByPCIBusId(dev, pciBusId); });
}

CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return driver_call(Needs::initialization,
                     [&] { return cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev); });
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice) {
  return driver_call(Needs::initialization, [&] {
    return cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attrib), srcDevice,
                                     dstDevice);
  });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
  return driver_call(Needs::initialization,
                     [&] { return cudaDeviceGetDefaultMemPool(pool_out, dev); });
}

CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
  return driver_call(Needs::initialization, [&] { return cudaDeviceGetMemPool(pool, dev); });
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  return driver_call(Needs::initialization, [&] {
    const cudaError_t known = require_first(dev);
    return known != cudaSuccess ? known : cudaDeviceSetMemPool(dev, pool);
  });
}
