// Chooses among the inputs that request one output of a crossbar.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/splitmix.hpp"
#include "heddle/base/types.hpp"

namespace heddle::memory {

enum class Arbitration : std::uint8_t {
  round_robin,  ///< the first requesting input after the last winner
  oldest,       ///< the input whose packet has waited longest; if several have, the input with the
                ///< lowest number
  random,       ///< each requesting input wins with equal probability
};

class Arbiter {
 public:
  Arbiter(Arbitration rule, std::uint32_t inputs, std::uint64_t seed)
      : rule_(rule), wanting_((inputs + 63) / 64), random_(seed * 2 + 1) {}

  bool wanted() const { return count_ != 0; }
  void request(std::uint32_t input) {
    wanting_[input / 64] |= std::uint64_t{1} << (input % 64);
    ++count_;
  }
  /// Removes the input's request. The input must have a request.
  void withdraw(std::uint32_t input) {
    wanting_[input / 64] &= ~(std::uint64_t{1} << (input % 64));
    --count_;
  }
  /// Chooses the winner, removes its request and returns its number. At least one input must have a
  /// request. `age(input)` is the time at which the input's wait began.
  template <typename Age>
  std::uint32_t grant(Age&& age) {
    std::uint32_t winner = 0;
    if (count_ == 1 || rule_ == Arbitration::round_robin) {
      winner = first_from(last_ + 1);
    } else if (rule_ == Arbitration::random) {
      winner = nth(next_random() % count_);
    } else {
      winner = oldest(age);
    }
    withdraw(winner);
    last_ = winner;
    return winner;
  }

 private:
  /// Returns the first requesting input from `input` on; the search wraps around at the end.
  std::uint32_t first_from(std::uint32_t input) const;
  std::uint32_t nth(std::uint32_t n) const;
  std::uint32_t next_random() { return static_cast<std::uint32_t>(random_() >> 32); }
  template <typename Age>
  std::uint32_t oldest(Age&& age) const {
    std::uint32_t best = nth(0);
    for (std::uint32_t n = 1; n < count_; ++n) {
      const std::uint32_t input = nth(n);
      if (age(input) < age(best)) best = input;
    }
    return best;
  }

  Arbitration rule_;
  std::vector<std::uint64_t> wanting_;  ///< one bit for each input: the input has a request
  std::uint32_t count_ = 0;
  std::uint32_t last_ = ~std::uint32_t{0};
  SplitMix random_;
};

}  // namespace heddle::memory
