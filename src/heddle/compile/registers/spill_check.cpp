#include "heddle/compile/registers/spill_check.hpp"

#include <map>

#include <fmt/core.h>

#include "heddle/compile/code/spill_accesses.hpp"

namespace heddle::compile {
namespace {

class SpillCheck {
 public:
  SpillCheck(const Routine& routine, const InstructionFlow& flow)
      : routine_(routine), flow_(flow), accesses_(routine) {
    for (const SpilledRow& row : routine_.spills) {
      if (row.value != kNoSpilledValue) spilled_[row.row] = row.value;
    }
    for (const isa::Instruction& instruction : routine_.code) {
      for_each_read(routine_, instruction, [&](ValueId value) { ++reads_[value]; });
    }
  }

  std::string run() {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      for_each_spilled(routine_.code[pc], [&](std::int64_t offset, std::uint32_t value) {
        check_word(pc, offset, value);
      });
      check_stores(pc);
    }
    if (fault_.empty()) check_loads();
    return fault_;
  }

 private:
  /// Calls visit(offset, value) for each spilled row that the instruction loads or stores.
  template <typename Visit>
  void for_each_spilled(const isa::Instruction& instruction, Visit&& visit) const {
    if (!accesses_.contains(instruction)) return;
    const bool loads = instruction.op == isa::Op::ld;
    const isa::Operand& data = loads ? instruction.destinations[0] : instruction.sources[1];
    const unsigned rows =
        loads ? isa::destination_rows(instruction, 0) : isa::source_rows(instruction, 1);
    for (unsigned i = 0; i < rows && data.kind == isa::OperandKind::row; ++i) {
      const auto spilled = spilled_.find(data.index + i);
      if (spilled != spilled_.end()) visit(instruction.offset + 4 * i, spilled->second);
    }
  }

  void check_word(Pc pc, std::int64_t offset, std::uint32_t value) {
    const auto [known, is_new] = word_of_.try_emplace(value, offset);
    if (known->second != offset) {
      report(pc, fmt::format("value {} is kept at {} and at {}", value, known->second, offset));
    }
    if (is_new) sharing_[offset].push_back(value);
    if (offset < routine_.own_bytes || offset + 4 > routine_.local_bytes) {
      report(pc, fmt::format("value {} is kept at {}, not between {} and {}", value, offset,
                             routine_.own_bytes, routine_.local_bytes));
    }
  }

  /// Checks an instruction that writes a spilled value. A store of the value under the same guard
  /// must follow, and no other instruction may read the written row.
  void check_stores(Pc pc) {
    const isa::Instruction& instruction = routine_.code[pc];
    if (accesses_.contains(instruction) && instruction.op == isa::Op::ld) return;
    for_each_write(routine_, instruction, [&](ValueId value) {
      const auto spilled = spilled_.find(value);
      if (spilled == spilled_.end()) return;
      if (!is_stored_behind(pc, value)) {
        report(pc, fmt::format("value {} is written and not stored", spilled->second));
      } else if (reads_[value] != 1) {
        report(pc, fmt::format("value {} is read beside its slot", spilled->second));
      }
    });
  }

  bool is_stored_behind(Pc pc, ValueId row) const {
    const isa::Instruction& writer = routine_.code[pc];
    for (Pc next = pc + 1; next < routine_.code.size(); ++next) {
      const isa::Instruction& instruction = routine_.code[next];
      if (instruction.op == isa::Op::frame_address) continue;
      if (instruction.op != isa::Op::st || !accesses_.contains(instruction)) return false;
      const isa::Operand& data = instruction.sources[1];
      const bool holds = data.kind == isa::OperandKind::row && row >= data.index &&
                         row < data.index + isa::source_rows(instruction, 1);
      if (!holds) continue;
      return !writes_guard(writer) && instruction.guard == writer.guard &&
             instruction.guard_negated == writer.guard_negated;
    }
    return false;
  }

  bool writes_guard(const isa::Instruction& instruction) const {
    bool writes = false;
    for_each_write(routine_, instruction, [&](ValueId value) {
      writes |= is_guarded(instruction) && value == predicate_value(routine_, instruction.guard);
    });
    return writes;
  }

  /// Facts that are true before an instruction. Both sets contain spilled values, numbered by the
  /// value's row.
  struct Frame {
    BitSet stored;  ///< values stored on some path to the instruction
    BitSet lost;    ///< stored values whose word was overwritten with another value on some path
  };

  void check_loads() {
    const BitSet none(routine_.rows);
    std::vector<Frame> before(routine_.code.size() + 1, Frame{none, none});
    std::vector<bool> reached(routine_.code.size() + 1, false);
    reached[0] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
        if (!reached[pc]) continue;
        const Frame after = frame_after(pc, before[pc]);
        for (const Pc next : flow_.successors(pc)) {
          const bool stored = before[next].stored.unite(after.stored);
          const bool lost = before[next].lost.unite(after.lost);
          changed |= stored || lost || !reached[next];
          reached[next] = true;
        }
      }
    }
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      if (routine_.code[pc].op != isa::Op::ld) continue;
      for_each_spilled(routine_.code[pc], [&](std::int64_t offset, std::uint32_t value) {
        if (!before[pc].lost.test(value)) return;
        report(pc, fmt::format("the slot at {} has lost value {} on some path", offset, value));
      });
    }
  }

  /// Returns the facts after an instruction. A guarded store restores a lost value only in some
  /// lanes, so the value stays lost.
  Frame frame_after(Pc pc, Frame frame) const {
    const isa::Instruction& instruction = routine_.code[pc];
    if (instruction.op != isa::Op::st) return frame;
    for_each_spilled(instruction, [&](std::int64_t offset, std::uint32_t value) {
      for (const std::uint32_t other : sharing_.at(offset)) {
        if (other != value && frame.stored.test(other)) frame.lost.set(other);
      }
      frame.stored.set(value);
      if (!is_guarded(instruction)) frame.lost.reset(value);
    });
    return frame;
  }

  void report(Pc pc, const std::string& what) {
    if (fault_.empty()) fault_ = fmt::format("at {}: {}", pc, what);
  }

  const Routine& routine_;
  const InstructionFlow& flow_;
  SpillAccesses accesses_;
  std::map<std::uint32_t, std::uint32_t> spilled_;  ///< by row of a spill access: row of the
                                                    ///< spilled value
  std::map<std::uint32_t, unsigned> reads_;  ///< by row: number of instructions that read the row
  std::map<std::uint32_t, std::int64_t> word_of_;  ///< by row of the spilled value: offset of its
                                                   ///< word in the frame
  /// By offset of a word: the values that use the word.
  std::map<std::int64_t, std::vector<std::uint32_t>> sharing_;
  std::string fault_;
};

}  // namespace

std::string check_spills(const Routine& routine, const InstructionFlow& flow) {
  return routine.spills.empty() ? std::string() : SpillCheck(routine, flow).run();
}

}  // namespace heddle::compile
