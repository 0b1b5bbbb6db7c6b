#include "heddle/isa/matrix/warpgroup_forms.hpp"

#include <fmt/format.h>

namespace heddle::isa {
namespace {

bool is_float8(Type type) { return type == Type::e4m3 || type == Type::e5m2; }
bool is_integer8(Type type) { return type == Type::u8 || type == Type::s8; }
bool is_sparse(const Modifiers& modifiers) {
  return (modifiers.immediate & WarpgroupProduct::kSparse) != 0;
}

bool factors_fit(Type a, Type b) {
  if (is_float8(a)) return is_float8(b);
  if (is_integer8(a)) return is_integer8(b);
  const bool is_alone = a == Type::f16 || a == Type::bf16 || a == Type::tf32 || a == Type::b1;
  return is_alone && a == b;
}

bool sums_fit(Type d, Type a) {
  if (is_integer8(a) || a == Type::b1) return d == Type::s32;
  return d == Type::f32 || (d == Type::f16 && (a == Type::f16 || is_float8(a)));
}

/// Products of integers and bits exist for fewer widths.
bool width_fits(unsigned n, Type d) {
  if (n < 8 || n > 256 || n % 8 != 0) return false;
  return d != Type::s32 || n % 16 == 0 || n == 8 || n == 24;
}

}  // namespace

unsigned warpgroup_bits(Type type) { return is_float8(type) ? 8 : bits_of(type); }

std::string warpgroup_misfit(const Modifiers& modifiers) {
  const Type a = modifiers.source, b = modifiers.matrix.b, d = modifiers.type;
  if (!factors_fit(a, b) || !sums_fit(d, a)) return "these types do not exist together";
  if (is_sparse(modifiers) && a == Type::b1) return "products of bits are not sparse";
  const unsigned stored = kRowBytesOfA * 8 / warpgroup_bits(a);
  const unsigned k = is_sparse(modifiers) ? 2 * stored : stored;
  if (modifiers.matrix.m != kWarpgroupRows || modifiers.matrix.k != k)
    return fmt::format("these types have the shapes m64nNk{}", k);
  if (!width_fits(modifiers.matrix.n, d))
    return fmt::format("N is a multiple of {} from 8 to 256",
                       d == Type::s32 ? "16, or 8 or 24," : "8");
  return "";
}

MatrixElements warpgroup_elements(const Modifiers& modifiers) {
  switch (modifiers.source) {
    case Type::f16:
      return MatrixElements::f16;
    case Type::bf16:
      return MatrixElements::bf16;
    case Type::tf32:
      return MatrixElements::tf32;
    case Type::b1:
      return MatrixElements::b1;
    default:
      return MatrixElements::int8;
  }
}

std::uint32_t warpgroup_multiply_adds(const Modifiers& modifiers) {
  const MatrixModifiers& matrix = modifiers.matrix;
  return kRowsOfWarp * matrix.n * matrix.k / (is_sparse(modifiers) ? 2u : 1u);
}

}  // namespace heddle::isa
