// How the program describes a texture, turned into what the simulator samples.
#pragma once

#include "cudart/cuda_types.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/memory.hpp"
#include "heddle/exec/texture/texture.hpp"

namespace heddle::cudart {

/// A texture object as the program made it; kept so that it can be asked back.
struct Texture {
  std::uint64_t handle = 0;
  cudaResourceDesc resource{};
  cudaTextureDesc sampling{};
};

/// The texels of an array.
exec::TextureDescriptor texels_of(const Array& array);
/// Texels one after the other. Throws CudaError if they are not in one allocation.
exec::TextureDescriptor texels_in_line(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t bytes);
/// Rows of texels.
exec::TextureDescriptor texels_in_rows(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t width,
                                       std::uint64_t height, std::uint64_t pitch);

/// Adds how the texels are read. Throws CudaError: a filter or a reading that the format has not.
void set_sampling(exec::TextureDescriptor& texture, const cudaTextureDesc& sampling);

/// The sampling of a legacy reference. `normalized_read` is of its type.
cudaTextureDesc sampling_of(const textureReference& reference, bool normalized_read);

}  // namespace heddle::cudart
