// What cudaGetDeviceProperties and cudaDeviceGetAttribute answer.
#pragma once

#include <optional>

#include "cudart/cuda_types.hpp"
#include "cudart/device/description.hpp"

namespace heddle::cudart {

/// In CUDA 12's layout.
cudaDeviceProp properties_of(const DeviceDescription& device);

/// Bytes of the structure in the other layouts that programs are compiled with.
inline constexpr std::size_t kProperties11Bytes = offsetof(cudaDeviceProp, hostRegisterSupported);
inline constexpr std::size_t kProperties13Bytes = 1008;

/// CUDA 11's layout: CUDA 12's without its end.
void write_properties_11(const cudaDeviceProp& properties, void* to);
/// CUDA 13's layout: some members of CUDA 12's are gone, some are new.
void write_properties_13(const cudaDeviceProp& properties, void* to);

/// The value of an attribute; empty for a number that is none.
std::optional<int> attribute_of(const cudaDeviceProp& properties, int attribute);

}  // namespace heddle::cudart
