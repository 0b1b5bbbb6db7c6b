#include "heddle/ptx/tree/type.hpp"

#include <array>
#include <cstddef>

namespace heddle::ptx {
namespace {

enum class TypeFamily : std::uint8_t {
  bits,
  unsigned_integer,
  signed_integer,
  floating,
  predicate,
  opaque
};

struct TypeRow {
  std::string_view name;
  unsigned bytes;
  TypeFamily family;
};

/// Names and sizes of the types, in the order of the enumerators.
constexpr std::array kTypes = {
    TypeRow{"b8", 1, TypeFamily::bits},
    TypeRow{"b16", 2, TypeFamily::bits},
    TypeRow{"b32", 4, TypeFamily::bits},
    TypeRow{"b64", 8, TypeFamily::bits},
    TypeRow{"b128", 16, TypeFamily::bits},
    TypeRow{"u8", 1, TypeFamily::unsigned_integer},
    TypeRow{"u16", 2, TypeFamily::unsigned_integer},
    TypeRow{"u32", 4, TypeFamily::unsigned_integer},
    TypeRow{"u64", 8, TypeFamily::unsigned_integer},
    TypeRow{"s8", 1, TypeFamily::signed_integer},
    TypeRow{"s16", 2, TypeFamily::signed_integer},
    TypeRow{"s32", 4, TypeFamily::signed_integer},
    TypeRow{"s64", 8, TypeFamily::signed_integer},
    TypeRow{"f16", 2, TypeFamily::floating},
    TypeRow{"f16x2", 4, TypeFamily::floating},
    TypeRow{"f32", 4, TypeFamily::floating},
    TypeRow{"f64", 8, TypeFamily::floating},
    TypeRow{"bf16", 2, TypeFamily::floating},
    TypeRow{"bf16x2", 4, TypeFamily::floating},
    TypeRow{"pred", 1, TypeFamily::predicate},
    TypeRow{"texref", 8, TypeFamily::opaque},
    TypeRow{"samplerref", 8, TypeFamily::opaque},
    TypeRow{"surfref", 8, TypeFamily::opaque},
};
static_assert(kTypes.size() == static_cast<std::size_t>(Type::surfref) + 1);

const TypeRow& row(Type type) { return kTypes[static_cast<std::size_t>(type)]; }

}  // namespace

unsigned type_bytes(Type type) { return row(type).bytes; }
bool is_float(Type type) { return row(type).family == TypeFamily::floating; }
bool is_opaque(Type type) { return row(type).family == TypeFamily::opaque; }
std::string_view type_name(Type type) { return row(type).name; }

std::optional<Type> type_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (kTypes[i].name == name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

}  // namespace heddle::ptx
