// The names of nvcuda::wmma. heddle has no tensor cores: a use is an error that says so.
#ifndef HEDDLE_MMA_H
#define HEDDLE_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)
#define HEDDLE_NO_WMMA(name) \
  __attribute__((unavailable("heddle has no tensor cores (wmma::" #name ")")))
#define HEDDLE_NO_WMMA_FUNCTION(name) \
  template <typename... Arguments>    \
  __device__ void name(Arguments&&...) HEDDLE_NO_WMMA(name);

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
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
HEDDLE_NO_WMMA_FUNCTION(bmma_sync)
}  // namespace experimental

template <typename Use, int M, int N, int K, typename Element, typename Layout = void>
class HEDDLE_NO_WMMA(fragment) fragment {};
HEDDLE_NO_WMMA_FUNCTION(fill_fragment)
HEDDLE_NO_WMMA_FUNCTION(load_matrix_sync)
HEDDLE_NO_WMMA_FUNCTION(mma_sync)
HEDDLE_NO_WMMA_FUNCTION(store_matrix_sync)

}  // namespace wmma
}  // namespace nvcuda

#undef HEDDLE_NO_WMMA
#undef HEDDLE_NO_WMMA_FUNCTION
#endif
#endif
