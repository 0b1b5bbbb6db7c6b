// The opcodes of NVIDIA's machine code (SASS), one row each in opcodes.def. A row gives the class
// of operations of heddle's machines that the opcode belongs to, from which its unit and its times
// follow, and how many registers its operands take.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/trace/sass/generation.hpp"

namespace heddle::trace {

/// How many registers the operands of an opcode take, and what memory it accesses.
enum class OperandForm : std::uint8_t {
  words,    ///< a register each
  pairs,    ///< two registers each: numbers of 64 bits
  wide,     ///< with .WIDE, the result and the third source are pairs
  convert,  ///< pairs where the suffixes name types of 64 bits
  matrix,   ///< fragments of matrices
  // Accesses to memory. The first source is the address.
  global,
  shared,
  local,
  constant,
  generic,
  copy,     ///< from global to shared memory; the sources are both addresses
  texture,  ///< of textures and surfaces; a trace has no addresses of their texels
  bulk,     ///< the tensor memory accelerator, which a trace describes in a way of its own
};

struct Opcode {
  std::string_view name;
  isa::OpClass op_class;
  OperandForm form;
  std::string_view generations;  ///< a letter each: P V T A H
};

/// All rows.
std::span<const Opcode> opcode_table();

/// Returns null if the generation has no such opcode. `opcode` may have suffixes: "LDG.E.64".
const Opcode* find_opcode(Generation generation, std::string_view opcode);

/// What opcodes that a generation does not have run as.
const Opcode& unknown_opcode();

/// The opcode without its suffixes: "LDG" of "LDG.E.64".
constexpr std::string_view base_of(std::string_view opcode) {
  return opcode.substr(0, opcode.find('.'));
}
/// Whether the opcode has the suffix, which is written without its dot.
bool has_suffix(std::string_view opcode, std::string_view suffix);

/// Whether the form accesses memory whose addresses a trace has.
constexpr bool has_addresses(OperandForm form) {
  switch (form) {
    case OperandForm::global:
    case OperandForm::shared:
    case OperandForm::local:
    case OperandForm::generic:
    case OperandForm::constant:
    case OperandForm::copy:
      return true;
    default:
      return false;
  }
}

/// Bytes that a lane accesses, by the opcode's suffixes: 16 for "LDG.E.128", 4 without a suffix.
/// The tracer takes all types but unsigned ones for words, so heddle does not use its width.
unsigned access_bytes(std::string_view opcode);

}  // namespace heddle::trace
