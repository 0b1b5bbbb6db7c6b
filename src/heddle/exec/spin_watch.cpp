#include "heddle/exec/spin_watch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "heddle/isa/operands.hpp"

namespace heddle::exec {
namespace {

using isa::OpClass;

/// What it reads decides where the warp goes or what others see.
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

/// Registers of a frame, of which it is known whether they decide anything.
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

void SpinWatch::restart() {
  spinning_ = has_stepped_ = false;
  visits_ = 0;
  paths_ = {};
}

void SpinWatch::stepped(const Warp& warp, const Step& step, unsigned part) {
  has_stepped_ = true;
  if (spinning_ || warp.done(part)) return;
  const isa::Program& program = *warp.block->grid->program;
  const isa::Instruction& instruction = program.code[step.pc];
  executed_.resize(program.code.size());
  if (!executed_[step.pc]) {
    executed_[step.pc] = executed_changed_ = true;
    reads_time_ |= reads_time(instruction);
    calls_ |= instruction.op_class == OpClass::call;
  }
  if (instruction.op_class == OpClass::branch) look_back(warp, part);
}

void SpinWatch::look_back(const Warp& warp, unsigned part) {
  if (!paths_.empty() && !reads_time_ && paths_ == warp.parts[part]) {
    if (executed_changed_) find_deciding(*warp.block->grid->program);
    spinning_ = is_where_it_was(warp, warp.lanes_of(part));
  }
  // Remembering at the powers of two finds a loop of any length in about twice that (Brent).
  if (std::has_single_bit(++visits_)) remember(warp, part);
}

bool SpinWatch::is_where_it_was(const Warp& warp, LaneMask lanes) const {
  if (rows_.size() != warp.rows.size() || predicates_.size() != warp.predicates.size())
    return false;
  const unsigned first = first_lane(lanes), count = lane_count(lanes);
  const auto same_row = [&](std::size_t i) {
    return std::memcmp(rows_[i].lane + first, warp.rows[i].lane + first,
                       count * sizeof rows_[i].lane[0]) == 0;
  };
  const auto same_predicate = [&](std::size_t i) {
    return ((predicates_[i] ^ warp.predicates[i]) & lanes) == 0;
  };
  if (calls_) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!same_row(i)) return false;
    for (std::size_t i = 0; i < predicates_.size(); ++i)
      if (!same_predicate(i)) return false;
    return true;
  }
  const StackEntry& path = paths_.top();
  for (std::size_t i = 0; i < deciding_rows_.size(); ++i)
    if (deciding_rows_[i] && !same_row(path.row_base + i)) return false;
  for (std::size_t i = 0; i < deciding_predicates_.size(); ++i) {
    if (deciding_predicates_[i] && !same_predicate(path.predicate_base + i)) return false;
  }
  return true;
}

void SpinWatch::remember(const Warp& warp, unsigned part) {
  paths_ = warp.parts[part];
  rows_ = warp.rows;
  predicates_ = warp.predicates;
  executed_.assign(executed_.size(), false);
  executed_changed_ = true;
  reads_time_ = calls_ = false;
}

void SpinWatch::find_deciding(const isa::Program& program) {
  deciding_rows_.clear();
  deciding_predicates_.clear();
  Deciding deciding(deciding_rows_, deciding_predicates_);
  do {
    deciding.begin_pass();
    for (Pc pc = 0; pc < executed_.size(); ++pc) {
      if (!executed_[pc]) continue;
      const isa::Instruction& instruction = program.code[pc];
      if (has_effect(instruction) || deciding.is_written_by(instruction))
        deciding.add_sources_of(instruction);
    }
  } while (deciding.changed());
  executed_changed_ = false;
}

}  // namespace heddle::exec
