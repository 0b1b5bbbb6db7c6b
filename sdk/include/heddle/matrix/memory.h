// nvcuda::wmma: loads and stores of fragments.
#ifndef HEDDLE_MATRIX_MEMORY_H
#define HEDDLE_MATRIX_MEMORY_H

#include "fragment.h"
#include "registers.h"

namespace nvcuda {
namespace wmma {

#define HEDDLE_MATRIX_LOAD(letter, order, shape, type, word, kind, count)    \
  word d[count];                                                             \
  asm volatile("wmma.load." letter ".sync.aligned." order "." shape "." type \
               " " HEDDLE_MATRIX_TEXT_##count(d) ", [%[p]], %[stride];"      \
               : HEDDLE_MATRIX_ALL_##count("=" kind, d)                      \
               : [p] "l"(from), [stride] "r"(stride)                         \
               : "memory");                                                  \
  heddle_detail::from_words(d, to);

/// A factor in one order. `P` is the type that pointers point to.
#define HEDDLE_MATRIX_FACTOR(use, letter, M, N, K, T, P, major, order, type, word, kind, count) \
  __device__ inline void load_matrix_sync(fragment<use, M, N, K, T, major>& to, const P* from,  \
                                          unsigned stride) {                                    \
    HEDDLE_MATRIX_LOAD(letter, order, "m" #M "n" #N "k" #K, type, word, kind, count)            \
  }
#define HEDDLE_MATRIX_FACTOR_ORDERS(use, letter, M, N, K, T, P, type, word, kind, count)      \
  HEDDLE_MATRIX_FACTOR(use, letter, M, N, K, T, P, row_major, "row", type, word, kind, count) \
  HEDDLE_MATRIX_FACTOR(use, letter, M, N, K, T, P, col_major, "col", type, word, kind, count)
#define HEDDLE_MATRIX_FACTORS(M, N, K, T, P, type, word, kind, of_a, of_b)          \
  HEDDLE_MATRIX_FACTOR_ORDERS(matrix_a, "a", M, N, K, T, P, type, word, kind, of_a) \
  HEDDLE_MATRIX_FACTOR_ORDERS(matrix_b, "b", M, N, K, T, P, type, word, kind, of_b)

HEDDLE_MATRIX_FACTORS(16, 16, 16, __half, __half, "f16", unsigned, "r", 8, 8)
HEDDLE_MATRIX_FACTORS(32, 8, 16, __half, __half, "f16", unsigned, "r", 8, 8)
HEDDLE_MATRIX_FACTORS(8, 32, 16, __half, __half, "f16", unsigned, "r", 8, 8)
HEDDLE_MATRIX_FACTORS(16, 16, 16, unsigned char, unsigned char, "u8", unsigned, "r", 2, 2)
HEDDLE_MATRIX_FACTORS(32, 8, 16, unsigned char, unsigned char, "u8", unsigned, "r", 4, 1)
HEDDLE_MATRIX_FACTORS(8, 32, 16, unsigned char, unsigned char, "u8", unsigned, "r", 1, 4)
HEDDLE_MATRIX_FACTORS(16, 16, 16, signed char, signed char, "s8", unsigned, "r", 2, 2)
HEDDLE_MATRIX_FACTORS(32, 8, 16, signed char, signed char, "s8", unsigned, "r", 4, 1)
HEDDLE_MATRIX_FACTORS(8, 32, 16, signed char, signed char, "s8", unsigned, "r", 1, 4)
HEDDLE_MATRIX_FACTORS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 4, 4)
HEDDLE_MATRIX_FACTORS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 8, 2)
HEDDLE_MATRIX_FACTORS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 2, 8)
HEDDLE_MATRIX_FACTORS(16, 16, 8, precision::tf32, float, "tf32", unsigned, "r", 4, 4)
HEDDLE_MATRIX_FACTORS(8, 8, 4, double, double, "f64", double, "d", 1, 1)

