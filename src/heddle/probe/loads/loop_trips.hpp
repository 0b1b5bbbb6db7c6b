// Records the lines that one warp's loads touch in the current and in the previous iteration of
// each loop (T. G. Rogers, "Locality and Scheduling in the Massively Multithreaded Era",
// dissertation, UBC, 2015, Figure 4.3). A load belongs to the iteration in which it issued, even if
// it reaches the cache in a later iteration.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::probe {

enum class Trip : std::uint8_t { now, last, other };
inline constexpr unsigned kTrips = 3;

class LoopTrips {
 public:
  /// Notes that the warp issues the instruction at pc. `waits_for_cache`: the instruction will
  /// access the cache later.
  void issued(const isa::Program& program, Pc pc, bool waits_for_cache);
  /// Notes that the first access of a load has reached the cache. The load is the oldest load at pc
  /// that has not reached the cache before.
  void arrived(Pc pc);
  /// Records that the load at the cache touches the line. Returns in which iteration loads of the
  /// same innermost loop last touched it, or nothing if the load is in no loop.
  std::optional<Trip> touch(Addr line);

 private:
  struct Lines {
    std::uint64_t trip = 0;     ///< number of the iteration that the warp is issuing
    std::uint64_t current = 0;  ///< number of the iteration to which `touched` belongs
    std::unordered_set<Addr> touched, before;  ///< lines touched in iteration `current`, and in the
                                               ///< iteration before
  };
  struct Load {
    Pc pc = 0;
    std::uint32_t loop = isa::kNoLoop;
    std::uint64_t trip = 0;
  };

  void leave(const isa::Program& program, Pc pc);

  std::vector<std::uint32_t> inside_;               ///< loops that the warp is in
  std::unordered_map<std::uint32_t, Lines> lines_;  ///< indexed by loop
  std::deque<Load> loads_;  ///< loads that have issued and have not reached the cache
  Load at_cache_;
};

}  // namespace heddle::probe
