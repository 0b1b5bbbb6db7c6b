#include "cudart/device/properties.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/sim/launches/launch_clusters.hpp"

namespace heddle::cudart {
namespace {

template <std::size_t size>
void set(int (&to)[size], std::initializer_list<int> values) {
  std::copy(values.begin(), values.end(), to);
}

/// The largest textures and surfaces of compute capability 7.5 (CUDA C++ Programming Guide, table
/// "Technical Specifications per Compute Capability").
void set_texture_limits(cudaDeviceProp& p) {
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = 32768;
  p.maxTexture1DLinear = 1 << 28;
  set(p.maxTexture2D, {131072, 65536});
  set(p.maxTexture2DMipmap, {32768, 32768});
  set(p.maxTexture2DLinear, {131072, 65000, 2097120});
  set(p.maxTexture2DGather, {32768, 32768});
  set(p.maxTexture3D, {16384, 16384, 16384});
  set(p.maxTexture3DAlt, {8192, 8192, 32768});
  p.maxTextureCubemap = 32768;
  set(p.maxTexture1DLayered, {32768, 2048});
  set(p.maxTexture2DLayered, {32768, 32768, 2048});
  set(p.maxTextureCubemapLayered, {32768, 2046});
  p.maxSurface1D = 32768;
  set(p.maxSurface2D, {131072, 65536});
  set(p.maxSurface3D, {16384, 16384, 16384});
  set(p.maxSurface1DLayered, {32768, 2048});
  set(p.maxSurface2DLayered, {32768, 32768, 2048});
  p.maxSurfaceCubemap = 32768;
  set(p.maxSurfaceCubemapLayered, {32768, 2046});
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
}

void set_features(cudaDeviceProp& p) {
  p.deviceOverlap = 1;
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 2;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.managedMemory = 1;
  p.hostNativeAtomicSupported = 0;
  p.singleToDoublePrecisionPerfRatio = 32;
  p.concurrentManagedAccess = 0;
  p.cooperativeLaunch = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  p.unifiedFunctionPointers = 0;
  p.pciBusID = 1;
}

void set_machine(cudaDeviceProp& p, const DeviceDescription& device) {
  device.name.copy(p.name, sizeof p.name - 1);
  device.name.copy(p.uuid.bytes, sizeof p.uuid.bytes);
  p.totalGlobalMem = device.memory_bytes;
  p.sharedMemPerBlock = device.shared_per_block;
  p.sharedMemPerBlockOptin = device.shared_per_block_optin;
  p.sharedMemPerMultiprocessor = device.shared_per_sm;
  p.regsPerBlock = static_cast<int>(std::min(device.registers_per_sm, 65536u));
  p.regsPerMultiprocessor = static_cast<int>(device.registers_per_sm);
  p.clockRate = static_cast<int>(device.core_khz);
  p.memoryClockRate = static_cast<int>(device.memory_khz);
  p.memoryBusWidth = static_cast<int>(device.memory_bus_bits);
  p.l2CacheSize = static_cast<int>(device.l2_bytes);
  p.maxThreadsPerBlock = static_cast<int>(device.block_threads);
  p.multiProcessorCount = static_cast<int>(device.sm_count);
  p.maxThreadsPerMultiProcessor = static_cast<int>(device.threads_per_sm);
  p.maxBlocksPerMultiProcessor = static_cast<int>(device.blocks_per_sm);
}

/// Appends members one after the other, each at its own alignment, as a C compiler does.
class LayoutWriter {
 public:
  explicit LayoutWriter(void* to) : to_(static_cast<std::uint8_t*>(to)) {}
  template <typename... Members>
  void put(const Members&... members) {
    (put_one(&members, sizeof members, alignof(Members)), ...);
  }

