// Quotients and remainders of integers. PTX does not define division by zero. Here the quotient and
// the remainder are then all ones (measured on an NVIDIA H200). The most negative integer divided
// by -1 gives the most negative integer.
#include <cmath>

#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

/// The exponent of 2^52. A double with this exponent, and with an unsigned 32-bit integer in the
/// low mantissa bits, is 2^52 plus the integer.
constexpr U64 kIntegerExponent = 0x4330'0000'0000'0000;
constexpr double kTwo52 = 0x1p52;

double to_double(U32 a) { return std::bit_cast<double>(kIntegerExponent | a) - kTwo52; }

/// The result is exact: a quotient that is no integer is at least 2^-32 below the next integer, and
/// a double has 53 bits. The division of doubles becomes vector code; integer division does not.
U32 div_u32(U32 a, U32 b) {
  const double quotient = std::trunc(to_double(a) / to_double(b));
  const U32 integer = static_cast<U32>(std::bit_cast<U64>(quotient + kTwo52));
  return b == 0 ? ~0u : integer;
}
U32 rem_u32(U32 a, U32 b) { return b == 0 ? ~0u : a - div_u32(a, b) * b; }

U32 magnitude(S32 a) { return a < 0 ? 0 - static_cast<U32>(a) : static_cast<U32>(a); }
U32 with_sign(U32 a, S32 sign) { return sign < 0 ? 0 - a : a; }

U32 div_s32(S32 a, S32 b) {
  return b == 0 ? ~0u : with_sign(div_u32(magnitude(a), magnitude(b)), a ^ b);
}
U32 rem_s32(S32 a, S32 b) {
  return b == 0 ? ~0u : with_sign(rem_u32(magnitude(a), magnitude(b)), a);
}

U32 div_u16(U16 a, U16 b) { return div_u32(a, b); }
U32 rem_u16(U16 a, U16 b) { return rem_u32(a, b); }
U32 div_s16(S16 a, S16 b) { return div_s32(a, b); }
U32 rem_s16(S16 a, S16 b) { return rem_s32(a, b); }

U64 div_u64(U64 a, U64 b) { return b == 0 ? ~U64{0} : a / b; }
U64 rem_u64(U64 a, U64 b) { return b == 0 ? ~U64{0} : a % b; }
S64 div_s64(S64 a, S64 b) {
  if (b == 0) return -1;
  return b == -1 ? static_cast<S64>(0 - static_cast<U64>(a)) : a / b;
}
S64 rem_s64(S64 a, S64 b) {
  if (b == 0) return -1;
  return b == -1 ? 0 : a % b;
}

constexpr Binding kBindings[] = {
    {Op::div_u16, lanewise<div_u16, Loops::one>},   {Op::div_s16, lanewise<div_s16, Loops::one>},
    {Op::div_u32, lanewise<div_u32, Loops::one>},   {Op::div_s32, lanewise<div_s32, Loops::one>},
    {Op::div_u64, lanewise<div_u64, Loops::lanes>}, {Op::div_s64, lanewise<div_s64, Loops::lanes>},
    {Op::rem_u16, lanewise<rem_u16, Loops::one>},   {Op::rem_s16, lanewise<rem_s16, Loops::one>},
    {Op::rem_u32, lanewise<rem_u32, Loops::one>},   {Op::rem_s32, lanewise<rem_s32, Loops::one>},
    {Op::rem_u64, lanewise<rem_u64, Loops::lanes>}, {Op::rem_s64, lanewise<rem_s64, Loops::lanes>},
};

}  // namespace

std::span<const Binding> integer_divide_bindings() { return kBindings; }

}  // namespace heddle::exec
