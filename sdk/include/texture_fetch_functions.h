// Texture reads of legacy texture references: tex1Dfetch(t, i), tex2D(t, x, y), ... The
// instructions are in heddle/device/texture.h.
#ifndef HEDDLE_TEXTURE_FETCH_FUNCTIONS_H
#define HEDDLE_TEXTURE_FETCH_FUNCTIONS_H
#define __TEXTURE_FETCH_FUNCTIONS_H__

#if defined(__cplusplus) && defined(__CUDA__)

#include "cuda_texture_types.h"
#include "heddle/device/texture.h"

#define HEDDLE_TEXTURE_REFERENCE(name, type, parameters, arguments)                         \
  template <class T, enum cudaTextureReadMode mode>                                         \
  HEDDLE_DEVICE typename heddle_texture::Read<T, mode>::Type name(texture<T, type, mode> t, \
                                                                  HEDDLE_LIST parameters) { \
    return name<typename heddle_texture::Read<T, mode>::Type>(heddle_texture::handle(t),    \
                                                              HEDDLE_LIST arguments);       \
  }
#define HEDDLE_LIST(...) __VA_ARGS__

HEDDLE_TEXTURE_REFERENCE(tex1Dfetch, cudaTextureType1D, (int x), (x))
HEDDLE_TEXTURE_REFERENCE(tex1D, cudaTextureType1D, (float x), (x))
HEDDLE_TEXTURE_REFERENCE(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
HEDDLE_TEXTURE_REFERENCE(tex2D, cudaTextureType2D, (float x, float y), (x, y))
HEDDLE_TEXTURE_REFERENCE(tex2DLod, cudaTextureType2D, (float x, float y, float level),
                         (x, y, level))
HEDDLE_TEXTURE_REFERENCE(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
HEDDLE_TEXTURE_REFERENCE(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level),
                         (x, y, z, level))
HEDDLE_TEXTURE_REFERENCE(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
HEDDLE_TEXTURE_REFERENCE(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer),
                         (x, y, layer))
HEDDLE_TEXTURE_REFERENCE(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
HEDDLE_TEXTURE_REFERENCE(texCubemapLayered, cudaTextureTypeCubemapLayered,
                         (float x, float y, float z, int layer), (x, y, z, layer))
#undef HEDDLE_TEXTURE_REFERENCE
#undef HEDDLE_LIST

#endif
#endif
