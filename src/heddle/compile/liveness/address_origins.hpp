// What the addresses of a routine's accesses were computed from. Each value has a set of origins:
// pointers among the kernel's parameters, variables, memory that the value was loaded from, shared
// or local memory. Sums and choices pass on what their sources have. What no pointer can be has no
// origin: products, shifted and widened values, thread numbers. This takes for granted, as C++
// does, that what is added to a pointer stays in the pointer's object.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/isa/offences.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

class AddressOrigins {
 public:
  /// `program`: whose constants the webs name.
  AddressOrigins(const isa::Program& program, const Webs& webs);

  struct Found {
    bool from_anywhere = false;  ///< loaded from memory, or a caller's
    bool on_chip = false;        ///< of shared or local memory
    std::vector<isa::AddressOrigin> pointers;
  };
  /// Of the address of the access.
  Found of(const isa::Instruction& access) const;

 private:
  void collect();
  void spread();
  /// What the instruction gives row `row` of a destination of `rows` rows.
  BitSet given(const isa::Instruction& instruction, unsigned row, unsigned rows) const;
  /// Of row `row` of an operand of `rows` rows.
  BitSet of_row(const isa::Operand& operand, unsigned row, unsigned rows) const;
  BitSet of_constant(std::uint32_t index, unsigned row, unsigned rows) const;
  std::uint32_t number_of(const isa::AddressOrigin& origin);

  const isa::Program& program_;
  const Routine& routine_;
  std::vector<isa::AddressOrigin> pointers_;
  std::vector<std::size_t> pointer_of_constant_;  ///< by constant: its bit; 0: none
  std::vector<BitSet> origins_;                   ///< by row
};

}  // namespace heddle::compile
