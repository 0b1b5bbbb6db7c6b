#include "heddle/compile/spilling.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "heddle/compile/live_ranges.hpp"
#include "heddle/compile/vector_alignment.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;
using isa::OperandKind;

/// One or two rows that are spilled together: a row, or a pair that some operand names.
struct Candidate {
  ValueId first = 0;
  std::uint32_t rows = 1;
  double accesses = 0;  ///< weighted by how often they are likely to run
  bool allowed = true;
};

/// A loop is taken to run this often.
constexpr double kTurns = 10;

class Spiller {
 public:
  Spiller(Routine& routine, std::uint32_t limit) : routine_(routine), limit_(limit) {}

  /// False if there is nothing to spill where too much is live.
  bool run() {
    find_candidates();
    weigh();
    std::vector<ValueId> victims = choose();
    if (victims.empty()) return false;
    std::map<ValueId, std::uint32_t> slots;
    for (const ValueId victim : victims) {
      // The frame's end grows by eight bytes a value: pairs stay aligned.
      slots[victim] = routine_.local_bytes;
      routine_.local_bytes += 8;
    }
    rewrite(slots);
    routine_.local_bytes = (routine_.local_bytes + 15) / 16 * 16;
    return true;
  }

 private:
  void find_candidates() {
    of_row_.resize(routine_.rows);
    std::vector<bool> linked(routine_.rows + 1, false);
    const auto visit = [&](const Operand& operand, unsigned rows) {
      if (rows == 2 && operand.kind == OperandKind::row && !is_outgoing(operand)) {
        linked[operand.index] = true;
      }
    };
    for (const Instruction& instruction : routine_.code) {
      isa::for_each_destination_row(instruction, visit);
      isa::for_each_source_row(instruction, visit);
    }
    for (ValueId row = 0; row < routine_.rows;) {
      std::uint32_t rows = 1;
      while (linked[row + rows - 1]) ++rows;
      Candidate candidate{.first = row, .rows = rows};
      candidate.allowed = row >= routine_.incoming && rows <= 2;
      for (std::uint32_t i = 0; i < rows; ++i) {
        of_row_[row + i] = static_cast<std::uint32_t>(candidates_.size());
      }
      candidates_.push_back(candidate);
      row += rows;
    }
    keep_vectors();
    for (const SpilledRow& spilled : routine_.spills) {
      candidates_[of_row_[spilled.row]].allowed = false;
    }
  }

  /// Rows of an aligned vector are live for a moment, and have to stay side by side.
  void keep_vectors() {
    for (const Instruction& instruction : routine_.code) {
      const auto vector = routine_.aligned_vectors ? vector_rows(instruction) : std::nullopt;
      for (unsigned i = 0; vector && i < vector->rows; ++i) {
        candidates_[of_row_[vector->first.index + i]].allowed = false;
      }
    }
  }

