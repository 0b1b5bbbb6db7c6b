// Since Volta registers lie in two banks, the even and the odd ones, and NVIDIA's assembler gives
// the sources of an instruction registers of both: of what ptxas 11.8 makes of the kernels behind
// tests/model/registers, 88% of the arithmetic instructions with two register sources have one of
// each parity, no more than 1% of those with three have all of one, and 94% of the stores have
// their address and their value in different ones. It takes a fresh register rather than one of the
// wrong parity.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Which groups of one row should lie in the same bank and which in different ones: components in
/// which the bank of one decides that of all.
class BankChoice {
 public:
  BankChoice(const Routine& routine, const RowGroups& groups);

  /// 0 (even) or 1 if it is known for a group of one row.
  std::optional<std::uint32_t> wanted(std::uint32_t group) const;
  /// The group got its register: the others of its component follow.
  void place(std::uint32_t group, std::uint32_t index);

 private:
  struct Node {
    std::uint32_t above = 0;   ///< towards the root, which is its own
    std::uint32_t parity = 0;  ///< against `above`
  };
  struct Place {
    std::uint32_t root = 0, parity = 0;
  };

  Place find(std::uint32_t node) const;
  bool join(std::uint32_t a, std::uint32_t b, std::uint32_t parity);
  void separate_sources(const isa::Instruction& instruction);
  void separate_three(const isa::Instruction& instruction);
  void tie_result(const isa::Instruction& instruction);
  std::vector<Place> banked_sources(const isa::Instruction& instruction) const;
  Place node_of(ValueId row) const;

  const RowGroups& groups_;
  std::uint32_t even_;  ///< node of what is in the even bank for certain
  std::vector<Node> nodes_;
  std::vector<std::optional<std::uint32_t>> bank_of_;  ///< by root
};

}  // namespace heddle::compile
