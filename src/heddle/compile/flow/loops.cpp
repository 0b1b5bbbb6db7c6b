#include "heddle/compile/flow/loops.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

using Blocks = std::vector<BlockId>;

/// Finds the strongly connected components with at least one edge in a part of the graph (Tarjan).
class Components {
 public:
  Components(const FlowGraph& graph, const std::vector<std::uint32_t>& part_of,
             const std::vector<bool>& is_cut)
      : graph_(graph),
        part_of_(part_of),
        is_cut_(is_cut),
        number_(graph.size(), 0),
        low_(graph.size(), 0),
        on_path_(graph.size(), false) {}

  /// Returns the components of `blocks`, which are one part of the graph. Edges to cut blocks
  /// (headers of outer loops) do not count.
  std::vector<Blocks> find(const Blocks& blocks) {
    std::vector<Blocks> found;
    for (const BlockId root : blocks) {
      if (number_[root] == 0) walk(root, found);
    }
    for (const BlockId block : blocks) number_[block] = 0;
    return found;
  }

 private:
  struct Visit {
    BlockId block;
    std::size_t next;
  };

  bool is_inside(BlockId from, BlockId to) const {
    return part_of_[to] == part_of_[from] && !is_cut_[to];
  }

  void enter(BlockId block) {
    number_[block] = low_[block] = ++count_;
    path_.push_back(block);
    on_path_[block] = true;
    visits_.push_back({block, 0});
  }

  void walk(BlockId root, std::vector<Blocks>& found) {
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const BlockId block = visit.block;
      const std::vector<BlockId>& successors = graph_.block(block).successors;
      if (visit.next < successors.size()) {
        const BlockId successor = successors[visit.next++];
        if (!is_inside(block, successor)) continue;
        if (number_[successor] == 0) {
          enter(successor);
        } else if (on_path_[successor]) {
          low_[block] = std::min(low_[block], number_[successor]);
        }
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) {
        const BlockId above = visits_.back().block;
        low_[above] = std::min(low_[above], low_[block]);
      }
      if (low_[block] == number_[block]) leave(block, found);
    }
  }

  void leave(BlockId root, std::vector<Blocks>& found) {
    Blocks component;
    do {
      component.push_back(path_.back());
      on_path_[path_.back()] = false;
      path_.pop_back();
    } while (component.back() != root);
    const std::vector<BlockId>& successors = graph_.block(root).successors;
    const bool is_own_successor =
        std::ranges::find(successors, root) != successors.end() && is_inside(root, root);
    if (component.size() > 1 || is_own_successor) found.push_back(std::move(component));
  }

  const FlowGraph& graph_;
  const std::vector<std::uint32_t>& part_of_;
  const std::vector<bool>& is_cut_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<bool> on_path_;
  Blocks path_;
  std::vector<Visit> visits_;
  std::uint32_t count_ = 0;
};

class Nesting {
 public:
  Nesting(const Routine& routine, const FlowGraph& graph)
      : routine_(routine),
        graph_(graph),
        order_(graph.size(), kUnreached),
        is_header_(graph.size(), false),
        components_(graph, nest_.loop_of, is_header_) {}

  LoopNest run() {
    nest_.loop_of.assign(graph_.size(), kUnreached);
    Blocks reached = graph_.reverse_post_order();
    for (std::uint32_t i = 0; i < reached.size(); ++i) {
      order_[reached[i]] = i;
      nest_.loop_of[reached[i]] = isa::kNoLoop;
    }
    std::vector<Blocks> open;
    look_inside(reached, isa::kNoLoop, open);
    // The search for inner loops of each loop appends the inner loops to `nest_.loops`. So this
    // iteration also visits the inner loops.
    for (std::uint32_t loop = 0; loop < nest_.loops.size(); ++loop) {
      const Blocks blocks = std::move(open[loop]);
      look_inside(blocks, loop, open);
    }
    for (std::uint32_t& loop : nest_.loop_of) {
      if (loop == kUnreached) loop = isa::kNoLoop;
    }
    assign_loads();
    return std::move(nest_);
  }

 private:
  static constexpr std::uint32_t kUnreached = isa::kNoLoop - 1;

  void look_inside(const Blocks& blocks, std::uint32_t parent, std::vector<Blocks>& open) {
    std::vector<Blocks> found = components_.find(blocks);
    std::ranges::sort(found, {}, [](const Blocks& one) { return *std::ranges::min_element(one); });
    for (Blocks& component : found) {
      add_loop(component, parent);
      open.push_back(std::move(component));
    }
  }

  void add_loop(const Blocks& blocks, std::uint32_t parent) {
    const auto id = static_cast<std::uint32_t>(nest_.loops.size());
    for (const BlockId block : blocks) nest_.loop_of[block] = id;
    isa::Loop loop;
    Blocks entries;
    for (const BlockId block : blocks) {
      const bool is_entry =
          block == 0 || std::ranges::any_of(graph_.block(block).predecessors,
                                            [&](BlockId from) { return is_outside(from, id); });
      if (is_entry) entries.push_back(block);
    }
    const BlockId header =
        *std::ranges::min_element(entries, {}, [&](BlockId block) { return order_[block]; });
    is_header_[header] = true;
    loop.begin = graph_.block(header).begin;
    loop.first = graph_.block(*std::ranges::min_element(blocks)).begin;
    loop.end = graph_.block(*std::ranges::max_element(blocks)).end - 1;
    loop.irreducible = entries.size() > 1;
    loop.parent = parent;
    if (parent != isa::kNoLoop) {
      loop.depth = nest_.loops[parent].depth + 1;
      nest_.loops[parent].innermost = false;
    }
    nest_.loops.push_back(std::move(loop));
  }

  bool is_outside(BlockId from, std::uint32_t loop) const {
    return nest_.loop_of[from] != loop && nest_.loop_of[from] != kUnreached;
  }

  void assign_loads() {
    for (BlockId id = 0; id < graph_.size(); ++id) {
      if (nest_.loop_of[id] == isa::kNoLoop) continue;
      for (Pc pc = graph_.block(id).begin; pc < graph_.block(id).end; ++pc) {
        const isa::Instruction& instruction = routine_.code[pc];
        if (instruction.op_class != isa::OpClass::load) continue;
        const isa::Space space = instruction.modifiers.space;
        const bool counts = space == isa::Space::global || space == isa::Space::local ||
                            space == isa::Space::generic;
        if (counts) nest_.loops[nest_.loop_of[id]].loads.push_back(pc);
      }
    }
  }

  const Routine& routine_;
  const FlowGraph& graph_;
  LoopNest nest_;
  std::vector<std::uint32_t> order_;  ///< by block: its position in reverse post-order
  std::vector<bool> is_header_;
  Components components_;
};

}  // namespace

LoopNest find_loops(const Routine& routine, const FlowGraph& graph) {
  return Nesting(routine, graph).run();
}

}  // namespace heddle::compile
