#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/compile/lowering/matrix/matrix_form.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/sparsity.hpp"

namespace heddle::compile {
namespace {

using isa::Fragment;
using isa::Modifiers;
using isa::Operand;
using isa::Type;

/// Names a matrix in messages.
char letter_of(Fragment fragment) { return "ABCD"[static_cast<std::size_t>(fragment)]; }

isa::MatrixArithmetic arithmetic_of(unsigned capability) {
  if (capability >= 80) return isa::MatrixArithmetic::ampere;
  return capability >= 75 ? isa::MatrixArithmetic::turing : isa::MatrixArithmetic::volta;
}

/// Refuses suffixes that the elements do not have.
void check_suffixes(const Builder& builder, const ptx::Instruction& instruction,
                    const Modifiers& modifiers) {
  const isa::MatrixElements elements = isa::matrix_forms()[modifiers.matrix.form].elements;
  const auto refuse = [&](std::string_view what) {
    builder.refuse(instruction.place, fmt::format("'{}' {}", instruction.mnemonic(), what));
  };
  const bool has_bits = elements == isa::MatrixElements::b1;
  const bool combines_bits =
      modifiers.boolean == isa::Boolean::xor_ || modifiers.boolean == isa::Boolean::and_;
  if (has_bits && !combines_bits) refuse("on bits needs .xor.popc or .and.popc");
  if (!has_bits && modifiers.boolean != isa::Boolean::none) refuse("has .popc, which only .b1 has");
  const bool has_integers =
      elements == isa::MatrixElements::int8 || elements == isa::MatrixElements::int4;
  if (modifiers.satfinite && !has_integers) refuse("has .satfinite, which only integers have");
  if (modifiers.rounding != isa::Rounding::none && elements != isa::MatrixElements::f64)
    refuse("has a rounding, which only .f64 has");
}

/// Moves the registers of a fragment to new consecutive rows. A fragment of one element stays where
/// it is.
Operand fragment_source(Builder& builder, const ptx::Operand& operand, const Modifiers& modifiers,
                        Fragment fragment) {
  const unsigned each = isa::rows_of(isa::fragment_type(modifiers, fragment));
  const auto elements = fragment_elements(builder, operand, modifiers, fragment);
  const Type type = isa::fragment_type(modifiers, fragment);
  const Type constants = type == Type::f32 || type == Type::f64 ? type : Type::none;
  if (elements.size() == 1) return builder.source(*elements[0], each, constants);
  const Operand rows = builder.temporary(isa::fragment_rows(modifiers, fragment));
  unsigned at = 0;
  for (const ptx::Operand* element : elements) {
    const Operand from = builder.source(*element, each, constants);
    for (unsigned i = 0; i < each; ++i)
      builder.move(next_operand(rows, at++), next_operand(from, i), 1);
  }
  return rows;
}

/// Moves a result from consecutive rows to the registers that PTX names.
void move_fragment(Builder& builder, const ptx::Operand& operand, const Modifiers& modifiers,
                   Operand rows) {
  const unsigned each = isa::rows_of(modifiers.type);
  unsigned at = 0;
  for (const ptx::Operand* element : fragment_elements(builder, operand, modifiers, Fragment::d)) {
    const Operand to = builder.destination(*element, each);
    for (unsigned i = 0; i < each; ++i)
      builder.move(next_operand(to, i), next_operand(rows, at++), 1);
  }
}

/// Appends the indices of mma.sp and takes the sparsity selector.
Operand sparse_indices(Builder& builder, const ptx::Instruction& instruction,
                       Modifiers& modifiers) {
  const ptx::Operand& selector = instruction.operands[5];
  const unsigned selectors = isa::sparsity_selectors(modifiers);
  if (selector.kind != ptx::OperandKind::integer || selector.value >= selectors) {
    builder.refuse(selector.place,
                   fmt::format("expected a sparsity selector from 0 to {}", selectors - 1));
  }
  modifiers.immediate = static_cast<std::uint8_t>(selector.value);
  return builder.source(instruction.operands[4], 1, Type::none);
}

}  // namespace

void resolve_form(Builder& builder, const ptx::Instruction& instruction, isa::Op op,
                  Modifiers& modifiers) {
  const auto form = isa::find_form(op, modifiers);
  if (!form) {
    builder.refuse(instruction.place,
                   fmt::format("instruction '{}' does not exist: {}", instruction.mnemonic(),
                               isa::forms_instead_of(op, modifiers)));
  }
  modifiers.matrix.form = *form;
  modifiers.matrix.arithmetic = arithmetic_of(builder.scope().plan().target.capability);
  builder.note_capability(instruction, op, modifiers);
}

void check_layouts(const Builder& builder, const ptx::Instruction& instruction,
                   const Modifiers& modifiers, isa::MatrixLayout a, isa::MatrixLayout b) {
  const bool is_usual = a == isa::MatrixLayout::row && b == isa::MatrixLayout::column;
  if (is_usual || isa::matrix_forms()[modifiers.matrix.form].any_layout) return;
  builder.refuse(instruction.place,
                 fmt::format("'{}': with this shape and these types A is .row and B is .col",
                             instruction.mnemonic()));
}

std::vector<const ptx::Operand*> fragment_elements(Builder& builder, const ptx::Operand& operand,
                                                   const Modifiers& modifiers, Fragment fragment) {
  const Type type = isa::fragment_type(modifiers, fragment);
  const unsigned count = isa::fragment_rows(modifiers, fragment) / isa::rows_of(type);
  auto elements = elements_of(operand);
  if (elements.size() != count) {
    builder.refuse(
        operand.place,
        fmt::format("the fragment of {} has {} registers of {} bits, not {}", letter_of(fragment),
                    count, 32 * isa::rows_of(type), elements.size()));
  }
  return elements;
}

void lower_mma(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match) {
  const bool is_sparse = match.op == isa::Op::mma_sparse;
  expect_operands(builder, instruction, is_sparse ? 6 : 4, is_sparse ? 6 : 4);
  Modifiers modifiers = match.modifiers;
  resolve_form(builder, instruction, match.op, modifiers);
  check_layouts(builder, instruction, modifiers, modifiers.matrix.a_layout,
                modifiers.matrix.b_layout);
  check_suffixes(builder, instruction, modifiers);
  const auto source = [&](unsigned position, Fragment fragment) {
    return fragment_source(builder, instruction.operands[position], modifiers, fragment);
  };
  const Operand a = source(1, Fragment::a);
  const Operand b = source(2, Fragment::b);
  const Operand c = source(3, Fragment::c);
  const Operand indices = is_sparse ? sparse_indices(builder, instruction, modifiers) : Operand{};
  const Operand rows = builder.temporary(isa::fragment_rows(modifiers, Fragment::d));
  isa::Instruction& emitted = builder.emit(match.op, {rows}, {a, b, c, indices});
  emitted.modifiers = modifiers;
  move_fragment(builder, instruction.operands[0], modifiers, rows);
}

void lower_matrix_access(Builder& builder, const ptx::Instruction& instruction,
                         const isa::OpMatch& match) {
  isa::OpMatch found = match;
  const isa::MatrixModifiers& matrix = match.modifiers.matrix;
  if (matrix.m != 8 || matrix.n != 8 || matrix.k != 0 || match.modifiers.type != Type::b16) {
    builder.refuse(instruction.place,
                   fmt::format("instruction '{}' does not exist: it moves matrices .m8n8 of .b16",
                               instruction.mnemonic()));
  }
  const isa::Space space = match.modifiers.space;
  if (space != isa::Space::shared && space != isa::Space::generic) {
    builder.refuse(instruction.place,
                   fmt::format("'{}' accesses .shared memory only", instruction.mnemonic()));
  }
  builder.note_capability(instruction, match.op, found.modifiers);
  lower_by_signature(builder, instruction, found);
}

}  // namespace heddle::compile
