#include "heddle/compile/passes/scheduling.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/code/whole_writes.hpp"
#include "heddle/compile/flow/dependence_graph.hpp"
#include "heddle/compile/liveness/hidden_registers.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;

constexpr std::uint32_t kInterval = 2;  ///< cycles that an access occupies the load-store unit
/// An instruction counts as needed if its latest possible start is at most this number of cycles
/// away.
constexpr std::uint32_t kSlack = 4;

/// Returns the assumed number of cycles until the result of an instruction can be read. For loads,
/// the number is the latency of a cache hit. NVIDIA does not publish the assembler's values. The
/// values here lie within the ranges that microbenchmarks of Volta and Turing show. They were
/// chosen so that register counts agree best with ptxas (reports/registers.md).
std::uint32_t latency_of(const isa::Instruction& instruction, const SchedulerHabits& habits) {
  switch (instruction.op_class) {
    case OpClass::load:
      return instruction.modifiers.space == isa::Space::shared ? 22 : habits.load_latency;
    case OpClass::atomic:
      return 40;
    case OpClass::texture:
      return habits.texture_latency;
    case OpClass::shuffle:
    case OpClass::vote:
    case OpClass::matrix:
      return 24;
    case OpClass::special:
      return 20;
    case OpClass::float64:
      return 12;
    case OpClass::move:
      return instruction.op == isa::Op::sreg ? 20 : habits.arithmetic_latency;
    default:
      return habits.arithmetic_latency;
  }
}

/// True if the instruction goes through the load-store unit.
bool uses_memory_unit(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case OpClass::load:
    case OpClass::store:
    case OpClass::texture:
    case OpClass::atomic:
    case OpClass::shuffle:
      return true;
    default:
      return false;
  }
}

/// Returns the number of words that an access moves, but at least 1.
std::uint32_t words_of(const isa::Modifiers& how) {
  return std::max(1u, how.vector * isa::bytes_of(how.type) / 4);
}

bool loads_shared(const isa::Instruction& instruction) {
  return instruction.op_class == OpClass::load && instruction.modifiers.space == isa::Space::shared;
}

/// True for calls and for operations that are routines in hardware. The scheduler moves no
/// instruction across such an instruction.
bool splits_block(const isa::Instruction& instruction) {
  switch (instruction.op) {
    case isa::Op::call:
    case isa::Op::call_indirect:
    case isa::Op::system_call:
      return true;
    default:
      return is_routine(instruction.op);
  }
}

/// Schedules one block cycle by cycle. In each cycle the scheduler issues the ready instruction
/// with the longest path to the end of the block.
class BlockScheduler {
 public:
  BlockScheduler(const Routine& routine, const BasicBlock& block,
                 const std::vector<ValueId>& live_in, const std::vector<ValueId>& live_out,
                 std::uint32_t registers, const SchedulerHabits& habits)
      : routine_(routine),
        block_(block),
        graph_(routine, block, splits_block(routine.code[block.end - 1])),
        registers_(registers),
        habits_(habits) {
    find_heights();
    count_reads(live_in, live_out);
  }

  std::vector<Pc> run() {
    const std::uint32_t size = graph_.size();
    waits_for_.resize(size);
    earliest_.assign(size, 0);
    for (std::uint32_t at = 0; at < size; ++at) {
      waits_for_[at] = graph_.predecessors(at);
      if (waits_for_[at] == 0) ready_.push_back(at);
    }
    std::vector<Pc> order;
    for (std::uint32_t cycle = 0; order.size() < size; ++cycle) {
      const auto chosen = choose(cycle);
      if (chosen == ready_.end()) continue;
      const std::uint32_t at = *chosen;
      ready_.erase(chosen);
      issue(at, cycle);
      order.push_back(block_.begin + at);
    }
    return order;
  }

 private:
  const isa::Instruction& instruction(std::uint32_t at) const {
    return routine_.code[block_.begin + at];
  }

  void find_heights() {
    height_.assign(graph_.size(), 0);
    for (std::uint32_t at = graph_.size(); at-- > 0;) {
      const std::uint32_t latency = latency_of(instruction(at), habits_);
      for (const Dependence& edge : graph_.followers(at)) {
        const std::uint32_t way = height_[edge.after] + (edge.needs_result ? latency : 1);
        height_[at] = std::max(height_[at], way);
      }
      makespan_ = std::max(makespan_, height_[at]);
    }
    makespan_ = std::max(makespan_, graph_.size());
  }

  void count_reads(const std::vector<ValueId>& live_in, const std::vector<ValueId>& live_out) {
    for (const ValueId value : live_in) state_[value].live = true;
    for (const ValueId value : live_out) state_[value].leaves = true;
    for (const auto& [value, state] : state_) {
      if (state.live && value < routine_.rows) ++live_rows_;
    }
    for (std::uint32_t at = 0; at < graph_.size(); ++at) {
      for_each_read(routine_, instruction(at), [&](ValueId value) { ++state_[value].reads; });
    }
  }

  /// Returns the change in the number of live rows if the instruction is issued next: the rows that
  /// become live minus the rows that die.
  std::int32_t growth(std::uint32_t at) {
    std::int32_t rows = 0;
    std::vector<ValueId> seen;
    for_each_read(routine_, instruction(at), [&](ValueId value) {
      if (value >= routine_.rows || std::ranges::find(seen, value) != seen.end()) return;
      seen.push_back(value);
      const State& state = state_[value];
      if (state.reads == 1 && !state.leaves && state.live) --rows;
    });
    for_each_write(routine_, instruction(at), [&](ValueId value) {
      if (value < routine_.rows && !state_[value].live) ++rows;
    });
    return rows;
  }

