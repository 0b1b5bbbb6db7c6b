// The intra-loop repetition detector of DAWS (Rogers' dissertation, chapter 4): which line which
// load of a sampled warp touched in this trip through its loop, so that two loads that touch the
// same line are found. A set-associative table, least recently used first out.
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
  /// Sets are whole.
  explicit RepetitionDetector(unsigned line_bytes = 128, unsigned entries = 64, unsigned ways = 8,
                              model::EntityNames names = model::EntityNames(1))
      : names_(names), line_bytes_(line_bytes), ways_(ways), entries_(entries) {}

  /// The load at pc touches the line: another load of the entity's warp that did before, if there
  /// is one.
  std::optional<Pc> touched(unsigned entity, Pc pc, Addr line);
  /// The entity begins another trip: what it touched before is forgotten.
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
  std::vector<Entry> entries_;  ///< set by set, the last used first
};

}  // namespace heddle::policy
