#include "heddle/compile/liveness/live_ranges.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

/// Builds the ranges from the end of the code to its start. While they are built, the stretches of
/// each range are in reverse order.
class Backward {
 public:
  Backward(const Routine& routine, const FlowGraph& graph, const Liveness& liveness)
      : routine_(routine), graph_(graph), liveness_(liveness), ranges_(value_count(routine)) {}

  std::vector<LiveRange> run() {
    for (BlockId id = graph_.exit(); id-- > 0;) {
      const BasicBlock& block = graph_.block(id);
      for (const ValueId value : liveness_.live_out(id)) {
        add(value, reading(block.begin), reading(block.end));
      }
      for (Pc pc = block.end; pc-- > block.begin;) instruction(pc, block);
      // At the function's entry only parameters are live, since other values have no earlier write.
    }
    for (LiveRange& range : ranges_) std::ranges::reverse(range);
    return std::move(ranges_);
  }

 private:
  void instruction(Pc pc, const BasicBlock& block) {
    const isa::Instruction& at = routine_.code[pc];
    for_each_write(routine_, at, [&](ValueId value) {
      LiveRange& range = ranges_[value];
      const bool is_live =
          !range.empty() && range.back().begin <= writing(pc) && range.back().end > writing(pc);
      if (!is_live) {
        add(value, writing(pc), writing(pc) + 1);
      } else if (liveness_.kills(pc, value)) {
        range.back().begin = writing(pc);
      }
    });
    for_each_read(routine_, at, [&](ValueId value) {
      // Extends the stretch back to the start of the block. If an earlier instruction of the block
      // writes the value, its write shortens the stretch again.
      add(value, reading(block.begin), reading(pc) + 1);
    });
  }

  void add(ValueId value, Moment begin, Moment end) {
    LiveRange& range = ranges_[value];
    if (!range.empty() && range.back().begin <= end) {
      range.back().begin = std::min(range.back().begin, begin);
      range.back().end = std::max(range.back().end, end);
    } else {
      range.push_back({begin, end});
    }
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  const Liveness& liveness_;
  std::vector<LiveRange> ranges_;
};

}  // namespace

std::vector<LiveRange> live_ranges(const Routine& routine, const FlowGraph& graph,
                                   const Liveness& liveness) {
  return Backward(routine, graph, liveness).run();
}

bool intersect(const LiveRange& a, const LiveRange& b) {
  auto in_a = a.begin();
  auto in_b = b.begin();
  while (in_a != a.end() && in_b != b.end()) {
    if (in_a->end <= in_b->begin) {
      ++in_a;
    } else if (in_b->end <= in_a->begin) {
      ++in_b;
    } else {
      return true;
    }
  }
  return false;
}

LiveRange unite(const LiveRange& a, const LiveRange& b) {
  LiveRange merged(a.size() + b.size());
  std::ranges::merge(a, b, merged.begin(), {}, &Stretch::begin, &Stretch::begin);
  LiveRange joined;
  for (const Stretch& stretch : merged) {
    if (!joined.empty() && joined.back().end >= stretch.begin) {
      joined.back().end = std::max(joined.back().end, stretch.end);
    } else {
      joined.push_back(stretch);
    }
  }
  return joined;
}

}  // namespace heddle::compile
