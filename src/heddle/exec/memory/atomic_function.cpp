#include "heddle/exec/memory/atomic_function.hpp"

#include <algorithm>
#include <array>

#include "heddle/exec/ops/floating.hpp"
#include "heddle/exec/ops/narrow.hpp"

namespace heddle::exec {
namespace {

using isa::AtomicKind;
using isa::Type;

template <typename T>
U64 add(U64 old, U64 operand, U64) {
  return static_cast<std::make_unsigned_t<T>>(old + operand);
}
template <typename T>
U64 minimum(U64 old, U64 operand, U64) {
  return static_cast<std::make_unsigned_t<T>>(
      std::min(static_cast<T>(old), static_cast<T>(operand)));
}
template <typename T>
U64 maximum(U64 old, U64 operand, U64) {
  return static_cast<std::make_unsigned_t<T>>(
      std::max(static_cast<T>(old), static_cast<T>(operand)));
}
U64 bit_and(U64 old, U64 operand, U64) { return old & operand; }
U64 bit_or(U64 old, U64 operand, U64) { return old | operand; }
U64 bit_xor(U64 old, U64 operand, U64) { return old ^ operand; }
U64 exchange(U64, U64 operand, U64) { return operand; }
U64 compare_and_swap(U64 old, U64 operand, U64 compare) { return old == compare ? operand : old; }
U64 increment(U64 old, U64 operand, U64) { return old >= operand ? 0 : old + 1; }
U64 decrement(U64 old, U64 operand, U64) { return old == 0 || old > operand ? operand : old - 1; }

template <bool ftz>
U64 add_f32(U64 old, U64 operand, U64) {
  const float a = flush_if<ftz>(as_float(static_cast<U32>(old)));
  const float b = flush_if<ftz>(as_float(static_cast<U32>(operand)));
  return bits_of(finish<ftz, false>(a + b));
}
U64 add_f64(U64 old, U64 operand, U64) {
  const double a = as_double(old);
  const double b = as_double(operand);
  return bits_of(propagate(a + b, b, a));
}

/// If T has p significant bits, the single-precision sum has at least 2p + 2 significant bits. So
/// rounding that sum to T gives the correctly rounded result.
template <typename T>
U64 add_short(U64 old, U64 operand, U64) {
  return narrow<T, isa::Rounding::rn>(widen(T(static_cast<U32>(old))) +
                                      widen(T(static_cast<U32>(operand))));
}
template <typename T>
U64 add_short_pair(U64 old, U64 operand, U64) {
  return add_short<T>(old & 0xFFFFu, operand & 0xFFFFu, 0) |
         add_short<T>((old >> 16) & 0xFFFFu, (operand >> 16) & 0xFFFFu, 0) << 16;
}

struct AtomicRow {
  AtomicKind kind;
  Type type;
  AtomicFunction function;
};

constexpr AtomicRow kRows[] = {
    {AtomicKind::add, Type::u32, add<U32>},
    {AtomicKind::add, Type::s32, add<U32>},
    {AtomicKind::add, Type::u64, add<U64>},
    {AtomicKind::add, Type::s64, add<U64>},
    {AtomicKind::add, Type::f32, add_f32<false>},
    {AtomicKind::add, Type::f64, add_f64},
    {AtomicKind::add, Type::f16, add_short<F16>},
    {AtomicKind::add, Type::bf16, add_short<BF16>},
    {AtomicKind::add, Type::f16x2, add_short_pair<F16>},
    {AtomicKind::add, Type::bf16x2, add_short_pair<BF16>},
    {AtomicKind::min, Type::u32, minimum<U32>},
    {AtomicKind::min, Type::s32, minimum<S32>},
    {AtomicKind::min, Type::u64, minimum<U64>},
    {AtomicKind::min, Type::s64, minimum<S64>},
    {AtomicKind::max, Type::u32, maximum<U32>},
    {AtomicKind::max, Type::s32, maximum<S32>},
    {AtomicKind::max, Type::u64, maximum<U64>},
    {AtomicKind::max, Type::s64, maximum<S64>},
    {AtomicKind::inc, Type::u32, increment},
    {AtomicKind::dec, Type::u32, decrement},
    {AtomicKind::and_, Type::b32, bit_and},
    {AtomicKind::and_, Type::b64, bit_and},
    {AtomicKind::or_, Type::b32, bit_or},
    {AtomicKind::or_, Type::b64, bit_or},
    {AtomicKind::xor_, Type::b32, bit_xor},
    {AtomicKind::xor_, Type::b64, bit_xor},
    {AtomicKind::exch, Type::b32, exchange},
    {AtomicKind::exch, Type::b64, exchange},
    {AtomicKind::cas, Type::b16, compare_and_swap},
    {AtomicKind::cas, Type::b32, compare_and_swap},
    {AtomicKind::cas, Type::b64, compare_and_swap},
};

constexpr std::size_t kKinds = static_cast<std::size_t>(AtomicKind::dec) + 1;
constexpr std::size_t kTypes = static_cast<std::size_t>(Type::pred) + 1;
using AtomicTable = std::array<std::array<AtomicFunction, kTypes>, kKinds>;

constexpr AtomicTable kTable = [] {
  AtomicTable table{};
  for (const AtomicRow& row : kRows)
    table[static_cast<std::size_t>(row.kind)][static_cast<std::size_t>(row.type)] = row.function;
  return table;
}();

}  // namespace

AtomicFunction atomic_function(AtomicKind kind, Type type, bool flush_subnormals) {
  if (flush_subnormals && kind == AtomicKind::add && type == Type::f32) return add_f32<true>;
  return kTable[static_cast<std::size_t>(kind)][static_cast<std::size_t>(type)];
}

}  // namespace heddle::exec
