#include "heddle/compile/code/sequences.hpp"

#include <algorithm>

namespace heddle::compile {
namespace volta {
namespace {

using enum isa::OpClass;
using isa::Op;

// The numbers are counts of the code that ptxas 11.8.89 makes for sm_70 (cuobjdump -sass), by
// class: MUFU and FCHK special, I2F and F2I convert, FFMA, FMUL, FADD and FSETP float32, those of
// doubles float64, IMAD and IMAD.WIDE integer_mul, IADD3, ISETP, SEL, FSEL and IABS integer, LOP3,
// SHF and PLOP3 logic, MOV move. The chain is the longest path from an operand to the result.
// Branches within a routine, its call and its return are left out. The routines below are the paths
// of an operand that is zero, since of the numbers that leave the short sequences programs have
// zero most.

constexpr Stage kDivF32[] = {{special, 1, 0}, {float32, 5, 0}};
constexpr Stage kDivF32Routine[] = {{logic, 2, 2}, {integer, 3, 1}, {float32, 1, 1},
                                    {logic, 2, 0}, {float32, 1, 2}, {logic, 3, 0},
                                    {move, 1, 6}};
constexpr Stage kRcpF32[] = {{special, 1, 0}, {float32, 3, 0}};
constexpr Stage kRcpF32Test[] = {{integer, 1, 0}, {logic, 1, 0}};
constexpr Stage kRcpF32Routine[] = {
    {integer, 1, 0}, {logic, 1, 0}, {integer, 3, 0}, {special, 1, 0}, {move, 1, 3}};
constexpr Stage kSqrtF32[] = {{special, 1, 0}, {float32, 3, 1}};
constexpr Stage kOneInteger[] = {{integer, 1, 0}};
constexpr Stage kSqrtF32Routine[] = {{logic, 1, 0}, {move, 1, 4}};
constexpr Stage kDivFull[] = {{float32, 3, 3}, {special, 1, 0}, {float32, 1, 0}};
constexpr Stage kDivFullFtz[] = {{float32, 2, 1}, {special, 1, 0}, {float32, 1, 0}};
constexpr Stage kDivApprox[] = {{float32, 2, 1}, {special, 1, 0}, {float32, 1, 0}};
constexpr Stage kDivApproxFtz[] = {{special, 1, 0}, {float32, 1, 0}};
constexpr Stage kRcpApprox[] = {{move, 0, 1},    {float32, 1, 1}, {integer, 2, 0},
                                {float32, 1, 0}, {special, 1, 0}, {float32, 1, 0}};
constexpr Stage kScaled[] = {{float32, 2, 0}, {special, 1, 0}, {float32, 1, 0}};
constexpr Stage kSine[] = {{float32, 1, 0}, {special, 1, 0}};

constexpr Stage kDivF64[] = {{move, 0, 1}, {special, 1, 0}, {float32, 0, 1}, {float64, 8, 0}};
constexpr Stage kDivF64Test[] = {{float32, 1, 0}};
constexpr Stage kDivF64Routine[] = {{logic, 1, 1},   {integer, 2, 2},  {float64, 1, 0},
                                    {special, 1, 0}, {float64, 11, 1}, {move, 1, 8}};
constexpr Stage kRcpF64[] = {{special, 1, 0}, {float64, 5, 0}};
constexpr Stage kRcpF64Routine[] = {{logic, 1, 0}, {integer, 1, 0}, {float64, 1, 0},
                                    {logic, 1, 0}, {integer, 2, 0}, {logic, 1, 0},
                                    {move, 1, 5}};
constexpr Stage kSqrtF64[] = {{move, 0, 2},    {special, 1, 0}, {float64, 5, 1},
                              {integer, 0, 1}, {move, 0, 1},    {float64, 2, 0}};
constexpr Stage kSqrtF64Routine[] = {{integer, 1, 0}, {float64, 2, 0}, {move, 1, 5}};
constexpr Stage kRsqrtF64[] = {{move, 0, 3}, {special, 1, 0}, {float64, 4, 1}};
constexpr Stage kRsqrtF64Routine[] = {{logic, 1, 0}, {float64, 1, 0}, {logic, 1, 0}, {move, 1, 3}};
constexpr Stage kExtremeF64[] = {
    {move, 0, 4}, {float64, 1, 0}, {integer, 1, 1}, {logic, 1, 0}, {move, 1, 0}};

constexpr Stage kDivU32[] = {{move, 0, 2},        {integer, 0, 1}, {convert, 1, 0},
                             {special, 1, 0},     {integer, 1, 0}, {convert, 1, 0},
                             {integer_mul, 3, 0}, {move, 1, 0},    {integer, 1, 0},
                             {integer_mul, 1, 0}, {integer, 4, 1}, {logic, 1, 0}};
constexpr Stage kRemU32[] = {{move, 0, 2},        {integer, 0, 1}, {convert, 1, 0},
                             {special, 1, 0},     {integer, 1, 0}, {convert, 1, 0},
                             {integer_mul, 3, 0}, {move, 1, 0},    {integer_mul, 1, 0},
                             {integer, 4, 0},     {logic, 1, 0}};
constexpr Stage kDivS32[] = {{integer, 1, 2},     {logic, 0, 1},   {move, 0, 2},    {convert, 1, 0},
                             {special, 1, 0},     {integer, 1, 0}, {convert, 1, 0}, {move, 1, 0},
                             {integer_mul, 4, 0}, {integer, 4, 3}, {move, 2, 0},    {logic, 1, 0}};
constexpr Stage kRemS32[] = {{integer, 1, 4}, {move, 0, 1},    {convert, 1, 0}, {special, 1, 0},
                             {integer, 1, 0}, {convert, 1, 0}, {integer, 1, 0}, {integer_mul, 4, 0},
                             {integer, 4, 1}, {move, 1, 0},    {integer, 1, 0}, {logic, 1, 0}};
constexpr Stage kDivU16[] = {{convert, 1, 1}, {move, 0, 4},    {float32, 1, 1}, {integer, 2, 1},
                             {float32, 1, 0}, {special, 1, 0}, {float32, 1, 0}, {integer, 1, 0},
                             {float32, 1, 0}, {convert, 1, 0}, {logic, 1, 0},   {move, 1, 0}};
constexpr Stage kDivS16[] = {{integer, 1, 3}, {logic, 0, 2},   {convert, 1, 1}, {move, 0, 4},
                             {float32, 1, 1}, {integer, 2, 0}, {float32, 1, 0}, {special, 1, 0},
                             {float32, 1, 0}, {integer, 1, 0}, {float32, 1, 0}, {convert, 1, 0},
                             {logic, 1, 0},   {integer, 1, 0}, {move, 1, 0}};
constexpr Stage kRemU16[] = {{convert, 1, 1},     {move, 0, 4},    {float32, 1, 1}, {integer, 2, 1},
                             {float32, 1, 0},     {special, 1, 0}, {float32, 1, 0}, {integer, 1, 0},
                             {float32, 1, 0},     {convert, 1, 0}, {logic, 1, 0},   {move, 1, 0},
                             {integer_mul, 1, 0}, {move, 1, 0}};
constexpr Stage kRemS16[] = {{integer, 1, 4}, {logic, 0, 1},       {convert, 1, 1}, {move, 0, 5},
                             {float32, 1, 1}, {integer, 2, 0},     {float32, 1, 0}, {special, 1, 0},
                             {float32, 1, 0}, {integer, 1, 0},     {float32, 1, 0}, {convert, 1, 0},
                             {logic, 1, 0},   {integer_mul, 1, 0}, {logic, 1, 0},   {integer, 1, 0},
                             {move, 1, 0}};

// Two steps of Newton's method on a reciprocal of 64 bits, a quotient, two corrections.
constexpr Stage kDivU64[] = {
    {move, 0, 9},    {convert, 1, 0},     {special, 1, 0}, {integer, 1, 0},
    {convert, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6}, {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6}, {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 1, 0}, {move, 1, 0},    {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 3, 0}, {integer, 7, 11}};
constexpr Stage kRemU64[] = {
    {move, 0, 9},    {convert, 1, 0},     {special, 1, 0}, {integer, 1, 0},
    {convert, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6}, {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6}, {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 1, 0}, {move, 1, 0},    {integer_mul, 2, 0},
    {integer, 1, 0}, {integer_mul, 3, 0}, {integer, 7, 7}};
constexpr Stage kDivS64[] = {{integer, 3, 6},     {logic, 0, 1},       {move, 0, 10},
                             {convert, 1, 0},     {special, 1, 0},     {integer, 1, 0},
                             {convert, 1, 0},     {integer_mul, 3, 4}, {integer, 1, 6},
                             {integer_mul, 2, 0}, {integer, 1, 0},     {integer_mul, 3, 4},
                             {integer, 1, 6},     {integer_mul, 2, 0}, {integer, 1, 0},
                             {integer_mul, 1, 0}, {move, 1, 0},        {integer_mul, 2, 0},
                             {integer, 1, 0},     {integer_mul, 3, 0}, {integer, 10, 14}};
constexpr Stage kRemS64[] = {
    {integer, 3, 5},     {move, 0, 10},   {convert, 1, 0},     {special, 1, 0},
    {integer, 1, 0},     {convert, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6},
    {integer_mul, 2, 0}, {integer, 1, 0}, {integer_mul, 3, 4}, {integer, 1, 6},
    {integer_mul, 2, 0}, {integer, 1, 0}, {integer_mul, 1, 0}, {move, 1, 0},
    {integer_mul, 2, 0}, {integer, 1, 0}, {integer_mul, 3, 0}, {integer, 10, 10}};
constexpr Stage kHighU64[] = {
    {integer_mul, 2, 1}, {move, 0, 1}, {integer, 1, 1}, {integer_mul, 1, 0}};
constexpr Stage kHighS64[] = {
    {integer_mul, 2, 1}, {move, 0, 1}, {integer, 1, 3}, {integer_mul, 1, 0}, {integer, 5, 3}};
constexpr Stage kExtreme64[] = {{integer, 3, 1}};
constexpr Stage kMagnitude64[] = {{integer, 3, 2}};
constexpr Stage kCompare64[] = {{integer, 2, 0}};
constexpr Stage kShift64[] = {{logic, 1, 1}};

// POPC, FLO and BREV run at 16 a cycle and SM, as conversions do and in the same unit (CUDA C++
// Programming Guide, throughput of arithmetic instructions, 7.x).
constexpr Stage kBitCount[] = {{convert, 1, 0}};
constexpr Stage kBitCount64[] = {{convert, 1, 1}, {integer, 1, 0}};
constexpr Stage kReverse64[] = {{convert, 1, 1}};
constexpr Stage kLeadingZeros[] = {{convert, 1, 0}, {integer, 1, 0}};
constexpr Stage kLeadingZeros64[] = {{integer, 2, 0}, {convert, 1, 0}, {integer, 2, 1}};

constexpr Sequence kSequences[] = {
    {Op::div_f32, false, kDivF32, RangeTest{Op::leaves_div_f32, {}, false, kDivF32Routine}},
    {Op::rcp_f32, false, kRcpF32, RangeTest{Op::leaves_rcp_f32, kRcpF32Test, false, kRcpF32Routine},
     2},
    {Op::sqrt_f32, false, kSqrtF32,
     RangeTest{Op::leaves_sqrt_f32, kOneInteger, false, kSqrtF32Routine}, 1},
    {Op::div_full_f32, true, kDivFull, {}},
    {Op::div_full_f32, false, kDivFullFtz, {}},
    {Op::div_approx_f32, true, kDivApprox, {}},
    {Op::div_approx_f32, false, kDivApproxFtz, {}},
    {Op::rcp_approx_f32, true, kRcpApprox, {}},
    {Op::sqrt_approx_f32, true, kScaled, {}},
    {Op::rsqrt_approx_f32, true, kScaled, {}},
    {Op::lg2_approx_f32, true, kScaled, {}},
    {Op::ex2_approx_f32, true, kScaled, {}},
    {Op::sin_approx_f32, false, kSine, {}},
    {Op::cos_approx_f32, false, kSine, {}},
    {Op::div_f64, false, kDivF64, RangeTest{Op::leaves_div_f64, kDivF64Test, true, kDivF64Routine}},
    {Op::rcp_f64, false, kRcpF64,
     RangeTest{Op::leaves_rcp_f64, kOneInteger, false, kRcpF64Routine}},
    {Op::sqrt_f64, false, kSqrtF64,
     RangeTest{Op::leaves_sqrt_f64, kOneInteger, false, kSqrtF64Routine}},
    {Op::rsqrt_approx_f64, false, kRsqrtF64,
     RangeTest{Op::leaves_rsqrt_f64, kOneInteger, false, kRsqrtF64Routine}},
    {Op::min_f64, false, kExtremeF64, {}},
    {Op::max_f64, false, kExtremeF64, {}},
    {Op::div_u32, false, kDivU32, {}},
    {Op::rem_u32, false, kRemU32, {}},
    {Op::div_s32, false, kDivS32, {}},
    {Op::rem_s32, false, kRemS32, {}},
    {Op::div_u16, false, kDivU16, {}},
    {Op::rem_u16, false, kRemU16, {}},
    {Op::div_s16, false, kDivS16, {}},
    {Op::rem_s16, false, kRemS16, {}},
    {Op::div_u64, false, kDivU64, {}},
    {Op::rem_u64, false, kRemU64, {}},
    {Op::div_s64, false, kDivS64, {}},
    {Op::rem_s64, false, kRemS64, {}},
    {Op::mul_hi_u64, false, kHighU64, {}},
    {Op::mul_hi_s64, false, kHighS64, {}},
    {Op::min_u64, false, kExtreme64, {}},
    {Op::max_u64, false, kExtreme64, {}},
    {Op::min_s64, false, kExtreme64, {}},
    {Op::max_s64, false, kExtreme64, {}},
    {Op::abs_s64, false, kMagnitude64, {}},
    {Op::setp_u64, false, kCompare64, {}},
    {Op::setp_s64, false, kCompare64, {}},
    {Op::shl_b64, false, kShift64, {}},
    {Op::shr_u64, false, kShift64, {}},
    {Op::shr_s64, false, kShift64, {}},
    {Op::popc_b32, false, kBitCount, {}},
    {Op::popc_b64, false, kBitCount64, {}},
    {Op::brev_b32, false, kBitCount, {}},
    {Op::brev_b64, false, kReverse64, {}},
    {Op::bfind_u32, false, kBitCount, {}},
    {Op::bfind_s32, false, kBitCount, {}},
    {Op::clz_b32, false, kLeadingZeros, {}},
    {Op::clz_b64, false, kLeadingZeros64, {}},
};

}  // namespace
}  // namespace volta

const Sequence* sequence_of(Assembler assembler, const isa::Instruction& instruction) {
  if (assembler != Assembler::volta) return nullptr;
  const auto* found = std::ranges::find_if(volta::kSequences, [&](const Sequence& sequence) {
    return sequence.op == instruction.op &&
           !(sequence.only_with_subnormals && instruction.modifiers.ftz);
  });
  return found == std::end(volta::kSequences) ? nullptr : found;
}

}  // namespace heddle::compile
