// Formats of texels in the driver API, as the runtime's descriptions of channels. An array has one
// handle in both.
#pragma once

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

inline cudaArray_t runtime_array(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

/// Throws CudaError(cudaErrorInvalidValue) for an unknown format, and unless there are 1, 2 or 4
/// channels.
cudaChannelFormatDesc channels_of(CUarray_format format, unsigned channels);

/// The format of an array that the runtime or the driver has made.
CUarray_format format_of(const cudaChannelFormatDesc& channels);
unsigned number_of_channels(const cudaChannelFormatDesc& channels);

}  // namespace heddle::cudart
