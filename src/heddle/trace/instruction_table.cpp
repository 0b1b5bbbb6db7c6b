#include "heddle/trace/instruction_table.hpp"

#include "heddle/base/error.hpp"

namespace heddle::trace {
namespace {

/// More instructions than the code of any kernel has. Damaged traces could have as many as lines.
constexpr std::uint32_t kMostInstructions = 1 << 22;

}  // namespace

std::uint32_t InstructionTable::find(const InstructionLine& line) {
  // Most instructions are followed by the one that was found after them the first time.
  const std::uint32_t next = last_ + 1;
  if (next < size() && instructions_[next].pc == line.pc && instructions_[next].fixed == line.fixed)
    return last_ = next;
  const auto found = numbers_.find({line.pc, line.fixed});
  return last_ = found != numbers_.end() ? found->second : add(line);
}

std::uint32_t InstructionTable::add(const InstructionLine& line) {
  if (size() == kMostInstructions)
    fail("the trace has more than {} different instructions", kMostInstructions);
  if (line.pc % instruction_bytes(generation_) != 0)
    fail("the PC {:04x} is no multiple of {}, the size of an instruction", line.pc,
         instruction_bytes(generation_));
  CodeInstruction& instruction = instructions_.emplace_back();
  instruction.pc = line.pc;
  instruction.source_line = line.source_line;
  instruction.fixed = line.fixed;
  const auto offset = static_cast<std::size_t>(line.opcode.data() - line.fixed.data());
  instruction.opcode = std::string_view(instruction.fixed).substr(offset, line.opcode.size());
  instruction.row = find_opcode(generation_, instruction.opcode);
  instruction.is_known = instruction.row != nullptr;
  if (!instruction.is_known) instruction.row = &unknown_opcode();
  instruction.registers = parse_fixed(line.fixed);
  if (has_addresses(instruction.row->form)) instruction.bytes = access_bytes(instruction.opcode);
  numbers_.emplace(Key{instruction.pc, instruction.fixed}, size() - 1);
  return size() - 1;
}

}  // namespace heddle::trace
