// The 64-bit values of a warp as an array, for vector code. A pair of rows contains the low words
// in one row and the high words in the other row. One vector instruction interleaves the words
// within each 16 bytes of a 32-byte vector; to keep the order of lanes, three instructions would be
// necessary. So the array has the order that one instruction gives: each group of eight lanes is in
// the order 0 1 4 5 2 3 6 7. Functions of single lanes do not see the order.
#pragma once

#include <bit>
#include <cstring>
#include <type_traits>

#include "heddle/exec/ops/lane_word.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/exec/ops/value.hpp"

namespace heddle::exec {

inline constexpr unsigned kOctet = 8;
/// The elements are floats because shuffles of floats can both interleave words and separate them.
/// The code does no arithmetic on these floats.
typedef float Octet __attribute__((vector_size(32)));

inline Octet load_octet(const void* from) {
  Octet octet;
  std::memcpy(&octet, from, sizeof octet);
  return octet;
}
inline void store_octet(void* to, Octet octet) { std::memcpy(to, &octet, sizeof octet); }

class WideRow {
 public:
  U64& operator[](unsigned i) { return value_[i]; }
  U64 operator[](unsigned i) const { return value_[i]; }

  /// Loads a pair of rows. If `high` is null, loads one row, extended by zeros.
  void load(const U32* low, const U32* high) {
    for (unsigned lane = 0; lane < kWarpSize; lane += kOctet) {
      const Octet l = load_octet(low + lane);
      const Octet h = high != nullptr ? load_octet(high + lane) : Octet{};
      store_octet(value_ + lane, __builtin_shufflevector(l, h, 0, 8, 1, 9, 4, 12, 5, 13));
      store_octet(value_ + lane + kOctet / 2,
                  __builtin_shufflevector(l, h, 2, 10, 3, 11, 6, 14, 7, 15));
    }
  }
  void store_low(U32* row, LaneMask mask) const { store<0>(row, mask); }
  void store_high(U32* row, LaneMask mask) const { store<1>(row, mask); }

 private:
  template <int word>
  void store(U32* row, LaneMask mask) const {
    U32 words[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; lane += kOctet) {
      const Octet first = load_octet(value_ + lane);
      const Octet second = load_octet(value_ + lane + kOctet / 2);
      store_octet(words + lane,
                  __builtin_shufflevector(first, second, word, word + 2, word + 8, word + 10,
                                          word + 4, word + 6, word + 12, word + 14));
    }
    if (mask == kAllLanes) {
      std::memcpy(row, words, sizeof words);
    } else {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        row[lane] = blend(row[lane], words[lane], lane_word(mask, lane));
      }
    }
  }

  alignas(64) U64 value_[kWarpSize];
};

/// The sources of a function of 64-bit values and words, by position.
template <typename... Sources>
class WideSources {
 public:
  explicit WideSources(const Operands& operands) {
    std::size_t k = 0;
    ((load(operands.source[k], sizeof(Sources) == 8, rows_[k]), ++k), ...);
  }
  template <typename T>
  T get(std::size_t position, unsigned i) const {
    if constexpr (sizeof(T) == 8) {
      return std::bit_cast<T>(rows_[position][i]);
    } else {
      return static_cast<T>(static_cast<U32>(rows_[position][i]));
    }
  }

 private:
  static void load(const U32* row, bool pair, WideRow& to) {
    to.load(row, pair ? row + kWarpSize : nullptr);
  }

  WideRow rows_[sizeof...(Sources)];
};

/// The first destination: a pair of rows, a row or a predicate.
template <typename T>
class WideResult {
 public:
  void put(unsigned i, T value) {
    if constexpr (std::is_same_v<T, bool>) {
      row_[i] = value ? ~U64{0} : 0;
    } else if constexpr (sizeof(T) == 8) {
      row_[i] = std::bit_cast<U64>(value);
    } else {
      row_[i] = static_cast<U32>(value);
    }
  }
  void store(U32* row, LaneMask mask) const {
    row_.store_low(row, mask);
    if constexpr (sizeof(T) == 8) row_.store_high(row + kWarpSize, mask);
  }
  LaneMask lanes() const {
    U32 words[kWarpSize];
    row_.store_low(words, kAllLanes);
    LaneMask mask = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) mask |= words[lane] & LaneMask{1} << lane;
    return mask;
  }

 private:
  WideRow row_;
};

}  // namespace heddle::exec
