// Turns the program's description of a texture into the description that the simulator samples.
#pragma once

#include "cudart/cuda_types.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/memory.hpp"
#include "heddle/exec/texture/texture.hpp"

namespace heddle::cudart {

/// The arguments with which the program made a texture object, kept for the program's queries.
struct Texture {
  std::uint64_t handle = 0;
  cudaResourceDesc resource{};
  cudaTextureDesc sampling{};
};

/// Describes the texels of an array.
exec::TextureDescriptor texels_of(const Array& array);
/// Describes consecutive texels. Throws CudaError if the texels are not in one allocation.
exec::TextureDescriptor texels_in_line(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t bytes);
/// Describes rows of texels, `pitch` bytes apart. Throws CudaError if the rows are not in one
/// allocation.
exec::TextureDescriptor texels_in_rows(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t width,
                                       std::uint64_t height, std::uint64_t pitch);

/// Sets how the texels are sampled. Throws CudaError for a filter or a read mode that the texels'
/// format does not support.
void set_sampling(exec::TextureDescriptor& texture, const cudaTextureDesc& sampling);

/// The sampling of a legacy reference. `normalized_read` follows from the type of the reference.
cudaTextureDesc sampling_of(const textureReference& reference, bool normalized_read);

}  // namespace heddle::cudart
