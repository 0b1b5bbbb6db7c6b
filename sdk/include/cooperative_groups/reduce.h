// Reductions over tiles and coalesced groups, and the operators plus, less, greater, bit_and,
// bit_or, bit_xor.
#ifndef HEDDLE_COOPERATIVE_GROUPS_REDUCE_H
#define HEDDLE_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

#define HEDDLE_OPERATOR(name, expression)                                                 \
  template <class T = void>                                                               \
  struct name {                                                                           \
    __host__ __device__ T operator()(const T& a, const T& b) const { return expression; } \
  };                                                                                      \
  template <>                                                                             \
  struct name<void> {                                                                     \
    template <class T>                                                                    \
    __host__ __device__ T operator()(const T& a, const T& b) const {                      \
      return expression;                                                                  \
    }                                                                                     \
  };
HEDDLE_OPERATOR(plus, a + b)
HEDDLE_OPERATOR(less, b < a ? b : a)
HEDDLE_OPERATOR(greater, a < b ? b : a)
HEDDLE_OPERATOR(bit_and, a& b)
HEDDLE_OPERATOR(bit_or, a | b)
HEDDLE_OPERATOR(bit_xor, a ^ b)
#undef HEDDLE_OPERATOR

/// By halving: at each step the lower half takes in the upper; then rank 0's value goes to all.
template <class Group, class T, class Operator>
__device__ inline T reduce(const Group& group, T value, Operator combine) {
  for (unsigned count = group.size(); count > 1;) {
    const unsigned half = (count + 1) / 2;
    const T other = group.shfl_down(value, half);
    if (group.thread_rank() + half < count) value = combine(value, other);
    count = half;
  }
  return group.shfl(value, 0);
}

template <unsigned Size, class T, class Operator>
__device__ inline T reduce(const heddle_wide_tile<Size>& group, T value, Operator combine) {
  return group.combine_warps(reduce(thread_block_tile<32>(), value, combine), combine);
}

}  // namespace cooperative_groups

#endif
#endif
