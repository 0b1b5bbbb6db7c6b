// Finds the values from which the addresses of a routine's memory accesses were computed. Each
// value has a set of origins. Origins are pointers in the kernel's parameters, variables, memory
// from which a value was loaded, and shared or local memory. Sums and selections inherit the
// origins of their sources. Products, shifted values, widened values and thread numbers have no
// origin, since they cannot be pointers. As in C++, the analysis assumes that a pointer plus an
// offset still points into the pointer's object.
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
  /// `program` contains the constants that the code of `webs` reads.
  AddressOrigins(const isa::Program& program, const Webs& webs);

  struct Found {
    bool from_anywhere = false;  ///< the address comes from a load or from a caller
    bool on_chip = false;        ///< the address is in shared or local memory
    std::vector<isa::AddressOrigin> pointers;
  };
  /// Returns the origins of the address of a memory access.
  Found of(const isa::Instruction& access) const;

 private:
  void collect();
  void spread();
  /// Returns the origins that the instruction gives to one row of a destination. `row`: index of
  /// this row. `rows`: number of rows of the destination.
  BitSet given(const isa::Instruction& instruction, unsigned row, unsigned rows) const;
  /// Returns the origins of one row of an operand. `row`: index of this row. `rows`: number of rows
  /// of the operand.
  BitSet of_row(const isa::Operand& operand, unsigned row, unsigned rows) const;
  BitSet of_constant(std::uint32_t index, unsigned row, unsigned rows) const;
  std::uint32_t number_of(const isa::AddressOrigin& origin);

  const isa::Program& program_;
  const Routine& routine_;
  std::vector<isa::AddressOrigin> pointers_;
  /// By constant row: the set member for the row's pointer. 0: the row belongs to no pointer.
  std::vector<std::size_t> pointer_of_constant_;
  std::vector<BitSet> origins_;  ///< by row: the row's set of origins
};

}  // namespace heddle::compile
