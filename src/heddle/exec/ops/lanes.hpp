// How a function of one lane's values becomes an operation on 32 lanes. The types of its parameters
// and of its result say how a lane is read from rows and written to them:
//   32-bit and narrower  the low bits of a row; narrower results are extended as their type says
//   64-bit               a pair of rows
//   Pair                 a pair of rows as two words, for what is cheaper on halves
// Loops run over all lanes and blend the result in, so that the compiler makes vector code of them;
// no lane reads what another lane wrote.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "heddle/exec/ops/operation.hpp"

namespace heddle::exec {

/// A 64-bit value in two words.
struct Pair {
  std::uint32_t low = 0, high = 0;
};

template <typename T>
T read_lane(const std::uint32_t* row, unsigned lane) {
  if constexpr (std::is_same_v<T, Pair>) {
    return {row[lane], row[lane + kWarpSize]};
  } else if constexpr (sizeof(T) == 8) {
    return std::bit_cast<T>(row[lane] | std::uint64_t{row[lane + kWarpSize]} << 32);
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(row[lane]);
  } else {
    return static_cast<T>(row[lane]);
  }
}

/// All ones where the lane executes, else zero.
inline std::uint32_t lane_word(LaneMask mask, unsigned lane) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(mask << (31 - lane)) >> 31);
}

/// Writes the bits of `value` that `keep` has ones for.
template <typename T>
void write_lane(std::uint32_t* row, unsigned lane, T value, std::uint32_t keep) {
  if constexpr (std::is_same_v<T, Pair>) {
    write_lane(row, lane, value.low, keep);
    write_lane(row + kWarpSize, lane, value.high, keep);
  } else if constexpr (sizeof(T) == 8) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    write_lane(row, lane, static_cast<std::uint32_t>(bits), keep);
    write_lane(row + kWarpSize, lane, static_cast<std::uint32_t>(bits >> 32), keep);
  } else if constexpr (sizeof(T) == 4) {
    row[lane] = (std::bit_cast<std::uint32_t>(value) & keep) | (row[lane] & ~keep);
  } else {
    write_lane(row, lane, static_cast<std::uint32_t>(value), keep);
  }
}

template <typename Function>
struct LaneLoop;

/// Sources and result are rows: the k-th parameter is the k-th source.
template <typename Result, typename... Sources>
struct LaneLoop<Result (*)(Sources...)> {
  template <Result (*function)(Sources...), std::size_t... k>
  static void run(const Operands& operands, std::index_sequence<k...>) {
    std::uint32_t* destination = operands.destination[0];
    const std::uint32_t* source[] = {operands.source[k]...};
    const LaneMask mask = operands.mask;
    if (mask == kAllLanes) {
#pragma GCC ivdep
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        write_lane(destination, lane, function(read_lane<Sources>(source[k], lane)...), ~0u);
      }
    } else {
#pragma GCC ivdep
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        write_lane(destination, lane, function(read_lane<Sources>(source[k], lane)...),
                   lane_word(mask, lane));
      }
    }
  }
};

/// Opaque to its callers, so that it runs in the floating-point environment that they set.
template <auto function>
[[gnu::noipa]] void lanewise(const Operands& operands) {
  []<typename Result, typename... Sources>(Result (*)(Sources...), const Operands& o) {
    LaneLoop<Result (*)(Sources...)>::template run<function>(o,
                                                             std::index_sequence_for<Sources...>{});
  }(function, operands);
}

}  // namespace heddle::exec
