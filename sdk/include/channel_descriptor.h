// cudaCreateChannelDesc<T>(): the channel format of an element type.
#ifndef HEDDLE_CHANNEL_DESCRIPTOR_H
#define HEDDLE_CHANNEL_DESCRIPTOR_H
#define __CHANNEL_DESCRIPTOR_H__

#if defined(__cplusplus)

#include "cuda_runtime_api.h"

template <class T>
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define HEDDLE_CHANNEL_DESC(type, bits, count, kind)                                       \
  template <>                                                                              \
  inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                    \
    return cudaCreateChannelDesc(bits, (count) > 1 ? (bits) : 0, (count) > 2 ? (bits) : 0, \
                                 (count) > 3 ? (bits) : 0, cudaChannelFormatKind##kind);   \
  }
#define HEDDLE_CHANNEL_DESCS(name, element, kind)            \
  HEDDLE_CHANNEL_DESC(element, sizeof(element) * 8, 1, kind) \
  HEDDLE_CHANNEL_DESC(name##1, sizeof(element) * 8, 1, kind) \
  HEDDLE_CHANNEL_DESC(name##2, sizeof(element) * 8, 2, kind) \
  HEDDLE_CHANNEL_DESC(name##4, sizeof(element) * 8, 4, kind)

HEDDLE_CHANNEL_DESC(char, 8, 1, Signed)
HEDDLE_CHANNEL_DESCS(char, signed char, Signed)
HEDDLE_CHANNEL_DESCS(uchar, unsigned char, Unsigned)
HEDDLE_CHANNEL_DESCS(short, short, Signed)
HEDDLE_CHANNEL_DESCS(ushort, unsigned short, Unsigned)
HEDDLE_CHANNEL_DESCS(int, int, Signed)
HEDDLE_CHANNEL_DESCS(uint, unsigned int, Unsigned)
HEDDLE_CHANNEL_DESCS(float, float, Float)
#undef HEDDLE_CHANNEL_DESC
#undef HEDDLE_CHANNEL_DESCS

static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return cudaCreateChannelDescHalf();
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif
#endif
