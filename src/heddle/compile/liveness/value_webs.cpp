#include "heddle/compile/liveness/value_webs.hpp"

#include <utility>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {
namespace {

using Node = std::uint32_t;
constexpr Node kNoNode = 0xFFFFFFFFu;

/// A union-find structure over nodes. Nodes of the same web are joined.
class Union {
 public:
  Node add() {
    parent_.push_back(static_cast<Node>(parent_.size()));
    return parent_.back();
  }
  Node find(Node node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  void join(Node a, Node b) { parent_[find(b)] = find(a); }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<Node> parent_;
};

/// Calls visit(operand, value, rows) for each operand that names a value. For a pair or a fragment,
/// `value` is the first row. `operands` are the destinations or the sources of an instruction.
template <typename Operands, typename RowsOf, typename Visit>
void visit_operands(const Routine& routine, Operands& operands, RowsOf rows_of, Visit visit) {
  for (unsigned i = 0; i < operands.size(); ++i) {
    auto& operand = operands[i];
    if (operand.kind == isa::OperandKind::predicate) {
      visit(operand, predicate_value(routine, operand.index), 1u);
    } else if (operand.kind == isa::OperandKind::row && !is_outgoing(operand)) {
      if (const unsigned rows = rows_of(i)) visit(operand, ValueId{operand.index}, rows);
    }
  }
}

/// Follows the content of each register through the blocks. A node stands for the content after one
/// write, or for all contents that reach the start of a block.
class Webbing {
 public:
  explicit Webbing(const Routine& routine)
      : routine_(routine),
        graph_(routine),
        liveness_(routine, graph_),
        values_(value_count(routine)),
        sources_(routine.code.size()),
        destinations_(routine.code.size()) {}

  Webs run() {
    for (std::uint32_t row = 0; row < routine_.incoming; ++row) incoming_.push_back(new_node(row));
    for (BlockId id = 0; id < graph_.size(); ++id) begin_block(id);
    for (BlockId id = 0; id < graph_.size(); ++id) walk_block(id);
    join_blocks();
    join_pairs();
    number_webs();
    return rewrite();
  }

 private:
  struct Use {
    /// Nodes of the low and the high row; only pairs have `high`.
    Node low = kNoNode, high = kNoNode;
    std::vector<Node> fragment{};  ///< nodes of all rows of a fragment; else empty
  };
  /// One entry for each operand that names a value, then one for the guard.
  using Uses = std::vector<Use>;

  Node new_node(ValueId value) {
    value_of_.push_back(value);
    behind_.push_back(kNoNode);
    return nodes_.add();
  }

  void begin_block(BlockId id) {
    entry_.emplace_back();
    for (const ValueId value : liveness_.live_in(id)) {
      entry_[id].push_back({value, new_node(value)});
    }
  }

  struct Held {
    ValueId value;
    Node node;
  };

  void walk_block(BlockId id) {
    std::vector<Node>& held = held_;
    held.assign(values_, kNoNode);
    for (const Held& at : entry_[id]) held[at.value] = at.node;
    if (id == 0) {
      for (ValueId row = 0; row < routine_.incoming; ++row) {
        if (held[row] == kNoNode) held[row] = incoming_[row];
      }
    }
    for (Pc pc = graph_.block(id).begin; pc < graph_.block(id).end; ++pc) instruction(pc, held);
    exit_.emplace_back();
    for (const BlockId successor : graph_.block(id).successors) {
      for (const Held& at : entry_[successor]) {
        exit_[id].push_back({at.value, seen(held[at.value])});
      }
    }
  }

  Node read(ValueId value, std::vector<Node>& held) {
    if (held[value] == kNoNode) {
      held[value] = new_node(value);
      unset_.push_back(held[value]);
    }
    return seen(held[value]);
  }

  /// Returns the node that a read sees. After a guarded write, some threads still have the old
  /// content, so a read sees both contents. For this reason the function joins the node with the
  /// nodes of the older contents.
  Node seen(Node node) {
    for (Node at = node; at != kNoNode && behind_[at] != kNoNode;) {
      const Node old = std::exchange(behind_[at], kNoNode);
      nodes_.join(old, node);
      at = old;
    }
    return node;
  }

