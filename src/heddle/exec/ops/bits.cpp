// Counting, finding, extracting and inserting bits.
#include <bit>

#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

template <typename T>
constexpr U32 kBits = 8 * sizeof(T);

U32 popc(U32 a) { return static_cast<U32>(std::popcount(a)); }
U32 popc64(Pair a) { return popc(a.low) + popc(a.high); }
U32 clz(U32 a) { return static_cast<U32>(std::countl_zero(a)); }
U32 clz64(Pair a) { return a.high != 0 ? clz(a.high) : 32 + clz(a.low); }

U32 brev(U32 a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0F0F0F0Fu) | (a & 0x0F0F0F0Fu) << 4;
  a = (a >> 8 & 0x00FF00FFu) | (a & 0x00FF00FFu) << 8;
  return a >> 16 | a << 16;
}
Pair brev64(Pair a) { return {brev(a.high), brev(a.low)}; }

/// Returns the position of the highest one bit, or of the highest zero bit of a negative integer.
/// Returns all ones if there is no such bit.
template <bool is_signed>
U32 bfind(U32 a) {
  if (is_signed) a ^= static_cast<U32>(static_cast<S32>(a) >> 31);
  return 31 - clz(a);
}
template <bool is_signed>
U32 bfind64(Pair a) {
  const U32 flip = is_signed ? static_cast<U32>(static_cast<S32>(a.high) >> 31) : 0;
  return 63 - clz64({a.low ^ flip, a.high ^ flip});
}
/// Returns the left shift that would move the bit found by bfind to the highest position, or all
/// ones if bfind finds no bit.
template <bool is_signed>
U32 bfind_shift(U32 a) {
  const U32 found = bfind<is_signed>(a);
  return found == ~0u ? found : 31 - found;
}
template <bool is_signed>
U32 bfind_shift64(Pair a) {
  const U32 found = bfind64<is_signed>(a);
  return found == ~0u ? found : 63 - found;
}

/// The position or length of a bit field. For 32-bit fields, only the low byte of the operand
/// counts. For 64-bit fields, the whole operand counts, and amounts beyond 255 act like 255
/// (measured on an NVIDIA H200).
template <typename T>
U32 field_amount(U32 operand) {
  return sizeof(T) == 4 ? operand & 0xFF : operand;
}

/// Returns a word in which the lowest `length` bits are ones.
template <typename T>
T ones(U32 length) {
  return length < kBits<T> ? (T{1} << (length & (kBits<T> - 1))) - 1 : ~T{0};
}

template <typename T>
T bfe_unsigned(T a, U32 position, U32 length) {
  position = field_amount<T>(position);
  const T moved = position < kBits<T> ? a >> (position & (kBits<T> - 1)) : 0;
  return moved & ones<T>(field_amount<T>(length));
}
/// Extends the field by its sign bit, which is the highest bit of the field that lies in the word.
template <typename T>
T bfe_signed(T a, U32 position, U32 length) {
  using Signed = std::make_signed_t<T>;
  position = field_amount<T>(position);
  length = field_amount<T>(length);
  const U32 right = position < kBits<T> ? position : kBits<T> - 1;
  const U32 left = length < kBits<T> ? kBits<T> - length : 0;
  const T moved = static_cast<T>(static_cast<Signed>(a) >> right) << (left & (kBits<T> - 1));
  const T extended = static_cast<T>(static_cast<Signed>(moved) >> (left & (kBits<T> - 1)));
  return length == 0 ? 0 : extended;
}

/// Inserts the low bits of a into b.
template <typename T>
T bfi(T a, T b, U32 position, U32 length) {
  position = field_amount<T>(position);
  const U32 shift = position & (kBits<T> - 1);
  const T field = position < kBits<T> ? ones<T>(field_amount<T>(length)) << shift : 0;
  return (b & ~field) | (a << shift & field);
}

/// Returns the position of the offset-th set bit of the mask, counted upward from bit `base`, or
/// downward if the offset is negative. Returns all ones if there is no such bit.
U32 fns(U32 mask, U32 base, S32 offset) {
  if (base > 31) return ~0u;
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  U32 left = offset > 0 ? static_cast<U32>(offset) : 0 - static_cast<U32>(offset);
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<U32>(at);
  }
  return ~0u;
}

/// Extends the low `bits` bits of a to a word, by zeros or by the sign.
template <bool clamp, bool is_signed>
U32 szext(U32 a, U32 bits) {
  const bool whole = clamp && bits >= 32;
  const U32 length = bits & 31;
  const U32 shift = (32 - length) & 31;
  const U32 extended =
      is_signed ? static_cast<U32>(static_cast<S32>(a << shift) >> shift) : a << shift >> shift;
  return whole ? a : length == 0 ? 0 : extended;
}

/// Returns a word with `width` ones, the lowest of them at bit `start`.
template <bool clamp>
U32 bmsk(U32 start, U32 width) {
  const U32 moved = ones<U32>(clamp ? width : width & 31) << (start & 31);
  return clamp && start >= 32 ? 0 : moved;
}

constexpr Binding kBindings[] = {
    {Op::popc_b32, lanewise<popc, Loops::lanes>},
    {Op::popc_b64, lanewise<popc64, Loops::lanes>},
    {Op::clz_b32, lanewise<clz, Loops::lanes>},
    {Op::clz_b64, lanewise<clz64, Loops::lanes>},
    {Op::brev_b32, lanewise<brev>},
    {Op::brev_b64, lanewise<brev64>},
    {Op::bfind_u32, lanewise<bfind<false>, Loops::lanes>},
    {Op::bfind_s32, lanewise<bfind<true>, Loops::lanes>},
    {Op::bfind_u64, lanewise<bfind64<false>, Loops::lanes>},
    {Op::bfind_s64, lanewise<bfind64<true>, Loops::lanes>},
    {Op::bfind_shiftamt_u32, lanewise<bfind_shift<false>, Loops::lanes>},
    {Op::bfind_shiftamt_s32, lanewise<bfind_shift<true>, Loops::lanes>},
    {Op::bfind_shiftamt_u64, lanewise<bfind_shift64<false>, Loops::lanes>},
    {Op::bfind_shiftamt_s64, lanewise<bfind_shift64<true>, Loops::lanes>},
    {Op::bfe_u32, lanewise<bfe_unsigned<U32>>},
    {Op::bfe_s32, lanewise<bfe_signed<U32>>},
    {Op::bfe_u64, lanewise<bfe_unsigned<U64>>},
    {Op::bfe_s64, lanewise<bfe_signed<U64>, Loops::one>},
    {Op::bfi_b32, lanewise<bfi<U32>>},
    {Op::bfi_b64, lanewise<bfi<U64>, Loops::one>},
    {Op::fns_b32, lanewise<fns, Loops::lanes>},
    {Op::szext_clamp_u32, lanewise<szext<true, false>>},
    {Op::szext_clamp_s32, lanewise<szext<true, true>>},
    {Op::szext_wrap_u32, lanewise<szext<false, false>>},
    {Op::szext_wrap_s32, lanewise<szext<false, true>>},
    {Op::bmsk_clamp_b32, lanewise<bmsk<true>>},
    {Op::bmsk_wrap_b32, lanewise<bmsk<false>>},
};

}  // namespace

std::span<const Binding> bits_bindings() { return kBindings; }

}  // namespace heddle::exec
