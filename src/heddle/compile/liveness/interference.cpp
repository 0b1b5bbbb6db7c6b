#include "heddle/compile/liveness/interference.hpp"

#include <utility>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/divergence.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {
namespace {

class Building {
 public:
  explicit Building(const Routine& routine)
      : routine_(routine),
        graph_(routine),
        liveness_(routine, graph_),
        values_(value_count(routine)),
        is_scalar_(values_) {
    for (ValueId value = 0; value < values_; ++value) is_scalar_[value] = is_scalar(routine, value);
  }

  Interference run() {
    found_.neighbours.resize(values_);
    find_pairs();
    for (ValueId row = 0; row < routine_.incoming; ++row) {
      for (ValueId other = 0; other < row; ++other) add(row, other);
    }
    for (BlockId id = 0; id < graph_.size(); ++id) walk_block(id);
    keep_waiting();
    drop_repetitions();
    return std::move(found_);
  }

 private:
  bool same_class(ValueId a, ValueId b) const {
    return is_scalar_[a] == is_scalar_[b] && (a < routine_.rows) == (b < routine_.rows);
  }
  void add(ValueId a, ValueId b) {
    if (a == b || !same_class(a, b)) return;
    found_.neighbours[a].push_back(b);
    found_.neighbours[b].push_back(a);
  }

  void drop_repetitions() {
    std::vector<ValueId> seen_by(values_, values_);
    for (ValueId value = 0; value < values_; ++value) {
      std::erase_if(found_.neighbours[value],
                    [&](ValueId other) { return std::exchange(seen_by[other], value) == value; });
    }
  }

  /// Rows that an operand names together belong together. A pair may lie in a fragment: then the
  /// fragment has its rows.
  void find_pairs() {
    std::vector<bool> has_next(values_, false);  // the next row is of the same pair or fragment
    const auto pair = [&](const isa::Operand& operand, unsigned rows) {
      if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
      for (unsigned i = 0; i + 1 < rows; ++i) has_next[operand.index + i] = true;
    };
    for (const isa::Instruction& instruction : routine_.code) {
      isa::for_each_source_row(instruction, pair);
      isa::for_each_destination_row(instruction, pair);
    }
    found_.last_row.resize(values_);
    for (ValueId value = 0; value < values_; ++value) found_.last_row[value] = value;
    found_.first_row = found_.last_row;
    for (ValueId value = 0; value + 1 < values_; ++value) {
      if (!has_next[value]) continue;
      const ValueId first = found_.first_row[value];
      found_.first_row[value + 1] = first;
      found_.last_row[first] = value + 1;
    }
  }

  void walk_block(BlockId id) {
    BitSet live(values_);
    for (const ValueId value : liveness_.live_out(id)) live.set(value);
    for (Pc pc = graph_.block(id).end; pc-- > graph_.block(id).begin;) {
      const isa::Instruction& instruction = routine_.code[pc];
      for_each_write(routine_, instruction, [&](ValueId value) {
        live.for_each([&](std::size_t other) { add(value, static_cast<ValueId>(other)); });
        for_each_write(routine_, instruction, [&](ValueId other) { add(value, other); });
      });
      keep_sources(instruction);
      for_each_write(routine_, instruction, [&](ValueId value) {
        if (liveness_.kills(pc, value)) live.reset(value);
      });
      for_each_read(routine_, instruction, [&](ValueId value) { live.set(value); });
    }
  }

  /// Adds edges between a 64-bit result and the 32-bit sources of the instruction. The instruction
  /// may write the low half of the result before it has read all sources. So a 32-bit source must
  /// not share a register with the result. 64-bit sources need no edges, since pairs start at even
  /// registers and two pairs are therefore identical or disjoint.
  void keep_sources(const isa::Instruction& instruction) {
    isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned to_rows) {
      if (to_rows != 2 || is_outgoing(to)) return;
      isa::for_each_source_row(instruction, [&](const isa::Operand& from, unsigned from_rows) {
        if (from_rows != 1 || from.kind != isa::OperandKind::row || is_outgoing(from)) return;
        add(to.index, from.index);
        add(to.index + 1, from.index);
      });
    });
  }

  void keep_waiting() {
    for_each_wait(routine_, graph_, liveness_,
                  [&](BlockId block, const std::vector<ValueId>& waiting) {
                    for (Pc pc = graph_.block(block).begin; pc < graph_.block(block).end; ++pc) {
                      for_each_write(routine_, routine_.code[pc], [&](ValueId value) {
                        for (const ValueId other : waiting) add(value, other);
                      });
                    }
                  });
  }

  const Routine& routine_;
  FlowGraph graph_;
  Liveness liveness_;
  ValueId values_;
  std::vector<bool> is_scalar_;  ///< by value: the value is a scalar
  Interference found_;
};

}  // namespace

Interference find_interference(const Routine& webs) { return Building(webs).run(); }

}  // namespace heddle::compile