#define HEDDLE_MATRIX_SMALL(K, T, type)                                                            \
  HEDDLE_MATRIX_FACTOR(matrix_a, "a", 8, 8, K, experimental::precision::T, void, row_major, "row", \
                       type, unsigned, "r", 1)                                                     \
  HEDDLE_MATRIX_FACTOR(matrix_b, "b", 8, 8, K, experimental::precision::T, void, col_major, "col", \
                       type, unsigned, "r", 1)
HEDDLE_MATRIX_SMALL(32, u4, "u4")
HEDDLE_MATRIX_SMALL(32, s4, "s4")
HEDDLE_MATRIX_SMALL(128, b1, "b1")

#define HEDDLE_MATRIX_STORE(order, shape, type, word, kind, count)                     \
  word c[count];                                                                       \
  heddle_detail::to_words(from, c);                                                    \
  asm volatile("wmma.store.d.sync.aligned." order "." shape "." type                   \
               " [%[p]], " HEDDLE_MATRIX_TEXT_##count(c) ", %[stride];"                \
               :                                                                       \
               : [p] "l"(to), [stride] "r"(stride), HEDDLE_MATRIX_ALL_##count(kind, c) \
               : "memory");

#define HEDDLE_MATRIX_SUM(M, N, K, T, type, word, kind, count)                                   \
  __device__ inline void load_matrix_sync(fragment<accumulator, M, N, K, T>& to, const T* from,  \
                                          unsigned stride, layout_t layout) {                    \
    if (layout == mem_row_major) {                                                               \
      HEDDLE_MATRIX_LOAD("c", "row", "m" #M "n" #N "k" #K, type, word, kind, count)              \
    } else {                                                                                     \
      HEDDLE_MATRIX_LOAD("c", "col", "m" #M "n" #N "k" #K, type, word, kind, count)              \
    }                                                                                            \
  }                                                                                              \
  __device__ inline void store_matrix_sync(T* to, const fragment<accumulator, M, N, K, T>& from, \
                                           unsigned stride, layout_t layout) {                   \
    if (layout == mem_row_major) {                                                               \
      HEDDLE_MATRIX_STORE("row", "m" #M "n" #N "k" #K, type, word, kind, count)                  \
    } else {                                                                                     \
      HEDDLE_MATRIX_STORE("col", "m" #M "n" #N "k" #K, type, word, kind, count)                  \
    }                                                                                            \
  }
#define HEDDLE_MATRIX_SUMS(M, N)                               \
  HEDDLE_MATRIX_SUM(M, N, 16, __half, "f16", unsigned, "r", 4) \
  HEDDLE_MATRIX_SUM(M, N, 16, float, "f32", unsigned, "r", 8)  \
  HEDDLE_MATRIX_SUM(M, N, 16, int, "s32", unsigned, "r", 8)

HEDDLE_MATRIX_SUMS(16, 16)
HEDDLE_MATRIX_SUMS(32, 8)
HEDDLE_MATRIX_SUMS(8, 32)
HEDDLE_MATRIX_SUM(16, 16, 8, float, "f32", unsigned, "r", 8)
HEDDLE_MATRIX_SUM(8, 8, 4, double, "f64", double, "d", 2)
HEDDLE_MATRIX_SUM(8, 8, 32, int, "s32", unsigned, "r", 2)
HEDDLE_MATRIX_SUM(8, 8, 128, int, "s32", unsigned, "r", 2)

#undef HEDDLE_MATRIX_LOAD
#undef HEDDLE_MATRIX_FACTOR
#undef HEDDLE_MATRIX_FACTOR_ORDERS
#undef HEDDLE_MATRIX_FACTORS
#undef HEDDLE_MATRIX_SMALL
#undef HEDDLE_MATRIX_STORE
#undef HEDDLE_MATRIX_SUM
#undef HEDDLE_MATRIX_SUMS

}  // namespace wmma
}  // namespace nvcuda

#endif
