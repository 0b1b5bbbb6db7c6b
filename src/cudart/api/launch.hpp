// Puts a launch into a stream. All functions that launch kernels use it, those of the driver API
// too.
#pragma once

#include <optional>

#include "cudart/api/planned_work.hpp"

namespace heddle::cudart {

/// The properties of a launch besides the kernel's shape.
struct LaunchTraits {
  bool cooperative = false;
  std::optional<int> priority{};  ///< replaces the priority of the stream
  Dim3 cluster{0, 0, 0};          ///< blocks of a cluster; zeros: the launch does not say
};

/// The traits that attributes of a launch ask for. A launch that may begin before the launch before
/// it has ended (programmatic stream serialization) begins after it.
LaunchTraits traits_of(const cudaLaunchAttribute* attributes, unsigned count);

cudaError_t launch(const void* handle, const KernelShape& shape, cudaStream_t stream,
                   const LaunchTraits& traits, const ParameterMaker& parameters,
                   const char* call = __builtin_FUNCTION());

/// A launch with one pointer for each parameter.
cudaError_t launch_arguments(const void* handle, const KernelShape& shape, cudaStream_t stream,
                             const LaunchTraits& traits, void** arguments,
                             const char* call = __builtin_FUNCTION());

}  // namespace heddle::cudart
