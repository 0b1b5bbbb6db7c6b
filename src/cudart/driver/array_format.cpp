#include "cudart/driver/array_format.hpp"

namespace heddle::cudart {
namespace {

struct FormatRow {
  CUarray_format format;
  int bits;
  cudaChannelFormatKind kind;
};

constexpr FormatRow kFormats[] = {{CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
                                  {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
                                  {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
                                  {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
                                  {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
                                  {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
                                  {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
                                  {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat}};

}  // namespace

cudaChannelFormatDesc channels_of(CUarray_format format, unsigned channels) {
  require(channels == 1 || channels == 2 || channels == 4);
  for (const FormatRow& row : kFormats) {
    if (row.format != format) continue;
    const int second = channels > 1 ? row.bits : 0;
    const int rest = channels > 2 ? row.bits : 0;
    return {row.bits, second, rest, rest, row.kind};
  }
  throw CudaError(cudaErrorInvalidValue);
}

CUarray_format format_of(const cudaChannelFormatDesc& channels) {
  for (const FormatRow& row : kFormats) {
    if (row.bits == channels.x && row.kind == channels.f) return row.format;
  }
  throw CudaError(cudaErrorInvalidValue);
}

bool reads_normalized(const cudaChannelFormatDesc& channels, unsigned flags) {
  return (flags & CU_TRSF_READ_AS_INTEGER) == 0 && channels.f != cudaChannelFormatKindFloat &&
         channels.x < 32;
}

unsigned number_of_channels(const cudaChannelFormatDesc& channels) {
  return (channels.x != 0) + (channels.y != 0) + (channels.z != 0) + (channels.w != 0);
}

}  // namespace heddle::cudart
