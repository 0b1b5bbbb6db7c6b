// Arithmetic on structs of 64-bit counts: sums over units, and differences between two points in
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle {

/// Base class that gives a struct of counters the operators += and -=, which work element by
/// element.
template <typename Counters>
struct Counts {
  friend Counters& operator+=(Counters& sum, const Counters& other) {
    return combine(sum, other, [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  friend Counters& operator-=(Counters& sum, const Counters& other) {
    return combine(sum, other, [](std::uint64_t a, std::uint64_t b) { return a - b; });
  }

 private:
  /// Combines the structs word by word, in place. The compiler can vectorize this loop.
  template <typename Combine>
  static Counters& combine(Counters& left, const Counters& right, Combine&& function) {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    static_assert(std::is_trivially_copyable_v<Counters> && sizeof(Counters) % kWord == 0);
    auto* const to = reinterpret_cast<unsigned char*>(&left);
    const auto* const from = reinterpret_cast<const unsigned char*>(&right);
    for (std::size_t at = 0; at < sizeof(Counters); at += kWord) {
      std::uint64_t a, b;
      std::memcpy(&a, to + at, kWord);
      std::memcpy(&b, from + at, kWord);
      a = function(a, b);
      std::memcpy(to + at, &a, kWord);
    }
    return left;
  }
};

}  // namespace heddle
