// Loads and stores with a cache operator: __ldca, __ldcg, __ldcs, __ldlu, __ldcv, __stwb, __stcg,
// __stcs, __stwt.
#ifndef HEDDLE_DEVICE_CACHE_OPERATORS_H
#define HEDDLE_DEVICE_CACHE_OPERATORS_H

#include "../../vector_types.h"
#include "qualifier.h"

// An element's PTX type, inline assembly constraint and carrier.
#define HEDDLE_LOAD1(name, op, type, ptx, constraint, carrier) \
  HEDDLE_DEVICE type name(const type* address) {               \
    carrier x;                                                 \
    asm volatile("ld.global." op "." ptx " %0, [%1];"          \
                 : "=" constraint(x)                           \
                 : "l"(address)                                \
                 : "memory");                                  \
    return static_cast<type>(x);                               \
  }
#define HEDDLE_LOAD2(name, op, type, ptx, constraint, carrier) \
  HEDDLE_DEVICE type name(const type* address) {               \
    carrier x, y;                                              \
    asm volatile("ld.global." op ".v2." ptx " {%0, %1}, [%2];" \
                 : "=" constraint(x), "=" constraint(y)        \
                 : "l"(address)                                \
                 : "memory");                                  \
    type result;                                               \
    result.x = static_cast<decltype(result.x)>(x);             \
    result.y = static_cast<decltype(result.y)>(y);             \
    return result;                                             \
  }
#define HEDDLE_LOAD4(name, op, type, ptx, constraint, carrier)                                \
  HEDDLE_DEVICE type name(const type* address) {                                              \
    carrier x, y, z, w;                                                                       \
    asm volatile("ld.global." op ".v4." ptx " {%0, %1, %2, %3}, [%4];"                        \
                 : "=" constraint(x), "=" constraint(y), "=" constraint(z), "=" constraint(w) \
                 : "l"(address)                                                               \
                 : "memory");                                                                 \
    type result;                                                                              \
    result.x = static_cast<decltype(result.x)>(x);                                            \
    result.y = static_cast<decltype(result.y)>(y);                                            \
    result.z = static_cast<decltype(result.z)>(z);                                            \
    result.w = static_cast<decltype(result.w)>(w);                                            \
    return result;                                                                            \
  }
#define HEDDLE_STORE1(name, op, type, ptx, constraint, carrier)       \
  HEDDLE_DEVICE void name(type* address, type value) {                \
    asm volatile("st.global." op "." ptx " [%0], %1;" ::"l"(address), \
                 constraint(static_cast<carrier>(value))              \
                 : "memory");                                         \
  }
#define HEDDLE_STORE2(name, op, type, ptx, constraint, carrier)                \
  HEDDLE_DEVICE void name(type* address, type value) {                         \
    asm volatile("st.global." op ".v2." ptx " [%0], {%1, %2};" ::"l"(address), \
                 constraint(static_cast<carrier>(value.x)),                    \
                 constraint(static_cast<carrier>(value.y))                     \
                 : "memory");                                                  \
  }
#define HEDDLE_STORE4(name, op, type, ptx, constraint, carrier)                               \
  HEDDLE_DEVICE void name(type* address, type value) {                                        \
    asm volatile(                                                                             \
        "st.global." op ".v4." ptx " [%0], {%1, %2, %3, %4};" ::"l"(address),                 \
        constraint(static_cast<carrier>(value.x)), constraint(static_cast<carrier>(value.y)), \
        constraint(static_cast<carrier>(value.z)), constraint(static_cast<carrier>(value.w))  \
        : "memory");                                                                          \
  }

#define HEDDLE_CACHED_TYPES(DO1, DO2, DO4, name, op)                \
  DO1(name, op, char, "s8", "r", int)                               \
  DO1(name, op, signed char, "s8", "r", int)                        \
  DO1(name, op, unsigned char, "u8", "r", unsigned)                 \
  DO1(name, op, short, "s16", "h", short)                           \
  DO1(name, op, unsigned short, "u16", "h", unsigned short)         \
  DO1(name, op, int, "s32", "r", int)                               \
  DO1(name, op, unsigned int, "u32", "r", unsigned)                 \
  DO1(name, op, long, "s64", "l", long)                             \
  DO1(name, op, unsigned long, "u64", "l", unsigned long)           \
  DO1(name, op, long long, "s64", "l", long long)                   \
  DO1(name, op, unsigned long long, "u64", "l", unsigned long long) \
  DO1(name, op, float, "f32", "f", float)                           \
  DO1(name, op, double, "f64", "d", double)                         \
  DO2(name, op, char2, "s8", "r", int)                              \
  DO2(name, op, uchar2, "u8", "r", unsigned)                        \
  DO2(name, op, short2, "s16", "h", short)                          \
  DO2(name, op, ushort2, "u16", "h", unsigned short)                \
  DO2(name, op, int2, "s32", "r", int)                              \
  DO2(name, op, uint2, "u32", "r", unsigned)                        \
  DO2(name, op, longlong2, "s64", "l", long long)                   \
  DO2(name, op, ulonglong2, "u64", "l", unsigned long long)         \
  DO2(name, op, float2, "f32", "f", float)                          \
  DO2(name, op, double2, "f64", "d", double)                        \
  DO4(name, op, char4, "s8", "r", int)                              \
  DO4(name, op, uchar4, "u8", "r", unsigned)                        \
  DO4(name, op, short4, "s16", "h", short)                          \
  DO4(name, op, ushort4, "u16", "h", unsigned short)                \
  DO4(name, op, int4, "s32", "r", int)                              \
  DO4(name, op, uint4, "u32", "r", unsigned)                        \
  DO4(name, op, float4, "f32", "f", float)
#define HEDDLE_CACHED_LOADS(name, op) \
  HEDDLE_CACHED_TYPES(HEDDLE_LOAD1, HEDDLE_LOAD2, HEDDLE_LOAD4, name, op)
#define HEDDLE_CACHED_STORES(name, op) \
  HEDDLE_CACHED_TYPES(HEDDLE_STORE1, HEDDLE_STORE2, HEDDLE_STORE4, name, op)

HEDDLE_CACHED_LOADS(__ldca, "ca")
HEDDLE_CACHED_LOADS(__ldcg, "cg")
HEDDLE_CACHED_LOADS(__ldcs, "cs")
HEDDLE_CACHED_LOADS(__ldlu, "lu")
HEDDLE_CACHED_LOADS(__ldcv, "cv")
HEDDLE_CACHED_STORES(__stwb, "wb")
HEDDLE_CACHED_STORES(__stcg, "cg")
HEDDLE_CACHED_STORES(__stcs, "cs")
HEDDLE_CACHED_STORES(__stwt, "wt")

#undef HEDDLE_LOAD1
#undef HEDDLE_LOAD2
#undef HEDDLE_LOAD4
#undef HEDDLE_STORE1
#undef HEDDLE_STORE2
#undef HEDDLE_STORE4
#undef HEDDLE_CACHED_TYPES
#undef HEDDLE_CACHED_LOADS
#undef HEDDLE_CACHED_STORES

#endif
