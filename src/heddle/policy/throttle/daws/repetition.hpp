// The intra-loop repetition detector of DAWS (Rogers' dissertation, chapter 4). The detector
// records which load of a sampled warp touched which line in the current iteration of a loop. So
// the detector finds two loads that touch one line. The detector is a set-associative table with
// LRU replacement.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/model/entity.hpp"

namespace heddle::policy {

class RepetitionDetector {
 public:
  /// `entries` must be a multiple of `ways`.
  explicit RepetitionDetector(unsigned line_bytes = 128, unsigned entries = 64, unsigned ways = 8,
                              model::EntityNames names = model::EntityNames(1))
      : names_(names), line_bytes_(line_bytes), ways_(ways), entries_(entries) {}

  /// Records that the load at pc touches the line. Returns another load of the entity's warp that
  /// touched the line before, if there is one.
  std::optional<Pc> touched(unsigned entity, Pc pc, Addr line);
  /// Removes what the entity has touched, because the entity begins another iteration.
  void clear(unsigned entity);

 private:
  struct Entry {
    bool used = false;
    unsigned entity = 0;
    Pc pc = 0;
    Addr line = 0;
  };
  std::span<Entry> set_of(Addr line) {
    const std::size_t set = line / line_bytes_ % (entries_.size() / ways_);
    return std::span(entries_).subspan(set * ways_, ways_);
  }

  model::EntityNames names_;
  unsigned line_bytes_, ways_;
  std::vector<Entry> entries_;  ///< set by set, most recently used first
};

}  // namespace heddle::policy
