// Functions for the only device: its number and attributes, synchronization and reset.
#include <cstdio>
#include <cstring>

#include "cudart/device/properties.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

constexpr const char* kPciBusId = "0000:01:00.0";

void require_device(int device) { require(device == 0, cudaErrorInvalidDevice); }

cudaError_t synchronize(const char* call = __builtin_FUNCTION()) {
  return enter(call, [](Context& context) {
    require_no_capture(context.scheduler());
    context.scheduler().drain();
  });
}

cudaError_t reset(const char* call = __builtin_FUNCTION()) {
  return enter_runtime(call, [](Runtime& state) {
    if (state.has_context()) state.context().reset();
    state.driver_contexts().reset_primary();
    if (state.thread().driver_call == nullptr) state.thread().contexts.clear();
  });
}

}  // namespace

cudaError_t cudaDeviceSynchronize() { return synchronize(); }
cudaError_t cudaThreadSynchronize() { return synchronize(); }
cudaError_t cudaDeviceReset() { return reset(); }
cudaError_t cudaThreadExit() { return reset(); }

cudaError_t cudaGetDeviceCount(int* count) {
  return enter_runtime([&](Runtime&) {
    require(count != nullptr);
    *count = 1;
  });
}

cudaError_t cudaSetDevice(int device) {
  return enter([&](Context&) { require_device(device); });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) { return cudaSetDevice(device); }

cudaError_t cudaGetDevice(int* device) {
  return enter_runtime([&](Runtime&) {
    require(device != nullptr);
    *device = 0;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return enter_runtime([&](Runtime&) {
    require(device != nullptr && prop != nullptr);
    *device = 0;
  });
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  return enter_runtime([&](Runtime&) {
    require(len >= 0 && (len == 0 || device_arr != nullptr));
    for (int i = 0; i < len; ++i) require_device(device_arr[i]);
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return enter_runtime([&](Runtime&) { require((flags & ~cudaDeviceMask) == 0); });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return enter_runtime([&](Runtime&) {
    require(flags != nullptr);
    *flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return enter([&](Context& context) {
    require(value != nullptr);
    require_device(device);
    const auto found = attribute_of(context.properties(), attr);
    require(found.has_value());
    *value = *found;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return enter_runtime([&](Runtime&) {
    require(pciBusId != nullptr && len > static_cast<int>(std::strlen(kPciBusId)));
    require_device(device);
    std::snprintf(pciBusId, static_cast<std::size_t>(len), "%s", kPciBusId);
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return enter_runtime([&](Runtime&) {
    require(device != nullptr && pciBusId != nullptr);
    require(std::strcmp(pciBusId, kPciBusId) == 0, cudaErrorInvalidDevice);
    *device = 0;
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                 const cudaChannelFormatDesc* fmtDesc, int device) {
  return enter([&](Context& context) {
    require(maxWidthInElements != nullptr && fmtDesc != nullptr);
    require_device(device);
    texel_bytes(*fmtDesc);
    *maxWidthInElements = static_cast<std::size_t>(context.properties().maxTexture1DLinear);
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return enter_runtime([&](Runtime&) {
    require(canAccessPeer != nullptr);
    require_device(device);
    require_device(peerDevice);
    *canAccessPeer = 0;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
  return enter_runtime([](Runtime&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return enter_runtime([](Runtime&) { return cudaErrorPeerAccessNotEnabled; });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) {
  return enter_runtime([&](Runtime&) {
    require(value != nullptr);
    return cudaErrorInvalidDevice;  // there is no second device
  });
}

cudaError_t cudaProfilerStart() {
  return enter_runtime([](Runtime&) {});
}

cudaError_t cudaProfilerStop() {
  return enter_runtime([](Runtime&) {});
}
