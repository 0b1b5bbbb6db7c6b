// Records the moments at which each register is occupied, during register assignment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

class RegisterFile {
 public:
  explicit RegisterFile(std::size_t moments) : moments_(moments) {}

  bool is_free(std::uint32_t index, const LiveRange& range) const {
    if (index >= taken_.size()) return true;
    return std::ranges::none_of(range, [&](const Stretch& stretch) {
      return taken_[index].any(stretch.begin, stretch.end);
    });
  }
  bool is_taken_at(std::uint32_t index, Moment moment) const {
    return index < taken_.size() && taken_[index].test(moment);
  }
  void take(std::uint32_t index, const LiveRange& range) {
    while (taken_.size() <= index) taken_.emplace_back(moments_);
    for (const Stretch& stretch : range) taken_[index].set_range(stretch.begin, stretch.end);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(taken_.size()); }

 private:
  std::size_t moments_;
  std::vector<BitSet> taken_;
};

}  // namespace heddle::compile
