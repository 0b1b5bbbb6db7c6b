// mma.sync, mma.sp and wmma.mma: D = A * B + C.
#include <array>
#include <bit>
#include <cfenv>
#include <vector>

#include "heddle/exec/matrix/dot_product.hpp"
#include "heddle/exec/matrix/double_fragments.hpp"
#include "heddle/exec/matrix/fragment_map.hpp"
#include "heddle/exec/matrix/products.hpp"
#include "heddle/exec/matrix/whole_warp.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/sparsity.hpp"

namespace heddle::exec {
namespace {

using isa::Fragment;
using isa::Modifiers;

ProductTypes types_of(const Modifiers& modifiers) {
  return {.a = isa::fragment_type(modifiers, Fragment::a),
          .b = isa::fragment_type(modifiers, Fragment::b),
          .c = modifiers.matrix.c,
          .d = modifiers.type,
          .arithmetic = modifiers.matrix.arithmetic,
          .clamps = modifiers.satfinite,
          .is_and = modifiers.boolean == isa::Boolean::and_};
}

/// The columns of A in which its stored elements lie.
using SparseColumns = std::array<std::uint16_t, kMostElements>;
void find_columns(const Modifiers& modifiers, const isa::FragmentLayout& of_a,
                  const std::uint32_t* indices, SparseColumns& columns) {
  unsigned at = 0;
  for (unsigned row = 0; row < of_a.rows; ++row) {
    for (unsigned stored = 0; stored < of_a.columns; ++stored) {
      const isa::SparseIndices place = isa::sparse_indices_of(modifiers, row, stored);
      columns[at++] = static_cast<std::uint16_t>(
          isa::sparse_column(modifiers, stored, indices[place.lane] >> place.shift & 15u));
    }
  }
}

void multiply_words(StepContext& context) {
  const Modifiers& modifiers = context.instruction.modifiers;
  const FragmentMap& of_a = fragment_map(modifiers, Fragment::a);
  const FragmentMap& of_b = fragment_map(modifiers, Fragment::b);
  const FragmentMap& of_c = fragment_map(modifiers, Fragment::c);
  const FragmentMap& of_d = fragment_map(modifiers, Fragment::d);
  MatrixWords a, b, c, d;  // D may share registers with the other fragments
  of_a.gather(context.source(0), a);
  of_b.gather(context.source(1), b);
  of_c.gather(context.source(2), c);
  SparseColumns columns;
  WordFactors factors{.rows = of_d.layout().rows,
                      .columns = of_d.layout().columns,
                      .length = of_a.layout().columns};
  if (context.instruction.op == isa::Op::mma_sparse) {
    find_columns(modifiers, of_a.layout(), context.source(3), columns);
    factors.rows_of_b = columns.data();
  }
  const ProductTypes types = types_of(modifiers);
  for (unsigned matrix = 0; matrix < of_a.layout().matrices(); ++matrix) {
    factors.a = &a.word[matrix * of_a.size()];
    factors.b = &b.word[matrix * of_b.size()];
    factors.c = &c.word[matrix * of_d.size()];
    multiply(types, factors, &d.word[matrix * of_d.size()]);
  }
  of_d.scatter(d, context.destination(0));
}

int rounding_mode(isa::Rounding rounding) {
  switch (rounding) {
    case isa::Rounding::rz:
      return FE_TOWARDZERO;
    case isa::Rounding::rm:
      return FE_DOWNWARD;
    case isa::Rounding::rp:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
  }
}

void multiply_doubles(StepContext& context) {
  const Modifiers& modifiers = context.instruction.modifiers;
  const isa::FragmentLayout of_a = isa::layout_of(modifiers, Fragment::a);
  const isa::FragmentLayout of_b = isa::layout_of(modifiers, Fragment::b);
  const isa::FragmentLayout of_d = isa::layout_of(modifiers, Fragment::d);
  const int rounding = rounding_mode(modifiers.rounding);
  const Doubles a = gather(of_a, context.source(0)), b = gather(of_b, context.source(1));
  Doubles d = gather(of_d, context.source(2));
  std::vector<double> of_column(of_b.rows);
  for (unsigned column = 0; column < of_d.columns; ++column) {
    for (unsigned i = 0; i < of_b.rows; ++i) of_column[i] = b[i * of_b.columns + column];
    for (unsigned row = 0; row < of_d.rows; ++row) {
      const auto of_row = std::span<const double>(a).subspan(row * of_a.columns, of_a.columns);
      double& sum = d[row * of_d.columns + column];
      sum = double_dot(of_row, of_column, sum, rounding);
    }
  }
  scatter(of_d, d, context.destination(0));
}

void multiply_fragments(StepContext& context) {
  check_matrix_instruction(context);
  const unsigned form = context.instruction.modifiers.matrix.form;
  if (isa::matrix_forms()[form].elements == isa::MatrixElements::f64)
    return multiply_doubles(context);
  multiply_words(context);
}

constexpr HandlerBinding kMatrixHandlers[] = {{isa::Op::mma, multiply_fragments},
                                              {isa::Op::mma_sparse, multiply_fragments},
                                              {isa::Op::wmma_mma, multiply_fragments}};

}  // namespace

std::span<const HandlerBinding> matrix_handlers() { return kMatrixHandlers; }

}  // namespace heddle::exec
