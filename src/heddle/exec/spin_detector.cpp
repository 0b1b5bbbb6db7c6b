#include "heddle/exec/spin_detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle::exec {

bool SpinDetector::same(const State& state, const Warp& warp) {
  return state.paths == warp.stack.entries() && state.predicates == warp.predicates &&
         state.rows.size() == warp.rows.size() &&
         std::memcmp(state.rows.data(), warp.rows.data(), warp.rows.size() * sizeof(Row)) == 0;
}

bool SpinDetector::repeats(const std::vector<const Warp*>& warps) {
  if (++rounds_ < kPatience) return false;
  if (std::has_single_bit(rounds_)) {
    states_.resize(warps.size());
    for (std::size_t i = 0; i < warps.size(); ++i)
      states_[i] = {warps[i]->stack.entries(), warps[i]->rows, warps[i]->predicates};
    return false;
  }
  return states_.size() == warps.size() &&
         std::equal(states_.begin(), states_.end(), warps.begin(),
                    [](const State& state, const Warp* warp) { return same(state, *warp); });
}

}  // namespace heddle::exec
