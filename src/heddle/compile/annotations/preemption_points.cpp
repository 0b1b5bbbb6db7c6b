#include "heddle/compile/annotations/preemption_points.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/flow/call_rows_in_use.hpp"
#include "heddle/compile/flow/cycles.hpp"

namespace heddle::compile {
namespace {

bool is_inserted(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::preemption_point;
}

/// True for a barrier at which warps wait. A warp does not wait at bar.arrive.
bool is_waiting_barrier(const isa::Instruction& instruction) {
  return instruction.op_class == isa::OpClass::barrier && instruction.op != isa::Op::bar_arrive;
}

class Placing {
 public:
  Placing(const Routine& routine, const FlowGraph& graph, const LoopNest& nest,
          const LivePoints& points, std::uint32_t interval)
      : routine_(routine),
        graph_(graph),
        nest_(nest),
        live_(points),
        interval_(interval),
        cycles_(graph),
        counts_(routine.code.size()),
        under_way_(call_rows_in_use(routine, graph)) {}

  std::vector<isa::PreemptionPoint> run(bool at_entry) {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      counts_[pc] = live_.live[pc].count(0, routine_.rows);
    }
    std::vector<std::vector<BlockId>> blocks(nest_.loops.size());
    for (BlockId id = 0; id < graph_.size(); ++id) {
      if (nest_.loop_of[id] != isa::kNoLoop) blocks[nest_.loop_of[id]].push_back(id);
    }
    for (std::uint32_t loop = 0; loop < nest_.loops.size(); ++loop) {
      if (nest_.loops[loop].innermost) place_in_loop(loop, blocks[loop]);
    }
    place_outside();
    place_at_inserted();
    for (auto loop = static_cast<std::uint32_t>(nest_.loops.size()); loop-- != 0;)
      close_cycles(loop);
    const auto is_entry = [](const isa::PreemptionPoint& point) { return point.pc == 0; };
    if (at_entry && std::ranges::none_of(found_, is_entry)) add(0, isa::kNoLoop);
    std::ranges::sort(found_, {}, &isa::PreemptionPoint::pc);
    return std::move(found_);
  }

 private:
  /// Chooses the point of an innermost loop. The candidates are in the basic blocks that every
  /// iteration runs, so that each iteration reaches the point. If these blocks have no barrier, the
  /// barriers in other blocks of the loop are the candidates, since a loop with a barrier must have
  /// its point at a barrier.
  void place_in_loop(std::uint32_t loop, const std::vector<BlockId>& blocks) {
    std::vector<Pc> all, each_trip;
    add_instructions(blocks, all);
    add_instructions(cycles_.blocks_on_every_cycle(blocks), each_trip);
    std::optional<Pc> chosen = best(each_trip, true);
    if (!chosen) chosen = best(all, true);
    if (!chosen) chosen = best(each_trip, false);
    add(*chosen, loop);
  }

  /// Places points in the code outside of innermost loops. Each stretch of `interval_` instructions
  /// gets one point. The shorter stretch at the end gets a point only if it has a barrier.
  void place_outside() {
    std::vector<Pc> stretch;
    // Number of instructions in the stretch, without inserted preemption points.
    std::size_t length = 0;
    const auto close = [&] {
      std::optional<Pc> chosen = best(stretch, true);
      if (!chosen && length == interval_) chosen = best(stretch, false);
      if (chosen) add(*chosen, isa::kNoLoop);
      stretch.clear();
      length = 0;
    };
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const std::uint32_t loop = nest_.loop_of[graph_.block_of(pc)];
      if (loop != isa::kNoLoop && nest_.loops[loop].innermost) continue;
      stretch.push_back(pc);
      length += is_inserted(routine_.code[pc]) ? 0 : 1;
      if (length == interval_) close();
    }
    close();
  }

