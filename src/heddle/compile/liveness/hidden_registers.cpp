#include "heddle/compile/liveness/hidden_registers.hpp"

#include <algorithm>

#include "heddle/compile/flow/dominators.hpp"

namespace heddle::compile {
namespace {

using isa::AtomicKind;
using isa::Op;
using isa::Space;

/// Number of temporary registers of an operation, in addition to its sources and its result. The
/// number was measured with ptxas 13.0 for sm_75 as a difference of register counts. One kernel
/// keeps 12 values across the operation, and the other kernel has an addition in place of the
/// operation. Operations on 32-bit operands were also measured with 30 values.
struct HiddenRegisterRow {
  Op op;
  std::uint32_t temporaries;
};
constexpr HiddenRegisterRow kHiddenRegisterRows[] = {
    {Op::div_f32, 9},    {Op::rcp_f32, 8},    {Op::sqrt_f32, 4},  {Op::div_full_f32, 1},
    {Op::div_f64, 16},   {Op::rcp_f64, 4},    {Op::sqrt_f64, 10}, {Op::div_u32, 5},
    {Op::div_s32, 7},    {Op::rem_u32, 4},    {Op::rem_s32, 7},   {Op::div_u16, 6},
    {Op::div_s16, 7},    {Op::rem_u16, 6},    {Op::rem_s16, 7},   {Op::div_u64, 10},
    {Op::div_s64, 14},   {Op::rem_u64, 10},   {Op::rem_s64, 12},  {Op::mul_lo_b64, 2},
    {Op::mul_hi_u64, 6}, {Op::mul_hi_s64, 6},
};

/// Operations that need one temporary more without .ftz, since hardware then handles subnormal
/// numbers separately.
constexpr Op kScaled[] = {Op::div_approx_f32, Op::sqrt_approx_f32, Op::rsqrt_approx_f32,
                          Op::lg2_approx_f32, Op::ex2_approx_f32};

/// Number of temporaries of a shfl.sync for which the assembler cannot prove that all threads of
/// the warp reach it. The assembler implements such a shuffle by calling a routine. If a kernel has
/// one such shuffle, the call needs registers for the return address and the clamp. If a kernel has
/// several, the calls also need registers for the value, the lane and the mask.
constexpr std::uint32_t kOneShuffleOfPart = 2, kShufflesOfPart = 5;
/// Number of temporaries of an atomic add for which the assembler first sums the operands of the
/// lanes that add to the same address. The sum needs a vote, a count and a leader lane.
constexpr std::uint32_t kAggregation = 4;
constexpr std::uint32_t kCompareAndSwapLoop = 2;

std::uint32_t temporaries_of(const isa::Instruction& instruction) {
  for (const HiddenRegisterRow& row : kHiddenRegisterRows) {
    if (row.op == instruction.op) return row.temporaries;
  }
  const isa::Modifiers& how = instruction.modifiers;
  if (std::ranges::find(kScaled, instruction.op) != std::end(kScaled)) return how.ftz ? 0 : 1;
  if (instruction.op != Op::atom && instruction.op != Op::red) return 0;
  if (how.atomic != AtomicKind::add) return 0;
  const bool is_constant = instruction.sources[1].kind == isa::OperandKind::constant;
  if (isa::is_integer(how.type))
    return instruction.op == Op::atom && is_constant ? kAggregation : 0;
  return how.space == Space::shared ? kCompareAndSwapLoop : 0;
}

/// Returns the number of rows that a call needs if it calls a function outside the module (printf,
/// malloc) or calls through a pointer. `live` is the number of rows that are live across the call.
/// Such a call follows the ABI: the callee may change registers 0 to 23, preserves the next eight
/// registers, may change the eight registers after these, and so on. The formula is fitted to ptxas
/// 13.0 with 4 to 42 live values. Its error is at most 2 registers.
std::uint32_t rows_at_call(std::uint32_t live) {
  return std::max({std::uint32_t{21}, 14 + live, 2 * live});
}

class Count {
 public:
  Count(const Routine& routine, const FlowGraph& graph, const std::vector<LiveRange>& ranges)
      : routine_(routine), graph_(graph), ranges_(ranges), is_whole_(graph.size(), false) {
    find_whole_blocks();
    count_live();
  }

  std::uint32_t run() const {
    std::uint32_t most = 0, shuffles = 0;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) shuffles += of_part(pc);
    const std::uint32_t shuffle = shuffles > 1 ? kShufflesOfPart : kOneShuffleOfPart;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      if (instruction.op == Op::system_call || instruction.op == Op::call_indirect) {
        most = std::max(most, rows_at_call(live_through(pc)));
      } else if (const auto more = of_part(pc) ? shuffle : temporaries_of(instruction)) {
        most = std::max(most, std::max(live_[reading(pc)], live_[writing(pc)]) + more);
      }
    }
    return most;
  }

 private:
  /// Returns whether the instruction is a shuffle in a block that some paths skip, so that some
  /// threads of the warp may not run it.
  bool of_part(Pc pc) const {
    return routine_.code[pc].op == Op::shfl && !is_whole_[graph_.block_of(pc)];
  }

  /// Finds the blocks that every path through the routine visits. These blocks are the entry and
  /// its post-dominators.
  void find_whole_blocks() {
    if (graph_.size() == 0) return;
    const DominatorTree tree = post_dominators(graph_, routine_);
    for (BlockId at = 0; at != kNoBlock && at != graph_.exit(); at = tree.parent(at)) {
      is_whole_[at] = true;
    }
  }

  void count_live() {
    std::vector<std::int32_t> change(2 * routine_.code.size() + 2, 0);
    for (ValueId row = 0; row < routine_.rows; ++row) {
      for (const Stretch& stretch : ranges_[row]) {
        ++change[stretch.begin];
        --change[stretch.end];
      }
    }
    std::int32_t live = 0;
    for (const std::int32_t step : change) {
      live += step;
      live_.push_back(static_cast<std::uint32_t>(live));
    }
  }

  std::uint32_t live_through(Pc pc) const {
    std::uint32_t live = 0;
    for (ValueId row = 0; row < routine_.rows; ++row) {
      live += std::ranges::any_of(ranges_[row], [&](const Stretch& stretch) {
        return stretch.begin < reading(pc) && stretch.end > writing(pc);
      });
    }
    return live;
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  const std::vector<LiveRange>& ranges_;
  std::vector<bool> is_whole_;       ///< by block: every path visits the block
  std::vector<std::uint32_t> live_;  ///< by moment: number of live rows
};

}  // namespace

bool is_routine(Op op) {
  switch (op) {
    case Op::div_f32:
    case Op::rcp_f32:
    case Op::sqrt_f32:
    case Op::div_f64:
    case Op::rcp_f64:
    case Op::sqrt_f64:
    case Op::div_u64:
    case Op::div_s64:
    case Op::rem_u64:
    case Op::rem_s64:
      return true;
    default:
      return false;
  }
}

std::uint32_t rows_with_hidden(const Routine& routine, const FlowGraph& graph,
                               const std::vector<LiveRange>& ranges) {
  return Count(routine, graph, ranges).run();
}

}  // namespace heddle::compile
