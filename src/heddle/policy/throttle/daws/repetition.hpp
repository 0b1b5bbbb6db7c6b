// The intra-loop repetition detector of DAWS (Rogers' dissertation, chapter 4): which line which
// load of a sampled warp touched in this trip through its loop, so that two loads that touch the
// same line are found. A small set-associative table, least recently used first out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "heddle/base/types.hpp"

namespace heddle::policy {

class RepetitionDetector {
 public:
  static constexpr unsigned kSets = 8, kWays = 8;

  explicit RepetitionDetector(unsigned line_bytes = 128) : line_bytes_(line_bytes) {}

  /// The load at pc touches the line: another load of the same entity that did before, if there is
  /// one.
  std::optional<Pc> touched(unsigned entity, Pc pc, Addr line);
  /// The entity begins another trip.
  void clear(unsigned entity);

 private:
  struct Entry {
    bool used = false;
    unsigned entity = 0;
    Pc pc = 0;
    Addr line = 0;
  };
  unsigned line_bytes_;
  std::array<std::array<Entry, kWays>, kSets> sets_{};  ///< the last used first
};

}  // namespace heddle::policy
