// The register banks into which results are written in later cycles. A ring has one word of banks
// for each of the next kSpan cycles. A list holds what the ring cannot hold: a second write of a
// bank in one cycle, later cycles, and banks with large numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class BankWrites {
 public:
  static constexpr Cycle kSpan = 64;

  /// Notes that the bank is written in cycle `when`, which must be later than the last cycle that
  /// was taken.
  void add(Cycle when, std::uint32_t bank) {
    next_ = std::min(next_, when);
    const std::uint64_t bit = std::uint64_t{1} << bank % 64;
    std::uint64_t& banks = banks_[when % kSpan];
    if (when - taken_ >= kSpan || bank >= 64 || (banks & bit) != 0) [[unlikely]]
      return others_.push_back({when, bank});
    banks |= bit;
    cycles_ |= std::uint64_t{1} << when % kSpan;
  }
  /// Calls write(cycle, bank) for the writes up to cycle `last`, in the order of cycles.
  template <typename Write>
  void take_until(Cycle last, Write&& write) {
    while (next_ <= last) take_next(write);
    taken_ = last;
  }

 private:
  struct Other {
    Cycle when;
    std::uint32_t bank;
  };

  template <typename Write>
  void take_next(Write&& write) {
    const Cycle cycle = next_;
    std::uint64_t& banks = banks_[cycle % kSpan];
    for (; banks != 0; banks &= banks - 1)
      write(cycle, static_cast<std::uint32_t>(std::countr_zero(banks)));
    cycles_ &= ~(std::uint64_t{1} << cycle % kSpan);
    const std::uint64_t later = std::rotr(cycles_, static_cast<int>(cycle % kSpan));
    next_ = later == 0 ? kNever : cycle + static_cast<unsigned>(std::countr_zero(later));
    if (!others_.empty()) [[unlikely]]
      take_others(cycle, write);
  }
  template <typename Write>
  [[gnu::noinline]] void take_others(Cycle cycle, Write&& write) {
    std::erase_if(others_, [&](const Other& other) {
      if (other.when == cycle) write(cycle, other.bank);
      return other.when == cycle;
    });
    for (const Other& other : others_) next_ = std::min(next_, other.when);
  }

  Cycle next_ = kNever;       ///< the first cycle with a write
  Cycle taken_ = 0;           ///< all writes up to this cycle have been taken
  std::uint64_t cycles_ = 0;  ///< by cycle modulo kSpan: the ring has banks for the cycle
  std::array<std::uint64_t, kSpan> banks_{};  ///< by cycle modulo kSpan
  std::vector<Other> others_;
};

}  // namespace heddle::core
