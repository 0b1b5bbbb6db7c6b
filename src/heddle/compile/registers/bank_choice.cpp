#include "heddle/compile/registers/bank_choice.hpp"

#include <algorithm>

namespace heddle::compile {

BankChoice::BankChoice(const Routine& routine, const RowGroups& groups)
    : groups_(groups),
      even_(groups.size()),
      nodes_(groups.size() + 1),
      bank_of_(groups.size() + 1) {
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) nodes_[node].above = node;
  bank_of_[even_] = 0;
  for (const isa::Instruction& instruction : routine.code) separate_sources(instruction);
  for (const isa::Instruction& instruction : routine.code) separate_three(instruction);
  for (const isa::Instruction& instruction : routine.code) tie_result(instruction);
}

BankChoice::RootParity BankChoice::find(std::uint32_t node) const {
  RootParity found{node, 0};
  while (nodes_[found.root].above != found.root) {
    found.parity ^= nodes_[found.root].parity;
    found.root = nodes_[found.root].above;
  }
  return found;
}

bool BankChoice::join(std::uint32_t a, std::uint32_t b, std::uint32_t parity) {
  RootParity first = find(a), second = find(b);
  if (first.root == second.root) return false;
  // The node `even_`, whose bank is known, must remain a root.
  if (second.root == even_) std::swap(first, second);
  nodes_[second.root] = {first.root, first.parity ^ second.parity ^ parity};
  return true;
}

/// Returns the node of a row. The parity is 0 if the row is in the same bank as the node, and 1 if
/// the row is in the other bank.
BankChoice::RootParity BankChoice::node_of(ValueId row) const {
  const std::uint32_t group = groups_.group_of(row);
  if (groups_.group(group).places.size() == 1) return {group, 0};
  return {even_, groups_.place_of(row) % 2};
}

/// Returns the sources that lie in one bank: single rows, and the low row of a store's address.
/// Other pairs lie in both banks.
std::vector<BankChoice::RootParity> BankChoice::banked_sources(
    const isa::Instruction& instruction) const {
  const bool stores = instruction.op_class == isa::OpClass::store;
  std::vector<ValueId> rows;
  for (unsigned i = 0; i < instruction.sources.size(); ++i) {
    const isa::Operand& operand = instruction.sources[i];
    const unsigned width = isa::source_rows(instruction, i);
    if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) continue;
    if (width == 0 || (width != 1 && !(stores && i == 0))) continue;
    if (std::ranges::find(rows, operand.index) == rows.end()) rows.push_back(operand.index);
  }
  std::vector<RootParity> places;
  for (const ValueId row : rows) places.push_back(node_of(row));
  return places;
}

void BankChoice::separate_sources(const isa::Instruction& instruction) {
  const std::vector<RootParity> sources = banked_sources(instruction);
  if (sources.size() != 2) return;
  join(sources[0].root, sources[1].root, 1 ^ sources[0].parity ^ sources[1].parity);
}

/// If the instruction has three sources, puts two of them into different banks. The third source
/// may share a bank with one of these two.
void BankChoice::separate_three(const isa::Instruction& instruction) {
  const std::vector<RootParity> sources = banked_sources(instruction);
  if (sources.size() != 3) return;
  const auto known = [&](unsigned a, unsigned b) -> std::optional<std::uint32_t> {
    const RootParity one = find(sources[a].root), other = find(sources[b].root);
    if (one.root != other.root) return std::nullopt;
    return one.parity ^ sources[a].parity ^ other.parity ^ sources[b].parity;
  };
  for (unsigned third = 0; third < 3; ++third) {
    const unsigned a = (third + 1) % 3, b = (third + 2) % 3;
    const auto differ = known(a, b);
    if (differ && *differ) return;
    if (differ) {
      join(sources[a].root, sources[third].root, 1 ^ sources[a].parity ^ sources[third].parity);
      return;
    }
  }
  // Puts the two factors into different banks. The addend may share a bank with one factor.
  join(sources[0].root, sources[1].root, 1 ^ sources[0].parity ^ sources[1].parity);
}

/// Puts the result in the bank of the source whose register it often takes: the addend of a
/// multiply-add, else the first source.
void BankChoice::tie_result(const isa::Instruction& instruction) {
  if (isa::destination_rows(instruction, 0) != 1 || is_outgoing(instruction.destinations[0]))
    return;
  switch (instruction.op_class) {
    case isa::OpClass::integer:
    case isa::OpClass::integer_mul:
    case isa::OpClass::logic:
    case isa::OpClass::float32:
      break;
    default:
      return;
  }
  const bool adds = isa::source_rows(instruction, 2) == 1;
  for (const unsigned i : {adds ? 2u : 0u, 0u, 1u}) {
    const isa::Operand& operand = instruction.sources[i];
    if (isa::source_rows(instruction, i) != 1 || operand.kind != isa::OperandKind::row ||
        is_outgoing(operand))
      continue;
    const RootParity to = node_of(instruction.destinations[0].index), from = node_of(operand.index);
    join(to.root, from.root, to.parity ^ from.parity);
    return;
  }
}

std::optional<std::uint32_t> BankChoice::wanted(std::uint32_t group) const {
  const RootParity found = find(group);
  const auto& bank = bank_of_[found.root];
  if (!bank) return std::nullopt;
  return *bank ^ found.parity;
}

void BankChoice::place(std::uint32_t group, std::uint32_t index) {
  const RootParity found = find(group);
  if (!bank_of_[found.root]) bank_of_[found.root] = (index % 2) ^ found.parity;
}

}  // namespace heddle::compile
