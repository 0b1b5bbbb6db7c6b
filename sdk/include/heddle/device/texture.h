// Texture reads through a texture object: one PTX `tex` instruction in unified mode, whose operand
// is the 64-bit handle. It reads four channels as f32, s32 or u32; the channels of the asked-for
// type are kept.
#ifndef HEDDLE_DEVICE_TEXTURE_H
#define HEDDLE_DEVICE_TEXTURE_H

#include "../../texture_types.h"
#include "../../vector_types.h"
#include "qualifier.h"

namespace heddle_texture {

/// What a fetch of T delivers (Raw) and how T is made of it; Float is T read as normalized floats.
template <class T>
struct Texel;

#define HEDDLE_TEXEL(type, raw, floating, ...)                  \
  template <>                                                   \
  struct Texel<type> {                                          \
    typedef raw Raw;                                            \
    typedef floating Float;                                     \
    static __device__ __forceinline__ type from(const raw& r) { \
      type t;                                                   \
      __VA_ARGS__;                                              \
      return t;                                                 \
    }                                                           \
  };
#define HEDDLE_TEXELS(name, element, raw)                                        \
  HEDDLE_TEXEL(element, raw, float, t = static_cast<element>(r.x))               \
  HEDDLE_TEXEL(name##1, raw, float1, t.x = static_cast<element>(r.x))            \
  HEDDLE_TEXEL(name##2, raw, float2, t.x = static_cast<element>(r.x);            \
               t.y = static_cast<element>(r.y))                                  \
  HEDDLE_TEXEL(name##4, raw, float4, t.x = static_cast<element>(r.x);            \
               t.y = static_cast<element>(r.y); t.z = static_cast<element>(r.z); \
               t.w = static_cast<element>(r.w))

HEDDLE_TEXEL(char, int4, float, t = static_cast<char>(r.x))
HEDDLE_TEXELS(char, signed char, int4)
HEDDLE_TEXELS(uchar, unsigned char, uint4)
HEDDLE_TEXELS(short, short, int4)
HEDDLE_TEXELS(ushort, unsigned short, uint4)
HEDDLE_TEXELS(int, int, int4)
HEDDLE_TEXELS(uint, unsigned, uint4)
HEDDLE_TEXELS(float, float, float4)
#undef HEDDLE_TEXEL
#undef HEDDLE_TEXELS

template <class T, enum cudaTextureReadMode mode>
struct Read {
  typedef T Type;
};
template <class T>
struct Read<T, cudaReadModeNormalizedFloat> {
  typedef typename Texel<T>::Float Type;
};

/// The handle that clang passes for a texture reference.
template <class Reference>
__device__ __forceinline__ cudaTextureObject_t handle(const Reference& t) {
  return *reinterpret_cast<const cudaTextureObject_t*>(&t);
}

}  // namespace heddle_texture

// An operation: its PTX name and operands, the type of its coordinates, its parameters, arguments
// and constraints.
#define HEDDLE_TEXTURE_RAW(raw, code, constraint, operation, coordinate, operands, parameters, \
                           inputs)                                                             \
  static __device__ __forceinline__ void run(raw& r, cudaTextureObject_t t,                    \
                                             HEDDLE_LIST parameters) {                         \
    asm(operation ".v4." code "." coordinate " {%0, %1, %2, %3}, [%4, " operands ";"           \
        : "=" constraint(r.x), "=" constraint(r.y), "=" constraint(r.z), "=" constraint(r.w)   \
        : "l"(t), HEDDLE_LIST inputs);                                                         \
  }
