#include "heddle/compile/unrolling/unroll_plan.hpp"

#include <algorithm>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/liveness/hidden_registers.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Compare;
using isa::Op;
using isa::OpClass;
using isa::Operand;

/// ptxas 11.8 for sm_75 unrolls a loop wholly if all iterations together have at most this number
/// of machine instructions.
constexpr std::uint32_t kMostWhole = 600;
constexpr std::uint32_t kMostTogether = 256;  ///< the same limit for the iterations of one round
/// The same limit for one iteration of a loop of unknown length. Each load counts twice.
constexpr std::uint32_t kMostOfTrip = 50;

struct Cost {
  std::uint32_t instructions = 0, loads = 0;
};

/// Returns the number of hardware instructions for which an instruction stands.
std::uint32_t machine_instructions(const isa::Instruction& instruction) {
  switch (instruction.op) {
    case Op::div_approx_f32:
    case Op::sqrt_approx_f32:
    case Op::rsqrt_approx_f32:
    case Op::lg2_approx_f32:
    case Op::ex2_approx_f32:
      return instruction.modifiers.ftz ? 1 : 4;  // without .ftz, hardware scales subnormal operands
                                                 // with additional instructions
    case Op::bfe_u32:
    case Op::bfe_s32:
      return 2;
    case Op::div_full_f32:
      return 8;
    case Op::div_u32:
    case Op::div_s32:
    case Op::rem_u32:
    case Op::rem_s32:
      return 16;
    default:
      break;
  }
  const bool is_wide =
      instruction.op_class == OpClass::integer || instruction.op_class == OpClass::logic;
  return is_wide && isa::destination_rows(instruction, 0) == 2 ? 2 : 1;
}

Cost cost_of(const Routine& routine, const CountedLoop& loop) {
  Cost cost;
  for (Pc pc = loop.begin; pc < loop.end; ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    cost.instructions += machine_instructions(instruction);
    if (instruction.op_class == OpClass::load) ++cost.loads;
  }
  return cost;
}

/// True if no instruction of the loop waits for other threads, communicates with other threads, or
/// is a routine in hardware (is_routine()).
bool stands_alone(const Routine& routine, const CountedLoop& loop) {
  return std::none_of(routine.code.begin() + loop.begin, routine.code.begin() + loop.end - 1,
                      [](const isa::Instruction& instruction) {
                        switch (instruction.op_class) {
                          case OpClass::atomic:
                          case OpClass::barrier:
                          case OpClass::warp_sync:
                          case OpClass::matrix:
                          case OpClass::shuffle:
                          case OpClass::vote:
                          case OpClass::fence:
                          case OpClass::system:
                            return true;
                          default:
                            return is_routine(instruction.op);
                        }
                      });
}

/// False if the loop contains a hardware routine (is_routine()) or an operation across the lanes of
/// a warp. Unrolling does not copy such instructions.
bool may_be_copied(const Routine& routine, const CountedLoop& loop) {
  return std::none_of(routine.code.begin() + loop.begin, routine.code.begin() + loop.end,
                      [](const isa::Instruction& instruction) {
                        return is_routine(instruction.op) ||
                               instruction.op_class == OpClass::matrix ||
                               instruction.op_class == OpClass::shuffle ||
                               instruction.op_class == OpClass::vote ||
                               instruction.op_class == OpClass::warp_sync;
                      });
}

bool writes_row(const Routine& routine, const CountedLoop& loop, const Operand& row) {
  for (Pc pc = loop.begin; pc < loop.end; ++pc) {
    bool writes = false;
    for_each_write(routine, routine.code[pc], [&](ValueId value) { writes |= value == row.index; });
    if (writes) return true;
  }
  return false;
}

/// Returns whether the loop stores to a loop-invariant address from which a load in the loop may
/// read. Each iteration of such a loop waits for the previous iteration.
bool stores_what_it_loads(const Routine& routine, const CountedLoop& loop) {
  const auto body = [&](auto&& holds) {
    return std::any_of(routine.code.begin() + loop.begin, routine.code.begin() + loop.end, holds);
  };
  return body([&](const isa::Instruction& store) {
    if (store.op_class != OpClass::store) return false;
    const Operand& address = store.sources[0];
    if (address.kind == isa::OperandKind::row && writes_row(routine, loop, address)) return false;
    return body([&](const isa::Instruction& load) {
      const isa::Space a = store.modifiers.space, b = load.modifiers.space;
      return load.op_class == OpClass::load &&
             (a == b || a == isa::Space::generic || b == isa::Space::generic);
    });
  });
}

/// Returns whether the counter moves towards the bound. The distance between counter and bound then
/// tells how many iterations are left. The step must be small enough that the steps of a round do
/// not wrap.
bool comes_nearer(const CountedLoop& loop) {
  const std::int64_t most = std::int64_t{1} << (loop.rows == 2 ? 60 : 28);
  if (!loop.steps_first || loop.step > most || loop.step < -most) return false;
  switch (loop.compare) {
    case Compare::lt:
    case Compare::le:
      return loop.step > 0;
    case Compare::gt:
    case Compare::ge:
      return loop.step < 0;
    case Compare::ne:
      // A loop that counts down until the counter equals a variable is not unrolled.
      return loop.step > 0 || loop.bound.kind != isa::OperandKind::row;
    default:
      return false;
  }
}

}  // namespace

std::optional<UnrollPlan> plan_unrolling(const Routine& routine, const CountedLoop& loop) {
  const Cost cost = cost_of(routine, loop);
  UnrollPlan plan{loop, 0, false};
  if (!loop.trips) {
    const bool is_small = cost.instructions + cost.loads <= kMostOfTrip;
    if (!is_small || !loop.tests_at_end() || !stands_alone(routine, loop)) return std::nullopt;
    if (stores_what_it_loads(routine, loop) || !comes_nearer(loop)) return std::nullopt;
    plan.together = kTripsTogether;
    return plan;
  }
  // Unrolling removes the counter's step, its test and the branch from each iteration.
  const std::uint32_t left = cost.instructions > 4 ? cost.instructions - 3 : 1;
  if (!may_be_copied(routine, loop)) return std::nullopt;
  plan.together = *loop.trips;
  plan.disappears = true;
  if (left * *loop.trips <= kMostWhole) return plan;
  plan.disappears = false;
  for (plan.together = std::min(kMostTogether / left, *loop.trips - 1); plan.together > 1;
       --plan.together) {
    if (*loop.trips % plan.together == 0) return plan;
  }
  return std::nullopt;
}

}  // namespace heddle::compile
