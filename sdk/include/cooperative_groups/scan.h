// Prefix sums over tiles and coalesced groups.
#ifndef HEDDLE_COOPERATIVE_GROUPS_SCAN_H
#define HEDDLE_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

template <class Group, class T, class Operator>
__device__ inline T inclusive_scan(const Group& group, T value, Operator combine) {
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const T before = group.shfl_up(value, step);
    if (group.thread_rank() >= step) value = combine(before, value);
  }
  return value;
}
template <class Group, class T>
__device__ inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
/// Rank 0 gets T().
template <class Group, class T, class Operator>
__device__ inline T exclusive_scan(const Group& group, T value, Operator combine) {
  const T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__device__ inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#endif
#endif
