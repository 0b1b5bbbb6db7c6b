#include <algorithm>
#include <array>

#include "cudart/device/properties.hpp"

namespace heddle::cudart {
namespace {

using Properties = cudaDeviceProp;

struct Row {
  cudaDeviceAttr attribute;
  int (*value)(const Properties&);
};

template <auto member>
int of(const Properties& p) {
  return static_cast<int>(p.*member);
}
template <auto member, int index>
int at(const Properties& p) {
  return (p.*member)[index];
}
template <int number>
int constant(const Properties&) {
  return number;
}

/// Sorted by the number of the attribute.
constexpr std::array kRows{
    Row{cudaDevAttrMaxThreadsPerBlock, of<&Properties::maxThreadsPerBlock>},
    Row{cudaDevAttrMaxBlockDimX, at<&Properties::maxThreadsDim, 0>},
    Row{cudaDevAttrMaxBlockDimY, at<&Properties::maxThreadsDim, 1>},
    Row{cudaDevAttrMaxBlockDimZ, at<&Properties::maxThreadsDim, 2>},
    Row{cudaDevAttrMaxGridDimX, at<&Properties::maxGridSize, 0>},
    Row{cudaDevAttrMaxGridDimY, at<&Properties::maxGridSize, 1>},
    Row{cudaDevAttrMaxGridDimZ, at<&Properties::maxGridSize, 2>},
    Row{cudaDevAttrMaxSharedMemoryPerBlock, of<&Properties::sharedMemPerBlock>},
    Row{cudaDevAttrTotalConstantMemory, of<&Properties::totalConstMem>},
    Row{cudaDevAttrWarpSize, of<&Properties::warpSize>},
    Row{cudaDevAttrMaxPitch, of<&Properties::memPitch>},
    Row{cudaDevAttrMaxRegistersPerBlock, of<&Properties::regsPerBlock>},
    Row{cudaDevAttrClockRate, of<&Properties::clockRate>},
    Row{cudaDevAttrTextureAlignment, of<&Properties::textureAlignment>},
    Row{cudaDevAttrGpuOverlap, of<&Properties::deviceOverlap>},
    Row{cudaDevAttrMultiProcessorCount, of<&Properties::multiProcessorCount>},
    Row{cudaDevAttrKernelExecTimeout, of<&Properties::kernelExecTimeoutEnabled>},
    Row{cudaDevAttrIntegrated, of<&Properties::integrated>},
    Row{cudaDevAttrCanMapHostMemory, of<&Properties::canMapHostMemory>},
    Row{cudaDevAttrComputeMode, of<&Properties::computeMode>},
    Row{cudaDevAttrMaxTexture1DWidth, of<&Properties::maxTexture1D>},
    Row{cudaDevAttrMaxTexture2DWidth, at<&Properties::maxTexture2D, 0>},
    Row{cudaDevAttrMaxTexture2DHeight, at<&Properties::maxTexture2D, 1>},
    Row{cudaDevAttrMaxTexture3DWidth, at<&Properties::maxTexture3D, 0>},
    Row{cudaDevAttrMaxTexture3DHeight, at<&Properties::maxTexture3D, 1>},
    Row{cudaDevAttrMaxTexture3DDepth, at<&Properties::maxTexture3D, 2>},
    Row{cudaDevAttrMaxTexture2DLayeredWidth, at<&Properties::maxTexture2DLayered, 0>},
    Row{cudaDevAttrMaxTexture2DLayeredHeight, at<&Properties::maxTexture2DLayered, 1>},
    Row{cudaDevAttrMaxTexture2DLayeredLayers, at<&Properties::maxTexture2DLayered, 2>},
    Row{cudaDevAttrSurfaceAlignment, of<&Properties::surfaceAlignment>},
    Row{cudaDevAttrConcurrentKernels, of<&Properties::concurrentKernels>},
    Row{cudaDevAttrEccEnabled, of<&Properties::ECCEnabled>},
    Row{cudaDevAttrPciBusId, of<&Properties::pciBusID>},
    Row{cudaDevAttrPciDeviceId, of<&Properties::pciDeviceID>},
    Row{cudaDevAttrTccDriver, of<&Properties::tccDriver>},
    Row{cudaDevAttrMemoryClockRate, of<&Properties::memoryClockRate>},
    Row{cudaDevAttrGlobalMemoryBusWidth, of<&Properties::memoryBusWidth>},
    Row{cudaDevAttrL2CacheSize, of<&Properties::l2CacheSize>},
    Row{cudaDevAttrMaxThreadsPerMultiProcessor, of<&Properties::maxThreadsPerMultiProcessor>},
    Row{cudaDevAttrAsyncEngineCount, of<&Properties::asyncEngineCount>},
    Row{cudaDevAttrUnifiedAddressing, of<&Properties::unifiedAddressing>},
    Row{cudaDevAttrMaxTexture1DLayeredWidth, at<&Properties::maxTexture1DLayered, 0>},
    Row{cudaDevAttrMaxTexture1DLayeredLayers, at<&Properties::maxTexture1DLayered, 1>},
    Row{cudaDevAttrMaxTexture2DGatherWidth, at<&Properties::maxTexture2DGather, 0>},
    Row{cudaDevAttrMaxTexture2DGatherHeight, at<&Properties::maxTexture2DGather, 1>},
    Row{cudaDevAttrMaxTexture3DWidthAlt, at<&Properties::maxTexture3DAlt, 0>},
    Row{cudaDevAttrMaxTexture3DHeightAlt, at<&Properties::maxTexture3DAlt, 1>},
    Row{cudaDevAttrMaxTexture3DDepthAlt, at<&Properties::maxTexture3DAlt, 2>},
    Row{cudaDevAttrPciDomainId, of<&Properties::pciDomainID>},
    Row{cudaDevAttrTexturePitchAlignment, of<&Properties::texturePitchAlignment>},
    Row{cudaDevAttrMaxTextureCubemapWidth, of<&Properties::maxTextureCubemap>},
    Row{cudaDevAttrMaxTextureCubemapLayeredWidth, at<&Properties::maxTextureCubemapLayered, 0>},
    Row{cudaDevAttrMaxTextureCubemapLayeredLayers, at<&Properties::maxTextureCubemapLayered, 1>},
    Row{cudaDevAttrMaxSurface1DWidth, of<&Properties::maxSurface1D>},
    Row{cudaDevAttrMaxSurface2DWidth, at<&Properties::maxSurface2D, 0>},
    Row{cudaDevAttrMaxSurface2DHeight, at<&Properties::maxSurface2D, 1>},
    Row{cudaDevAttrMaxSurface3DWidth, at<&Properties::maxSurface3D, 0>},
    Row{cudaDevAttrMaxSurface3DHeight, at<&Properties::maxSurface3D, 1>},
    Row{cudaDevAttrMaxSurface3DDepth, at<&Properties::maxSurface3D, 2>},
    Row{cudaDevAttrMaxSurface1DLayeredWidth, at<&Properties::maxSurface1DLayered, 0>},
    Row{cudaDevAttrMaxSurface1DLayeredLayers, at<&Properties::maxSurface1DLayered, 1>},
    Row{cudaDevAttrMaxSurface2DLayeredWidth, at<&Properties::maxSurface2DLayered, 0>},
    Row{cudaDevAttrMaxSurface2DLayeredHeight, at<&Properties::maxSurface2DLayered, 1>},
    Row{cudaDevAttrMaxSurface2DLayeredLayers, at<&Properties::maxSurface2DLayered, 2>},
    Row{cudaDevAttrMaxSurfaceCubemapWidth, of<&Properties::maxSurfaceCubemap>},
    Row{cudaDevAttrMaxSurfaceCubemapLayeredWidth, at<&Properties::maxSurfaceCubemapLayered, 0>},
    Row{cudaDevAttrMaxSurfaceCubemapLayeredLayers, at<&Properties::maxSurfaceCubemapLayered, 1>},
    Row{cudaDevAttrMaxTexture1DLinearWidth, of<&Properties::maxTexture1DLinear>},
    Row{cudaDevAttrMaxTexture2DLinearWidth, at<&Properties::maxTexture2DLinear, 0>},
    Row{cudaDevAttrMaxTexture2DLinearHeight, at<&Properties::maxTexture2DLinear, 1>},
    Row{cudaDevAttrMaxTexture2DLinearPitch, at<&Properties::maxTexture2DLinear, 2>},
    Row{cudaDevAttrMaxTexture2DMipmappedWidth, at<&Properties::maxTexture2DMipmap, 0>},
    Row{cudaDevAttrMaxTexture2DMipmappedHeight, at<&Properties::maxTexture2DMipmap, 1>},
    Row{cudaDevAttrComputeCapabilityMajor, of<&Properties::major>},
    Row{cudaDevAttrComputeCapabilityMinor, of<&Properties::minor>},
    Row{cudaDevAttrMaxTexture1DMipmappedWidth, of<&Properties::maxTexture1DMipmap>},
    Row{cudaDevAttrStreamPrioritiesSupported, of<&Properties::streamPrioritiesSupported>},
    Row{cudaDevAttrGlobalL1CacheSupported, of<&Properties::globalL1CacheSupported>},
    Row{cudaDevAttrLocalL1CacheSupported, of<&Properties::localL1CacheSupported>},
    Row{cudaDevAttrMaxSharedMemoryPerMultiprocessor, of<&Properties::sharedMemPerMultiprocessor>},
    Row{cudaDevAttrMaxRegistersPerMultiprocessor, of<&Properties::regsPerMultiprocessor>},
    Row{cudaDevAttrManagedMemory, of<&Properties::managedMemory>},
    Row{cudaDevAttrIsMultiGpuBoard, of<&Properties::isMultiGpuBoard>},
    Row{cudaDevAttrMultiGpuBoardGroupID, of<&Properties::multiGpuBoardGroupID>},
    Row{cudaDevAttrHostNativeAtomicSupported, of<&Properties::hostNativeAtomicSupported>},
    Row{cudaDevAttrSingleToDoublePrecisionPerfRatio,
        of<&Properties::singleToDoublePrecisionPerfRatio>},
    Row{cudaDevAttrPageableMemoryAccess, of<&Properties::pageableMemoryAccess>},
    Row{cudaDevAttrConcurrentManagedAccess, of<&Properties::concurrentManagedAccess>},
    Row{cudaDevAttrComputePreemptionSupported, of<&Properties::computePreemptionSupported>},
    Row{cudaDevAttrCanUseHostPointerForRegisteredMem,
        of<&Properties::canUseHostPointerForRegisteredMem>},
    Row{cudaDevAttrReserved92, constant<0>},
    Row{cudaDevAttrReserved93, constant<0>},
    Row{cudaDevAttrReserved94, constant<0>},
    Row{cudaDevAttrCooperativeLaunch, of<&Properties::cooperativeLaunch>},
    Row{cudaDevAttrCooperativeMultiDeviceLaunch, of<&Properties::cooperativeMultiDeviceLaunch>},
    Row{cudaDevAttrMaxSharedMemoryPerBlockOptin, of<&Properties::sharedMemPerBlockOptin>},
    Row{cudaDevAttrCanFlushRemoteWrites, constant<0>},
    Row{cudaDevAttrHostRegisterSupported, of<&Properties::hostRegisterSupported>},
    Row{cudaDevAttrPageableMemoryAccessUsesHostPageTables,
        of<&Properties::pageableMemoryAccessUsesHostPageTables>},
    Row{cudaDevAttrDirectManagedMemAccessFromHost, of<&Properties::directManagedMemAccessFromHost>},
    Row{cudaDevAttrMaxBlocksPerMultiprocessor, of<&Properties::maxBlocksPerMultiProcessor>},
    Row{cudaDevAttrMaxPersistingL2CacheSize, of<&Properties::persistingL2CacheMaxSize>},
    Row{cudaDevAttrMaxAccessPolicyWindowSize, of<&Properties::accessPolicyMaxWindowSize>},
    Row{cudaDevAttrReservedSharedMemoryPerBlock, of<&Properties::reservedSharedMemPerBlock>},
    Row{cudaDevAttrSparseCudaArraySupported, of<&Properties::sparseCudaArraySupported>},
    Row{cudaDevAttrHostRegisterReadOnlySupported, of<&Properties::hostRegisterReadOnlySupported>},
    Row{cudaDevAttrTimelineSemaphoreInteropSupported,
        of<&Properties::timelineSemaphoreInteropSupported>},
    Row{cudaDevAttrMemoryPoolsSupported, of<&Properties::memoryPoolsSupported>},
    Row{cudaDevAttrGPUDirectRDMASupported, of<&Properties::gpuDirectRDMASupported>},
    Row{cudaDevAttrGPUDirectRDMAFlushWritesOptions,
        of<&Properties::gpuDirectRDMAFlushWritesOptions>},
    Row{cudaDevAttrGPUDirectRDMAWritesOrdering, of<&Properties::gpuDirectRDMAWritesOrdering>},
    Row{cudaDevAttrMemoryPoolSupportedHandleTypes, of<&Properties::memoryPoolSupportedHandleTypes>},
    Row{cudaDevAttrClusterLaunch, of<&Properties::clusterLaunch>},
    Row{cudaDevAttrDeferredMappingCudaArraySupported,
        of<&Properties::deferredMappingCudaArraySupported>},
    Row{cudaDevAttrIpcEventSupport, of<&Properties::ipcEventSupported>},
    Row{cudaDevAttrMemSyncDomainCount, constant<1>},
};

}  // namespace

std::optional<int> attribute_of(const cudaDeviceProp& properties, int attribute) {
  const auto row = std::ranges::lower_bound(
      kRows, attribute, {}, [](const Row& r) { return static_cast<int>(r.attribute); });
  if (row == kRows.end() || row->attribute != attribute) return std::nullopt;
  return row->value(properties);
}

}  // namespace heddle::cudart
