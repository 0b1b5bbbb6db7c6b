// Logic, shifts and byte permutations.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

template <typename T>
T and_(T a, T b) {
  return a & b;
}
template <typename T>
T or_(T a, T b) {
  return a | b;
}
template <typename T>
T xor_(T a, T b) {
  return a ^ b;
}
template <typename T>
T not_(T a) {
  return ~a;
}
template <typename T>
U32 cnot(T a) {
  return a == 0 ? 1 : 0;
}
Pair cnot64(Pair a) { return {(a.low | a.high) == 0 ? 1u : 0u, 0}; }

// A shift by the word's size or more shifts everything out.
template <typename T>
T shl(T a, U32 amount) {
  constexpr U32 kBits = 8 * sizeof(T);
  return amount < kBits ? a << (amount & (kBits - 1)) : 0;
}
template <typename T>
T shr_unsigned(T a, U32 amount) {
  constexpr U32 kBits = 8 * sizeof(T);
  return static_cast<T>(amount < kBits ? a >> (amount & (kBits - 1)) : 0);
}
template <typename T>
T shr_signed(T a, U32 amount) {
  constexpr U32 kLast = 8 * sizeof(T) - 1;
  return static_cast<T>(a >> (amount < kLast ? amount : kLast));
}

// Funnel shifts of the 64-bit value {high, low}. A left shift gives the high word, a right shift
// the low word.
template <bool clamp>
U32 funnel_amount(U32 amount) {
  return clamp ? (amount < 32 ? amount : 32) : amount & 31;
}
template <bool clamp>
U32 shf_left(U32 low, U32 high, U32 amount) {
  const U32 n = funnel_amount<clamp>(amount);
  const U32 moved = high << (n & 31) | (low >> 1) >> (~n & 31);
  return clamp && n == 32 ? low : moved;
}
template <bool clamp>
U32 shf_right(U32 low, U32 high, U32 amount) {
  const U32 n = funnel_amount<clamp>(amount);
  const U32 moved = low >> (n & 31) | (high << 1) << (~n & 31);
  return clamp && n == 32 ? high : moved;
}

/// A logic function of three bits, given by a table of eight bits. The result is bit k of the
/// table, where a, b and c are bits 2, 1 and 0 of k. The code is a tree of selections.
class LookUp {
 public:
  explicit LookUp(unsigned table) {
    for (unsigned i = 0; i < 4; ++i) {
      zero_[i] = table >> (2 * i) & 1 ? ~0u : 0;
      difference_[i] = zero_[i] ^ (table >> (2 * i + 1) & 1 ? ~0u : 0);
    }
  }
  U32 operator()(U32 a, U32 b, U32 c) const {
    const U32 low = select(b, by_c(0, c), by_c(1, c));
    const U32 high = select(b, by_c(2, c), by_c(3, c));
    return select(a, low, high);
  }

 private:
  U32 by_c(unsigned i, U32 c) const { return zero_[i] ^ (c & difference_[i]); }
  static U32 select(U32 by, U32 zero, U32 one) { return zero ^ (by & (zero ^ one)); }

  U32 zero_[4];        ///< result where c is zero
  U32 difference_[4];  ///< ones where the result depends on c
};

void lop3(const Operands& operands) {
  const LookUp look_up(operands.instruction->modifiers.immediate);
  const Source<U32> a(operands, 0), b(operands, 1), c(operands, 2);
  for_lanes<Loops::one>(operands,
                        [=](unsigned lane) { return look_up(a[lane], b[lane], c[lane]); });
}

/// Executes lop3 and also sets a predicate: whether the result is not zero, combined with a
/// predicate source.
void lop3_bool(const Operands& operands) {
  const LookUp look_up(operands.instruction->modifiers.immediate);
  const Source<U32> a(operands, 0), b(operands, 1), c(operands, 2);
  const bool is_or = operands.instruction->modifiers.boolean == isa::Boolean::or_;
  const Source<Flag> q(operands, 3);
  const auto evaluate = [=](unsigned lane) {
    const U32 result = look_up(a[lane], b[lane], c[lane]);
    const bool other = q[lane].word != 0;
    return Carried<U32>{result, is_or ? result != 0 || other : result != 0 && other};
  };
  if (operands.instruction->destinations[0]) return for_lanes<Loops::one>(operands, evaluate);
  U32 unused[kWarpSize] = {};
  Operands redirected = operands;
  redirected.destination[0] = unused;
  for_lanes<Loops::one>(redirected, evaluate);
}
OperationFunction bind_lop3_bool(const isa::Instruction& instruction) {
  const bool known = instruction.modifiers.boolean == isa::Boolean::or_ ||
                     instruction.modifiers.boolean == isa::Boolean::and_;
  return known ? lop3_bool : nullptr;
}

