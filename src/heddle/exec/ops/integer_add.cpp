// Sums, differences, extremes and magnitudes of integers.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

template <typename T>
T add(T a, T b) {
  return a + b;
}
template <typename T>
T sub(T a, T b) {
  return a - b;
}

/// `overflow` has the sign bit set if the signed result wrapped. The sign of a decides between the
/// largest and the smallest integer.
U32 saturate(U32 result, U32 overflow, U32 a) {
  const U32 limit = (a >> 31) + 0x7FFFFFFFu;
  return static_cast<S32>(overflow) < 0 ? limit : result;
}
U32 add_sat(U32 a, U32 b) { return saturate(a + b, ~(a ^ b) & (a ^ (a + b)), a); }
U32 sub_sat(U32 a, U32 b) { return saturate(a - b, (a ^ b) & (a ^ (a - b)), a); }

U32 add_x2(U32 a, U32 b) { return ((a + b) & 0xFFFFu) | ((a & 0xFFFF0000u) + (b & 0xFFFF0000u)); }

// The carry flag is the carry of an addition, or the borrow of a subtraction.
template <typename T>
Carried<T> add_cc(T a, T b) {
  const T sum = a + b;
  return {sum, sum < a};
}
template <typename T>
T addc(T a, T b, Flag carry) {
  return a + b + (carry.word & 1);
}
template <typename T>
Carried<T> addc_cc(T a, T b, Flag carry) {
  const T sum = a + b;
  const T result = sum + (carry.word & 1);
  return {result, sum < a || result < sum};
}
template <typename T>
Carried<T> sub_cc(T a, T b) {
  return {a - b, a < b};
}
template <typename T>
T subc(T a, T b, Flag borrow) {
  return a - b - (borrow.word & 1);
}
template <typename T>
Carried<T> subc_cc(T a, T b, Flag borrow) {
  const T difference = a - b;
  return {difference - (borrow.word & 1), a < b || difference < (borrow.word & 1)};
}

template <typename T>
T smaller(T a, T b) {
  return choose(b < a, b, a);
}
template <typename T>
T larger(T a, T b) {
  return choose(a < b, b, a);
}
template <S32 (*extreme)(S32, S32)>
S32 relu(S32 a, S32 b) {
  return larger(extreme(a, b), 0);
}

/// Applies a function of 16-bit integers to both halves of words.
template <typename Element, Element (*function)(Element, Element)>
U32 on_halves(U32 a, U32 b) {
  const Packed<Element> x(a), y(b);
  return Packed<Element>::pack(function(x.low, y.low), function(x.high, y.high));
}
template <S16 (*extreme)(S16, S16)>
S16 relu16(S16 a, S16 b) {
  return larger<S16>(extreme(a, b), 0);
}

template <OperationFunction plain, OperationFunction with_relu>
OperationFunction bind_relu(const isa::Instruction& instruction) {
  return instruction.modifiers.relu ? with_relu : plain;
}

/// Returns the absolute value. The most negative integer stays as it is.
template <typename Signed>
Signed magnitude(Signed a) {
  using Unsigned = std::make_unsigned_t<Signed>;
  return a < 0 ? static_cast<Signed>(Unsigned{0} - static_cast<Unsigned>(a)) : a;
}
SignedPair magnitude64(SignedPair a) {
  const Pair sign{static_cast<U32>(static_cast<S32>(a.high) >> 31),
                  static_cast<U32>(static_cast<S32>(a.high) >> 31)};
  return {(Pair{a} ^ sign) - sign};
}
U32 negative(U32 a) { return 0 - a; }
Pair negative64(Pair a) { return Pair{} - a; }

/// Returns c + |a - b|. The sum wraps around on overflow.
template <typename T>
T sad(T a, T b, T c) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
  return static_cast<T>(static_cast<Unsigned>(c) + static_cast<Unsigned>(a < b ? y - x : x - y));
}

using isa::Op;

constexpr Binding kBindings[] = {
    {Op::add_b32, lanewise<add<U32>>},
    {Op::add_b64, lanewise<add<Pair>>},
    {Op::add_sat_s32, lanewise<add_sat>},
    {Op::add_b16x2, lanewise<add_x2>},
    {Op::sub_b32, lanewise<sub<U32>>},
    {Op::sub_b64, lanewise<sub<Pair>>},
    {Op::sub_sat_s32, lanewise<sub_sat>},
    {Op::add_cc_b32, lanewise<add_cc<U32>>},
    {Op::addc_b32, lanewise<addc<U32>>},
    {Op::addc_cc_b32, lanewise<addc_cc<U32>>},
    {Op::add_cc_b64, lanewise<add_cc<U64>>},
    {Op::addc_b64, lanewise<addc<U64>>},
    {Op::addc_cc_b64, lanewise<addc_cc<U64>>},
    {Op::sub_cc_b32, lanewise<sub_cc<U32>>},
    {Op::subc_b32, lanewise<subc<U32>>},
    {Op::subc_cc_b32, lanewise<subc_cc<U32>>},
    {Op::sub_cc_b64, lanewise<sub_cc<U64>>},
    {Op::subc_b64, lanewise<subc<U64>>},
    {Op::subc_cc_b64, lanewise<subc_cc<U64>>},
    {Op::min_u16, lanewise<smaller<U16>>},
    {Op::min_s16, lanewise<smaller<S16>>},
    {Op::min_u32, lanewise<smaller<U32>>},
    {Op::min_s32, bind_relu<lanewise<smaller<S32>>, lanewise<relu<smaller<S32>>>>},
    {Op::min_u64, lanewise<smaller<Pair>>},
    {Op::min_s64, lanewise<smaller<SignedPair>>},
    {Op::min_u16x2, lanewise<on_halves<U16, smaller<U16>>>},
    {Op::min_s16x2, bind_relu<lanewise<on_halves<S16, smaller<S16>>>,
                              lanewise<on_halves<S16, relu16<smaller<S16>>>>>},
    {Op::max_u16, lanewise<larger<U16>>},
    {Op::max_s16, lanewise<larger<S16>>},
    {Op::max_u32, lanewise<larger<U32>>},
    {Op::max_s32, bind_relu<lanewise<larger<S32>>, lanewise<relu<larger<S32>>>>},
    {Op::max_u64, lanewise<larger<Pair>>},
    {Op::max_s64, lanewise<larger<SignedPair>>},
    {Op::max_u16x2, lanewise<on_halves<U16, larger<U16>>>},
    {Op::max_s16x2, bind_relu<lanewise<on_halves<S16, larger<S16>>>,
                              lanewise<on_halves<S16, relu16<larger<S16>>>>>},
    {Op::abs_s16, lanewise<magnitude<S16>>},
    {Op::abs_s32, lanewise<magnitude<S32>>},
    {Op::abs_s64, lanewise<magnitude64>},
    {Op::neg_b32, lanewise<negative>},
    {Op::neg_b64, lanewise<negative64>},
    {Op::sad_u16, lanewise<sad<U16>>},
    {Op::sad_s16, lanewise<sad<S16>>},
    {Op::sad_u32, lanewise<sad<U32>>},
    {Op::sad_s32, lanewise<sad<S32>>},
    {Op::sad_u64, lanewise<sad<U64>>},
    {Op::sad_s64, lanewise<sad<S64>>},
};

}  // namespace

std::span<const Binding> integer_add_bindings() { return kBindings; }

}  // namespace heddle::exec