#define HEDDLE_TEXTURE(name, operation, coordinate, operands, parameters, arguments, inputs)    \
  namespace heddle_texture {                                                                    \
  struct name {                                                                                 \
    HEDDLE_TEXTURE_RAW(float4, "f32", "f", operation, coordinate, operands, parameters, inputs) \
    HEDDLE_TEXTURE_RAW(int4, "s32", "r", operation, coordinate, operands, parameters, inputs)   \
    HEDDLE_TEXTURE_RAW(uint4, "u32", "r", operation, coordinate, operands, parameters, inputs)  \
  };                                                                                            \
  }                                                                                             \
  template <class T>                                                                            \
  HEDDLE_DEVICE T name(cudaTextureObject_t t, HEDDLE_LIST parameters) {                         \
    typename heddle_texture::Texel<T>::Raw raw;                                                 \
    heddle_texture::name::run(raw, t, HEDDLE_LIST arguments);                                   \
    return heddle_texture::Texel<T>::from(raw);                                                 \
  }                                                                                             \
  template <class T>                                                                            \
  HEDDLE_DEVICE void name(T* result, cudaTextureObject_t t, HEDDLE_LIST parameters) {           \
    *result = name<T>(t, HEDDLE_LIST arguments);                                                \
  }
#define HEDDLE_LIST(...) __VA_ARGS__

HEDDLE_TEXTURE(tex1Dfetch, "tex.1d", "s32", "{%5}]", (int x), (x), ("r"(x)))
HEDDLE_TEXTURE(tex1D, "tex.1d", "f32", "{%5}]", (float x), (x), ("f"(x)))
HEDDLE_TEXTURE(tex2D, "tex.2d", "f32", "{%5, %6}]", (float x, float y), (x, y), ("f"(x), "f"(y)))
HEDDLE_TEXTURE(tex3D, "tex.3d", "f32", "{%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z),
               ("f"(x), "f"(y), "f"(z)))
HEDDLE_TEXTURE(tex1DLayered, "tex.a1d", "f32", "{%5, %6}]", (float x, int layer), (x, layer),
               ("r"(layer), "f"(x)))
HEDDLE_TEXTURE(tex2DLayered, "tex.a2d", "f32", "{%5, %6, %7, %7}]", (float x, float y, int layer),
               (x, y, layer), ("r"(layer), "f"(x), "f"(y)))
HEDDLE_TEXTURE(texCubemap, "tex.cube", "f32", "{%5, %6, %7, %7}]", (float x, float y, float z),
               (x, y, z), ("f"(x), "f"(y), "f"(z)))
HEDDLE_TEXTURE(texCubemapLayered, "tex.acube", "f32", "{%5, %6, %7, %8}]",
               (float x, float y, float z, int layer), (x, y, z, layer),
               ("r"(layer), "f"(x), "f"(y), "f"(z)))
HEDDLE_TEXTURE(tex1DLod, "tex.level.1d", "f32", "{%5}], %6", (float x, float level), (x, level),
               ("f"(x), "f"(level)))
HEDDLE_TEXTURE(tex2DLod, "tex.level.2d", "f32", "{%5, %6}], %7", (float x, float y, float level),
               (x, y, level), ("f"(x), "f"(y), "f"(level)))
HEDDLE_TEXTURE(tex3DLod, "tex.level.3d", "f32", "{%5, %6, %7, %7}], %8",
               (float x, float y, float z, float level), (x, y, z, level),
               ("f"(x), "f"(y), "f"(z), "f"(level)))
HEDDLE_TEXTURE(tex1DLayeredLod, "tex.level.a1d", "f32", "{%5, %6}], %7",
               (float x, int layer, float level), (x, layer, level),
               ("r"(layer), "f"(x), "f"(level)))
HEDDLE_TEXTURE(tex2DLayeredLod, "tex.level.a2d", "f32", "{%5, %6, %7, %7}], %8",
               (float x, float y, int layer, float level), (x, y, layer, level),
               ("r"(layer), "f"(x), "f"(y), "f"(level)))
HEDDLE_TEXTURE(texCubemapLod, "tex.level.cube", "f32", "{%5, %6, %7, %7}], %8",
               (float x, float y, float z, float level), (x, y, z, level),
               ("f"(x), "f"(y), "f"(z), "f"(level)))

#undef HEDDLE_TEXTURE
#undef HEDDLE_TEXTURE_RAW
#undef HEDDLE_LIST

#endif
