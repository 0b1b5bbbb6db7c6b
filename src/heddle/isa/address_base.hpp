// The base of a memory access's address: the address operand, and the instruction that wrote this
// operand last. If two accesses have equal bases, the distance between them is the difference of
// their displacements.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

struct AddressBase {
  OperandKind kind = OperandKind::none;  ///< OperandKind::none: the address is absolute
  std::uint32_t index = 0;
  /// If the base is a row: the last instruction that writes the row before the access, in code
  /// order. kNoPc: no earlier instruction of the function writes the row.
  Pc written = kNoPc;

  bool operator==(const AddressBase&) const = default;
};

/// Returns the base of the memory access at `pc`.
AddressBase address_base(const Program& program, Pc pc);
/// Returns the base as text: "R12@45", "C3", or "-" for an absolute address.
std::string to_string(const AddressBase& base);

/// Returns true for loads that can go through the L1 data cache: loads from global, generic or
/// local addresses.
bool is_l1_load(const Instruction& instruction);

}  // namespace heddle::isa
