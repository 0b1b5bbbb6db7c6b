#include "heddle/ptx/tree/tree.hpp"

#include <algorithm>

namespace heddle::ptx {

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::string Instruction::mnemonic() const {
  std::string text(opcode);
  for (const std::string_view modifier : modifiers) text.append(1, '.').append(modifier);
  return text;
}

CallParts call_parts(const Instruction& call) {
  CallParts parts;
  for (const Operand& operand : call.operands) {
    if (operand.kind == OperandKind::group) {
      (parts.callee == nullptr ? parts.returns : parts.arguments) = &operand;
    } else {
      (parts.callee == nullptr ? parts.callee : parts.prototype) = &operand;
    }
  }
  return parts;
}

const Function* Module::find_function(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& function) { return function.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::find_variable(std::string_view name) const {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Variable& variable) { return variable.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

SourceError Module::error(TextPosition place, const std::string& message) const {
  return SourceError({file_name, place.line, place.column}, message);
}

}  // namespace heddle::ptx
