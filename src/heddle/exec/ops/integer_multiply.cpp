// Products of integers, and products with a sum.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

template <typename Narrow>
struct WideOf;
template <>
struct WideOf<U16> {
  using Type = U32;
};
template <>
struct WideOf<S16> {
  using Type = S32;
};
template <>
struct WideOf<U32> {
  using Type = U64;
};
template <>
struct WideOf<S32> {
  using Type = S64;
};
template <typename Narrow>
using Wide = typename WideOf<Narrow>::Type;

U32 mul_lo(U32 a, U32 b) { return a * b; }
U64 mul_lo64(U64 a, U64 b) { return a * b; }

template <typename T>
Wide<T> mul_wide(T a, T b) {
  return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
}
template <typename T>
T mul_hi(T a, T b) {
  return static_cast<T>(mul_wide(a, b) >> (8 * sizeof(T)));
}
/// Returns the 64-bit product as two words.
template <typename T>
Pair mul_pair(T a, T b) {
  return {static_cast<U32>(a) * static_cast<U32>(b), static_cast<U32>(mul_hi(a, b))};
}
U64 mul_hi_u64(U64 a, U64 b) {
  const U64 low = mul_wide(static_cast<U32>(a), static_cast<U32>(b));
  const U64 left = mul_wide(static_cast<U32>(a >> 32), static_cast<U32>(b));
  const U64 right = mul_wide(static_cast<U32>(a), static_cast<U32>(b >> 32));
  const U64 high = mul_wide(static_cast<U32>(a >> 32), static_cast<U32>(b >> 32));
  const U64 middle = (low >> 32) + static_cast<U32>(left) + static_cast<U32>(right);
  return high + (left >> 32) + (right >> 32) + (middle >> 32);
}
S64 mul_hi_s64(S64 a, S64 b) {
  const U64 x = static_cast<U64>(a), y = static_cast<U64>(b);
  return static_cast<S64>(mul_hi_u64(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}
U64 mul_hi_bits64(U64 a, U64 b) {
  return static_cast<U64>(mul_hi_s64(static_cast<S64>(a), static_cast<S64>(b)));
}
U32 mul_hi_bits32(U32 a, U32 b) {
  return static_cast<U32>(mul_hi(static_cast<S32>(a), static_cast<S32>(b)));
}

U32 mad_lo(U32 a, U32 b, U32 c) { return a * b + c; }
U64 mad_lo64(U64 a, U64 b, U64 c) { return a * b + c; }
template <typename T>
U32 mad_wide(T a, T b, U32 c) {
  return static_cast<U32>(mul_wide(a, b)) + c;
}
template <typename T>
Pair mad_pair(T a, T b, Pair c) {
  return mul_pair(a, b) + c;
}
U32 mad_hi_u16(U16 a, U16 b, U32 c) { return mul_hi(a, b) + c; }
U32 mad_hi_s16(S16 a, S16 b, U32 c) { return static_cast<U32>(S32{mul_hi(a, b)}) + c; }

/// Returns product(a, b) + c. The three functions that follow have a carry out, a carry in, or
/// both.
template <auto product, typename T>
T mad(T a, T b, T c) {
  return product(a, b) + c;
}
template <auto product, typename T>
Carried<T> mad_cc(T a, T b, T c) {
  const T sum = product(a, b) + c;
  return {sum, sum < c};
}
template <auto product, typename T>
T madc(T a, T b, T c, Flag carry) {
  return product(a, b) + c + (carry.word & 1);
}
template <auto product, typename T>
Carried<T> madc_cc(T a, T b, T c, Flag carry) {
  const T sum = product(a, b) + c;
  const T result = sum + (carry.word & 1);
  return {result, sum < c || result < sum};
}

/// Returns the signed sum, clamped to the range of the type.
S32 add_sat(S32 a, S32 b) {
  const U32 x = static_cast<U32>(a), y = static_cast<U32>(b), sum = x + y;
  const U32 limit = (x >> 31) + 0x7FFFFFFFu;
  return static_cast<S32>(static_cast<S32>(~(x ^ y) & (x ^ sum)) < 0 ? limit : sum);
}
S32 mad_hi_sat(S32 a, S32 b, S32 c) { return add_sat(mul_hi(a, b), c); }

// The 24-bit forms multiply the low 24 bits. .lo is the low word of the 48-bit product; .hi is its
// upper 32 bits.
U32 operand24(U32 a) { return a & 0xFFFFFFu; }
S32 operand24(S32 a) { return static_cast<S32>(static_cast<U32>(a) << 8) >> 8; }
template <typename T>
U32 mul24_lo(T a, T b) {
  return static_cast<U32>(operand24(a)) * static_cast<U32>(operand24(b));
}
template <typename T>
U32 mul24_hi(T a, T b) {
  return static_cast<U32>(mul_wide(operand24(a), operand24(b)) >> 16);
}
template <typename T>
U32 mad24_lo(T a, T b, U32 c) {
  return mul24_lo(a, b) + c;
}
template <typename T>
U32 mad24_hi(T a, T b, U32 c) {
  return mul24_hi(a, b) + c;
}
S32 mad24_hi_sat(S32 a, S32 b, S32 c) { return add_sat(static_cast<S32>(mul24_hi(a, b)), c); }

/// Returns the element that starts at bit `bit` of the word, extended to 32 bits.
template <typename Element>
U32 element(U32 word, unsigned bit) {
  constexpr unsigned kRest = 32 - 8 * sizeof(Element);
  const U32 top = word << (kRest - bit);
  return std::is_signed_v<Element> ? static_cast<U32>(static_cast<S32>(top) >> kRest)
                                   : top >> kRest;
}
/// Returns c plus the products of the four bytes of a with those of b.
template <typename A, typename B>
U32 dp4a(U32 a, U32 b, U32 c) {
  for (unsigned bit = 0; bit < 32; bit += 8) c += element<A>(a, bit) * element<B>(b, bit);
  return c;
}
/// Returns c plus the products of the two halves of a with the two low or the two high bytes of b.
template <typename A, typename B, unsigned first>
U32 dp2a(U32 a, U32 b, U32 c) {
  return c + element<A>(a, 0) * element<B>(b, first) + element<A>(a, 16) * element<B>(b, first + 8);
}

constexpr Binding kBindings[] = {
    {Op::mul_lo_b32, lanewise<mul_lo>},
    {Op::mul_lo_b64, lanewise<mul_lo64>},
    {Op::mul_hi_u16, lanewise<mul_hi<U16>>},
    {Op::mul_hi_s16, lanewise<mul_hi<S16>>},
    {Op::mul_hi_u32, lanewise<mul_hi<U32>>},
    {Op::mul_hi_s32, lanewise<mul_hi<S32>>},
    {Op::mul_hi_u64, lanewise<mul_hi_u64, Loops::one>},
    {Op::mul_hi_s64, lanewise<mul_hi_s64, Loops::one>},
    {Op::mul_wide_u16, lanewise<mul_wide<U16>>},
    {Op::mul_wide_s16, lanewise<mul_wide<S16>>},
    {Op::mul_wide_u32, lanewise<mul_pair<U32>>},
    {Op::mul_wide_s32, lanewise<mul_pair<S32>>},
    {Op::mad_lo_b32, lanewise<mad_lo>},
    {Op::mad_lo_b64, lanewise<mad_lo64>},
    {Op::mad_hi_u16, lanewise<mad_hi_u16>},
    {Op::mad_hi_s16, lanewise<mad_hi_s16>},
    {Op::mad_hi_u32, lanewise<mad<mul_hi<U32>, U32>>},
    {Op::mad_hi_s32, lanewise<mad<mul_hi_bits32, U32>>},
    {Op::mad_hi_u64, lanewise<mad<mul_hi_u64, U64>, Loops::one>},
    {Op::mad_hi_s64, lanewise<mad<mul_hi_bits64, U64>, Loops::one>},
    {Op::mad_hi_sat_s32, lanewise<mad_hi_sat>},
    {Op::mad_wide_u16, lanewise<mad_wide<U16>>},
    {Op::mad_wide_s16, lanewise<mad_wide<S16>>},
    {Op::mad_wide_u32, lanewise<mad_pair<U32>>},
    {Op::mad_wide_s32, lanewise<mad_pair<S32>>},
    {Op::mad_lo_cc_b32, lanewise<mad_cc<mul_lo, U32>>},
    {Op::madc_lo_b32, lanewise<madc<mul_lo, U32>>},
    {Op::madc_lo_cc_b32, lanewise<madc_cc<mul_lo, U32>>},
    {Op::mad_lo_cc_b64, lanewise<mad_cc<mul_lo64, U64>>},
    {Op::madc_lo_b64, lanewise<madc<mul_lo64, U64>>},
    {Op::madc_lo_cc_b64, lanewise<madc_cc<mul_lo64, U64>>},
    {Op::mad_hi_cc_u32, lanewise<mad_cc<mul_hi<U32>, U32>>},
    {Op::madc_hi_u32, lanewise<madc<mul_hi<U32>, U32>>},
    {Op::madc_hi_cc_u32, lanewise<madc_cc<mul_hi<U32>, U32>>},
    {Op::mad_hi_cc_s32, lanewise<mad_cc<mul_hi_bits32, U32>>},
    {Op::madc_hi_s32, lanewise<madc<mul_hi_bits32, U32>>},
    {Op::madc_hi_cc_s32, lanewise<madc_cc<mul_hi_bits32, U32>>},
    {Op::mad_hi_cc_u64, lanewise<mad_cc<mul_hi_u64, U64>, Loops::one>},
    {Op::madc_hi_u64, lanewise<madc<mul_hi_u64, U64>, Loops::one>},
    {Op::madc_hi_cc_u64, lanewise<madc_cc<mul_hi_u64, U64>, Loops::one>},
    {Op::mad_hi_cc_s64, lanewise<mad_cc<mul_hi_bits64, U64>, Loops::one>},
    {Op::madc_hi_s64, lanewise<madc<mul_hi_bits64, U64>, Loops::one>},
    {Op::madc_hi_cc_s64, lanewise<madc_cc<mul_hi_bits64, U64>, Loops::one>},
    {Op::mul24_lo_u32, lanewise<mul24_lo<U32>>},
    {Op::mul24_lo_s32, lanewise<mul24_lo<S32>>},
    {Op::mul24_hi_u32, lanewise<mul24_hi<U32>>},
    {Op::mul24_hi_s32, lanewise<mul24_hi<S32>>},
    {Op::mad24_lo_u32, lanewise<mad24_lo<U32>>},
    {Op::mad24_lo_s32, lanewise<mad24_lo<S32>>},
    {Op::mad24_hi_u32, lanewise<mad24_hi<U32>>},
    {Op::mad24_hi_s32, lanewise<mad24_hi<S32>>},
    {Op::mad24_hi_sat_s32, lanewise<mad24_hi_sat>},
    {Op::dp4a_u32_u32, lanewise<dp4a<U8, U8>>},
    {Op::dp4a_u32_s32, lanewise<dp4a<U8, S8>>},
    {Op::dp4a_s32_u32, lanewise<dp4a<S8, U8>>},
    {Op::dp4a_s32_s32, lanewise<dp4a<S8, S8>>},
    {Op::dp2a_lo_u32_u32, lanewise<dp2a<U16, U8, 0>>},
    {Op::dp2a_lo_u32_s32, lanewise<dp2a<U16, S8, 0>>},
    {Op::dp2a_lo_s32_u32, lanewise<dp2a<S16, U8, 0>>},
    {Op::dp2a_lo_s32_s32, lanewise<dp2a<S16, S8, 0>>},
    {Op::dp2a_hi_u32_u32, lanewise<dp2a<U16, U8, 16>>},
    {Op::dp2a_hi_u32_s32, lanewise<dp2a<U16, S8, 16>>},
    {Op::dp2a_hi_s32_u32, lanewise<dp2a<S16, U8, 16>>},
    {Op::dp2a_hi_s32_s32, lanewise<dp2a<S16, S8, 16>>},
};

}  // namespace

std::span<const Binding> integer_multiply_bindings() { return kBindings; }

}  // namespace heddle::exec