  std::vector<std::uint32_t>::iterator choose(std::uint32_t cycle) {
    const bool is_tight = live_rows_ >= static_cast<std::int32_t>(registers_);
    auto best = ready_.end();
    std::int32_t best_growth = 0;
    for (auto one = ready_.begin(); one != ready_.end(); ++one) {
      // If registers run out, an instruction that frees a register may be chosen even if its
      // operands are not available yet.
      if (!is_tight && !may_start(*one, cycle)) continue;
      const std::int32_t rows = is_tight ? growth(*one) : 0;
      const bool is_better = best == ready_.end() || rows < best_growth ||
                             (rows == best_growth && goes_before(*one, *best, is_tight));
      if (!is_better) continue;
      best = one;
      best_growth = rows;
    }
    return best;
  }

  /// Returns whether instruction `one` is preferred to `other`. The instruction with the longer
  /// path to the end of the block is preferred. With `is_tight`, some schedulers prefer the order
  /// of the text.
  bool goes_before(std::uint32_t one, std::uint32_t other, bool is_tight) const {
    if ((is_tight && habits_.keeps_order_when_tight) || height_[one] == height_[other])
      return one < other;
    return height_[one] > height_[other];
  }

  bool may_start(std::uint32_t at, std::uint32_t cycle) {
    if (earliest_[at] > cycle) return false;
    if (uses_memory_unit(instruction(at)) && cycle < memory_free_) return false;
    const bool leads = habits_.shared_lead && loads_shared(instruction(at));
    if (leads && cycle + height_[at] + *habits_.shared_lead < makespan_) return false;
    // An instruction with short latency that needs one more register waits until its result is
    // needed.
    const bool is_needed = cycle + height_[at] + kSlack >= makespan_;
    return latency_of(instruction(at), habits_) > habits_.arithmetic_latency || is_needed ||
           growth(at) <= 0;
  }

  void issue(std::uint32_t at, std::uint32_t cycle) {
    if (uses_memory_unit(instruction(at))) {
      const bool by_word = habits_.words_take_turns;
      memory_free_ = cycle + kInterval * (by_word ? words_of(instruction(at).modifiers) : 1);
    }
    for_each_read(routine_, instruction(at), [&](ValueId value) {
      State& state = state_[value];
      if (--state.reads == 0 && !state.leaves && state.live) {
        state.live = false;
        if (value < routine_.rows) --live_rows_;
      }
    });
    for_each_write(routine_, instruction(at), [&](ValueId value) {
      State& state = state_[value];
      if (!state.live && (state.reads > 0 || state.leaves)) {
        state.live = true;
        if (value < routine_.rows) ++live_rows_;
      }
    });
    const std::uint32_t latency = latency_of(instruction(at), habits_);
    for (const Dependence& edge : graph_.followers(at)) {
      const std::uint32_t moment = cycle + (edge.needs_result ? latency : 1);
      earliest_[edge.after] = std::max(earliest_[edge.after], moment);
      if (--waits_for_[edge.after] == 0) ready_.push_back(edge.after);
    }
  }

  struct State {
    std::uint32_t reads = 0;  ///< number of reads by instructions that have not been issued yet
    bool live = false, leaves = false;
  };

  const Routine& routine_;
  const BasicBlock& block_;
  DependenceGraph graph_;
  std::uint32_t registers_;
  const SchedulerHabits& habits_;
  std::int32_t live_rows_ = 0;
  std::uint32_t memory_free_ = 0, makespan_ = 0;
  std::vector<std::uint32_t> height_, waits_for_, earliest_, ready_;
  std::unordered_map<ValueId, State> state_;
};

/// A part of a block within which instructions may move, with the values that are live at its ends.
struct Region {
  BasicBlock code;
  std::vector<ValueId> live_in, live_out;
};

std::vector<Region> regions_of(const Routine& routine, const BasicBlock& block,
                               const std::vector<ValueId>& live_out,
                               const WholeWrites& whole_writes) {
  std::vector<Region> regions;
  std::set<ValueId> live(live_out.begin(), live_out.end());
  const auto list = [&] { return std::vector<ValueId>(live.begin(), live.end()); };
  Region region;
  region.code.end = block.end;
  region.live_out = list();
  for (Pc pc = block.end; pc-- > block.begin;) {
    const isa::Instruction& instruction = routine.code[pc];
    for_each_write(routine, instruction, [&](ValueId value) {
      if (whole_writes.replaces(instruction, value)) live.erase(value);
    });
    for_each_read(routine, instruction, [&](ValueId value) { live.insert(value); });
    if (pc != block.begin && !splits_block(routine.code[pc - 1])) continue;
    region.code.begin = pc;
    region.live_in = list();
    regions.push_back(region);
    region.code.end = pc;
    region.live_out = list();
  }
  std::ranges::reverse(regions);
  return regions;
}

}  // namespace

void schedule(Routine& routine, std::uint32_t registers, const SchedulerHabits& habits) {
  const FlowGraph graph(routine);
  const Liveness liveness(routine, graph);
  const WholeWrites whole_writes(routine);
  std::vector<isa::Instruction> code;
  for (BlockId id = 0; id < graph.size(); ++id) {
    for (const Region& region :
         regions_of(routine, graph.block(id), liveness.live_out(id), whole_writes)) {
      BlockScheduler scheduler(routine, region.code, region.live_in, region.live_out, registers,
                               habits);
      for (const Pc pc : scheduler.run()) code.push_back(routine.code[pc]);
    }
  }
  routine.code = std::move(code);
}

}  // namespace heddle::compile