/// Returns byte `index` (0 to 7) of the eight bytes {high, low}.
U32 byte_of(U32 low, U32 high, U32 index) {
  return ((index & 4) != 0 ? high : low) >> (8 * (index & 3)) & 0xFF;
}
/// Each nibble of the selector names a byte. If bit 3 of the nibble is set, the result has copies
/// of this byte's sign.
U32 prmt(U32 a, U32 b, U32 selector) {
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 nibble = selector >> (4 * i);
    const U32 byte = byte_of(a, b, nibble & 7);
    const U32 sign = (byte & 0x80) != 0 ? 0xFF : 0;
    result |= ((nibble & 8) != 0 ? sign : byte) << (8 * i);
  }
  return result;
}
/// prmt in its named modes. Byte i of the result is byte `source(i, selector)` of the sources.
template <U32 (*source)(U32 i, U32 selector)>
U32 prmt_mode(U32 a, U32 b, U32 selector) {
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= byte_of(a, b, source(i, selector & 3)) << (8 * i);
  return result;
}
U32 forward(U32 i, U32 selector) { return selector + i; }
U32 backward(U32 i, U32 selector) { return (selector - i) & 7; }
U32 replicate_byte(U32, U32 selector) { return selector; }
U32 clamp_left(U32 i, U32 selector) { return i > selector ? i : selector; }
U32 clamp_right(U32 i, U32 selector) { return i < selector ? i : selector; }
U32 replicate_half(U32 i, U32 selector) { return (selector & 1) * 2 + (i & 1); }

constexpr Binding kBindings[] = {
    {Op::and_b32, lanewise<and_<U32>>},
    {Op::and_b64, lanewise<and_<Pair>>},
    {Op::or_b32, lanewise<or_<U32>>},
    {Op::or_b64, lanewise<or_<Pair>>},
    {Op::xor_b32, lanewise<xor_<U32>>},
    {Op::xor_b64, lanewise<xor_<Pair>>},
    {Op::not_b32, lanewise<not_<U32>>},
    {Op::not_b64, lanewise<not_<Pair>>},
    {Op::cnot_b16, lanewise<cnot<U16>>},
    {Op::cnot_b32, lanewise<cnot<U32>>},
    {Op::cnot_b64, lanewise<cnot64>},
    {Op::shl_b32, lanewise<shl<U32>>},
    {Op::shl_b64, lanewise<shl<U64>>},
    {Op::shr_u16, lanewise<shr_unsigned<U16>>},
    {Op::shr_s16, lanewise<shr_signed<S16>>},
    {Op::shr_u32, lanewise<shr_unsigned<U32>>},
    {Op::shr_s32, lanewise<shr_signed<S32>>},
    {Op::shr_u64, lanewise<shr_unsigned<U64>>},
    {Op::shr_s64, lanewise<shr_signed<S64>>},
    {Op::shf_l_wrap_b32, lanewise<shf_left<false>>},
    {Op::shf_l_clamp_b32, lanewise<shf_left<true>>},
    {Op::shf_r_wrap_b32, lanewise<shf_right<false>>},
    {Op::shf_r_clamp_b32, lanewise<shf_right<true>>},
    {Op::lop3_b32, lop3},
    {Op::lop3_bool_b32, bind_lop3_bool},
    {Op::prmt_b32, lanewise<prmt, Loops::one>},
    {Op::prmt_f4e_b32, lanewise<prmt_mode<forward>, Loops::one>},
    {Op::prmt_b4e_b32, lanewise<prmt_mode<backward>, Loops::one>},
    {Op::prmt_rc8_b32, lanewise<prmt_mode<replicate_byte>, Loops::one>},
    {Op::prmt_ecl_b32, lanewise<prmt_mode<clamp_left>, Loops::one>},
    {Op::prmt_ecr_b32, lanewise<prmt_mode<clamp_right>, Loops::one>},
    {Op::prmt_rc16_b32, lanewise<prmt_mode<replicate_half>, Loops::one>},
};

}  // namespace

std::span<const Binding> logic_bindings() { return kBindings; }

}  // namespace heddle::exec
