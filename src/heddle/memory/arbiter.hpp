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
  /// A set of inputs: one bit for each.
  using Inputs = std::vector<std::uint64_t>;
  static std::size_t words_for(std::uint32_t inputs) { return (inputs + 63) / 64; }

  Arbiter(Arbitration rule, std::uint32_t inputs, std::uint64_t seed)
      : rule_(rule),
        words_(static_cast<std::uint32_t>(words_for(inputs))),
        wanting_(words_),
        random_(seed * 2 + 1) {}

  /// Whether an input that is not busy has a request.
  bool wanted(const Inputs& busy) const {
    std::uint64_t any = able(0, busy);
    for (std::uint32_t word = 1; word < words_; ++word) any |= able(word, busy);
    return any != 0;
  }
  void request(std::uint32_t input) { wanting_[input / 64] |= std::uint64_t{1} << (input % 64); }
  void withdraw(std::uint32_t input) {
    wanting_[input / 64] &= ~(std::uint64_t{1} << (input % 64));
  }
  /// Chooses the winner among the inputs that are not busy, removes its request and returns its
  /// number. At least one of these inputs must have a request. `age(input)` is the time at which
  /// the input's wait began.
  template <typename Age>
  std::uint32_t grant(const Inputs& busy, Age&& age) {
    std::uint32_t winner = 0;
    if (rule_ == Arbitration::round_robin)
      winner = first_from(last_ + 1, busy);
    else if (const std::uint32_t inputs = count(busy); inputs == 1)
      winner = nth(0, busy);
    else if (rule_ == Arbitration::random)
      winner = nth(next_random() % inputs, busy);
    else
      winner = oldest(inputs, busy, age);
    withdraw(winner);
    last_ = winner;
    return winner;
  }

 private:
  /// Of one word of inputs: those that have a request and are not busy.
  std::uint64_t able(std::uint32_t word, const Inputs& busy) const {
    return wanting_[word] & ~busy[word];
  }
  std::uint32_t count(const Inputs& busy) const;
  /// Returns the first such input from `input` on; the search wraps around at the end.
  std::uint32_t first_from(std::uint32_t input, const Inputs& busy) const;
  std::uint32_t nth(std::uint32_t n, const Inputs& busy) const;
  std::uint32_t next_random() { return static_cast<std::uint32_t>(random_() >> 32); }
  template <typename Age>
  std::uint32_t oldest(std::uint32_t inputs, const Inputs& busy, Age&& age) const {
    std::uint32_t best = nth(0, busy);
    for (std::uint32_t n = 1; n < inputs; ++n) {
      const std::uint32_t input = nth(n, busy);
      if (age(input) < age(best)) best = input;
    }
    return best;
  }

  Arbitration rule_;
  std::uint32_t words_;
  Inputs wanting_;  ///< the inputs with a request
  std::uint32_t last_ = ~std::uint32_t{0};
  SplitMix random_;
};

}  // namespace heddle::memory
