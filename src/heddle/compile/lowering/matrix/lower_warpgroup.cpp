// wgmma.mma_async: the registers of D and of A are gathered in consecutive rows, and the constants
// at the end become bits of Modifiers::immediate.
#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/isa/matrix/sparsity.hpp"
#include "heddle/isa/matrix/warpgroup_forms.hpp"

namespace heddle::compile {
namespace {

using isa::Operand;
using isa::Type;
using Product = isa::WarpgroupProduct;

bool is_short_float(Type type) { return type == Type::f16 || type == Type::bf16; }
bool has_scales(Type a) {
  return is_short_float(a) || a == Type::tf32 || a == Type::e4m3 || a == Type::e5m2;
}

/// Lowers one product.
class WarpgroupLowering {
 public:
  WarpgroupLowering(Builder& builder, const ptx::Instruction& instruction,
                    const isa::OpMatch& match)
      : builder_(builder), text_(instruction), modifiers_(match.modifiers) {}

  void run() {
    if (text_.has("sp")) modifiers_.immediate |= Product::kSparse;
    if (const std::string what = isa::warpgroup_misfit(modifiers_); !what.empty())
      refuse(text_.place, what);
    check_suffixes();
    const ptx::Operand& of_d = take();
    const ptx::Operand& of_a = take();
    const bool in_registers = of_a.kind == ptx::OperandKind::vector;
    const Operand a = in_registers ? rows_of_a(of_a) : builder_.source(of_a, 2, Type::b64);
    const Operand b = builder_.source(take(), 2, Type::b64);
    const Operand indices = is_sparse() ? sparse_indices() : Operand{};
    const Operand adds = builder_.predicate_source(take());
    scales(in_registers);
    if (next_ != text_.operands.size()) refuse(text_.operands[next_].place, "has fewer operands");
    const isa::Op op = in_registers ? isa::Op::wgmma_registers : isa::Op::wgmma_shared;
    builder_.note_capability(text_, op, modifiers_);
    emit(op, of_d, a, b, adds, indices);
  }

 private:
  bool is_sparse() const { return (modifiers_.immediate & Product::kSparse) != 0; }

  void check_suffixes() const {
    const bool has_bits = modifiers_.source == Type::b1;
    const bool has_integers = modifiers_.type == Type::s32 && !has_bits;
    if (has_bits != (modifiers_.boolean == isa::Boolean::and_))
      refuse(text_.place, "on bits, and only on bits, has .and.popc");
    if (modifiers_.satfinite && !has_integers)
      refuse(text_.place, "has .satfinite, which only integers have");
  }

  Operand rows_of_a(const ptx::Operand& operand) {
    modifiers_.vector = isa::kRegistersOfA;
    const Operand rows = builder_.temporary(isa::kRegistersOfA);
    unsigned at = 0;
    for (const ptx::Operand* element : elements_of(builder_, operand, isa::kRegistersOfA))
      builder_.move(next_operand(rows, at++), builder_.source(*element, 1, Type::none), 1);
    return rows;
  }

  Operand sparse_indices() {
    const Operand indices = builder_.source(take(), 1, Type::none);
    const bool is_byte = isa::warpgroup_bits(modifiers_.source) == 8;
    modifiers_.immediate |= constant(0, is_byte ? 0 : 1) << Product::kSelectorShift;
    return indices;
  }

  /// The constants after the predicate: the signs of A and B, and whether each is transposed.
  void scales(bool in_registers) {
    if (!has_scales(modifiers_.source)) return;
    if (constant(-1, 1) < 0) modifiers_.immediate |= Product::kNegatesA;
    if (constant(-1, 1) < 0) modifiers_.immediate |= Product::kNegatesB;
    if (!is_short_float(modifiers_.source)) return;
    if (!in_registers && constant(0, 1) != 0) modifiers_.immediate |= Product::kTransposesA;
    if (constant(0, 1) != 0) modifiers_.immediate |= Product::kTransposesB;
  }

  void emit(isa::Op op, const ptx::Operand& of_d, Operand a, Operand b, Operand adds,
            Operand indices) {
    const unsigned count = isa::accumulator_rows(modifiers_);
    const auto elements = elements_of(of_d);
    if (elements.size() != count)
      builder_.refuse(of_d.place,
                      fmt::format("the fragment of D has {} registers of 32 bits, not {}", count,
                                  elements.size()));
    const Operand rows = builder_.temporary(count);
    for (unsigned i = 0; i < count; ++i)
      builder_.move(next_operand(rows, i), builder_.source(*elements[i], 1, Type::none), 1);
    isa::Instruction& product = builder_.emit(op, {rows}, {rows, a, b, adds, indices});
    product.modifiers = modifiers_;
    for (unsigned i = 0; i < count; ++i)
      builder_.move(builder_.destination(*elements[i], 1), next_operand(rows, i), 1);
  }

  const ptx::Operand& take() {
    if (next_ == text_.operands.size()) refuse(text_.place, "has more operands");
    return text_.operands[next_++];
  }

  int constant(int least, int most) {
    const ptx::Operand& operand = take();
    const auto value = static_cast<std::int64_t>(operand.value);
    if (operand.kind != ptx::OperandKind::integer || value < least || value > most ||
        (least < 0 && value == 0))
      builder_.refuse(operand.place, fmt::format("expected the constant {} or {}", least, most));
    return static_cast<int>(value);
  }

  [[noreturn]] void refuse(ptx::TextPosition place, const std::string& what) const {
    builder_.refuse(place,
                    fmt::format("instruction '{}' does not exist: {}", text_.mnemonic(), what));
  }

  Builder& builder_;
  const ptx::Instruction& text_;
  isa::Modifiers modifiers_;
  std::size_t next_ = 0;
};

}  // namespace

void lower_warpgroup_product(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match) {
  WarpgroupLowering(builder, instruction, match).run();
}

}  // namespace heddle::compile
