// Arithmetic on structs of 64-bit counts: sums over units, and differences between two moments.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace heddle {

/// A struct that derives from this has += and -=, element by element.
template <typename Counters>
struct Counts {
  friend Counters& operator+=(Counters& sum, const Counters& other) {
    return combine(sum, other, [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  friend Counters& operator-=(Counters& sum, const Counters& other) {
    return combine(sum, other, [](std::uint64_t a, std::uint64_t b) { return a - b; });
  }

 private:
  template <typename Combine>
  static Counters& combine(Counters& left, const Counters& right, Combine&& function) {
    static_assert(std::is_trivially_copyable_v<Counters> &&
                  sizeof(Counters) % sizeof(std::uint64_t) == 0);
    using Array = std::array<std::uint64_t, sizeof(Counters) / sizeof(std::uint64_t)>;
    auto sum = std::bit_cast<Array>(left);
    const auto other = std::bit_cast<Array>(right);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = function(sum[i], other[i]);
    return left = std::bit_cast<Counters>(sum);
  }
};

}  // namespace heddle
