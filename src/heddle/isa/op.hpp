// The operations of the machine: one row each in ops/*.def, which is all that the parser of
// opcodes, the executor, the timing model and the documentation's coverage table know about an
// instruction.
//
// A row is HEDDLE_OP(enumerator, "pattern", class, "signature").
//   pattern    the PTX spellings covered, as the PTX manual writes them: `{.x}` is optional,
//   `(.a|.b)` is a choice, and
//              `.rnd .rndi .cmp .bool .type .stype .space .vec .sem .scope .cache .level .geom .aop
//              .mode .ftz .sat` stand for the suffixes of that class, which go into Modifiers (see
//              op_pattern.hpp).
//   signature  operands: destinations '=' sources; r is a 32-bit row (8- and 16-bit values too,
//   zero-extended),
//              d a 64-bit pair (low row first), p a predicate, v a vector of Modifiers::vector
//              elements of Modifiers::type, t one element of Modifiers::type, s one of
//              Modifiers::source, a an address, l a code label, * the rest is special.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace heddle::isa {

enum class Op : std::uint16_t {
#define HEDDLE_OP(enumerator, pattern, op_class, signature) enumerator,
#include "heddle/isa/ops/all.def"
#undef HEDDLE_OP
};

/// What a unit of the timing model sees in an operation; machine files give latency and initiation
/// interval per class.
enum class OpClass : std::uint8_t {
  move,
  integer,
  integer_mul,
  logic,
  float32,
  float64,
  half,
  convert,
  special,
  predicate,
  shuffle,
  vote,
  load,
  store,
  atomic,
  texture,
  barrier,
  warp_sync,
  fence,
  branch,
  call,
  exit,
  system,
  nop
};
inline constexpr unsigned kOpClasses = 24;

struct OpInfo {
  Op op;
  std::string_view name;  ///< the enumerator
  std::string_view pattern;
  OpClass op_class;
  std::string_view signature;
};

/// All rows, indexed by Op.
std::span<const OpInfo> op_table();
inline const OpInfo& info(Op op);
std::string_view name_of(OpClass op_class);

inline const OpInfo& info(Op op) { return op_table()[static_cast<std::size_t>(op)]; }

}  // namespace heddle::isa
