// nvcuda::wmma: products of fragments.
#ifndef HEDDLE_MATRIX_MULTIPLY_H
#define HEDDLE_MATRIX_MULTIPLY_H

#include "fragment.h"
#include "registers.h"

namespace nvcuda {
namespace wmma {

#define HEDDLE_MATRIX_ASM(text, word, kind, of_d, of_a, of_b, of_c)                           \
  asm volatile(text " " HEDDLE_MATRIX_TEXT_##of_d(d) ", " HEDDLE_MATRIX_TEXT_##of_a(          \
                   a) ", " HEDDLE_MATRIX_TEXT_##of_b(b) ", " HEDDLE_MATRIX_TEXT_##of_c(c) ";" \
               : HEDDLE_MATRIX_ALL_##of_d("=" kind, d)                                        \
               : HEDDLE_MATRIX_ALL_##of_a(kind, a), HEDDLE_MATRIX_ALL_##of_b(kind, b),        \
                 HEDDLE_MATRIX_ALL_##of_c(kind, c));

/// One mma_sync. `before` and `after` are the parts of the opcode around the layouts, and `clamp`
/// is the suffix for a true last argument.
#define HEDDLE_MATRIX_PRODUCT(M, N, K, TD, T, TC, major_a, a_order, major_b, b_order, types,       \
                              clamp, word, kind, of_d, of_a, of_b, of_c)                           \
  __device__ inline void mma_sync(                                                                 \
      fragment<accumulator, M, N, K, TD>& to, const fragment<matrix_a, M, N, K, T, major_a>& left, \
      const fragment<matrix_b, M, N, K, T, major_b>& right,                                        \
      const fragment<accumulator, M, N, K, TC>& sum, bool saturate = false) {                      \
    word d[of_d], a[of_a], b[of_b], c[of_c];                                                       \
    heddle_detail::to_words(left, a);                                                              \
    heddle_detail::to_words(right, b);                                                             \
    heddle_detail::to_words(sum, c);                                                               \
    if (saturate) {                                                                                \
      HEDDLE_MATRIX_ASM("wmma.mma.sync.aligned." a_order "." b_order ".m" #M "n" #N "k" #K         \
                        "." types clamp,                                                           \
                        word, kind, of_d, of_a, of_b, of_c)                                        \
    } else {                                                                                       \
      HEDDLE_MATRIX_ASM("wmma.mma.sync.aligned." a_order "." b_order ".m" #M "n" #N "k" #K         \
                        "." types,                                                                 \
                        word, kind, of_d, of_a, of_b, of_c)                                        \
    }                                                                                              \
    heddle_detail::from_words(d, to);                                                              \
  }

#define HEDDLE_MATRIX_ORDERS(M, N, K, TD, T, TC, types, clamp, word, kind, of_d, of_a, of_b, of_c) \
  HEDDLE_MATRIX_PRODUCT(M, N, K, TD, T, TC, row_major, "row", row_major, "row", types, clamp,      \
                        word, kind, of_d, of_a, of_b, of_c)                                        \
  HEDDLE_MATRIX_PRODUCT(M, N, K, TD, T, TC, row_major, "row", col_major, "col", types, clamp,      \
                        word, kind, of_d, of_a, of_b, of_c)                                        \
  HEDDLE_MATRIX_PRODUCT(M, N, K, TD, T, TC, col_major, "col", row_major, "row", types, clamp,      \
                        word, kind, of_d, of_a, of_b, of_c)                                        \
  HEDDLE_MATRIX_PRODUCT(M, N, K, TD, T, TC, col_major, "col", col_major, "col", types, clamp,      \
                        word, kind, of_d, of_a, of_b, of_c)

#define HEDDLE_MATRIX_HALVES(M, N)                                                                 \
  HEDDLE_MATRIX_ORDERS(M, N, 16, __half, __half, __half, "f16.f16", "", unsigned, "r", 4, 8, 8, 4) \
  HEDDLE_MATRIX_ORDERS(M, N, 16, float, __half, __half, "f32.f16", "", unsigned, "r", 8, 8, 8, 4)  \
  HEDDLE_MATRIX_ORDERS(M, N, 16, __half, __half, float, "f16.f32", "", unsigned, "r", 4, 8, 8, 8)  \
  HEDDLE_MATRIX_ORDERS(M, N, 16, float, __half, float, "f32.f32", "", unsigned, "r", 8, 8, 8, 8)
#define HEDDLE_MATRIX_OTHERS(M, N, bytes_a, bytes_b, shorts_a, shorts_b)                           \
  HEDDLE_MATRIX_ORDERS(M, N, 16, int, unsigned char, int, "s32.u8.u8.s32", ".satfinite", unsigned, \
                       "r", 8, bytes_a, bytes_b, 8)                                                \
  HEDDLE_MATRIX_ORDERS(M, N, 16, int, signed char, int, "s32.s8.s8.s32", ".satfinite", unsigned,   \
                       "r", 8, bytes_a, bytes_b, 8)                                                \
  HEDDLE_MATRIX_ORDERS(M, N, 16, float, __nv_bfloat16, float, "f32.bf16.bf16.f32", "", unsigned,   \
                       "r", 8, shorts_a, shorts_b, 8)

HEDDLE_MATRIX_HALVES(16, 16)
HEDDLE_MATRIX_HALVES(32, 8)
HEDDLE_MATRIX_HALVES(8, 32)
HEDDLE_MATRIX_OTHERS(16, 16, 2, 2, 4, 4)
HEDDLE_MATRIX_OTHERS(32, 8, 4, 1, 8, 2)
HEDDLE_MATRIX_OTHERS(8, 32, 1, 4, 2, 8)
HEDDLE_MATRIX_ORDERS(16, 16, 8, float, precision::tf32, float, "f32.tf32.tf32.f32", "", unsigned,
                     "r", 8, 4, 4, 8)
HEDDLE_MATRIX_ORDERS(8, 8, 4, double, double, double, "rn.f64.f64.f64.f64", "", double, "d", 2, 1,
                     1, 2)
HEDDLE_MATRIX_PRODUCT(8, 8, 32, int, experimental::precision::u4, int, row_major, "row", col_major,
                      "col", "s32.u4.u4.s32", ".satfinite", unsigned, "r", 2, 1, 1, 2)
HEDDLE_MATRIX_PRODUCT(8, 8, 32, int, experimental::precision::s4, int, row_major, "row", col_major,
                      "col", "s32.s4.s4.s32", ".satfinite", unsigned, "r", 2, 1, 1, 2)

#define HEDDLE_MATRIX_BITS(operation)                                                          \
  HEDDLE_MATRIX_ASM("wmma.mma." operation ".popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", \
                    unsigned, "r", 2, 1, 1, 2)

/// The AND of bits needs compute capability 8.0, so code for older devices does not contain it.
__device__ inline void bmma_sync(
    fragment<accumulator, 8, 8, 128, int>& to,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& left,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& right,
    const fragment<accumulator, 8, 8, 128, int>& sum,
    experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  unsigned d[2], a[1], b[1], c[2];
  heddle_detail::to_words(left, a);
  heddle_detail::to_words(right, b);
  heddle_detail::to_words(sum, c);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (operation == experimental::bmmaBitOpAND) {
    HEDDLE_MATRIX_BITS("and")
  } else
#endif
  {
    HEDDLE_MATRIX_BITS("xor")
  }
  heddle_detail::from_words(d, to);
}

#undef HEDDLE_MATRIX_BITS

namespace experimental {
using wmma::bmma_sync;
}

#undef HEDDLE_MATRIX_ASM
#undef HEDDLE_MATRIX_PRODUCT
#undef HEDDLE_MATRIX_ORDERS
#undef HEDDLE_MATRIX_HALVES
#undef HEDDLE_MATRIX_OTHERS

}  // namespace wmma
}  // namespace nvcuda

#endif
