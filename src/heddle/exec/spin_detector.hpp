// Tells a spin that cannot end from a long computation, without a limit: warps whose registers,
// paths and memory are exactly as they were before will go on as they did.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/warp.hpp"

namespace heddle::exec {

class SpinDetector {
 public:
  /// Something happened that a spinning warp may have waited for: memory changed, a warp ended, a
  /// barrier let warps go.
  void progress() { rounds_ = 0; }
  /// Asked each time that all of `warps`, in the same order, have run for a while.
  /// True: they are where they were, and nothing has happened since.
  bool repeats(const std::vector<const Warp*>& warps);

 private:
  static constexpr std::uint64_t kPatience = 64;  ///< rounds without a look, a power of two

  struct State {
    std::vector<StackEntry> paths;
    std::vector<Row> rows;
    std::vector<LaneMask> predicates;
  };
  static bool same(const State& state, const Warp& warp);

  std::uint64_t rounds_ = 0;   ///< since progress
  std::vector<State> states_;  ///< after a power of two of rounds (Brent's search for a cycle)
};

}  // namespace heddle::exec
