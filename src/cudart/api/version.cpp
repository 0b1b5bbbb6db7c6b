// What differs between the CUDA versions that programs are built against: numbers, layouts, and two
// functions that CUDA 13 gave other arguments. A program's symbol version (the soname that it was
// linked with) chooses; see libcudart.map.
#include "cudart/api/export.hpp"
#include "cudart/device/properties.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

#define HEDDLE_VERSION_11(name) __attribute__((symver(name "@libcudart.so.11.0")))
#define HEDDLE_VERSION_12(name) __attribute__((symver(name "@@libcudart.so.12")))
#define HEDDLE_VERSION_13(name) __attribute__((symver(name "@libcudart.so.13")))

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

cudaError_t check_range(const void* pointer) {
  return enter([&](Context& context) { require(context.memory().at(pointer).has_value()); });
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

// CUDA 12 kept CUDA 11's layout under the old name.
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

// CUDA 13 names a location in place of a device; where memory lies does not matter here.
HEDDLE_EXPORT cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t, cudaMemLocation,
                                                  unsigned, cudaStream_t) {
  return check_range(pointer);
}
HEDDLE_EXPORT cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t, cudaMemoryAdvise,
                                           cudaMemLocation) {
  return check_range(pointer);
}

HEDDLE_EXPORT cudaError_t cudaEventElapsedTime_v2(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(ms, start, end);
}
