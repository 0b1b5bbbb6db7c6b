// Finds the values from which the addresses of a routine's accesses were computed. Each value has a
// set of origins: pointers in the kernel's parameters, variables, memory that the value was loaded
// from, and shared or local memory. Sums and selections inherit the origins of their sources.
// Values that cannot be pointers have no origin: products, shifted and widened values, thread
// numbers. As in C++, the analysis assumes that a sum with a pointer stays in the pointer's object.
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
  /// `program` has the constants that the webs name.
  AddressOrigins(const isa::Program& program, const Webs& webs);

  struct Found {
    bool from_anywhere = false;  ///< the address comes from a load or from a caller
    bool on_chip = false;        ///< the address is in shared or local memory
    std::vector<isa::AddressOrigin> pointers;
  };
  /// The origins of the access's address.
  Found of(const isa::Instruction& access) const;

 private:
  void collect();
  void spread();
  /// Origins that the instruction gives to row `row` of a destination with `rows` rows.
  BitSet given(const isa::Instruction& instruction, unsigned row, unsigned rows) const;
  /// Origins of row `row` of an operand with `rows` rows.
  BitSet of_row(const isa::Operand& operand, unsigned row, unsigned rows) const;
  BitSet of_constant(std::uint32_t index, unsigned row, unsigned rows) const;
  std::uint32_t number_of(const isa::AddressOrigin& origin);

  const isa::Program& program_;
  const Routine& routine_;
  std::vector<isa::AddressOrigin> pointers_;
  /// By constant: the member for its pointer. 0: the constant is no pointer.
  std::vector<std::size_t> pointer_of_constant_;
  std::vector<BitSet> origins_;  ///< by row
};

}  // namespace heddle::compile
