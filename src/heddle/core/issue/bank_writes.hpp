// The register banks into which results are written in later cycles. A ring has one word of banks
// for each of the next kSpan cycles. A list holds what the ring cannot hold: a second write of a
// bank in one cycle, and later cycles.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class BankWrites {
 public:
  static constexpr Cycle kSpan = 64;

  /// Notes that one result is written to each bank of the set `banks`, which has a bit for each
  /// bank, in cycle `when`. The set must not be empty, and the cycle must be later than the last
  /// one that was taken.
  void add(Cycle when, std::uint64_t banks) {
    next_ = std::min(next_, when);
    std::uint64_t& of_cycle = banks_[when % kSpan];
    if (when - taken_ >= kSpan || (of_cycle & banks) != 0) [[unlikely]]
      return others_.push_back({when, banks});
    of_cycle |= banks;
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
    std::uint64_t banks;
  };

  template <typename Write>
  static void write_each(Cycle cycle, std::uint64_t banks, Write&& write) {
    for (; banks != 0; banks &= banks - 1)
      write(cycle, static_cast<std::uint32_t>(std::countr_zero(banks)));
  }
  template <typename Write>
  void take_next(Write&& write) {
    const Cycle cycle = next_;
    write_each(cycle, std::exchange(banks_[cycle % kSpan], 0), write);
    cycles_ &= ~(std::uint64_t{1} << cycle % kSpan);
    const std::uint64_t later = std::rotr(cycles_, static_cast<int>(cycle % kSpan));
    next_ = later == 0 ? kNever : cycle + static_cast<unsigned>(std::countr_zero(later));
    if (!others_.empty()) [[unlikely]]
      take_others(cycle, write);
  }
  template <typename Write>
  [[gnu::noinline]] void take_others(Cycle cycle, Write&& write) {
    std::erase_if(others_, [&](const Other& other) {
      if (other.when == cycle) write_each(cycle, other.banks, write);
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
