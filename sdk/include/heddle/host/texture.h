// Binding of legacy texture references, and texture objects given as pointers to typed handles.
#ifndef HEDDLE_HOST_TEXTURE_H
#define HEDDLE_HOST_TEXTURE_H

#include "../../cuda_texture_types.h"

template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, type, mode>& reference,
                                          const void* pointer,
                                          const struct cudaChannelFormatDesc& desc,
                                          size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, static_cast<const textureReference*>(&reference), pointer, &desc,
                           size);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, type, mode>& reference,
                                          const void* pointer, size_t size = UINT_MAX) {
  return cudaBindTexture(offset, reference, pointer, reference.channelDesc, size);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, type, mode>& reference,
                                            const void* pointer,
                                            const struct cudaChannelFormatDesc& desc, size_t width,
                                            size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, static_cast<const textureReference*>(&reference), pointer,
                             &desc, width, height, pitch);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, type, mode>& reference,
                                            const void* pointer, size_t width, size_t height,
                                            size_t pitch) {
  return cudaBindTexture2D(offset, reference, pointer, reference.channelDesc, width, height, pitch);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode>& reference,
                                                 cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc& desc) {
  return ::cudaBindTextureToArray(static_cast<const textureReference*>(&reference), array, &desc);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode>& reference,
                                                 cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error ? error : cudaBindTextureToArray(reference, array, desc);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<T, type, mode>& reference) {
  return ::cudaUnbindTexture(static_cast<const textureReference*>(&reference));
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t* offset,
                                                        const texture<T, type, mode>& reference) {
  return ::cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureReference(const struct textureReference** result,
                                                  const texture<T, type, mode>* reference) {
  return ::cudaGetTextureReference(result, reference);
}

#endif
