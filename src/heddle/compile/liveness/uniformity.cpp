#include "heddle/compile/liveness/uniformity.hpp"

#include <algorithm>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/divergence.hpp"
#include "heddle/compile/liveness/liveness.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {
namespace {

bool differs_by_thread(isa::SpecialRegister which) {
  using enum isa::SpecialRegister;
  switch (which) {
    case tid_x:
    case tid_y:
    case tid_z:
    case laneid:
    case lanemask_eq:
    case lanemask_le:
    case lanemask_lt:
    case lanemask_ge:
    case lanemask_gt:
      return true;
    default:
      return false;
  }
}

bool uses_outgoing_row(const isa::Instruction& instruction) {
  return std::ranges::any_of(instruction.destinations, is_outgoing) ||
         std::ranges::any_of(instruction.sources, is_outgoing);
}

/// True if an instruction may behave differently in each thread even if its sources are equal in
/// all threads.
bool is_inherently_vector(const isa::Instruction& instruction, bool local_memory) {
  if (isa::is_matrix(instruction.op)) return true;
  switch (instruction.op_class) {
    case isa::OpClass::atomic:
    case isa::OpClass::shuffle:
    case isa::OpClass::vote:
    case isa::OpClass::system:
      return true;
    case isa::OpClass::load:
    case isa::OpClass::store:
      return instruction.modifiers.space == isa::Space::local ||
             (instruction.modifiers.space == isa::Space::generic && local_memory);
    case isa::OpClass::barrier:  // barrier reductions combine the values of the threads
      if (instruction.op == isa::Op::bar_red_popc || instruction.op == isa::Op::bar_red_pred) {
        return true;
      }
      break;
    default:
      break;
  }
  return instruction.op == isa::Op::sreg &&
         differs_by_thread(static_cast<isa::SpecialRegister>(instruction.modifiers.immediate));
}

class UniformityMarking {
 public:
  UniformityMarking(const Webs& webs, Criterion criterion, bool local_memory)
      : webs_(webs),
        routine_(webs.routine),
        criterion_(criterion),
        local_memory_(local_memory),
        graph_(routine_),
        liveness_(routine_, graph_),
        paths_(graph_),
        values_(value_count(routine_)),
        is_vector_value_(values_, false),
        is_vector_(routine_.code.size(), false),
        users_(values_),
        fork_at_(routine_.code.size(), nullptr) {}

  Uniformity run() {
    index();
    seed();
    while (!open_values_.empty() || !open_.empty()) {
      if (!open_.empty()) {
        const Pc pc = open_.back();
        open_.pop_back();
        spread_instruction(pc);
      } else {
        const ValueId value = open_values_.back();
        open_values_.pop_back();
        for (const Pc user : users_[value]) make_vector(user);
        if (const ValueId other = other_half_[value]; other != value) make_vector_value(other);
      }
    }
    is_vector_value_.flip();
    is_vector_.flip();
    return {std::move(is_vector_value_), std::move(is_vector_)};
  }

 private:
  void index() {
    other_half_.resize(values_);
    for (ValueId value = 0; value < values_; ++value) other_half_[value] = value;
    const auto pair = [&](const isa::Operand& operand, unsigned rows) {
      if (rows < 2 || operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
      for (unsigned i = 0; i < rows; ++i)
        other_half_[operand.index + i] = operand.index + (i + 1) % rows;
    };
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      isa::for_each_source_row(instruction, pair);
      isa::for_each_destination_row(instruction, pair);
      const auto use = [&](ValueId value) { users_[value].push_back(pc); };
      // A return is not listed as a user of the results that it reads, since a return does not make
      // them vectors.
      if (instruction.op != isa::Op::ret) for_each_read(routine_, instruction, use);
      if (instruction.op == isa::Op::ret && is_guarded(instruction)) {
        use(predicate_value(routine_, instruction.guard));
      }
      for_each_write(routine_, instruction, use);
    }
    forks_ = forks(routine_, graph_);
    for (const Fork& fork : forks_) fork_at_[graph_.block(fork.block).end - 1] = &fork;
  }

  void seed() {
    for (ValueId value = 0; value < values_; ++value) {
      if (webs_.may_be_unset[value]) make_vector_value(value);
    }
    for (ValueId row = 0; row < routine_.incoming; ++row) make_vector_value(row);
    // By Criterion::convergent a device function has no scalars, since any subset of a warp's
    // threads may call the function.
    const bool all = criterion_ == Criterion::convergent && !routine_.is_kernel;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      if (all || is_inherently_vector(instruction, local_memory_) ||
          uses_outgoing_row(instruction)) {
        make_vector(pc);
      }
    }
  }

  void make_vector(Pc pc) {
    if (is_vector_[pc]) return;
    is_vector_[pc] = true;
    open_.push_back(pc);
  }
  void make_vector_value(ValueId value) {
    if (is_vector_value_[value]) return;
    is_vector_value_[value] = true;
    open_values_.push_back(value);
  }

  void spread_instruction(Pc pc) {
    for_each_write(routine_, routine_.code[pc], [&](ValueId value) { make_vector_value(value); });
    if (fork_at_[pc] == nullptr) return;
    if (criterion_ == Criterion::convergent) {
      spread_everything(*fork_at_[pc]);
    } else {
      spread_control(*fork_at_[pc]);
    }
  }

  void spread_control(const Fork& fork) {
    for_each_mixed(routine_, graph_, liveness_, paths_, fork,
                   [&](ValueId value) { make_vector_value(value); });
  }

  void spread_everything(const Fork& fork) {
    for (const BlockId block : paths_.region(fork)) {
      for (Pc pc = graph_.block(block).begin; pc < graph_.block(block).end; ++pc) make_vector(pc);
    }
  }

  const Webs& webs_;
  const Routine& routine_;
  Criterion criterion_;
  bool local_memory_;
  FlowGraph graph_;
  Liveness liveness_;
  ForkPaths paths_;
  ValueId values_;
  std::vector<bool> is_vector_value_;
  std::vector<bool> is_vector_;
  std::vector<std::vector<Pc>> users_;  ///< by value: the instructions that read or write the value
  std::vector<ValueId> other_half_;     ///< by value: the other half of its pair or the next row of
                                        ///< its fragment, in a ring; or the value itself
  std::vector<Fork> forks_;
  /// By pc: the fork of this branch; null: the instruction is not a fork.
  std::vector<const Fork*> fork_at_;
  std::vector<Pc> open_;  ///< vector instructions whose sources and results are still to be visited
  std::vector<ValueId> open_values_;
};

}  // namespace

Uniformity find_uniformity(const Webs& webs, Criterion criterion, bool local_memory) {
  return UniformityMarking(webs, criterion, local_memory).run();
}

void mark_scalars(Routine& routine, const Uniformity& uniformity) {
  const auto predicates =
      uniformity.scalar_value.begin() + static_cast<std::ptrdiff_t>(routine.rows);
  routine.scalars.rows.assign(uniformity.scalar_value.begin(), predicates);
  routine.scalars.predicates.assign(predicates, uniformity.scalar_value.end());
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    routine.code[pc].is_scalar = uniformity.scalar_instruction[pc];
  }
}

}  // namespace heddle::compile