  void weigh() {
    std::vector<double> often(routine_.code.size(), 1);
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const Instruction& instruction = routine_.code[pc];
      if (leaving_of(instruction) != Leaving::branches || instruction.target > pc) continue;
      for (Pc inside = instruction.target; inside <= pc; ++inside) often[inside] *= kTurns;
    }
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const auto count = [&](ValueId value) {
        if (value < routine_.rows) candidates_[of_row_[value]].accesses += often[pc];
      };
      for_each_read(routine_, routine_.code[pc], count);
      for_each_write(routine_, routine_.code[pc], count);
    }
  }

  /// At the moment at which most rows are live: as many values as are too many there, those first
  /// that are least used.
  std::vector<ValueId> choose() const {
    const FlowGraph graph(routine_);
    const Liveness liveness(routine_, graph);
    const std::vector<LiveRange> ranges = live_ranges(routine_, graph, liveness);
    std::vector<std::int32_t> live(2 * routine_.code.size() + 2, 0);
    for (ValueId row = 0; row < routine_.rows; ++row) {
      for (const Stretch& stretch : ranges[row]) {
        ++live[stretch.begin];
        --live[stretch.end];
      }
    }
    for (std::size_t i = 1; i < live.size(); ++i) live[i] += live[i - 1];
    const auto peak = std::ranges::max_element(live);
    const auto moment = static_cast<Moment>(peak - live.begin());
    std::vector<const Candidate*> found;
    for (const Candidate& candidate : candidates_) {
      if (candidate.allowed && lives_across(candidate, moment / 2, ranges)) {
        found.push_back(&candidate);
      }
    }
    std::ranges::stable_sort(found, {}, [](const Candidate* candidate) {
      return candidate->accesses / candidate->rows;
    });
    const std::int32_t excess = *peak - static_cast<std::int32_t>(limit_);
    std::vector<ValueId> victims;
    std::int32_t freed = 0;
    for (const Candidate* candidate : found) {
      if (freed >= std::max(excess, 1)) break;
      victims.push_back(candidate->first);
      freed += static_cast<std::int32_t>(candidate->rows);
    }
    return victims;
  }

  /// Live at an instruction that neither reads nor writes it: there spilling frees its rows.
  bool lives_across(const Candidate& candidate, Pc pc, const std::vector<LiveRange>& ranges) const {
    bool touched = false, live = false;
    const auto touch = [&](ValueId value) {
      touched |= value >= candidate.first && value < candidate.first + candidate.rows;
    };
    for_each_read(routine_, routine_.code[pc], touch);
    for_each_write(routine_, routine_.code[pc], touch);
    for (std::uint32_t i = 0; i < candidate.rows; ++i) {
      live |= std::ranges::any_of(ranges[candidate.first + i], [&](const Stretch& stretch) {
        return stretch.begin <= reading(pc) && stretch.end > writing(pc);
      });
    }
    return live && !touched;
  }

  void rewrite(const std::map<ValueId, std::uint32_t>& slots) {
    std::vector<Insertion> added;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      Instruction& instruction = routine_.code[pc];
      const auto slot_of = [&](const Operand& operand) -> std::optional<ValueId> {
        if (operand.kind != OperandKind::row || is_outgoing(operand)) return std::nullopt;
        const ValueId first = candidates_[of_row_[operand.index]].first;
        return slots.contains(first) ? std::optional(first) : std::nullopt;
      };
      std::map<std::pair<std::uint32_t, unsigned>, Operand> loaded;
      isa::for_each_source_row(instruction, [&](Operand& operand, unsigned rows) {
        const auto victim = slot_of(operand);
        if (!victim) return;
        const auto key = std::pair(static_cast<std::uint32_t>(operand.index), rows);
        if (const auto known = loaded.find(key); known != loaded.end()) {
          operand = known->second;
          return;
        }
        operand = access(Op::ld, *victim, slots.at(*victim), operand, rows, instruction, pc, added);
        loaded.emplace(key, operand);
      });
      std::vector<Insertion> behind;
      isa::for_each_destination_row(instruction, [&](Operand& operand, unsigned rows) {
        const auto victim = slot_of(operand);
        if (!victim) return;
        operand =
            access(Op::st, *victim, slots.at(*victim), operand, rows, instruction, pc + 1, behind);
      });
      added.insert(added.end(), behind.begin(), behind.end());
    }
    insert_instructions(routine_, added);
  }

  /// Emits the access and returns the rows that stand for the value at this instruction.
  Operand access(Op op, ValueId victim, std::uint32_t slot, const Operand& operand, unsigned rows,
                 const Instruction& user, Pc before, std::vector<Insertion>& added) {
    const Operand temporary = row_operand(routine_.rows);
    routine_.rows += rows;
    Instruction made;
    made.op = op;
    made.op_class = isa::info(op).op_class;
    made.modifiers.space = isa::Space::local;
    made.modifiers.type = rows == 2 ? isa::Type::u64 : isa::Type::u32;
    made.offset = slot + 4 * static_cast<std::int64_t>(operand.index - victim);
    made.line = user.line;
    made.ptx_instructions = 0;
    if (!routine_.is_kernel) made.sources[0] = frame_row(user, before, op == Op::st, added);
    if (op == Op::st) {
      made.sources[1] = temporary;
      made.guard = user.guard;
      made.guard_negated = user.guard_negated;
    } else {
      made.destinations[0] = temporary;
    }
    added.push_back({before, made, op == Op::st});
    for (unsigned i = 0; i < rows; ++i) {
      routine_.spills.push_back({temporary.index + i, operand.index + i});
    }
    return temporary;
  }

  /// Where the frame of a function that is no kernel starts is known at run time only.
  Operand frame_row(const Instruction& user, Pc before, bool is_behind,
                    std::vector<Insertion>& added) {
    Instruction made;
    made.op = Op::frame_address;
    made.op_class = isa::info(made.op).op_class;
    made.destinations[0] = row_operand(routine_.rows);
    made.line = user.line;
    made.ptx_instructions = 0;
    added.push_back({before, made, is_behind});
    routine_.spills.push_back({routine_.rows, kNoSpilledValue});
    return row_operand(routine_.rows++);
  }

  Routine& routine_;
  std::uint32_t limit_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> of_row_;  ///< by row: index of its candidate
};

}  // namespace

Assignment assign_within(Routine& routine, std::uint32_t limit, const Options& options) {
  Assignment assignment = assign_registers(routine, options);
  while (assignment.rows > limit && Spiller(routine, limit).run()) {
    assignment = assign_registers(routine, options);
  }
  return assignment;
}

}  // namespace heddle::compile
