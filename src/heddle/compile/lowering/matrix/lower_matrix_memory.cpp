// wmma.load and wmma.store become ordinary loads and stores with address arithmetic, as NVIDIA's
// assembler makes them.
#include <map>

#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/compile/lowering/matrix/matrix_form.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/layout.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Fragment;
using isa::MatrixLayout;
using isa::Op;
using isa::Operand;
using isa::Type;

/// Gives the fragment's type to the matrix that the instruction moves.
void name_type(isa::Modifiers& modifiers) {
  isa::MatrixModifiers& matrix = modifiers.matrix;
  if (matrix.fragment == Fragment::a) modifiers.source = modifiers.type;
  if (matrix.fragment == Fragment::b) matrix.b = modifiers.type;
  if (matrix.fragment == Fragment::c) matrix.c = modifiers.type;
}

/// The type that moves 8, 16, 32 or 64 bits.
Type bits_type(unsigned bits) {
  return bits == 8 ? Type::u8 : bits == 16 ? Type::u16 : bits == 32 ? Type::b32 : Type::b64;
}

/// Emits the address arithmetic and the accesses of one wmma.load or wmma.store.
class MatrixAccess {
 public:
  MatrixAccess(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match)
      : builder_(builder),
        text_(instruction),
        loads_(match.op == Op::wmma_load),
        modifiers_(match.modifiers) {
    expect_operands(builder, instruction, 2, 3);
    const Fragment fragment = modifiers_.matrix.fragment;
    if ((fragment == Fragment::d) == loads_) {
      builder.refuse(instruction.place,
                     fmt::format("instruction '{}' does not exist: wmma.load has a, b or c, and "
                                 "wmma.store has d",
                                 instruction.mnemonic()));
    }
    resolve_form(builder, instruction, match.op, modifiers_);
    name_type(modifiers_);
    check_order();
    layout_ = isa::layout_of(modifiers_, fragment);
    is_row_order_ = modifiers_.matrix.a_layout == MatrixLayout::row;
  }

  void run() {
    const auto elements = fragment_elements(builder_, text_.operands[loads_ ? 0 : 1], modifiers_,
                                            modifiers_.matrix.fragment);
    address_ = lower_address(builder_, text_.operands[loads_ ? 1 : 0], modifiers_);
    place_lane();
    const unsigned distinct = layout_.elements / layout_.per_register;
    std::vector<Operand> values;
    for (unsigned i = 0; i < distinct; ++i) values.push_back(loads_ ? load(i) : Operand{});
    for (unsigned i = 0; i < elements.size(); ++i) {
      const unsigned rows = layout_.element_bits == 64 ? 2 : 1;
      if (loads_) {
        const Operand to = builder_.destination(*elements[i], rows);
        builder_.move(to, values[i % distinct], rows);
      } else {
        store(i, builder_.source(*elements[i], rows, Type::none));
      }
    }
  }

 private:
  /// Matrices with elements of less than a byte are in the order in which a register holds them.
  void check_order() const {
    const Fragment fragment = modifiers_.matrix.fragment;
    const MatrixLayout order = modifiers_.matrix.a_layout;
    if (fragment == Fragment::a)
      check_layouts(builder_, text_, modifiers_, order, MatrixLayout::column);
    if (fragment == Fragment::b)
      check_layouts(builder_, text_, modifiers_, MatrixLayout::row, order);
  }

  /// Bytes of a number of elements. The elements of a matrix of bits are words here.
  std::int64_t bytes(unsigned elements) const {
    return std::int64_t{elements} * layout_.element_bits / 8;
  }
  unsigned along(isa::MatrixPosition at) const { return is_row_order_ ? at.column : at.row; }
  unsigned across(isa::MatrixPosition at) const { return is_row_order_ ? at.row : at.column; }

  Operand word(std::uint32_t value) { return builder_.constants().word(value); }
  Operand compute(Op op, unsigned rows, std::initializer_list<Operand> sources) {
    const Operand result = builder_.temporary(rows);
    builder_.emit(op, {result}, sources);
    return result;
  }

  /// The distance in bytes from a row (or column) of the matrix in memory to the next.
  Operand stride() {
    const unsigned bits = isa::bits_of(isa::fragment_type(modifiers_, modifiers_.matrix.fragment));
    if (text_.operands.size() < 3) {
      const unsigned length = is_row_order_ ? layout_.columns : layout_.rows;
      return word(static_cast<std::uint32_t>(bytes(length)));
    }
    const Operand elements = builder_.source(text_.operands[2], 1, Type::u32);
    if (bits < 8) return compute(Op::shr_u32, 1, {elements, word(bits == 1 ? 3 : 1)});
    return compute(Op::mul_lo_b32, 1, {elements, word(bits / 8)});
  }

