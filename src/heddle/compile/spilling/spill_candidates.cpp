#include "heddle/compile/spilling/spill_candidates.hpp"

#include <algorithm>
#include <cmath>

#include "heddle/compile/code/linked_rows.hpp"
#include "heddle/compile/flow/loops.hpp"
#include "heddle/compile/passes/vector_alignment.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Operand;
using isa::OperandKind;

/// Assumed number of iterations of a loop.
constexpr double kTurns = 10;

/// Returns for each row the moments at which spilling frees the row's register. An instruction that
/// reads or writes the row still needs a register at the moment of the access.
std::vector<LiveRange> freed_ranges(const Routine& routine, const std::vector<LiveRange>& ranges) {
  std::vector<std::vector<Moment>> touched(routine.rows);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    for_each_read(routine, routine.code[pc], [&](ValueId value) {
      if (value < routine.rows) touched[value].push_back(reading(pc));
    });
    for_each_write(routine, routine.code[pc], [&](ValueId value) {
      if (value < routine.rows) touched[value].push_back(writing(pc));
    });
  }
  std::vector<LiveRange> freed(routine.rows);
  for (ValueId row = 0; row < routine.rows; ++row) {
    auto next = touched[row].begin();
    for (Stretch rest : ranges[row]) {
      for (; next != touched[row].end() && *next < rest.end; ++next) {
        if (*next > rest.begin) freed[row].push_back({rest.begin, *next});
        rest.begin = std::max(rest.begin, *next + 1);
      }
      if (rest.begin < rest.end) freed[row].push_back(rest);
    }
  }
  return freed;
}

/// Finds the values that may be spilled and their costs.
class CandidateSearch {
 public:
  CandidateSearch(const Routine& routine, const FlowGraph& graph,
                  const std::vector<LiveRange>& ranges)
      : routine_(routine) {
    find();
    keep_vectors();
    keep_with_guards();
    for (const SpilledRow& spilled : routine_.spills) of(spilled.row).allowed = false;
    weigh(graph);
    take_freed(ranges);
  }

  std::vector<SpillCandidate> take() {
    std::vector<SpillCandidate> found;
    for (Known& known : list_) {
      if (known.allowed && !known.candidate.freed.empty()) {
        found.push_back(std::move(known.candidate));
      }
    }
    return found;
  }

 private:
  struct Known {
    SpillCandidate candidate;
    bool allowed = true;
  };
  Known& of(ValueId row) { return list_[of_row_[row]]; }

  void find() {
    const std::vector<bool> linked = linked_rows(routine_);
    of_row_.resize(routine_.rows);
    for (ValueId row = 0; row < routine_.rows;) {
      std::uint32_t rows = 1;
      while (linked[row + rows - 1]) ++rows;
      std::fill_n(of_row_.begin() + row, rows, static_cast<std::uint32_t>(list_.size()));
      const bool allowed = row >= routine_.incoming && rows <= 2 && !is_scalar(routine_, row);
      list_.push_back({{.value = {row, rows}, .freed = {}}, allowed});
      row += rows;
    }
  }

  /// Excludes the rows of aligned vectors, since these rows are live only near their access and
  /// must stay adjacent.
  void keep_vectors() {
    if (!routine_.aligned_vectors) return;
    for (const Instruction& instruction : routine_.code) {
      const auto vector = vector_rows(instruction);
      for (unsigned i = 0; vector && i < vector->rows; ++i) {
        of(vector->first.index + i).allowed = false;
      }
    }
  }

  /// Excludes the results of guarded instructions that overwrite their own guard. The store of such
  /// a result would need the old guard.
  void keep_with_guards() {
    for (const Instruction& instruction : routine_.code) {
      if (!is_guarded(instruction)) continue;
      bool is_lost = false;
      for_each_write(routine_, instruction, [&](ValueId value) {
        is_lost |= value == predicate_value(routine_, instruction.guard);
      });
      if (!is_lost) continue;
      for_each_write(routine_, instruction, [&](ValueId value) {
        if (value < routine_.rows) of(value).allowed = false;
      });
    }
  }

  void weigh(const FlowGraph& graph) {
    const LoopNest nest = find_loops(routine_, graph);
    for_each_operand([&](Pc pc, const Operand& operand, unsigned) {
      const std::uint32_t loop = nest.loop_of[graph.block_of(pc)];
      const std::uint32_t depth = loop == isa::kNoLoop ? 0 : nest.loops[loop].depth;
      of(operand.index).candidate.accesses += std::pow(kTurns, depth);
    });
  }

  void take_freed(const std::vector<LiveRange>& ranges) {
    const std::vector<LiveRange> freed = freed_ranges(routine_, ranges);
    for (Known& known : list_) {
      const SpilledRows value = known.candidate.value;
      for (ValueId row = value.first; row < value.first + value.rows; ++row) {
        if (!freed[row].empty()) known.candidate.freed.push_back(freed[row]);
      }
    }
  }

  template <typename Visit>
  void for_each_operand(Visit&& visit) const {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const auto row = [&](const Operand& operand, unsigned rows) {
        if (operand.kind == OperandKind::row && !is_outgoing(operand)) visit(pc, operand, rows);
      };
      isa::for_each_destination_row(routine_.code[pc], row);
      isa::for_each_source_row(routine_.code[pc], row);
    }
  }

  const Routine& routine_;
  std::vector<Known> list_;
  std::vector<std::uint32_t> of_row_;  ///< by row: index of the candidate that contains the row
};

}  // namespace

std::vector<SpillCandidate> spill_candidates(const Routine& routine, const FlowGraph& graph,
                                             const std::vector<LiveRange>& ranges) {
  return CandidateSearch(routine, graph, ranges).take();
}

}  // namespace heddle::compile
