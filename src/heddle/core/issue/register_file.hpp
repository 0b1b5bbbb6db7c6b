// The banks of an SM's register file. Each lane group has a slice of it. A bank serves one operand
// of an entity per cycle. A bank knows when it is free, so no bank needs work in every cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/core/issue/bank_writes.hpp"

namespace heddle::core {

class RegisterFile {
 public:
  /// Row r of the warp in context c is in bank (r + c) % banks, so that the same rows of different
  /// warps are in different banks. Callers give rows modulo the number of banks.
  RegisterFile(std::uint32_t banks, std::uint32_t groups, std::uint32_t contexts)
      : banks_(banks), free_(std::size_t{banks} * groups, 0) {
    for (std::uint32_t context = 0; context < contexts; ++context)
      shifts_.push_back(context % banks);
  }

  /// Reads rows of the warp in `context`, from the cycle after `now` on, for an instruction that
  /// issues at `now` to the lane group. Returns by how many cycles bank conflicts delay the last
  /// read.
  Cycle read(std::span<const std::uint8_t> rows, unsigned context, unsigned group, Cycle now) {
    if (rows.empty()) return 0;
    Cycle* const banks = &free_[std::size_t{group} * banks_];
    const unsigned shift = shifts_[context];
    Cycle last = now + 1;
    for (const std::uint8_t row : rows) {
      Cycle& free = banks[bank(row, shift)];
      free = std::max(free, now + 1);
      last = std::max(last, free++);
    }
    return last - (now + 1);
  }
  /// Writes results at `now`. Their banks cannot be read in this cycle.
  void write(std::span<const std::uint8_t> rows, unsigned context, unsigned group, Cycle now) {
    if (rows.empty()) return;
    Cycle* const banks = &free_[std::size_t{group} * banks_];
    const unsigned shift = shifts_[context];
    for (const std::uint8_t row : rows) {
      Cycle& free = banks[bank(row, shift)];
      free = std::max(free, now) + 1;
    }
  }

  /// Writes results to the first lane group in cycle `when`, which is still to come. apply() then
  /// writes them.
  void write_at(Cycle when, std::span<const std::uint8_t> rows, unsigned context) {
    if (rows.empty()) return;
    const unsigned shift = shifts_[context];
    std::uint64_t banks = 0;
    for (const std::uint8_t row : rows) {
      const std::uint64_t bit = std::uint64_t{1} << bank(row, shift);
      if ((banks & bit) != 0) [[unlikely]]
        writes_.add(when, bit);
      banks |= bit;
    }
    writes_.add(when, banks);
  }
  /// Begins the cycle `now`: writes all results up to this cycle. Must be called before the reads
  /// of the cycle.
  void apply(Cycle now) {
    writes_.take_until(now, [this](Cycle when, std::uint32_t which) {
      free_[which] = std::max(free_[which], when) + 1;
    });
  }

 private:
  unsigned bank(unsigned row, unsigned shift) const {
    const unsigned sum = row + shift;
    return sum < banks_ ? sum : sum - banks_;
  }

  std::uint32_t banks_;
  std::vector<std::uint32_t> shifts_;  ///< by context: number added to each row to find its bank
  std::vector<Cycle> free_;            ///< by lane group and bank: when the bank is free
  BankWrites writes_;
};

}  // namespace heddle::core
