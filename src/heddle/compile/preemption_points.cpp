#include "heddle/compile/preemption_points.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "heddle/compile/rows_under_way.hpp"
#include "heddle/compile/values.hpp"

namespace heddle::compile {
namespace {

bool is_inserted(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::preemption_point;
}

/// A barrier at which warps wait; one where they only say that they were there stops nobody.
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
        counts_(routine.code.size()),
        under_way_(rows_under_way(routine, graph)) {}

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
    const auto is_entry = [](const isa::PreemptionPoint& point) { return point.pc == 0; };
    if (at_entry && std::ranges::none_of(found_, is_entry)) add(0, isa::kNoLoop);
    std::ranges::sort(found_, {}, &isa::PreemptionPoint::pc);
    return std::move(found_);
  }

 private:
  /// Only blocks through which every trip goes count, so that each trip meets the point; barriers
  /// elsewhere count if there are no others, since beside a barrier no other point may be.
  void place_in_loop(std::uint32_t loop, const std::vector<BlockId>& blocks) {
    std::vector<Pc> all, each_trip;
    for (const BlockId block : blocks) {
      const bool is_on_every_trip = is_on_all_cycles(block, loop, blocks);
      for (Pc pc = graph_.block(block).begin; pc < graph_.block(block).end; ++pc) {
        all.push_back(pc);
        if (is_on_every_trip) each_trip.push_back(pc);
      }
    }
    std::optional<Pc> chosen = best(each_trip, true);
    if (!chosen) chosen = best(all, true);
    if (!chosen) chosen = best(each_trip, false);
    add(*chosen, loop);
  }

  /// Without the block, nothing in the loop comes round again.
  bool is_on_all_cycles(BlockId removed, std::uint32_t loop, const std::vector<BlockId>& blocks) {
    entered_.assign(graph_.size(), 0);
    std::vector<BlockId> ready;
    const auto counts = [&](BlockId id) { return id != removed && nest_.loop_of[id] == loop; };
    for (const BlockId block : blocks) {
      if (!counts(block)) continue;
      for (const BlockId next : graph_.block(block).successors) {
        if (counts(next)) ++entered_[next];
      }
    }
    for (const BlockId block : blocks) {
      if (counts(block) && entered_[block] == 0) ready.push_back(block);
    }
    // What can be put in order has no cycle.
    for (std::size_t i = 0; i < ready.size(); ++i) {
      for (const BlockId next : graph_.block(ready[i]).successors) {
        if (counts(next) && --entered_[next] == 0) ready.push_back(next);
      }
    }
    return ready.size() + 1 == blocks.size();
  }

  /// Code that is in no innermost loop, in stretches of the interval. A stretch that is shorter
  /// has a point only if it has a barrier.
  void place_outside() {
    std::vector<Pc> stretch;
    std::size_t length = 0;  // without what was inserted
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

  /// Where least is live. Rows of a call that are under way would have to be kept, too, and are
  /// not in the live sets: such places are taken if there are no others.
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
  std::vector<std::uint32_t> counts_;   ///< by pc: live rows
  std::vector<bool> under_way_;         ///< by pc: rows of a call
  std::vector<std::uint32_t> entered_;  ///< by block: edges from blocks not yet in order
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
