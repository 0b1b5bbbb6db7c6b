// Surface reads and writes through a surface object, as loads and stores at the address of the
// texel. x counts bytes, as CUDA has it.
#ifndef HEDDLE_DEVICE_SURFACE_H
#define HEDDLE_DEVICE_SURFACE_H

#include "../../surface_types.h"
#include "../surface_layout.h"
#include "qualifier.h"

namespace heddle_surface {

static __device__ __forceinline__ int clamped(int at, int count) {
  return at < 0 ? 0 : at < count ? at : count - 1;
}

/// Null: outside, and nothing is read or written.
template <class T>
static __device__ __forceinline__ T* texel(cudaSurfaceObject_t surface, int x, int y, int z,
                                           enum cudaSurfaceBoundaryMode mode) {
  const heddle_surface_layout& layout = *reinterpret_cast<const heddle_surface_layout*>(surface);
  const int last = static_cast<int>(layout.row_bytes - sizeof(T));
  const bool inside = x >= 0 && x <= last && static_cast<unsigned>(y) < layout.rows &&
                      static_cast<unsigned>(z) < layout.slices;
  if (!inside) {
    if (mode == cudaBoundaryModeZero) return nullptr;
    if (mode == cudaBoundaryModeTrap) asm volatile("trap;");
    x = clamped(x, last + 1);
    y = clamped(y, static_cast<int>(layout.rows));
    z = clamped(z, static_cast<int>(layout.slices));
  }
  return reinterpret_cast<T*>(layout.base + z * layout.slice_pitch + y * layout.pitch + x);
}

template <class T>
static __device__ __forceinline__ T read(cudaSurfaceObject_t surface, int x, int y, int z,
                                         enum cudaSurfaceBoundaryMode mode) {
  const T* const from = texel<T>(surface, x, y, z, mode);
  return from == nullptr ? T() : *from;
}
template <class T>
static __device__ __forceinline__ void write(const T& value, cudaSurfaceObject_t surface, int x,
                                             int y, int z, enum cudaSurfaceBoundaryMode mode) {
  T* const to = texel<T>(surface, x, y, z, mode);
  if (to != nullptr) *to = value;
}

}  // namespace heddle_surface

#define HEDDLE_LIST(...) __VA_ARGS__
#define HEDDLE_SURFACE(name, parameters, place)                                                \
  template <class T>                                                                           \
  HEDDLE_DEVICE T name##read(cudaSurfaceObject_t surface, HEDDLE_LIST parameters,              \
                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {       \
    return heddle_surface::read<T>(surface, HEDDLE_LIST place, mode);                          \
  }                                                                                            \
  template <class T>                                                                           \
  HEDDLE_DEVICE void name##read(T* value, cudaSurfaceObject_t surface, HEDDLE_LIST parameters, \
                                enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {    \
    *value = heddle_surface::read<T>(surface, HEDDLE_LIST place, mode);                        \
  }                                                                                            \
  template <class T>                                                                           \
  HEDDLE_DEVICE void name##write(T value, cudaSurfaceObject_t surface, HEDDLE_LIST parameters, \
                                 enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
    heddle_surface::write(value, surface, HEDDLE_LIST place, mode);                            \
  }

HEDDLE_SURFACE(surf1D, (int x), (x, 0, 0))
HEDDLE_SURFACE(surf2D, (int x, int y), (x, y, 0))
HEDDLE_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
HEDDLE_SURFACE(surf1DLayered, (int x, int layer), (x, 0, layer))
HEDDLE_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
HEDDLE_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
HEDDLE_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), (x, y, layer_face))

#undef HEDDLE_SURFACE
#undef HEDDLE_LIST

#endif
