// mma.sync, mma.sp and wmma.mma: D = A * B + C.
#include <cfenv>

#include "heddle/exec/matrix/dot_product.hpp"
#include "heddle/exec/matrix/fragments.hpp"
#include "heddle/exec/matrix/whole_warp.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/sparsity.hpp"

namespace heddle::exec {
namespace {

using isa::Fragment;
using isa::Modifiers;
using isa::Type;

/// The operands of one product of matrices. `a` has a row of k elements for each row of D, and `b`
/// a row of as many elements as B has rows for each column of D.
struct Factors {
  unsigned m = 0, n = 0, k = 0;
  MatrixBits a, b;
  /// For each element of `a` the row of B that it is multiplied with. Empty: they are in order.
  std::vector<unsigned> rows_of_b;
};

/// Computes every element of D by dot(row of A, column of B, element of C). `decode` makes the
/// values that `dot` takes from the bits of an element.
template <typename Value, typename Decode, typename Dot>
MatrixBits multiply(const Factors& factors, const MatrixBits& c, Decode&& decode, Dot&& dot) {
  std::vector<Value> a, b, chosen(factors.rows_of_b.empty() ? 0 : factors.k);
  for (const std::uint64_t bits : factors.a) a.push_back(decode(bits, Fragment::a));
  for (const std::uint64_t bits : factors.b) b.push_back(decode(bits, Fragment::b));
  const std::size_t length = b.size() / factors.n;
  MatrixBits d(c.size());
  for (unsigned row = 0; row < factors.m; ++row) {
    const auto of_a = std::span<const Value>(a).subspan(row * factors.k, factors.k);
    for (unsigned column = 0; column < factors.n; ++column) {
      const std::size_t at = std::size_t{row} * factors.n + column;
      std::span<const Value> of_b = std::span<const Value>(b).subspan(column * length, length);
      for (unsigned i = 0; i < chosen.size(); ++i)
        chosen[i] = of_b[factors.rows_of_b[row * factors.k + i]];
      if (!chosen.empty()) of_b = chosen;
      d[at] = dot(of_a, of_b, c[at]);
    }
  }
  return d;
}

MatrixBits multiply_floats(const Modifiers& modifiers, const Factors& factors,
                           const MatrixBits& c) {
  const Type elements = isa::fragment_type(modifiers, Fragment::a);
  const SumRules rules = sum_rules(modifiers.matrix.arithmetic, elements);
  const SumFormats formats{.factors = format_of(elements),
                           .c = format_of(modifiers.matrix.c),
                           .d = format_of(modifiers.type)};
  return multiply<Number>(
      factors, c,
      [&](std::uint64_t bits, Fragment) {
        return decode(static_cast<std::uint32_t>(bits), formats.factors);
      },
      [&](auto a, auto b, std::uint64_t sum) -> std::uint64_t {
        return float_dot(a, b, static_cast<std::uint32_t>(sum), formats, rules);
      });
}

/// An integer of 4 or 8 bits, with the sign of its type.
std::int32_t integer_of(std::uint64_t bits, Type type) {
  const bool is_signed = type == Type::s8 || type == Type::s4;
  const unsigned unused = 32 - isa::bits_of(type);
  const std::uint32_t top = static_cast<std::uint32_t>(bits) << unused;
  return is_signed ? static_cast<std::int32_t>(top) >> unused
                   : static_cast<std::int32_t>(top >> unused);
}

MatrixBits multiply_integers(const Modifiers& modifiers, const Factors& factors,
                             const MatrixBits& c) {
  return multiply<std::int32_t>(
      factors, c,
      [&](std::uint64_t bits, Fragment fragment) {
        return integer_of(bits, isa::fragment_type(modifiers, fragment));
      },
      [&](auto a, auto b, std::uint64_t sum) -> std::uint64_t {
        return integer_dot(a, b, static_cast<std::uint32_t>(sum), modifiers.satfinite);
      });
}

MatrixBits multiply_bits(const Modifiers& modifiers, const Factors& factors, const MatrixBits& c) {
  return multiply<std::uint32_t>(
      factors, c, [](std::uint64_t bits, Fragment) { return static_cast<std::uint32_t>(bits); },
      [&](auto a, auto b, std::uint64_t sum) -> std::uint64_t {
        return bit_dot(a, b, static_cast<std::uint32_t>(sum),
                       modifiers.boolean == isa::Boolean::and_);
      });
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

MatrixBits multiply_doubles(const Modifiers& modifiers, const Factors& factors,
                            const MatrixBits& c) {
  const int rounding = rounding_mode(modifiers.rounding);
  return multiply<double>(
      factors, c, [](std::uint64_t bits, Fragment) { return std::bit_cast<double>(bits); },
      [&](auto a, auto b, std::uint64_t sum) {
        return std::bit_cast<std::uint64_t>(double_dot(a, b, std::bit_cast<double>(sum), rounding));
      });
}

MatrixBits multiply(const Modifiers& modifiers, const Factors& factors, const MatrixBits& c) {
  switch (isa::matrix_forms()[modifiers.matrix.form].elements) {
    case isa::MatrixElements::int8:
    case isa::MatrixElements::int4:
      return multiply_integers(modifiers, factors, c);
    case isa::MatrixElements::b1:
      return multiply_bits(modifiers, factors, c);
    case isa::MatrixElements::f64:
      return multiply_doubles(modifiers, factors, c);
    default:
      return multiply_floats(modifiers, factors, c);
  }
}

MatrixBits transposed(const MatrixBits& bits, unsigned rows, unsigned columns) {
  MatrixBits turned(bits.size());
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      turned[column * rows + row] = bits[row * columns + column];
  return turned;
}

/// The columns of A in which its stored elements lie.
std::vector<unsigned> sparse_columns(const Modifiers& modifiers, const isa::FragmentLayout& of_a,
                                     const std::uint32_t* indices) {
  std::vector<unsigned> columns;
  for (unsigned row = 0; row < of_a.rows; ++row) {
    for (unsigned stored = 0; stored < of_a.columns; ++stored) {
      const isa::SparseIndices place = isa::sparse_indices_of(modifiers, row, stored);
      columns.push_back(
          isa::sparse_column(modifiers, stored, indices[place.lane] >> place.shift & 15u));
    }
  }
  return columns;
}

void multiply_fragments(StepContext& context) {
  check_matrix_instruction(context);
  const Modifiers& modifiers = context.instruction.modifiers;
  const isa::FragmentLayout of_a = isa::layout_of(modifiers, Fragment::a);
  const isa::FragmentLayout of_b = isa::layout_of(modifiers, Fragment::b);
  const isa::FragmentLayout of_c = isa::layout_of(modifiers, Fragment::c);
  const isa::FragmentLayout of_d = isa::layout_of(modifiers, Fragment::d);
  std::vector<MatrixBits> results;
  for (unsigned matrix = 0; matrix < of_a.matrices(); ++matrix) {
    Factors factors{
        .m = of_d.rows,
        .n = of_d.columns,
        .k = of_a.columns,
        .a = gather(of_a, context.source(0), matrix),
        .b = transposed(gather(of_b, context.source(1), matrix), of_b.rows, of_b.columns),
        .rows_of_b = {}};
    if (context.instruction.op == isa::Op::mma_sparse)
      factors.rows_of_b = sparse_columns(modifiers, of_a, context.source(3));
    results.push_back(multiply(modifiers, factors, gather(of_c, context.source(2), matrix)));
  }
  for (unsigned matrix = 0; matrix < results.size(); ++matrix)
    scatter(of_d, results[matrix], matrix, context.destination(0));
}

constexpr HandlerBinding kMatrixHandlers[] = {{isa::Op::mma, multiply_fragments},
                                              {isa::Op::mma_sparse, multiply_fragments},
                                              {isa::Op::wmma_mma, multiply_fragments}};

}  // namespace

std::span<const HandlerBinding> matrix_handlers() { return kMatrixHandlers; }

}  // namespace heddle::exec
