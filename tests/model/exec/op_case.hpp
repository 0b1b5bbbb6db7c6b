// Cases of the op test: spellings of one or several rows of the op table with a reference, a
// function of one lane's values computed in another way than the operation does. The reference's
// parameter types choose the values that are fed in.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "heddle/isa/instruction.hpp"
#include "values.hpp"

namespace heddle::test {

using isa::Modifiers;

/// One lane's operands, by position; predicates as 0 and 1.
using LaneValues = std::array<U64, 5>;

/// One lane's results: destinations by position, bits and how many of them PTX defines (0: no such
/// destination). A predicate has one bit.
struct LaneResult {
  std::array<U64, 4> bits{};
  std::array<unsigned, 4> widths{};
};

struct SourceValues {
  bool predicate = false;
  bool pair = false;
  unsigned width = 32;  ///< what is above it in the row is random
  const Values* edges = nullptr;
  U64 (*draw)(Random&) = nullptr;
};

struct OpCase {
  isa::Op op{};
  std::string spelling;  ///< empty for rows that PTX does not spell
  Modifiers modifiers;
  std::vector<SourceValues> sources;
  std::function<LaneResult(const Modifiers&, const LaneValues&)> reference;
  /// Compares a result with the reference's where it is not equality of bits.
  std::function<bool(U64 got, U64 expected)> accepts;
};

using OpCases = std::vector<OpCase>;

/// "a{,.b}{.c,.d}" as its four words: .c and .d with and without .b.
std::vector<std::string> spellings(const std::string& pattern);

/// A result and, as second destination, a predicate.
template <typename T>
struct WithPredicate {
  T value;
  bool predicate;
};
/// The first two destinations, predicates.
struct TwoPredicates {
  bool first, second;
};

template <typename T>
void put_result(LaneResult& result, std::size_t position, T value) {
  U64 bits;
  unsigned width = 8 * sizeof(T);
  if constexpr (std::is_same_v<T, bool>) {
    bits = value ? 1 : 0;
    width = 1;
  } else if constexpr (std::is_integral_v<T>) {
    bits = static_cast<std::make_unsigned_t<T>>(value);
  } else {
    bits = value.bits;
  }
  result.bits[position] = bits;
  result.widths[position] = width;
}
template <typename T>
LaneResult make_result(T value) {
  LaneResult result;
  put_result(result, 0, value);
  return result;
}
template <typename T>
LaneResult make_result(WithPredicate<T> value) {
  LaneResult result;
  put_result(result, 0, value.value);
  put_result(result, 1, value.predicate);
  return result;
}
inline LaneResult make_result(TwoPredicates value) {
  LaneResult result;
  put_result(result, 0, value.first);
  put_result(result, 1, value.second);
  return result;
}
inline LaneResult make_result(LaneResult value) { return value; }

template <typename T>
SourceValues source_values() {
  SourceValues source;
  source.predicate = std::is_same_v<T, bool>;
  source.pair = sizeof(T) == 8;
  source.width = source.predicate ? 1 : 8 * sizeof(T);
  source.edges = &edges<T>();
  source.draw = draw<T>;
  return source;
}

template <typename T>
T decode(U64 bits) {
  return Codec<T>::decode(bits);
}

/// The parameter types of a reference, but for leading Modifiers.
template <typename Function>
struct ReferenceOf : ReferenceOf<decltype(&Function::operator())> {};
template <typename Function, typename Result, typename... Sources>
struct ReferenceOf<Result (Function::*)(Sources...) const> {
  static std::vector<SourceValues> sources() { return {source_values<Sources>()...}; }
  template <typename Callable>
  static auto wrap(Callable reference) {
    return [reference](const Modifiers&, const LaneValues& values) {
      return [&]<std::size_t... k>(std::index_sequence<k...>) {
        return make_result(reference(decode<Sources>(values[k])...));
      }(std::index_sequence_for<Sources...>{});
    };
  }
};
template <typename Function, typename Result, typename... Sources>
struct ReferenceOf<Result (Function::*)(const Modifiers&, Sources...) const> {
  static std::vector<SourceValues> sources() { return {source_values<Sources>()...}; }
  template <typename Callable>
  static auto wrap(Callable reference) {
    return [reference](const Modifiers& modifiers, const LaneValues& values) {
      return [&]<std::size_t... k>(std::index_sequence<k...>) {
        return make_result(reference(modifiers, decode<Sources>(values[k])...));
      }(std::index_sequence_for<Sources...>{});
    };
  }
};

/// Adds a case for every spelling of a pattern; throws where no row matches.
void add_cases(OpCases& cases, const std::string& pattern, const OpCase& like);

template <typename Reference>
void add(OpCases& cases, const std::string& pattern, Reference reference,
         std::function<bool(U64, U64)> accepts = {}) {
  OpCase like;
  like.sources = ReferenceOf<Reference>::sources();
  like.reference = ReferenceOf<Reference>::wrap(reference);
  like.accepts = std::move(accepts);
  add_cases(cases, pattern, like);
}
/// Of a row that no spelling reaches.
template <typename Reference>
void add(OpCases& cases, isa::Op op, Reference reference) {
  OpCase like;
  like.op = op;
  like.sources = ReferenceOf<Reference>::sources();
  like.reference = ReferenceOf<Reference>::wrap(reference);
  cases.push_back(like);
}

// The families, a file each.
OpCases move_cases();
OpCases integer_cases();
OpCases carry_cases();
OpCases multiply_cases();
OpCases bit_cases();
OpCases logic_cases();
OpCases compare_cases();
OpCases float32_cases();
OpCases float64_cases();
OpCases half_cases();
OpCases convert_cases();
OpCases fp8_cases();
OpCases special_cases();
OpCases video_cases();
OpCases sequence_cases();

const OpCases& all_cases();

}  // namespace heddle::test
