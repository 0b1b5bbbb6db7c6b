// A share of a sweep's runs, for several machines that each make one: of N shards, the I-th has
// every N-th run.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::cli {

struct Shard {
  std::size_t index = 0;  ///< from 0 on
  std::size_t count = 1;

  /// `place`: of a run among those that differ, in the order of the sweep.
  bool has(std::size_t place) const { return place % count == index; }
};

/// Of "I/N", I from 1 to N. Throws Error.
Shard parse_shard(const std::string& text);

}  // namespace heddle::cli
