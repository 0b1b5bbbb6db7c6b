#include "heddle/ptx/instruction.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/declaration.hpp"
#include "heddle/ptx/operand.hpp"

namespace heddle::ptx {
namespace {

Guard parse_guard(FunctionState& state) {
  TokenStream& tokens = state.tokens;
  Guard guard;
  if (!tokens.accept("@")) return guard;
  guard.negated = tokens.accept("!");
  const Token name = tokens.expect_identifier("a predicate register");
  const std::optional<Name> found = state.names.find(name.text);
  if (!found.has_value()) {
    tokens.fail_at(name.place, fmt::format("register '{}' is not declared", name.text));
  }
  if (found->kind != Name::Kind::reg || found->type != Type::pred) {
    tokens.fail_at(name.place, fmt::format("guard '{}' is not a predicate register", name.text));
  }
  guard.reg = found->index;
  return guard;
}

/// Returns the number N of the modifier .vN, or 0 if the instruction has no such modifier.
std::size_t vector_modifier(const Instruction& instruction) {
  if (instruction.has("v2")) return 2;
  if (instruction.has("v4")) return 4;
  if (instruction.has("v8")) return 8;
  return 0;
}

/// Returns the first vector { } among the operands. The vector may also be the first element of a
/// pair d|p. Null: no operand has a vector.
const Operand* first_vector(const Instruction& instruction) {
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::vector) return &operand;
    if (operand.kind == OperandKind::pair && operand.elements[0].kind == OperandKind::vector) {
      return &operand.elements[0];
    }
  }
  return nullptr;
}

bool moves_memory(const Instruction& instruction) {
  return instruction.opcode == "ld" || instruction.opcode == "st";
}

/// Replaces a vector of one element, as in "ld.b32 {%r1}, [%rd1]", by its element. Such a vector is
/// legal where the instruction has no .vN.
void unwrap_single_elements(Instruction& instruction) {
  if (vector_modifier(instruction) != 0) return;
  for (Operand& operand : instruction.operands) {
    if (operand.kind != OperandKind::vector || operand.elements.size() != 1) continue;
    Operand element = std::move(operand.elements.front());
    operand = std::move(element);
  }
}

/// Checks the modifier .vN: the first operand that is a vector must have N elements.
void check_vectors(const FunctionState& state, const Instruction& instruction) {
  const std::size_t width = vector_modifier(instruction);
  const Operand* const vector = first_vector(instruction);
  if (width == 0) {
    if (vector != nullptr && moves_memory(instruction)) {
      state.tokens.fail_at(vector->place, fmt::format("{} takes a vector only with .v2, .v4 or .v8",
                                                      instruction.mnemonic()));
    }
    return;
  }
  if (vector != nullptr && vector->elements.size() != width) {
    state.tokens.fail_at(vector->place,
                         fmt::format("expected {} elements for {}, not {}", width,
                                     instruction.mnemonic(), vector->elements.size()));
  }
  if (vector == nullptr) {
    state.tokens.fail_at(instruction.place, fmt::format("{} needs a vector of {} elements",
                                                        instruction.mnemonic(), width));
  }
}

void check_count(const FunctionState& state, const Operand& callee, std::string_view what,
                 const Operand* group, std::size_t wanted) {
  const std::size_t given = group == nullptr ? 0 : group->elements.size();
  if (given == wanted) return;
  state.tokens.fail_at(
      group == nullptr ? callee.place : group->place,
      fmt::format("'{}' has {} {}, the call gives {}", callee.name, wanted, what, given));
}

/// Checks that the call has as many arguments and returned values as the callee's declaration or
/// the prototype.
void check_call(const FunctionState& state, const Instruction& call) {
  const CallParts parts = call_parts(call);
  const auto given = [](const Operand* part) { return part == nullptr ? 0u : 1u; };
  const std::size_t distinct =
      given(parts.returns) + given(parts.callee) + given(parts.arguments) + given(parts.prototype);
  if (parts.callee == nullptr || distinct != call.operands.size()) {
    state.tokens.fail_at(call.place,
                         "expected: call (returns), callee, (arguments), prototype; where all but "
                         "the callee may be left out");
  }
  const Operand& callee = *parts.callee;
  if (callee.kind == OperandKind::symbol && callee.symbol.kind == SymbolKind::function) {
    const Function& function = state.module.functions[callee.symbol.index];
    check_count(state, callee, "parameters", parts.arguments, function.parameters.size());
    check_count(state, callee, "return values", parts.returns, function.returns.size());
    return;
  }
  if (callee.kind != OperandKind::reg) {
    state.tokens.fail_at(callee.place, "expected a function or a register to call");
  }
  if (parts.prototype == nullptr || (parts.prototype->kind != OperandKind::prototype &&
                                     parts.prototype->kind != OperandKind::targets)) {
    state.tokens.fail_at(callee.place, fmt::format("the call through '{}' needs the name of a "
                                                   ".callprototype or .calltargets as its last "
                                                   "operand",
                                                   callee.name));
  }
  if (parts.prototype->kind == OperandKind::targets) return;
  const Prototype& prototype = state.function.prototypes[parts.prototype->index];
  check_count(state, *parts.prototype, "parameters", parts.arguments, prototype.parameters.size());
  check_count(state, *parts.prototype, "return values", parts.returns, prototype.returns.size());
}

bool begins_operand(const Token& token) {
  static constexpr std::string_view kOpenings = "{[(!-+~";
  if (token.kind == TokenKind::punctuation) {
    return token.text.size() == 1 && kOpenings.find(token.text[0]) != std::string_view::npos;
  }
  return token.kind != TokenKind::end && token.kind != TokenKind::string;
}

void parse_operands(FunctionState& state, Instruction& instruction) {
  TokenStream& tokens = state.tokens;
  if (tokens.accept(";")) return;
  if (!begins_operand(tokens.peek())) tokens.fail_expected("an operand or ';'");
  do {
    instruction.operands.push_back(parse_operand(state, instruction));
  } while (tokens.accept(","));
  if (!tokens.accept(";")) tokens.fail_expected("',' or ';'");
}

}  // namespace

void parse_instruction(FunctionState& state) {
  TokenStream& tokens = state.tokens;
  Instruction instruction;
  instruction.place = tokens.peek().place;
  instruction.source = state.source;
  instruction.guard = parse_guard(state);
  instruction.opcode = tokens.expect_identifier("an instruction").text;
  while (tokens.peek().kind == TokenKind::directive) {
    instruction.modifiers.push_back(tokens.take().text.substr(1));
    if (instruction.modifiers.back() == "const") skip_constant_bank(tokens);
  }
  parse_operands(state, instruction);
  if (moves_memory(instruction)) unwrap_single_elements(instruction);
  check_vectors(state, instruction);
  if (instruction.opcode == "call") check_call(state, instruction);
  state.function.body.push_back(std::move(instruction));
}

}  // namespace heddle::ptx
