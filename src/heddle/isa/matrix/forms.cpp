#include "heddle/isa/matrix/forms.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "heddle/isa/matrix/layout.hpp"

namespace heddle::isa {
namespace {

using enum MatrixKind;
using Elements = MatrixElements;
using Sums = MatrixSums;

constexpr MatrixForm kForms[] = {
    {mma, 8, 8, 4, Elements::f16, Sums::widening, true, 70},
    {mma, 16, 8, 8, Elements::f16, Sums::f16_or_f32, false, 75},
    {mma, 16, 8, 16, Elements::f16, Sums::f16_or_f32, false, 80},
    {mma, 16, 8, 8, Elements::bf16, Sums::f32, false, 80},
    {mma, 16, 8, 16, Elements::bf16, Sums::f32, false, 80},
    {mma, 16, 8, 4, Elements::tf32, Sums::f32, false, 80},
    {mma, 16, 8, 8, Elements::tf32, Sums::f32, false, 80},
    {mma, 8, 8, 4, Elements::f64, Sums::f64, false, 80},
    {mma, 8, 8, 16, Elements::int8, Sums::s32, false, 75},
    {mma, 16, 8, 16, Elements::int8, Sums::s32, false, 80},
    {mma, 16, 8, 32, Elements::int8, Sums::s32, false, 80},
    {mma, 8, 8, 32, Elements::int4, Sums::s32, false, 75},
    {mma, 16, 8, 32, Elements::int4, Sums::s32, false, 80},
    {mma, 16, 8, 64, Elements::int4, Sums::s32, false, 80},
    {mma, 8, 8, 128, Elements::b1, Sums::s32, false, 75},
    {mma, 16, 8, 128, Elements::b1, Sums::s32, false, 80},
    {mma, 16, 8, 256, Elements::b1, Sums::s32, false, 80},

    {sparse, 16, 8, 16, Elements::f16, Sums::f16_or_f32, false, 80},
    {sparse, 16, 8, 32, Elements::f16, Sums::f16_or_f32, false, 80},
    {sparse, 16, 8, 16, Elements::bf16, Sums::f32, false, 80},
    {sparse, 16, 8, 32, Elements::bf16, Sums::f32, false, 80},
    {sparse, 16, 8, 8, Elements::tf32, Sums::f32, false, 80},
    {sparse, 16, 8, 16, Elements::tf32, Sums::f32, false, 80},
    {sparse, 16, 8, 32, Elements::int8, Sums::s32, false, 80},
    {sparse, 16, 8, 64, Elements::int8, Sums::s32, false, 80},
    {sparse, 16, 8, 64, Elements::int4, Sums::s32, false, 80},
    {sparse, 16, 8, 128, Elements::int4, Sums::s32, false, 80},

    {wmma, 16, 16, 16, Elements::f16, Sums::any_float, true, 70},
    {wmma, 32, 8, 16, Elements::f16, Sums::any_float, true, 70},
    {wmma, 8, 32, 16, Elements::f16, Sums::any_float, true, 70},
    {wmma, 16, 16, 16, Elements::int8, Sums::s32, true, 72},
    {wmma, 32, 8, 16, Elements::int8, Sums::s32, true, 72},
    {wmma, 8, 32, 16, Elements::int8, Sums::s32, true, 72},
    {wmma, 8, 8, 32, Elements::int4, Sums::s32, false, 75},
    {wmma, 8, 8, 128, Elements::b1, Sums::s32, false, 75},
    {wmma, 16, 16, 16, Elements::bf16, Sums::f32, true, 80},
    {wmma, 32, 8, 16, Elements::bf16, Sums::f32, true, 80},
    {wmma, 8, 32, 16, Elements::bf16, Sums::f32, true, 80},
    {wmma, 16, 16, 8, Elements::tf32, Sums::f32, true, 80},
    {wmma, 8, 8, 4, Elements::f64, Sums::f64, true, 80},
};

MatrixKind kind_of(Op op) {
  if (op == Op::mma) return mma;
  return op == Op::mma_sparse ? sparse : wmma;
}

bool has_elements(MatrixElements elements, Type type) {
  switch (elements) {
    case Elements::f16:
      return type == Type::f16;
    case Elements::bf16:
      return type == Type::bf16;
    case Elements::tf32:
      return type == Type::tf32;
    case Elements::f64:
      return type == Type::f64;
    case Elements::int8:
      return type == Type::u8 || type == Type::s8;
    case Elements::int4:
      return type == Type::u4 || type == Type::s4;
    case Elements::b1:
      return type == Type::b1;
  }
  return false;
}

bool has_sums(MatrixSums sums, Type d, Type c) {
  const auto is_float = [](Type type) { return type == Type::f16 || type == Type::f32; };
  switch (sums) {
    case Sums::f16_or_f32:
      return is_float(d) && d == c;
    case Sums::widening:
      return is_float(d) && is_float(c) && (d == Type::f32 || c == Type::f16);
    case Sums::any_float:
      return is_float(d) && is_float(c);
    case Sums::f32:
      return d == Type::f32 && c == Type::f32;
    case Sums::s32:
      return d == Type::s32 && c == Type::s32;
    case Sums::f64:
      return d == Type::f64 && c == Type::f64;
  }
  return false;
}

/// Whether the form has the types. wmma.load and wmma.store name only the type of their fragment.
bool has_types(const MatrixForm& form, Op op, const Modifiers& modifiers) {
  const Type d = modifiers.type, a = modifiers.source;
  const MatrixModifiers& matrix = modifiers.matrix;
  if (op == Op::wmma_load || op == Op::wmma_store) {
    const bool is_factor = matrix.fragment == Fragment::a || matrix.fragment == Fragment::b;
    return is_factor ? has_elements(form.elements, d) : has_sums(form.sums, d, d);
  }
  const bool factors_fit = form.kind == wmma && a == Type::none
                               ? form.elements == Elements::f16
                               : has_elements(form.elements, a) &&
                                     has_elements(form.elements, matrix.b) &&
                                     (form.kind != wmma || a == matrix.b);
  return factors_fit && has_sums(form.sums, d, matrix.c);
}

bool has_shape(const MatrixForm& form, const MatrixModifiers& matrix) {
  return form.m == matrix.m && form.n == matrix.n && form.k == matrix.k;
}

std::string types_of(const MatrixForm& form) {
  static constexpr std::string_view kElements[] = {"f16",       "bf16",      "tf32", "f64",
                                                   "u8 and s8", "u4 and s4", "b1"};
  return std::string(kElements[static_cast<std::size_t>(form.elements)]);
}

}  // namespace

std::string_view name_of(MatrixElements elements) {
  static constexpr std::string_view kNames[kMatrixElements] = {"f16",  "bf16", "tf32", "f64",
                                                               "int8", "int4", "b1"};
  return kNames[static_cast<std::size_t>(elements)];
}

std::uint32_t multiply_adds(const Modifiers& modifiers) {
  const MatrixForm& form = kForms[modifiers.matrix.form];
  const FragmentLayout of_d = layout_of(modifiers, Fragment::d);
  const std::uint32_t of_a_matrix = std::uint32_t{form.m} * form.n * form.k;
  return of_a_matrix * of_d.matrices() / (form.kind == sparse ? 2 : 1);
}

std::span<const MatrixForm> matrix_forms() { return kForms; }

bool is_matrix(Op op) {
  switch (op) {
    case Op::mma:
    case Op::mma_sparse:
    case Op::wmma_mma:
    case Op::wmma_load:
    case Op::wmma_store:
    case Op::ldmatrix:
    case Op::stmatrix:
    case Op::movmatrix:
    case Op::wgmma_shared:
    case Op::wgmma_registers:
      return true;
    default:
      return false;
  }
}

unsigned matrix_capability(Op op, const Modifiers& modifiers) {
  switch (op) {
    case Op::mma:
    case Op::mma_sparse:
    case Op::wmma_mma:
    case Op::wmma_load:
    case Op::wmma_store: {
      // The AND of bits came after the exclusive OR.
      const bool is_and = modifiers.boolean == Boolean::and_;
      const unsigned least = kForms[modifiers.matrix.form].capability;
      return is_and ? std::max(least, 80u) : least;
    }
    case Op::ldmatrix:
    case Op::movmatrix:
      return 75;
    case Op::stmatrix:
      return 90;
    default:
      return 0;
  }
}

std::optional<std::uint8_t> find_form(Op op, const Modifiers& modifiers) {
  const auto* found = std::ranges::find_if(kForms, [&](const MatrixForm& form) {
    return form.kind == kind_of(op) && has_shape(form, modifiers.matrix) &&
           has_types(form, op, modifiers);
  });
  if (found == std::end(kForms)) return std::nullopt;
  return static_cast<std::uint8_t>(found - std::begin(kForms));
}

std::string forms_instead_of(Op op, const Modifiers& modifiers) {
  std::string with_types, with_shape;
  const auto add = [](std::string& list, const std::string& word) {
    if (list.find(word) == std::string::npos) list += (list.empty() ? "" : ", ") + word;
  };
  for (const MatrixForm& form : kForms) {
    if (form.kind != kind_of(op)) continue;
    if (has_types(form, op, modifiers))
      add(with_types, fmt::format("m{}n{}k{}", form.m, form.n, form.k));
    if (has_shape(form, modifiers.matrix)) add(with_shape, types_of(form));
  }
  if (!with_types.empty()) return "these types have the shapes " + with_types;
  if (!with_shape.empty()) return "this shape has elements of the types " + with_shape;
  return "neither this shape nor these types exist";
}

Type fragment_type(const Modifiers& modifiers, Fragment fragment) {
  switch (fragment) {
    case Fragment::a:
      return modifiers.source == Type::none ? Type::f16 : modifiers.source;
    case Fragment::b:
      return modifiers.matrix.b == Type::none ? Type::f16 : modifiers.matrix.b;
    case Fragment::c:
      return modifiers.matrix.c;
    case Fragment::d:
      return modifiers.type;
  }
  return Type::none;
}

unsigned fragment_rows(const Modifiers& modifiers, Fragment fragment) {
  return layout_of(modifiers, fragment).registers;
}

}  // namespace heddle::isa
