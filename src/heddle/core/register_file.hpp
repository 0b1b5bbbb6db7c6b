// The banks of an SM's register file, a slice for each lane group: each bank serves one operand of
// an entity a cycle. Nothing is stepped: a bank knows when it is free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class RegisterFile {
 public:
  RegisterFile(std::uint32_t banks, std::uint32_t groups)
      : banks_(banks), free_(std::size_t{banks} * groups, 0) {}

  /// Reads rows for an instruction that issues at `now`, of the warp in `context`, on lane group
  /// `group`: from the next cycle on. Returns by how many cycles bank conflicts delay the last of
  /// them.
  Cycle read(std::span<const std::uint16_t> rows, unsigned context, unsigned group, Cycle now) {
    Cycle last = now + 1;
    for (const std::uint16_t row : rows) {
      Cycle& free = free_[bank(row, context, group)];
      free = std::max(free, now + 1);
      last = std::max(last, free++);
    }
    return last - (now + 1);
  }
  /// Results are written at `now`: their banks cannot be read in that cycle.
  void write(std::span<const std::uint16_t> rows, unsigned context, unsigned group, Cycle now) {
    for (const std::uint16_t row : rows) {
      Cycle& free = free_[bank(row, context, group)];
      free = std::max(free, now) + 1;
    }
  }

 private:
  /// Warps begin at different banks, so that they do not all want the same one.
  std::size_t bank(unsigned row, unsigned context, unsigned group) const {
    return std::size_t{group} * banks_ + (row + context) % banks_;
  }

  std::uint32_t banks_;
  std::vector<Cycle> free_;
};

}  // namespace heddle::core
