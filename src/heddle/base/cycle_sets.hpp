// A set of small numbers for each cycle: for example, the ports of a crossbar that have something
// to do in the cycle. A ring holds the sets of the next kSpan cycles, one bit for each number. A
// bitmap finds the next set that is not empty. A heap holds the numbers of later cycles. To add a
// number twice has no effect.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

class CycleSets {
 public:
  static constexpr Cycle kSpan = 64;

  /// `numbers`: all numbers are smaller than this number.
  explicit CycleSets(std::uint32_t numbers)
      : words_((numbers + 63) / 64), sets_(std::size_t{kSpan} * words_) {}

  /// Adds the number to the set of `cycle`. This cycle must not be earlier than the last one that
  /// was taken or passed.
  void add(Cycle cycle, std::uint32_t number) {
    if (cycle - base_ >= kSpan) [[unlikely]]
      return add_far(cycle, number);
    put(cycle, number);
  }

  /// Returns the first cycle whose set is not empty, or kNever if there is none.
  Cycle next() const { return next_; }

  /// Empties the set of `cycle` and calls visit(number) for its numbers, smallest first. All
  /// earlier sets must be empty. A call may add numbers larger than its own to the same set.
  template <typename Visit>
  void take(Cycle cycle, Visit&& visit) {
    pass(cycle);
    std::uint64_t* const set = set_of(cycle);
    for (std::uint32_t word = 0; word < words_; ++word) {
      while (set[word] != 0) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(set[word]));
        set[word] &= set[word] - 1;
        visit(word * 64 + bit);
      }
    }
    near_ &= ~(std::uint64_t{1} << cycle % kSpan);
    next_ = find_next();
  }

  /// Notes that `cycle` has come. All earlier sets must be empty.
  void pass(Cycle cycle) {
    base_ = cycle;
    if (next_far_ - base_ < kSpan) [[unlikely]]
      pull_far();
  }

 private:
  struct Far {
    Cycle cycle;
    std::uint32_t number;
  };
  static bool later(const Far& a, const Far& b) { return a.cycle > b.cycle; }

  Cycle find_next() const {
    if (near_ == 0) return next_far_;
    const std::uint64_t from_base = std::rotr(near_, static_cast<int>(base_ % kSpan));
    return std::min(next_far_, base_ + static_cast<unsigned>(std::countr_zero(from_base)));
  }
  std::uint64_t* set_of(Cycle cycle) { return &sets_[cycle % kSpan * words_]; }
  void put(Cycle cycle, std::uint32_t number) {
    set_of(cycle)[number / 64] |= std::uint64_t{1} << number % 64;
    near_ |= std::uint64_t{1} << cycle % kSpan;
    next_ = std::min(next_, cycle);
  }
  [[gnu::noinline]] void add_far(Cycle cycle, std::uint32_t number) {
    far_.push_back({cycle, number});
    std::push_heap(far_.begin(), far_.end(), later);
    next_far_ = far_.front().cycle;
    next_ = std::min(next_, cycle);
  }
  [[gnu::noinline]] void pull_far() {
    while (!far_.empty() && far_.front().cycle - base_ < kSpan) {
      put(far_.front().cycle, far_.front().number);
      std::pop_heap(far_.begin(), far_.end(), later);
      far_.pop_back();
    }
    next_far_ = far_.empty() ? kNever : far_.front().cycle;
  }

  std::uint32_t words_;  ///< words of a set
  Cycle base_ = 0;       ///< the last cycle that was taken or passed
  Cycle next_ = kNever;  ///< the first cycle whose set is not empty
  Cycle next_far_ = kNever;
  std::uint64_t near_ = 0;  ///< by cycle modulo kSpan: the set is not empty
  std::vector<std::uint64_t> sets_;
  std::vector<Far> far_;  ///< numbers of cycles at least kSpan after the base, as a heap
};

}  // namespace heddle
