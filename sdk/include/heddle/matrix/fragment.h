// nvcuda::wmma: the fragment of a matrix that a thread holds, and the names of matrices, orders and
// types.
#ifndef HEDDLE_MATRIX_FRAGMENT_H
#define HEDDLE_MATRIX_FRAGMENT_H

#include "../../cuda_bf16.h"
#include "../../cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}  // namespace precision

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

namespace heddle_detail {

/// How a thread keeps the elements of a type: `per` elements in each stored value.
template <typename T>
struct stored {
  using type = T;
  static constexpr int per = 1;
};
template <>
struct stored<precision::tf32> {
  using type = float;
  static constexpr int per = 1;
};
template <>
struct stored<experimental::precision::u4> {
  using type = unsigned;
  static constexpr int per = 8;
};
template <>
struct stored<experimental::precision::s4> {
  using type = int;
  static constexpr int per = 8;
};
template <>
struct stored<experimental::precision::b1> {
  using type = unsigned;
  static constexpr int per = 32;
};

template <typename A, typename B>
struct same {
  static constexpr bool value = false;
};
template <typename A>
struct same<A, A> {
  static constexpr bool value = true;
};

/// Elements of a thread. A factor of __half has 16 in every shape, since threads share elements.
template <typename Use, int M, int N, int K, typename T>
constexpr int elements() {
  if (same<Use, accumulator>::value) return M * N / 32;
  if (same<T, __half>::value) return 16;
  return (same<Use, matrix_a>::value ? M : N) * K / 32;
}

}  // namespace heddle_detail

template <typename Use, int M, int N, int K, typename T, typename Layout = void>
class fragment {
 public:
  using element_type = T;
  using storage_element_type = typename heddle_detail::stored<T>::type;
  static constexpr int num_elements = heddle_detail::elements<Use, M, N, K, T>();
  static constexpr int num_storage_elements = num_elements / heddle_detail::stored<T>::per;

  storage_element_type x[num_storage_elements];
};

template <typename Use, int M, int N, int K, typename T, typename Layout>
__device__ inline void fill_fragment(
    fragment<Use, M, N, K, T, Layout>& to,
    const typename fragment<Use, M, N, K, T, Layout>::storage_element_type& value) {
  for (auto& element : to.x) element = value;
}

/// Rounds to the 19 bits of a tf32, halves away from zero.
__device__ inline float __float_to_tf32(float value) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return __uint_as_float(bits);
}

}  // namespace wmma
}  // namespace nvcuda

#endif
