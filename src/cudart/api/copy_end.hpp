// Makes the ends of a copy (source and destination) from the arguments of the copy functions.
#pragma once

#include "cudart/error/cuda_error.hpp"
#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

struct CopyEnd {
  CopyAddress start;
  Pitches pitches;
};

/// A box in linear memory that begins at `pointer`.
inline CopyEnd linear_end(Context& context, const void* pointer, bool device,
                          const Pitches& pitches, const BoxExtent& extent) {
  return {copy_address(context.memory(), pointer, device, span_bytes(extent, pitches)), pitches};
}

inline CopyEnd array_end(const Array& array, std::uint64_t x_bytes, std::uint64_t y,
                         std::uint64_t z, const BoxExtent& extent) {
  return {copy_address_in(array, x_bytes, y, z, extent), array.pitches()};
}

inline BoxCopy box_of(const CopyEnd& to, const CopyEnd& from, const BoxExtent& extent) {
  return {to.start, from.start, to.pitches, from.pitches, extent};
}

/// Throws CudaError if the pitch is less than the width, so that the rows would overlap.
inline void require_pitch(std::uint64_t pitch, const BoxExtent& extent) {
  require(extent.height <= 1 || extent.width <= pitch, cudaErrorInvalidPitchValue);
}

inline Array& array_of(Context& context, cudaArray_const_t array) {
  return context.arrays().at(array);
}

}  // namespace heddle::cudart
