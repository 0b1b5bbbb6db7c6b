#include "heddle/compile/liveness/regularity.hpp"

#include <algorithm>
#include <array>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/divergence.hpp"
#include "heddle/compile/liveness/liveness.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {
namespace {

using isa::Op;

bool reads_index(const isa::Instruction& instruction) {
  using enum isa::SpecialRegister;
  if (instruction.op != Op::sreg) return false;
  const auto which = static_cast<isa::SpecialRegister>(instruction.modifiers.immediate);
  return which == tid_x || which == tid_y || which == tid_z || which == laneid;
}

/// The way in which an instruction computes its result from affine sources.
enum class Affinity : std::uint8_t {
  none,
  linear,      ///< a sum or a copy
  product,     ///< the product of the first two sources, plus the third source if there is one
  shift_left,  ///< shift by a distance that must be warp-uniform
};

Affinity affinity_of(const isa::Instruction& instruction) {
  switch (instruction.op) {
    case Op::mov_b32:
    case Op::mov_b64:
    case Op::add_b32:
    case Op::add_b64:
    case Op::sub_b32:
    case Op::sub_b64:
    case Op::neg_b32:
    case Op::neg_b64:
      return Affinity::linear;
    case Op::cvt:
      return isa::is_integer(instruction.modifiers.type) &&
                     isa::is_integer(instruction.modifiers.source)
                 ? Affinity::linear
                 : Affinity::none;
    case Op::mul_lo_b32:
    case Op::mul_lo_b64:
    case Op::mul_wide_u16:
    case Op::mul_wide_s16:
    case Op::mul_wide_u32:
    case Op::mul_wide_s32:
    case Op::mul24_lo_u32:
    case Op::mul24_lo_s32:
    case Op::mad_lo_b32:
    case Op::mad_lo_b64:
    case Op::mad_wide_u16:
    case Op::mad_wide_s16:
    case Op::mad_wide_u32:
    case Op::mad_wide_s32:
    case Op::mad24_lo_u32:
    case Op::mad24_lo_s32:
      return Affinity::product;
    case Op::shl_b32:
    case Op::shl_b64:
      return Affinity::shift_left;
    default:
      return Affinity::none;
  }
}

class Grading {
 public:
  Grading(const Webs& webs, const Uniformity& uniformity)
      : routine_(webs.routine), uniformity_(uniformity), grades_(routine_.rows) {
    for (std::uint32_t row = 0; row < routine_.rows; ++row) {
      const bool unknown = webs.may_be_unset[row] || row < routine_.incoming;
      grades_[row] = uniformity.scalar_value[row] ? Regularity::uniform
                     : unknown                    ? Regularity::other
                                                  : Regularity::affine;
    }
    find_upper_halves();
    mark_mixed();
  }

  std::vector<Regularity> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const isa::Instruction& instruction : routine_.code) changed |= spread(instruction);
    }
    return std::move(grades_);
  }

 private:
  void find_upper_halves() {
    is_upper_half_.assign(routine_.rows, false);
    const auto mark = [&](const isa::Operand& operand, unsigned rows) {
      if (rows == 2 && operand.kind == isa::OperandKind::row && !is_outgoing(operand))
        is_upper_half_[operand.index + 1] = true;
    };
    for (const isa::Instruction& instruction : routine_.code) {
      isa::for_each_source_row(instruction, mark);
      isa::for_each_destination_row(instruction, mark);
    }
  }

  void mark_mixed() {
    const FlowGraph graph(routine_);
    const Liveness liveness(routine_, graph);
    ForkPaths paths(graph);
    const auto mix = [&](ValueId value) {
      if (value < routine_.rows) raise(value, Regularity::other);
    };
    for (const Fork& fork : forks(routine_, graph)) {
      if (uniformity_.scalar_instruction[graph.block(fork.block).end - 1]) continue;
      for_each_mixed(routine_, graph, liveness, paths, fork, mix);
    }
    for (const isa::Instruction& instruction : routine_.code) {
      if (!is_guarded(instruction)) continue;
      if (uniformity_.scalar_value[predicate_value(routine_, instruction.guard)]) continue;
      for_each_write(routine_, instruction, mix);
    }
  }

  /// Sets the regularity of the row to `grade` if `grade` is less regular than the old one. Returns
  /// whether the regularity has changed. Warp-uniform rows keep their regularity.
  bool raise(ValueId row, Regularity grade) {
    if (grades_[row] == Regularity::uniform || grades_[row] >= grade) return false;
    grades_[row] = grade;
    return true;
  }

  bool spread(const isa::Instruction& instruction) {
    const Regularity result = result_of(instruction);
    bool changed = false;
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (is_outgoing(operand)) return;
      Regularity all = result;  // both halves of a pair get the same regularity
      for (unsigned i = 0; i < rows; ++i) all = std::max(all, grades_[operand.index + i]);
      for (unsigned i = 0; i < rows; ++i) changed |= raise(operand.index + i, all);
    });
    return changed;
  }

  Regularity result_of(const isa::Instruction& instruction) const {
    if (reads_index(instruction)) return Regularity::affine;
    const Affinity affinity = affinity_of(instruction);
    if (affinity == Affinity::none) return Regularity::other;
    std::array<Regularity, 3> sources{};
    for (unsigned i = 0; i < sources.size(); ++i) sources[i] = source(instruction, i);
    const Regularity worst = *std::ranges::max_element(sources);
    const bool keeps = affinity == Affinity::linear || sources[1] == Regularity::uniform ||
                       (affinity == Affinity::product && sources[0] == Regularity::uniform);
    return keeps ? worst : Regularity::other;
  }

  Regularity source(const isa::Instruction& instruction, unsigned position) const {
    const isa::Operand& operand = instruction.sources[position];
    const unsigned rows = isa::source_rows(instruction, position);
    if (rows == 0 || operand.kind != isa::OperandKind::row) return Regularity::uniform;
    if (is_outgoing(operand)) return Regularity::other;
    Regularity worst = Regularity::uniform;
    for (unsigned i = 0; i < rows; ++i) worst = std::max(worst, grades_[operand.index + i]);
    const bool is_carry = rows == 1 && is_upper_half_[operand.index];
    return is_carry && worst == Regularity::affine ? Regularity::other : worst;
  }

  const Routine& routine_;
  const Uniformity& uniformity_;
  std::vector<Regularity> grades_;
  std::vector<bool> is_upper_half_;  ///< by row: the row is the high half of a 64-bit value
};

}  // namespace

std::vector<Regularity> find_regularity(const Webs& webs, const Uniformity& uniformity) {
  return Grading(webs, uniformity).run();
}

}  // namespace heddle::compile
