// The operations of the machine: one row each in ops/*.def, which is all that the parser of
// opcodes, the executor, the timing model and the documentation's coverage table know about an
// instruction.
//
// A row is HEDDLE_OP(enumerator, "pattern", class, "signature").
//   pattern    the PTX spellings covered, as the PTX manual writes them: `{.x}` is optional,
//   `(.a|.b)` is a choice, and
//              `.rnd .rndi .cmp .bool .type .stype .space .vec .sem .scope .cache .cachehint .geom
//              .aop .mode .ftz .sat .NaN .xorsign .abs .relu .satfinite` stand for the suffixes of
//              that class, which go into Modifiers (see op_pattern.hpp); other suffixes are
//              literal.
//   signature  operands: destinations '=' sources; r is a 32-bit row (8- and 16-bit values too),
//              d a 64-bit pair (low row first), p a predicate, c the carry flag (a predicate
//              register of the compiler's that PTX does not write), v a vector of Modifiers::vector
//              elements of Modifiers::type, t one element of Modifiers::type, s one of
//              Modifiers::source, a an address, i an integer of the text that goes into
//              Modifiers::immediate, l a code label, ? says that the one before may be absent,
//              * the rest is special (said beside the row).
//              "-": no operation of the machine; the compiler replaces it by others.
//
// Values narrower than a row lie in its low bits and what is above them is unspecified: an
// operation reads only the bits of its operand's type. Loads and conversions to 8 and 16 bits
// extend their result to 32 bits, by sign where the type is signed. A second destination, a
// source marked with ? and a predicate after the first source are absent (OperandKind::none) where
// PTX leaves them out.
//
// Addresses: of shared, local and param space one 32-bit row (an offset in that space), of global,
// constant and generic a 64-bit pair (a generic address), or with Modifiers::short_address its low
// row alone; an address operand that is a constant row or absent is an absolute address.
// Instruction::offset is added to it; of one row, the sum wraps at 2^32.
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
