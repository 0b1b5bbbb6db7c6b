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

/// Whether reads of integer texels give numbers from 0 or -1 to 1: the driver's default, which
/// CU_TRSF_READ_AS_INTEGER turns off. Formats of floating point and of 32 bits are read as they
/// are.
bool reads_normalized(const cudaChannelFormatDesc& channels, unsigned flags);
unsigned number_of_channels(const cudaChannelFormatDesc& channels);

}  // namespace heddle::cudart
