// Turns a function of one lane's values into an operation on 32 lanes. The types of the parameters
// and of the result say how a lane is read and written. The k-th parameter is the k-th source.
//   32 bits and fewer  the low bits of a row; narrower results are extended as their type says
//   64 bits            a pair of rows
//   Pair               a pair of rows as two words, where halves are cheaper
//   Flag, bool         a predicate as source, as result
//   Carried<T>         a row or pair and, as second destination, a predicate
// The loops compute all lanes and blend in the executing ones, so the compiler can turn them into
// vector code. No lane reads a value that another lane writes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "heddle/exec/ops/lane_word.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/exec/ops/value.hpp"
#include "heddle/exec/ops/wide.hpp"

namespace heddle::exec {

template <typename T>
struct Source {
  const U32* row;
  Source(const Operands& operands, std::size_t position) : row(operands.source[position]) {}
  T operator[](unsigned lane) const {
    if constexpr (std::is_base_of_v<Pair, T>) {
      return {row[lane], row[lane + kWarpSize]};
    } else if constexpr (sizeof(T) == 8) {
      return std::bit_cast<T>(row[lane] | U64{row[lane + kWarpSize]} << 32);
    } else if constexpr (sizeof(T) == 4 && std::is_arithmetic_v<T>) {
      return std::bit_cast<T>(row[lane]);
    } else {
      return static_cast<T>(row[lane]);
    }
  }
};

template <>
struct Source<Flag> {
  LaneMask mask;
  Source(const Operands& operands, std::size_t position)
      : mask(operands.predicate_source[position]) {}
  Flag operator[](unsigned lane) const { return {lane_word(mask, lane)}; }
};

/// `put` writes the bits for which `keep` has ones.
template <typename T>
struct Destination {
  U32* row;
  explicit Destination(const Operands& operands) : row(operands.destination[0]) {}
  void put(unsigned lane, T value, U32 keep) {
    if constexpr (std::is_base_of_v<Pair, T>) {
      put_word(lane, value.low, keep);
      put_word(lane + kWarpSize, value.high, keep);
    } else if constexpr (sizeof(T) == 8) {
      const auto bits = std::bit_cast<U64>(value);
      put_word(lane, static_cast<U32>(bits), keep);
      put_word(lane + kWarpSize, static_cast<U32>(bits >> 32), keep);
    } else if constexpr (sizeof(T) == 4) {
      put_word(lane, std::bit_cast<U32>(value), keep);
    } else {
      put_word(lane, static_cast<U32>(value), keep);
    }
  }
  void finish(LaneMask) {}

 private:
  void put_word(unsigned at, U32 bits, U32 keep) { row[at] = blend(row[at], bits, keep); }
};

template <>
struct Destination<bool> {
  LaneMask* predicate;
  LaneMask bits = 0;
  explicit Destination(const Operands& operands, std::size_t position = 0)
      : predicate(operands.predicate_destination[position]) {}
  void put(unsigned lane, bool value, U32) { bits |= value ? LaneMask{1} << lane : 0; }
  void finish(LaneMask mask) { write_predicate(*predicate, bits, mask); }
};

template <typename T>
struct Destination<Carried<T>> {
  Destination<T> value;
  Destination<bool> carry;
  explicit Destination(const Operands& operands) : value(operands), carry(operands, 1) {}
  void put(unsigned lane, Carried<T> result, U32 keep) {
    value.put(lane, result.value, keep);
    carry.put(lane, result.carry, keep);
  }
  void finish(LaneMask mask) { carry.finish(mask); }
};

/// The loops over lanes in the code of an operation.
enum class Loops : std::uint8_t {
  two,   ///< a loop for full warps, and a loop that blends
  one,   ///< only the loop that blends: for long functions
  lanes  ///< only a loop over executing lanes: for functions that do not become vector code
};

template <Loops loops, typename Evaluate>
void for_lanes(const Operands& operands, Evaluate evaluate) {
  const LaneMask mask = operands.mask;
  Destination<decltype(evaluate(0u))> destination(operands);
  if (loops == Loops::lanes && mask != kAllLanes) {
    for_each_lane(mask, [&](unsigned lane) { destination.put(lane, evaluate(lane), ~0u); });
  } else if (loops != Loops::one && mask == kAllLanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < kWarpSize; ++lane) destination.put(lane, evaluate(lane), ~0u);
  } else {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      destination.put(lane, evaluate(lane), lane_word(mask, lane));
    }
  }
  destination.finish(mask);
}

/// A WideRow takes 32-bit integers as well as 64-bit values. For narrower types and floats, a
/// WideRow would have to convert between vectors of different lengths.
template <typename T>
inline constexpr bool kIsWord = std::is_same_v<T, U32> || std::is_same_v<T, S32>;
template <typename T>
inline constexpr bool kIsWide = sizeof(T) == 8 && std::is_arithmetic_v<T>;
// The sources may all have one type. NOLINTBEGIN(misc-redundant-expression)
template <typename Result, typename... Sources>
inline constexpr bool kUsesWideRows =
    (kIsWide<Sources> || ...) && (kIsWide<Result> || kIsWord<Result>) &&
    ((kIsWide<Sources> || kIsWord<Sources>) && ...);
// NOLINTEND(misc-redundant-expression)

template <auto function, Loops loops, typename Result, typename... Sources, std::size_t... k>
void apply(Result (*)(Sources...), const Operands& operands, std::index_sequence<k...>) {
  if constexpr (kUsesWideRows<Result, Sources...> && loops != Loops::lanes) {
    const WideSources<Sources...> sources(operands);
    WideResult<Result> result;
    for (unsigned i = 0; i < kWarpSize; ++i) {
      result.put(i, function(sources.template get<Sources>(k, i)...));
    }
    result.store(operands.destination[0], operands.mask);
  } else {
    const std::tuple<Source<Sources>...> sources{Source<Sources>(operands, k)...};
    for_lanes<loops>(operands,
                     [&sources](unsigned lane) { return function(std::get<k>(sources)[lane]...); });
  }
}

template <typename Result, typename... Sources>
std::index_sequence_for<Sources...> positions_of(Result (*)(Sources...));

/// The operation that applies a function to all lanes. Everything is inlined, because the loop
/// would otherwise not become vector code. The operation is opaque to its callers, so that it runs
/// in the floating-point environment that they set.
template <auto function, Loops loops = Loops::two>
[[gnu::noipa, gnu::flatten]] void lanewise(const Operands& operands) {
  apply<function, loops>(function, operands, decltype(positions_of(function)){});
}

}  // namespace heddle::exec
