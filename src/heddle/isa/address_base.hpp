// What an access's address is built from, as the assembly shows it: two accesses with the same base
// are as far apart as their displacements.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

struct AddressBase {
  OperandKind kind = OperandKind::none;  ///< none: the address is absolute
  std::uint32_t index = 0;
  Pc written = kNoPc;  ///< of a row: the last instruction before the access, in code order and in
                       ///< its function, that writes it; kNoPc: there is none

  bool operator==(const AddressBase&) const = default;
};

/// Of the access at pc.
AddressBase address_base(const Program& program, Pc pc);
/// "R12@45", "C3", or "-" for an absolute address.
std::string to_string(const AddressBase& base);

/// A load that the L1 data cache may serve: of global or local memory.
bool is_l1_load(const Instruction& instruction);

}  // namespace heddle::isa
