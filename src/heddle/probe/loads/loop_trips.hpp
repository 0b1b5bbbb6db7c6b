// Which lines one warp's loads touch in this trip through each loop, and in the trip before
// (T. G. Rogers, "Locality and Scheduling in the Massively Multithreaded Era", dissertation, UBC,
// 2015, Figure 4.3). A trip is the one in which the load issued, however late it gets to the cache.
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
  /// The warp issues the instruction at pc; `waits_for_cache`: an access of it will come.
  void issued(const isa::Program& program, Pc pc, bool waits_for_cache);
  /// The first access of the load at pc that issued longest ago comes to the cache.
  void arrived(Pc pc);
  /// When a load of the innermost loop around it touched the line that it touches now; nothing if
  /// it is in no loop.
  std::optional<Trip> touch(Addr line);

 private:
  struct Lines {
    std::uint64_t trip = 0;                    ///< that issues
    std::uint64_t current = 0;                 ///< that the sets are of
    std::unordered_set<Addr> touched, before;  ///< in that one, and in the one before
  };
  struct Load {
    Pc pc = 0;
    std::uint32_t loop = isa::kNoLoop;
    std::uint64_t trip = 0;
  };

  void leave(const isa::Program& program, Pc pc);

  std::vector<std::uint32_t> inside_;               ///< loops that the warp is in
  std::unordered_map<std::uint32_t, Lines> lines_;  ///< by loop
  std::deque<Load> loads_;                          ///< issued, not yet at the cache
  Load at_cache_;
};

}  // namespace heddle::probe
