// make_char1 ... make_double4: vector values from their elements.
#ifndef HEDDLE_VECTOR_FUNCTIONS_H
#define HEDDLE_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_types.h"

#define HEDDLE_MAKE_VECTOR(name, element, align2, align4)                                         \
  static __inline__ __host__ __device__ name##1 make_##name##1(element x) {                       \
    name##1 result;                                                                               \
    result.x = x;                                                                                 \
    return result;                                                                                \
  }                                                                                               \
  static __inline__ __host__ __device__ name##2 make_##name##2(element x, element y) {            \
    name##2 result;                                                                               \
    result.x = x;                                                                                 \
    result.y = y;                                                                                 \
    return result;                                                                                \
  }                                                                                               \
  static __inline__ __host__ __device__ name##3 make_##name##3(element x, element y, element z) { \
    name##3 result;                                                                               \
    result.x = x;                                                                                 \
    result.y = y;                                                                                 \
    result.z = z;                                                                                 \
    return result;                                                                                \
  }                                                                                               \
  static __inline__ __host__ __device__ name##4 make_##name##4(element x, element y, element z,   \
                                                               element w) {                       \
    name##4 result;                                                                               \
    result.x = x;                                                                                 \
    result.y = y;                                                                                 \
    result.z = z;                                                                                 \
    result.w = w;                                                                                 \
    return result;                                                                                \
  }

HEDDLE_VECTOR_TYPES(HEDDLE_MAKE_VECTOR)
#undef HEDDLE_MAKE_VECTOR

#endif
