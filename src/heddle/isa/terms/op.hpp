// The operations of the machine, one row each in ops/*.def. The opcode parser, the executor, the
// timing model and the coverage table of the documentation know no other facts about an
// instruction.
//
// A row is HEDDLE_OP(enumerator, "pattern", class, "signature").
//   pattern    the PTX spellings that the row covers, written as in the PTX manual: `{.x}` is
//              optional, `(.a|.b)` is a choice, and each of
//              `.rnd .rndi .cmp .bool .type .stype .space .vec .sem .scope .cache .cachehint .geom
//              .aop .mode .ftz .sat .NaN .xorsign .abs .relu .satfinite .shape .dtype .atype .btype
//              .ctype .alayout .blayout .fragment .count .trans .rank` stands for all suffixes of
//              its class. These set fields of Modifiers (see op_pattern.hpp). Other suffixes are
//              literal.
//   signature  operands, written destinations '=' sources:
//              r  a 32-bit row (also for 8- and 16-bit values)
//              d  a 64-bit pair of rows, low row first
//              p  a predicate
//              c  the carry flag: a predicate register of the compiler's that PTX does not name
//              v  a vector: Modifiers::vector elements of Modifiers::type
//              t  one element of Modifiers::type
//              s  one element of Modifiers::source
//              a  an address
//              A  a fragment of the matrix A; B, C, D: of that matrix. Its registers are
//                 consecutive rows. MatrixModifiers::form tells how many
//              w  consecutive rows: Modifiers::vector elements of Modifiers::type
//              W  a warp's fragment of D in a product of a warpgroup, in consecutive rows
//              i  an integer in the text that goes into Modifiers::immediate
//              l  a code label
//              ?  the operand before it may be absent
//              *  other operands, which a comment beside the row describes
//              -  the machine has no such operation; the compiler replaces it by others
//
// A value narrower than a row lies in the row's low bits. The bits above are unspecified, and an
// operation reads only the bits of its operand's type. Loads and conversions to 8 and 16 bits
// extend their result to 32 bits, with sign extension if the type is signed. A second destination,
// a source marked with ? and a predicate after the first source are absent (OperandKind::none) if
// the PTX instruction omits them.
//
// An address in shared, local or param space is one 32-bit row with an offset in this space. An
// address in global, constant or generic space is a 64-bit pair with a generic address. With
// Modifiers::short_address the address is only the low row of the pair. If the address operand is a
// constant row or absent, the address is absolute. The machine adds Instruction::offset to the
// address. For an address of one row the sum wraps at 2^32.
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

/// Class of an operation. The execution units of the timing model distinguish operations by their
/// class only. Machine files give the latency and the initiation interval of each class.
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
  matrix,
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
inline constexpr unsigned kOpClasses = 25;

struct OpInfo {
  Op op;
  std::string_view name;  ///< spelling of the enumerator
  std::string_view pattern;
  OpClass op_class;
  std::string_view signature;
};

/// Returns all rows of the table. The index of a row is its Op.
std::span<const OpInfo> op_table();
inline const OpInfo& info(Op op);
std::string_view name_of(OpClass op_class);

inline const OpInfo& info(Op op) { return op_table()[static_cast<std::size_t>(op)]; }

}  // namespace heddle::isa
