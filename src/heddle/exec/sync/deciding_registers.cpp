#include "heddle/exec/sync/deciding_registers.hpp"

#include "heddle/isa/operands.hpp"

namespace heddle::exec {
namespace {

using isa::OpClass;

/// Returns whether the values that the instruction reads decide where the warp continues or what
/// others see.
bool has_effect(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case OpClass::store:
    case OpClass::atomic:
    case OpClass::barrier:
    case OpClass::warp_sync:
    case OpClass::branch:
    case OpClass::call:
    case OpClass::exit:
    case OpClass::system:
      return true;
    default:
      return false;
  }
}

bool reads_time(const isa::Instruction& instruction) {
  if (instruction.op != isa::Op::sreg) return false;
  const auto which = static_cast<isa::SpecialRegister>(instruction.modifiers.immediate);
  return which >= isa::SpecialRegister::clock && which <= isa::SpecialRegister::globaltimer_hi;
}

/// The registers of a frame that are known to decide where threads continue or what other threads
/// see.
class Deciding {
 public:
  Deciding(std::vector<bool>& rows, std::vector<bool>& predicates)
      : rows_(rows), predicates_(predicates) {}

  bool changed() const { return changed_; }
  void begin_pass() { changed_ = false; }

  bool is_written_by(const isa::Instruction& instruction) const {
    bool found = false;
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      for (unsigned i = 0; i < rows; ++i) found |= holds(rows_, operand.index + i);
    });
    for (const isa::Operand& operand : instruction.destinations)
      found |= operand.kind == isa::OperandKind::predicate && holds(predicates_, operand.index);
    return found;
  }

  void add_sources_of(const isa::Instruction& instruction) {
    isa::for_each_source_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (operand.kind != isa::OperandKind::row) return;
      for (unsigned i = 0; i < rows; ++i) add(rows_, operand.index + i);
    });
    for (const isa::Operand& operand : instruction.sources)
      if (operand.kind == isa::OperandKind::predicate) add(predicates_, operand.index);
    if (instruction.guard != isa::kNoGuard) add(predicates_, instruction.guard);
  }

 private:
  static bool holds(const std::vector<bool>& set, std::size_t index) {
    return index < set.size() && set[index];
  }
  void add(std::vector<bool>& set, std::size_t index) {
    if (holds(set, index)) return;
    if (index >= set.size()) set.resize(index + 1);
    set[index] = changed_ = true;
  }

  std::vector<bool>& rows_;
  std::vector<bool>& predicates_;
  bool changed_ = false;
};

}  // namespace

void DecidingRegisters::add(const isa::Program& program, Pc pc) {
  executed_.resize(program.code.size());
  if (executed_[pc]) return;
  const isa::Instruction& instruction = program.code[pc];
  executed_[pc] = is_new_ = true;
  reads_time_ |= heddle::exec::reads_time(instruction);
  calls_ |= instruction.op_class == OpClass::call;
}

void DecidingRegisters::clear() {
  executed_.assign(executed_.size(), false);
  is_new_ = true;
  reads_time_ = calls_ = false;
}

void DecidingRegisters::find(const isa::Program& program) {
  if (!is_new_) return;
  rows_.clear();
  predicates_.clear();
  Deciding deciding(rows_, predicates_);
  do {
    deciding.begin_pass();
    for (Pc pc = 0; pc < executed_.size(); ++pc) {
      if (!executed_[pc]) continue;
      const isa::Instruction& instruction = program.code[pc];
      if (has_effect(instruction) || deciding.is_written_by(instruction))
        deciding.add_sources_of(instruction);
    }
  } while (deciding.changed());
  is_new_ = false;
}

}  // namespace heddle::exec
