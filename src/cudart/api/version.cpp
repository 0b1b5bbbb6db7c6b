// Functions that differ between the CUDA versions that programs are built against. These functions
// return version numbers, and structures whose layout depends on the version.
#include "cudart/api/export.hpp"
#include "cudart/api/symbol_version.hpp"
#include "cudart/device/properties.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

constexpr int kVersion11 = 11080, kVersion12 = 12000, kVersion13 = 13000;

cudaError_t answer_version(int* to, int version) {
  return enter_runtime("cudaRuntimeGetVersion", [&](Runtime&) {
    require(to != nullptr);
    *to = version;
  });
}

template <typename Write>
cudaError_t write_properties(void* to, int device, const Write& write) {
  return enter("cudaGetDeviceProperties", [&](Context& context) {
    require(to != nullptr);
    require(device == 0, cudaErrorInvalidDevice);
    write(context.properties(), to);
  });
}

}  // namespace

HEDDLE_EXPORT HEDDLE_VERSION_11("cudaRuntimeGetVersion") cudaError_t
    heddle_runtime_version_11(int* version) {
  return answer_version(version, kVersion11);
}
HEDDLE_EXPORT HEDDLE_VERSION_12("cudaRuntimeGetVersion") cudaError_t
    heddle_runtime_version_12(int* version) {
  return answer_version(version, kVersion12);
}
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaRuntimeGetVersion") cudaError_t
    heddle_runtime_version_13(int* version) {
  return answer_version(version, kVersion13);
}

HEDDLE_EXPORT HEDDLE_VERSION_11("cudaDriverGetVersion") cudaError_t
    heddle_driver_version_11(int* version) {
  return answer_version(version, kVersion11);
}
HEDDLE_EXPORT HEDDLE_VERSION_12("cudaDriverGetVersion") cudaError_t
    heddle_driver_version_12(int* version) {
  return answer_version(version, kVersion12);
}
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaDriverGetVersion") cudaError_t
    heddle_driver_version_13(int* version) {
  return answer_version(version, kVersion13);
}

// In CUDA 12 the name without _v2 keeps the layout of CUDA 11.
HEDDLE_EXPORT HEDDLE_VERSION_11("cudaGetDeviceProperties") cudaError_t
    heddle_device_properties_11(void* prop, int device) {
  return write_properties(prop, device, write_properties_11);
}
HEDDLE_EXPORT HEDDLE_VERSION_12("cudaGetDeviceProperties") cudaError_t
    heddle_device_properties_12(void* prop, int device) {
  return write_properties(prop, device, write_properties_11);
}
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaGetDeviceProperties") cudaError_t
    heddle_device_properties_13(void* prop, int device) {
  return write_properties(prop, device, write_properties_13);
}

cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* prop, int device) {
  return write_properties(prop, device, [](const cudaDeviceProp& properties, void* to) {
    *static_cast<cudaDeviceProp*>(to) = properties;
  });
}

HEDDLE_EXPORT cudaError_t cudaEventElapsedTime_v2(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(ms, start, end);
}
