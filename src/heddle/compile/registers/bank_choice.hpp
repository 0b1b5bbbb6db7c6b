// Chooses the register bank of rows. Since Volta, even registers lie in one bank and odd registers
// in another. NVIDIA's assembler spreads the sources of an instruction over both banks. The
// evidence is the code of ptxas 11.8 for the kernels of tests/model/registers. In this code, 88% of
// the arithmetic instructions with two register sources have one source in each bank. At most 1% of
// the instructions with three sources have all of them in one bank. In 94% of the stores, address
// and value are in different banks. The assembler uses an additional register rather than a
// register of the wrong parity.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Decides which groups of one row should lie in the same bank and which groups in different banks.
/// Groups with such a relation form a component. The bank of one group decides the banks of all
/// groups in its component.
class BankChoice {
 public:
  BankChoice(const Routine& routine, const RowGroups& groups);

  /// Returns the preferred bank of a group of one row: 0 (even) or 1 (odd). Empty if the group may
  /// lie in either bank.
  std::optional<std::uint32_t> wanted(std::uint32_t group) const;
  /// Records that the group got the register `index`. This register fixes the banks of the group's
  /// component.
  void place(std::uint32_t group, std::uint32_t index);

 private:
  struct Node {
    std::uint32_t above = 0;   ///< next node towards the root; for the root, the root itself
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
  std::vector<std::optional<std::uint32_t>> bank_of_;  ///< by root: the bank of the root, if known
};

}  // namespace heddle::compile
