#include "heddle/compile/pipeline.hpp"

#include <algorithm>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/compile/annotations/preemption_points.hpp"
#include "heddle/compile/flow/branch_conversion.hpp"
#include "heddle/compile/flow/branches.hpp"
#include "heddle/compile/flow/reconvergence.hpp"
#include "heddle/compile/flow/waiting_loops.hpp"
#include "heddle/compile/passes/address_folding.hpp"
#include "heddle/compile/passes/address_sharing.hpp"
#include "heddle/compile/passes/address_width.hpp"
#include "heddle/compile/passes/copy_propagation.hpp"
#include "heddle/compile/passes/dead_code.hpp"
#include "heddle/compile/passes/multiply_add.hpp"
#include "heddle/compile/passes/narrowing.hpp"
#include "heddle/compile/passes/operand_limits.hpp"
#include "heddle/compile/passes/pair_splitting.hpp"
#include "heddle/compile/passes/scalar_separation.hpp"
#include "heddle/compile/passes/scheduling.hpp"
#include "heddle/compile/passes/sequence_expansion.hpp"
#include "heddle/compile/passes/vector_alignment.hpp"
#include "heddle/compile/registers/assignment_check.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/registers/register_classes.hpp"
#include "heddle/compile/spilling/spilling.hpp"
#include "heddle/compile/unrolling/unrolling.hpp"

namespace heddle::compile {
namespace {

/// Runs the passes that make the code smaller. In this order each pass finds the most to improve.
void fold(Routine& routine, ConstantPool& constants, const Options& options) {
  remove_unreachable(routine);
  const bool short_addresses = options.narrow_addresses && options.address_bits == 32;
  if (short_addresses) narrow_addresses(routine);
  if (options.tidy_branches) {
    invert_branches(routine);
    remove_idle_branches(routine);
  }
  const auto propagate = [&] {
    if (options.propagate_copies) propagate_copies(routine, constants);
  };
  const auto fold_all = [&] {
    propagate();
    if (!options.fold_addresses) return;
    fold_constants(routine, constants);
    propagate();
    fold_addresses(routine, constants);
  };
  fold_all();
  if (options.remove_dead_code) remove_dead_code(routine);
  if (options.narrow_halves) {
    narrow_halves(routine, constants, short_addresses ? Need::effect : Need::live);
    fold_all();
  }
  if (options.share_addresses && share_addresses(routine)) fold_all();
  if (options.unroll) {
    const auto tidy = [&] {
      remove_unreachable(routine);
      fold_all();
      if (options.remove_dead_code) remove_dead_code(routine);
    };
    while (unroll_whole_loops(routine, constants)) tidy();
    if (put_trips_together(routine, constants)) tidy();
  }
  if (options.split_pairs || writes_sequences(options)) {
    split_pairs(routine, constants);
    fold_all();
  }
  if (options.fuse_multiply_add) fuse_multiply_add(routine);
  if (options.remove_dead_code) remove_dead_code(routine);
}

void assign(Routine& routine, const Options& options, std::uint32_t limit) {
  if (options.scalars != Scalars::off) separate_scalars(routine, options.scalars);
  if (options.align_vectors) align_vectors(routine);
  if (!options.assign_registers) return;
  const Assignment assignment =
      options.spill ? assign_within(routine, limit, options) : assign_registers(routine, options);
  if (options.check_allocation) {
    const std::string fault = check_assignment(routine, assignment);
    if (!fault.empty()) fail("the registers of '{}' are wrong, {}", routine.name, fault);
  }
  apply(assignment, routine);
}

/// Limits on the number of live rows of a schedule, in units of 1/32 of comfortable_registers().
/// The first limit is less than 32 units, since pairs and banks leave some registers unused. Later
/// attempts use smaller limits.
constexpr std::uint32_t kShare = 28;
constexpr std::uint32_t kSmallerShares[] = {26, 24, 22, 20, 18, 16};
constexpr std::uint32_t kWhole = 32;

/// Returns the schedule that starts instructions as early as possible without reducing the number
/// of threads on the SM. If the order of the PTX text already reduces this number, returns the
/// text's order or the first schedule, whichever needs fewer registers.
Routine schedule_within(const Routine& routine, const Options& options, std::uint32_t limit) {
  const std::uint32_t room = comfortable_registers(options.supply);
  const auto scheduled = [&](std::uint32_t share) {
    Routine tried = routine;
    schedule(tried, std::min(limit, room * share / kWhole), habits_of(options.assembler).scheduler);
    assign(tried, options, limit);
    return tried;
  };
  const auto fits = [&](const Routine& tried) {
    return !options.assign_registers || tried.registers + options.supply.reserved <= room;
  };
  Routine early = scheduled(kShare);
  if (fits(early)) return early;
  Routine in_order = routine;
  assign(in_order, options, limit);
  if (!fits(in_order)) return in_order.registers < early.registers ? in_order : early;
  for (const std::uint32_t share : kSmallerShares) {
    Routine tried = scheduled(share);
    if (fits(tried)) return tried;
  }
  return in_order;
}

/// Schedules the folded code and assigns its registers.
void allocate(Routine& routine, ConstantPool& constants, const Options& options,
              std::uint32_t limit) {
  if (writes_sequences(options)) expand_sequences(routine, constants, options.assembler);
  if (options.limit_operands) limit_operands(routine, constants);
  if (options.convert_branches) convert_branches(routine);
  const SchedulerHabits& scheduler = habits_of(options.assembler).scheduler;
  if (options.schedule && scheduler.leaves_room_for_threads) {
    routine = schedule_within(routine, options, limit);
    return;
  }
  if (options.schedule) schedule(routine, limit, scheduler);
  assign(routine, options, limit);
}

/// Returns the number of registers that the routine has after the passes of NVIDIA's assembler. If
/// values may be spilled, the number is at most `limit`.
std::uint32_t count_registers(Routine routine, ConstantPool constants, Options options,
                              std::uint32_t limit) {
  const bool spills = options.spill;
  options = as_assembler(options);
  options.spill = false;
  fold(routine, constants, options);
  allocate(routine, constants, options, limit);
  return spills ? std::min(routine.registers, limit) : routine.registers;
}

/// Sets routine.registers to the number of vector registers that graph colouring needs, but at
/// least to the number of the code's vector rows. The number is at most `limit`, unless the code
/// has more vector rows than `limit`.
void count_classes(Routine& routine, std::uint32_t limit) {
  const std::uint32_t rows = routine.rows - scalar_rows(routine);
  routine.registers = std::clamp(coloured_registers(routine), rows, std::max(rows, limit));
}

}  // namespace

void run_passes(Routine& routine, ConstantPool& constants, const Options& options,
                std::uint32_t limit) {
  const bool as_there = options.assign_registers && options.registers == RegisterCount::assembler;
  const std::uint32_t registers =
      as_there ? count_registers(routine, constants, options, limit) : 0;
  fold(routine, constants, options);
  mark_waiting_loops(routine);  // while values have rows of their own
  allocate(routine, constants, options, limit);
  // If the code has more rows than the limit, because no value is left to spill, the number of rows
  // counts as the number of registers.
  if (as_there) routine.registers = routine.rows > limit ? routine.rows : registers;
  if (writes_sequences(options) && options.assign_registers) split_moves(routine);
  if (options.tidy_branches) remove_idle_branches(routine);
  if (options.insert_points) insert_preemption_points(routine, options.point_interval);
  mark_reconvergence(routine);
  if (options.assign_registers && options.registers == RegisterCount::classes) {
    count_classes(routine, limit);
  }
}

}  // namespace heddle::compile
