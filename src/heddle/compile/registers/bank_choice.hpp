// Chooses the register bank of rows. Since Volta, even and odd registers lie in two banks. NVIDIA's
// assembler spreads the sources of an instruction over both. Evidence is the code of ptxas 11.8 for
// the kernels behind tests/model/registers: 88% of the arithmetic instructions with two register
// sources have one of each parity; no more than 1% of those with three sources have all in one
// bank; 94% of the stores have address and value in different banks. The assembler takes a fresh
// register rather than one of the wrong parity.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Says which groups of one row should lie in the same bank and which in different banks. The
/// groups form components. The bank of one group decides the banks of all groups in its component.
class BankChoice {
 public:
  BankChoice(const Routine& routine, const RowGroups& groups);

  /// The wanted bank of a group of one row: 0 (even) or 1 (odd). Empty if the bank is free.
  std::optional<std::uint32_t> wanted(std::uint32_t group) const;
  /// Tells the choice that the group got the register `index`. This fixes the banks of its
  /// component.
  void place(std::uint32_t group, std::uint32_t index);

 private:
  struct Node {
    std::uint32_t above = 0;   ///< next node towards the root; the root's is the root itself
    std::uint32_t parity = 0;  ///< 0: in the same bank as `above`; 1: in the other bank
  };
  struct RootParity {
    std::uint32_t root = 0, parity = 0;
  };

  RootParity find(std::uint32_t node) const;
  bool join(std::uint32_t a, std::uint32_t b, std::uint32_t parity);
  void separate_sources(const isa::Instruction& instruction);
  void separate_three(const isa::Instruction& instruction);
  void tie_result(const isa::Instruction& instruction);
  std::vector<RootParity> banked_sources(const isa::Instruction& instruction) const;
  RootParity node_of(ValueId row) const;

  const RowGroups& groups_;
  std::uint32_t even_;  ///< node that stands for the even bank
  std::vector<Node> nodes_;
  std::vector<std::optional<std::uint32_t>> bank_of_;  ///< by root: its bank, if known
};

}  // namespace heddle::compile
