#include "heddle/isa/terms/op.hpp"

#include <array>

namespace heddle::isa {
namespace {

constexpr OpInfo kTable[] = {
#define HEDDLE_OP(enumerator, pattern, op_class, signature) \
  {Op::enumerator, #enumerator, pattern, OpClass::op_class, signature},
#include "heddle/isa/ops/all.def"
#undef HEDDLE_OP
};

constexpr std::array<std::string_view, kOpClasses> kClassNames = {
    "move",    "integer", "integer_mul", "logic",     "float32",   "float64", "half",
    "convert", "special", "matrix",      "predicate", "shuffle",   "vote",    "load",
    "store",   "atomic",  "texture",     "barrier",   "warp_sync", "fence",   "branch",
    "call",    "exit",    "system",      "nop"};

}  // namespace

std::span<const OpInfo> op_table() { return kTable; }

std::string_view name_of(OpClass op_class) {
  return kClassNames[static_cast<std::size_t>(op_class)];
}

}  // namespace heddle::isa