  void instruction(Pc pc, std::vector<Node>& held) {
    const isa::Instruction& at = routine_.code[pc];
    visit_operands(
        routine_, at.sources, [&](unsigned i) { return isa::source_rows(at, i); },
        [&](const isa::Operand&, ValueId value, unsigned rows) {
          sources_[pc].push_back(use(rows, [&](unsigned i) { return read(value + i, held); }));
        });
    if (is_guarded(at)) {
      sources_[pc].push_back({read(predicate_value(routine_, at.guard), held), kNoNode});
    }
    if (at.op == isa::Op::ret) {
      for (ValueId row = 0; row < routine_.results; ++row) {
        nodes_.join(incoming_[row], read(row, held));
      }
    }
    const auto write = [&](ValueId value) {
      const Node node = new_node(value);
      if (!liveness_.kills(pc, value)) behind_[node] = held[value];
      return held[value] = node;
    };
    visit_operands(
        routine_, at.destinations, [&](unsigned i) { return isa::destination_rows(at, i); },
        [&](const isa::Operand&, ValueId value, unsigned rows) {
          destinations_[pc].push_back(use(rows, [&](unsigned i) { return write(value + i); }));
        });
  }

  /// Makes the use of an operand of `rows` rows, whose nodes `node_of` returns in order.
  template <typename NodeOf>
  static Use use(unsigned rows, NodeOf node_of) {
    Use made;
    made.low = node_of(0);
    if (rows == 2) made.high = node_of(1);
    if (rows <= 2) return made;
    made.fragment.push_back(made.low);
    for (unsigned i = 1; i < rows; ++i) made.fragment.push_back(node_of(i));
    return made;
  }

  void join_blocks() {
    for (BlockId id = 0; id < graph_.size(); ++id) {
      std::size_t next = 0;
      for (const BlockId successor : graph_.block(id).successors) {
        for (const Held& at : entry_[successor]) {
          const Node out = exit_[id][next++].node;
          if (out == kNoNode) {
            unset_.push_back(at.node);
          } else {
            nodes_.join(out, at.node);
          }
        }
      }
    }
    if (graph_.size() == 0) return;
    for (const Held& at : entry_[0]) {
      if (at.value < routine_.incoming) {
        nodes_.join(incoming_[at.value], at.node);
      } else {
        unset_.push_back(at.node);
      }
    }
  }

  /// Joins webs of pairs until the following is true: the low halves of two pairs are in the same
  /// web exactly if their high halves are in the same web.
  void join_pairs() {
    high_of_.assign(nodes_.size(), kNoNode);
    low_of_.assign(nodes_.size(), kNoNode);
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::vector<Uses>* all : {&sources_, &destinations_}) {
        for (const Uses& uses : *all) {
          for (const Use& use : uses) {
            changed |= use.high != kNoNode && tie_pair(use);
            for (std::size_t i = 1; i < use.fragment.size(); ++i)
              changed |= tie_neighbours(use.fragment[i - 1], use.fragment[i]);
          }
        }
      }
    }
  }

  /// Joins webs so that each web of the first row has one web of the next row, and the other way
  /// round.
  bool tie_neighbours(Node first, Node next) {
    return tie(high_of_, first, next) | tie(low_of_, next, first);
  }

  bool tie_pair(const Use& use) {
    bool changed = tie_neighbours(use.low, use.high);
    // Incoming rows have fixed numbers. So either both halves of a pair must be in webs of incoming
    // rows, or neither half may be.
    const ValueId row = value_of_[use.low];
    if (row + 1 < routine_.incoming) {
      const bool low = nodes_.find(use.low) == nodes_.find(incoming_[row]);
      const bool high = nodes_.find(use.high) == nodes_.find(incoming_[row + 1]);
      if (low != high) {
        nodes_.join(incoming_[row], use.low);
        nodes_.join(incoming_[row + 1], use.high);
        changed = true;
      }
    }
    return changed;
  }

  bool tie(std::vector<Node>& partner_of, Node web, Node partner) {
    Node& known = partner_of[nodes_.find(web)];
    if (known == kNoNode) {
      known = partner;
      return true;
    }
    if (nodes_.find(known) == nodes_.find(partner)) return false;
    nodes_.join(known, partner);
    return true;
  }

  void number_webs() {
    number_.assign(nodes_.size(), kNoNode);
    for (ValueId row = 0; row < routine_.incoming; ++row) {
      number_[nodes_.find(incoming_[row])] = row;
    }
    // One row after the incoming rows stays free. If the last incoming row is the low half of a
    // pair, the free row is the high half.
    rows_ = routine_.incoming == 0 ? 0 : routine_.incoming + 1;
    for (const std::vector<Uses>* all : {&sources_, &destinations_}) {
      for (const Uses& uses : *all) {
        for (const Use& use : uses) number_fragment(use);
      }
    }
    // Pairs get even numbers first. Then the other values get the next numbers.
    for (const bool pairs : {true, false}) {
      for (const std::vector<Uses>* all : {&sources_, &destinations_}) {
        for (const Uses& uses : *all) {
          for (const Use& use : uses) number(use, pairs);
        }
      }
    }
  }

