// CUDA's built-in vector types: char1 ... double4, and dim3. Sizes and alignments are those of the
// CUDA C++ Programming Guide, table "Alignment Requirements".
#ifndef HEDDLE_VECTOR_TYPES_H
#define HEDDLE_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__

#include "host_defines.h"

// name, element type, alignment of the two- and of the four-element type. Types of one or three
// elements are aligned like their element.
#define HEDDLE_VECTOR_TYPES(APPLY)                 \
  APPLY(char, signed char, 2, 4)                   \
  APPLY(uchar, unsigned char, 2, 4)                \
  APPLY(short, short, 4, 8)                        \
  APPLY(ushort, unsigned short, 4, 8)              \
  APPLY(int, int, 8, 16)                           \
  APPLY(uint, unsigned int, 8, 16)                 \
  APPLY(long, long int, 16, 16)                    \
  APPLY(ulong, unsigned long int, 16, 16)          \
  APPLY(longlong, long long int, 16, 16)           \
  APPLY(ulonglong, unsigned long long int, 16, 16) \
  APPLY(float, float, 8, 16)                       \
  APPLY(double, double, 16, 16)

#define HEDDLE_DEFINE_VECTOR(name, element, align2, align4) \
  struct name##1 { element x; };                            \
  struct __align__(align2) name##2 { element x, y; };       \
  struct name##3 { element x, y, z; };                      \
  struct __align__(align4) name##4 { element x, y, z, w; }; \
  typedef struct name##1 name##1;                           \
  typedef struct name##2 name##2;                           \
  typedef struct name##3 name##3;                           \
  typedef struct name##4 name##4;

HEDDLE_VECTOR_TYPES(HEDDLE_DEFINE_VECTOR)
#undef HEDDLE_DEFINE_VECTOR

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 t;
    t.x = x;
    t.y = y;
    t.z = z;
    return t;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