  /// Makes each inserted instruction (Op::preemption_point) a preemption point.
  void place_at_inserted() {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc)
      if (is_inserted(routine_.code[pc]) && !has_point(pc, pc + 1)) add(pc, loop_at(pc));
  }

  /// Adds a point to the loop if an iteration may reach no point, because it skips the inner loops
  /// or the barrier. The caller closes inner loops before outer loops, so all cycles without a
  /// point go through the loop's header.
  void close_cycles(std::uint32_t loop) {
    const std::vector<BlockId> open = cycles_.cyclic_rest(without_points(loop));
    if (open.empty()) return;
    std::vector<Pc> candidates;
    add_instructions(cycles_.blocks_on_every_cycle(open), candidates);
    std::optional<Pc> chosen = best(candidates, true);
    if (!chosen) chosen = best(candidates, false);
    add(*chosen, loop_at(*chosen));
  }

  std::uint32_t loop_at(Pc pc) const { return nest_.loop_of[graph_.block_of(pc)]; }

  /// Returns the basic blocks of the loop and its inner loops that have no point.
  std::vector<BlockId> without_points(std::uint32_t loop) const {
    std::vector<BlockId> found;
    for (BlockId id = 0; id < graph_.size(); ++id) {
      std::uint32_t around = nest_.loop_of[id];
      while (around != isa::kNoLoop && around != loop) around = nest_.loops[around].parent;
      const BasicBlock& block = graph_.block(id);
      if (around == loop && !has_point(block.begin, block.end)) found.push_back(id);
    }
    return found;
  }

  bool has_point(Pc begin, Pc end) const {
    return std::ranges::any_of(
        found_, [&](const auto& point) { return begin <= point.pc && point.pc < end; });
  }

  void add_instructions(const std::vector<BlockId>& blocks, std::vector<Pc>& to) const {
    for (const BlockId block : blocks)
      for (Pc pc = graph_.block(block).begin; pc < graph_.block(block).end; ++pc) to.push_back(pc);
  }

  /// Returns the candidate with the fewest live rows. With `barriers`, only barriers are
  /// candidates. Inserted preemption points are preferred to other instructions. The live sets do
  /// not contain the arguments and results of a call while they are passed, although a stopped warp
  /// would have to save them. So candidates at such instructions are chosen only if there are no
  /// others.
  std::optional<Pc> best(const std::vector<Pc>& candidates, bool barriers) const {
    std::optional<Pc> found;
    const auto cost = [&](Pc pc) {
      return std::tuple(!is_inserted(routine_.code[pc]), under_way_[pc], counts_[pc], pc);
    };
    for (const Pc pc : candidates) {
      if (barriers && !is_waiting_barrier(routine_.code[pc])) continue;
      if (!found || cost(pc) < cost(*found)) found = pc;
    }
    return found;
  }

  void add(Pc pc, std::uint32_t loop) {
    isa::PreemptionPoint point;
    point.pc = pc;
    point.loop = loop;
    point.kind = isa::PointKind::anywhere;
    if (is_waiting_barrier(routine_.code[pc])) point.kind = isa::PointKind::barrier;
    const auto rows = [&](const BitSet& set, std::vector<std::uint32_t>& list) {
      set.for_each([&](std::size_t value) {
        if (value < routine_.rows) list.push_back(static_cast<std::uint32_t>(value));
      });
    };
    rows(live_.live[pc], point.live);
    rows(live_.live_apart(graph_, pc), point.live_apart);
    found_.push_back(std::move(point));
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  const LoopNest& nest_;
  const LivePoints& live_;
  std::uint32_t interval_;
  Cycles cycles_;
  std::vector<std::uint32_t> counts_;  ///< by pc: number of live rows
  std::vector<bool> under_way_;  ///< by pc: outgoing rows contain arguments or results of a call
  std::vector<isa::PreemptionPoint> found_;
};

}  // namespace

bool has_waiting_barrier(const Routine& routine) {
  return std::ranges::any_of(routine.code, is_waiting_barrier);
}

std::vector<isa::PreemptionPoint> find_preemption_points(const Routine& routine,
                                                         const FlowGraph& graph,
                                                         const LoopNest& nest,
                                                         const LivePoints& points,
                                                         std::uint32_t interval, bool at_entry) {
  return Placing(routine, graph, nest, points, interval).run(at_entry);
}

void insert_preemption_points(Routine& routine, std::uint32_t interval) {
  const FlowGraph graph(routine);
  const LoopNest nest = find_loops(routine, graph);
  const LivePoints live = live_points(routine, graph, Liveness(routine, graph));
  std::vector<Insertion> insertions;
  for (const isa::PreemptionPoint& point :
       find_preemption_points(routine, graph, nest, live, interval, false)) {
    if (point.kind == isa::PointKind::barrier) continue;
    isa::Instruction instruction;
    instruction.op = isa::Op::preemption_point;
    instruction.op_class = isa::OpClass::nop;
    instruction.line = routine.code[point.pc].line;
    instruction.ptx_instructions = 0;
    insertions.push_back({point.pc, instruction});
  }
  insert_instructions(routine, insertions);
}

}  // namespace heddle::compile
