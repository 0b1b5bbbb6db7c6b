// The answers of cudaGetDeviceProperties and cudaDeviceGetAttribute.
#pragma once

#include <optional>

#include "cudart/cuda_types.hpp"
#include "cudart/device/description.hpp"

namespace heddle::cudart {

/// The properties in the layout of CUDA 12.
cudaDeviceProp properties_of(const DeviceDescription& device);

/// Size of the structure in the layouts of CUDA 11 and CUDA 13, in bytes.
inline constexpr std::size_t kProperties11Bytes = offsetof(cudaDeviceProp, hostRegisterSupported);
inline constexpr std::size_t kProperties13Bytes = 1008;

/// Writes the layout of CUDA 11, which lacks the last members of CUDA 12.
void write_properties_11(const cudaDeviceProp& properties, void* to);
/// Writes the layout of CUDA 13, which lacks some members of CUDA 12 and has some new ones.
void write_properties_13(const cudaDeviceProp& properties, void* to);

/// The value of an attribute; nothing for an unknown number.
std::optional<int> attribute_of(const cudaDeviceProp& properties, int attribute);

}  // namespace heddle::cudart