 private:
  void put_one(const void* member, std::size_t bytes, std::size_t alignment) {
    at_ = (at_ + alignment - 1) / alignment * alignment;
    std::memcpy(to_ + at_, member, bytes);
    at_ += bytes;
  }
  std::uint8_t* to_;
  std::size_t at_ = 0;
};

void put_limits_13(LayoutWriter& out, const cudaDeviceProp& p) {
  out.put(p.name, p.uuid, p.luid, p.luidDeviceNodeMask, p.totalGlobalMem, p.sharedMemPerBlock,
          p.regsPerBlock, p.warpSize, p.memPitch, p.maxThreadsPerBlock, p.maxThreadsDim,
          p.maxGridSize, p.totalConstMem, p.major, p.minor, p.textureAlignment,
          p.texturePitchAlignment, p.multiProcessorCount, p.integrated, p.canMapHostMemory,
          p.maxTexture1D, p.maxTexture1DMipmap, p.maxTexture2D, p.maxTexture2DMipmap,
          p.maxTexture2DLinear, p.maxTexture2DGather, p.maxTexture3D, p.maxTexture3DAlt,
          p.maxTextureCubemap, p.maxTexture1DLayered, p.maxTexture2DLayered,
          p.maxTextureCubemapLayered, p.maxSurface1D, p.maxSurface2D, p.maxSurface3D,
          p.maxSurface1DLayered, p.maxSurface2DLayered, p.maxSurfaceCubemap,
          p.maxSurfaceCubemapLayered, p.surfaceAlignment);
}

void put_features_13(LayoutWriter& out, const cudaDeviceProp& p) {
  out.put(p.concurrentKernels, p.ECCEnabled, p.pciBusID, p.pciDeviceID, p.pciDomainID, p.tccDriver,
          p.asyncEngineCount, p.unifiedAddressing, p.memoryBusWidth, p.l2CacheSize,
          p.persistingL2CacheMaxSize, p.maxThreadsPerMultiProcessor, p.streamPrioritiesSupported,
          p.globalL1CacheSupported, p.localL1CacheSupported, p.sharedMemPerMultiprocessor,
          p.regsPerMultiprocessor, p.managedMemory, p.isMultiGpuBoard, p.multiGpuBoardGroupID,
          p.hostNativeAtomicSupported, p.pageableMemoryAccess, p.concurrentManagedAccess,
          p.computePreemptionSupported, p.canUseHostPointerForRegisteredMem, p.cooperativeLaunch,
          p.sharedMemPerBlockOptin, p.pageableMemoryAccessUsesHostPageTables,
          p.directManagedMemAccessFromHost, p.maxBlocksPerMultiProcessor,
          p.accessPolicyMaxWindowSize, p.reservedSharedMemPerBlock, p.hostRegisterSupported,
          p.sparseCudaArraySupported, p.hostRegisterReadOnlySupported,
          p.timelineSemaphoreInteropSupported, p.memoryPoolsSupported, p.gpuDirectRDMASupported,
          p.gpuDirectRDMAFlushWritesOptions, p.gpuDirectRDMAWritesOrdering,
          p.memoryPoolSupportedHandleTypes, p.deferredMappingCudaArraySupported,
          p.ipcEventSupported, p.clusterLaunch, p.unifiedFunctionPointers);
}

}  // namespace

cudaDeviceProp properties_of(const DeviceDescription& device) {
  cudaDeviceProp p{};
  set_machine(p, device);
  set_features(p);
  set_texture_limits(p);
  p.warpSize = 32;
  p.memPitch = 0x7FFFFFFF;

  set(p.maxThreadsDim, {kMaxBlockX, kMaxBlockY, kMaxBlockZ});
  set(p.maxGridSize, {kMaxGridX, kMaxGridY, kMaxGridZ});
  p.totalConstMem = 65536;
  p.major = static_cast<int>(device.capability / 10);
  p.minor = static_cast<int>(device.capability % 10);
  p.clusterLaunch = device.capability >= sim::kClusterCapability ? 1 : 0;
  return p;
}

void write_properties_11(const cudaDeviceProp& properties, void* to) {
  std::memcpy(to, &properties, kProperties11Bytes);
}

void write_properties_13(const cudaDeviceProp& properties, void* to) {
  std::memset(to, 0, kProperties13Bytes);
  LayoutWriter out(to);
  put_limits_13(out, properties);
  put_features_13(out, properties);
}

}  // namespace heddle::cudart