  /// Computes the address of the lane's first element. Lanes in groups of four go across the groups
  /// and along the members, or the other way round.
  void place_lane() {
    stride_ = stride();
    const Operand lane = builder_.temporary(1);
    isa::Instruction& read = builder_.emit(Op::sreg, {lane}, {});
    read.modifiers.immediate = static_cast<std::uint8_t>(isa::SpecialRegister::laneid);
    read.modifiers.type = Type::u32;
    const Operand group = compute(Op::shr_u32, 1, {lane, word(2)});
    const Operand member = compute(Op::and_b32, 1, {lane, word(3)});
    const unsigned apart = along(isa::position_of(layout_, 1, 0));
    const bool members_go_along = apart != 0;
    const unsigned step = members_go_along ? apart : across(isa::position_of(layout_, 1, 0));
    const Operand scaled = compute(Op::mul_lo_b32, 1, {member, word(step)});
    const Operand far = members_go_along ? group : scaled;
    const Operand near = members_go_along ? scaled : group;
    const Operand near_bytes = builder_.temporary(1);
    if (layout_.element_bits < 8)
      builder_.emit(Op::shr_u32, {near_bytes}, {near, word(1)});
    else
      builder_.emit(Op::mul_lo_b32, {near_bytes}, {near, word(layout_.element_bits / 8)});
    const Operand offset = compute(Op::mad_lo_b32, 1, {far, stride_, near_bytes});
    line_of_[0] = add(offset, word(1), address_.base);
  }

  /// Returns base + a * b.
  Operand add(Operand a, Operand b, Operand base) {
    if (isa::address_rows(modifiers_.space) == 1)
      return compute(Op::mad_lo_b32, 1, {a, b, base ? base : word(0)});
    return compute(Op::mad_wide_u32, 2, {a, b, base ? base : builder_.constants().pair(0)});
  }

  /// Returns the address of the lane's line, which is `lines` rows (or columns) after its first.
  Operand line(unsigned lines) {
    const auto known = line_of_.find(lines);
    if (known != line_of_.end()) return known->second;
    return line_of_[lines] = add(stride_, word(lines), line_of_.at(0));
  }

  isa::Instruction& access(Op op, isa::MatrixPosition at, unsigned bits) {
    const Operand base = line(across(at));
    isa::Instruction& made = builder_.emit(op, {}, {base});
    made.modifiers.space = modifiers_.space;
    made.modifiers.type = bits_type(bits);
    made.offset = address_.offset + bytes(along(at));
    return made;
  }

  isa::MatrixPosition at(unsigned element) const { return isa::position_of(layout_, 0, element); }
  /// Whether the elements of a register lie side by side in memory.
  bool is_whole(unsigned first) const {
    return layout_.per_register == 1 || along(at(first + 1)) == along(at(first)) + 1;
  }

  Operand load(unsigned index) {
    const unsigned first = index * layout_.per_register;
    const unsigned bits = layout_.element_bits;
    if (is_whole(first)) {
      const unsigned size = std::max(32u, bits);
      const Operand to = builder_.temporary(size / 32);
      access(Op::ld, at(first), size).destinations[0] = to;
      return to;
    }
    std::array<Operand, 4> parts{};
    for (unsigned i = 0; i < layout_.per_register; ++i) {
      parts[i] = builder_.temporary(1);
      access(Op::ld, at(first + i), bits).destinations[0] = parts[i];
    }
    if (bits == 16) return compute(Op::pack_b16x2, 1, {parts[0], parts[1]});
    return compute(Op::pack_b8x4, 1, {parts[0], parts[1], parts[2], parts[3]});
  }

  void store(unsigned index, Operand value) {
    const unsigned first = index * layout_.per_register;
    if (is_whole(first)) {
      access(Op::st, at(first), std::max(32u, layout_.element_bits)).sources[1] = value;
      return;
    }
    const Operand low = builder_.temporary(1), high = builder_.temporary(1);
    builder_.emit(Op::unpack_b16x2, {low, high}, {value});
    access(Op::st, at(first), 16).sources[1] = low;
    access(Op::st, at(first + 1), 16).sources[1] = high;
  }

  Builder& builder_;
  const ptx::Instruction& text_;
  bool loads_;
  isa::Modifiers modifiers_;
  isa::FragmentLayout layout_;
  bool is_row_order_ = true;
  MemoryAddress address_;
  Operand stride_;
  std::map<unsigned, Operand> line_of_;  ///< by number of lines: the address of that line
};

}  // namespace

void lower_matrix_load(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match) {
  MatrixAccess(builder, instruction, match).run();
}

void lower_matrix_store(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match) {
  MatrixAccess(builder, instruction, match).run();
}

}  // namespace heddle::compile