  /// The rows of a fragment get consecutive numbers.
  void number_fragment(const Use& use) {
    if (use.fragment.empty() || number_[nodes_.find(use.low)] != kNoNode) return;
    rows_ += rows_ & 1;
    for (const Node node : use.fragment) number_[nodes_.find(node)] = rows_++;
  }

  void number(const Use& use, bool pairs) {
    const Node low = nodes_.find(use.low);
    if ((use.high != kNoNode) != pairs) return;
    if (number_[low] != kNoNode) {
      if (pairs) number_[nodes_.find(use.high)] = number_[low] + 1;
      return;
    }
    if (value_of_[low] >= routine_.rows) {
      number_[low] = predicates_++;
      return;
    }
    if (pairs) rows_ += rows_ & 1;
    number_[low] = rows_++;
    if (pairs) number_[nodes_.find(use.high)] = rows_++;
  }

  Webs rewrite() {
    Webs webs{routine_, {}};
    webs.routine.rows = rows_;
    webs.routine.predicates = predicates_;
    webs.routine.aligned_vectors = false;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      isa::Instruction& at = webs.routine.code[pc];
      const isa::Instruction& old = routine_.code[pc];
      std::size_t next = 0;
      visit_operands(
          routine_, at.sources, [&](unsigned i) { return isa::source_rows(old, i); },
          [&](isa::Operand& operand, ValueId, unsigned) {
            operand.index = number_of(sources_[pc][next++].low);
          });
      if (is_guarded(at)) at.guard = static_cast<std::uint16_t>(number_of(sources_[pc][next].low));
      next = 0;
      visit_operands(
          routine_, at.destinations, [&](unsigned i) { return isa::destination_rows(old, i); },
          [&](isa::Operand& operand, ValueId, unsigned) {
            operand.index = number_of(destinations_[pc][next++].low);
          });
    }
    webs.may_be_unset.assign(value_count(webs.routine), false);
    for (const Node node : unset_) {
      const Node web = nodes_.find(node);
      if (number_[web] == kNoNode) continue;
      const bool is_predicate = value_of_[web] >= routine_.rows;
      webs.may_be_unset[number_[web] + (is_predicate ? rows_ : 0)] = true;
    }
    hand_on_marks(webs.routine);
    return webs;
  }

  void hand_on_marks(Routine& webs) {
    std::vector<bool> guarded(routine_.rows, false), guarded_web(rows_, false);
    for (const std::uint32_t row : routine_.guarded_rows) guarded[row] = true;
    webs.scalars.rows.assign(routine_.scalars.rows.empty() ? 0 : rows_, false);
    webs.scalars.predicates.assign(routine_.scalars.predicates.empty() ? 0 : predicates_, false);
    for (Node node = 0; node < nodes_.size(); ++node) {
      const std::uint32_t web = number_of(node);
      if (web == kNoNode) continue;
      const ValueId value = value_of_[node];
      const bool is_row = value < routine_.rows;
      if (is_row && guarded[value]) guarded_web[web] = true;
      if (is_scalar(routine_, value)) {
        (is_row ? webs.scalars.rows : webs.scalars.predicates)[web] = true;
      }
    }
    webs.guarded_rows.clear();
    for (std::uint32_t web = 0; web < rows_; ++web) {
      if (guarded_web[web]) webs.guarded_rows.push_back(web);
    }
  }

  std::uint32_t number_of(Node node) { return number_[nodes_.find(node)]; }

  const Routine& routine_;
  FlowGraph graph_;
  Liveness liveness_;
  ValueId values_;
  Union nodes_;
  std::vector<ValueId> value_of_;  ///< by node: the register whose content the node stands for
  /// By node of a guarded write: the node of the old content, which some threads may still have.
  /// kNoNode for other nodes.
  std::vector<Node> behind_;
  std::vector<Node> incoming_;
  /// By block: the nodes at the block's start, and at its end. The list for the end has one entry
  /// for each entry node of the first successor, then of the next successor, and so on.
  std::vector<std::vector<Held>> entry_, exit_;
  std::vector<Node> held_;
  std::vector<Uses> sources_, destinations_;  ///< by pc: the operands that the instruction reads,
                                              ///< and the operands that it writes
  std::vector<Node> unset_;                   ///< nodes whose webs may be read before a write
  std::vector<Node> high_of_, low_of_;  ///< by web of a low half: the web of the pair's high half;
                                        ///< by web of a high half: the web of the low half
  /// By web: the number of its row or predicate in the new routine.
  std::vector<std::uint32_t> number_;
  std::uint32_t rows_ = 0, predicates_ = 0;
};

}  // namespace

Webs separate_values(const Routine& routine) { return Webbing(routine).run(); }

}  // namespace heddle::compile
