// texture<T, type, mode>: the legacy texture reference. In device code clang turns a global of this
// type into a
// `.texref` and its value into the handle; the host's object is registered with
// __cudaRegisterTexture.
#ifndef HEDDLE_CUDA_TEXTURE_TYPES_H
#define HEDDLE_CUDA_TEXTURE_TYPES_H
#define __CUDA_TEXTURE_TYPES_H__

#if defined(__cplusplus) && defined(__CUDA__)

#include "channel_descriptor.h"
#include "texture_types.h"

template <class T, int texType = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
  __host__ texture(int normalize = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : textureReference() {
    set(normalize, filter, address, cudaCreateChannelDesc<T>());
  }
  __host__ texture(int normalize, enum cudaTextureFilterMode filter,
                   enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
      : textureReference() {
    set(normalize, filter, address, desc);
  }

 private:
  __host__ void set(int normalize, enum cudaTextureFilterMode filter,
                    enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc) {
    normalized = normalize;
    filterMode = filter;
    for (int i = 0; i < 3; ++i) addressMode[i] = address;
    channelDesc = desc;
  }
};

#endif
#endif
