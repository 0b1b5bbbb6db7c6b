// The driver API: launches, with a pointer for each parameter or with all parameters in one buffer,
// and the interface of before CUDA 4, which collects parameters in the function.
#include "cudart/api/launch.hpp"

#include <cstring>

#include "cudart/driver/driver_call.hpp"
#include "cudart/memory/byte_count.hpp"

using namespace heddle::cudart;

namespace {

using Bytes = std::vector<std::uint8_t>;

cudaError_t launch_function(CUfunction function, const KernelShape& shape, CUstream stream,
                            const LaunchTraits& traits, void** arguments, void** extra) {
  if (extra == nullptr) return launch_arguments(function, shape, stream, traits, arguments);
  return launch(function, shape, stream, traits, [&](const heddle::isa::Program& program) {
    require(arguments == nullptr);
    return packed_parameters(extra, program);
  });
}

/// What the old interface has set for a function.
OldLaunch& old_launch(Context& context, CUfunction function) {
  return context.function(function).old_launch;
}

CUresult set_parameter(CUfunction function, int offset, const void* value, std::size_t bytes,
                       const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        return enter([&](Context& context) {
          require(value != nullptr && offset >= 0);
          const std::size_t end = sum_of(static_cast<std::size_t>(offset), bytes);
          require(end <= kMaxParameterBytes);
          Bytes& block = old_launch(context, function).parameters;
          if (block.size() < end) block.resize(end);
          std::memcpy(block.data() + offset, value, bytes);
        });
      },
      name);
}

CUresult launch_old(CUfunction function, int width, int height, CUstream stream,
                    const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        OldLaunch set;
        const cudaError_t known =
            enter([&](Context& context) { set = old_launch(context, function); });
        if (known != cudaSuccess) return known;
        const KernelShape shape{
            {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1},
            set.block,
            set.shared_bytes};
        return launch(function, shape, stream, {}, [&](const heddle::isa::Program& program) {
          return whole_block(set.parameters, program);
        });
      },
      name);
}

}  // namespace

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                        void** kernelParams, void** extra) {
  return driver_call([&] {
    const KernelShape shape{
        {gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes};
    return launch_function(f, shape, hStream, {}, kernelParams, extra);
  });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams,
                          void** extra) {
  return driver_call([&] {
    LaunchTraits traits;
    const cudaError_t known = enter([&](Context&) {
      require(config != nullptr && (config->attrs != nullptr || config->numAttrs == 0));
      traits =
          traits_of(reinterpret_cast<const cudaLaunchAttribute*>(config->attrs), config->numAttrs);
    });
    if (known != cudaSuccess) return known;
    const KernelShape shape{{config->gridDimX, config->gridDimY, config->gridDimZ},
                            {config->blockDimX, config->blockDimY, config->blockDimZ},
                            config->sharedMemBytes};
    return launch_function(f, shape, config->hStream, traits, kernelParams, extra);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream,
                                   void** kernelParams) {
  return driver_call([&] {
    const KernelShape shape{
        {gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes};
    return launch_function(f, shape, hStream, {.cooperative = true}, kernelParams, nullptr);
  });
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
  return driver_call([&] { return cudaLaunchHostFunc(hStream, fn, userData); });
}

CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(x > 0 && y > 0 && z > 0);
      old_launch(context, hfunc).block = {static_cast<std::uint32_t>(x),
                                          static_cast<std::uint32_t>(y),
                                          static_cast<std::uint32_t>(z)};
    });
  });
}

CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) {
  return driver_call([&] {
    return enter([&](Context& context) { old_launch(context, hfunc).shared_bytes = bytes; });
  });
}

CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(numbytes <= kMaxParameterBytes);
      old_launch(context, hfunc).parameters.resize(numbytes);
    });
  });
}

CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) {
  return set_parameter(hfunc, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction hfunc, int offset, float value) {
  return set_parameter(hfunc, offset, &value, sizeof value);
}

CUresult cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) {
  return set_parameter(hfunc, offset, ptr, numbytes);
}

CUresult cuLaunch(CUfunction f) { return launch_old(f, 1, 1, nullptr); }

CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
  return launch_old(f, grid_width, grid_height, nullptr);
}

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) {
  return launch_old(f, grid_width, grid_height, hStream);
}
