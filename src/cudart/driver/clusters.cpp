// The driver API: clusters of blocks.
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// The runtime's configuration with the same content.
cudaLaunchConfig_t configuration_of(const CUlaunchConfig& config) {
  cudaLaunchConfig_t same{};
  same.gridDim = dim3(config.gridDimX, config.gridDimY, config.gridDimZ);
  same.blockDim = dim3(config.blockDimX, config.blockDimY, config.blockDimZ);
  same.dynamicSmemBytes = config.sharedMemBytes;
  same.attrs = reinterpret_cast<cudaLaunchAttribute*>(config.attrs);
  same.numAttrs = config.numAttrs;
  return same;
}

}  // namespace

CUresult cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func,
                                      const CUlaunchConfig* config) {
  return driver_call([&] {
    if (config == nullptr) return cudaOccupancyMaxActiveClusters(numClusters, func, nullptr);
    const cudaLaunchConfig_t same = configuration_of(*config);
    return cudaOccupancyMaxActiveClusters(numClusters, func, &same);
  });
}

CUresult cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func,
                                            const CUlaunchConfig* config) {
  return driver_call([&] {
    if (config == nullptr) return cudaOccupancyMaxPotentialClusterSize(clusterSize, func, nullptr);
    const cudaLaunchConfig_t same = configuration_of(*config);
    return cudaOccupancyMaxPotentialClusterSize(clusterSize, func, &same);
  });
}
