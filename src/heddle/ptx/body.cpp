#include "heddle/ptx/body.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/declaration.hpp"
#include "heddle/ptx/function.hpp"
#include "heddle/ptx/instruction.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint64_t kMaxLine = 0xFFFFFFFF;

std::uint32_t parse_line_number(TokenStream& tokens) {
  return static_cast<std::uint32_t>(tokens.expect_integer("a number", kMaxLine));
}

/// The place of a .loc or of its inlined_at: file, line and column.
std::array<std::uint32_t, 3> parse_source_place(TokenStream& tokens) {
  std::array<std::uint32_t, 3> place{};
  for (std::uint32_t& number : place) number = parse_line_number(tokens);
  return place;
}

/// Returns the index of the inlined call at the place. The call belongs to the inlined call to
/// which an earlier .loc assigns the place.
std::uint32_t inlined_call_at(FunctionState& state, const std::array<std::uint32_t, 3>& place) {
  const auto outer = state.inlined_lines.find(place);
  const std::uint32_t caller = outer == state.inlined_lines.end() ? kNoIndex : outer->second;
  std::vector<SourceLine>& calls = state.function.inlined_calls;
  const auto [file, line, column] = place;
  const auto [call, is_new] = state.inlined_calls.try_emplace(
      {file, line, column, caller}, static_cast<std::uint32_t>(calls.size()));
  if (is_new) calls.push_back({file, line, caller});
  return call->second;
}

/// Parses ".loc file line column, function_name name + offset, inlined_at file line column".
void parse_loc(FunctionState& state) {
  TokenStream& tokens = state.tokens;
  tokens.take();
  const std::array<std::uint32_t, 3> place = parse_source_place(tokens);
  state.source = {place[0], place[1], kNoIndex};
  while (tokens.accept(",")) {
    if (tokens.accept("function_name")) {
      tokens.expect_identifier("a label");
      if (tokens.accept("+")) parse_line_number(tokens);
    } else if (tokens.accept("inlined_at")) {
      state.source.call = inlined_call_at(state, parse_source_place(tokens));
    } else {
      tokens.fail_expected("'function_name' or 'inlined_at'");
    }
  }
  if (state.source.call != kNoIndex) state.inlined_lines[place] = state.source.call;
}

void declare(FunctionNames& names, const DeclaredRegister& declared) {
  const Token& name = declared.name;
  if (declared.count.has_value()) {
    names.declare_range(name.text, *declared.count, declared.type, declared.vector_width,
                        name.place);
  } else {
    names.declare_register(name.text, declared.type, declared.vector_width, name.place);
  }
}

void declare(FunctionState& state, Variable&& variable) {
  Name name;
  name.symbol = {SymbolKind::function_variable,
                 static_cast<std::uint32_t>(state.function.variables.size())};
  state.names.declare(variable.name, name, variable.place);
  state.function.variables.push_back(std::move(variable));
}

void parse_body_registers(FunctionState& state) {
  for (const DeclaredRegister& declared : parse_registers(state.tokens)) {
    declare(state.names, declared);
  }
}

void parse_body_variables(FunctionState& state, Space space) {
  const FindSymbol find = [&](std::string_view name) {
    const std::optional<Name> found = state.names.find(name);
    return found.has_value() && found->kind == Name::Kind::symbol ? found->symbol : SymbolRef{};
  };
  parse_variables(state.tokens, space, Linkage::none, find,
                  [&](Variable&& variable) { declare(state, std::move(variable)); });
}

std::uint32_t parse_target(FunctionState& state, bool is_call) {
  const Token name = state.tokens.expect_identifier(is_call ? "a function" : "a label");
  if (state.tokens.peek().is("<")) state.tokens.fail_expected("',' or ';' (no label ranges)");
  if (!is_call) return state.names.refer_to_label(name.text, name.place);
  const std::optional<Name> found = state.names.find(name.text);
  if (!found.has_value() || found->symbol.kind != SymbolKind::function) {
    state.tokens.fail_at(name.place, fmt::format("function '{}' is not declared", name.text));
  }
  return found->symbol.index;
}

/// Parses "name: .branchtargets a, b;" or "name: .calltargets a, b;". The next token is the
/// directive.
void parse_targets(FunctionState& state, const Token& name) {
  TargetList list;
  list.name = name.text;
  list.place = name.place;
  list.is_call = state.tokens.take().is_directive(".calltargets");
  do {
    list.targets.push_back(parse_target(state, list.is_call));
  } while (state.tokens.accept(","));
  state.tokens.expect(";");
  Name entry;
  entry.kind = Name::Kind::targets;
  entry.index = static_cast<std::uint32_t>(state.function.target_lists.size());
  state.names.declare(name.text, entry, name.place);
  state.function.target_lists.push_back(std::move(list));
}

/// Parses "name: .callprototype (.param .b32 _) _ (.param .b64 _);". The next token is the
/// directive.
void parse_prototype(FunctionState& state, const Token& name) {
  TokenStream& tokens = state.tokens;
  Prototype prototype;
  prototype.name = name.text;
  prototype.place = name.place;
  tokens.take();
  prototype.returns = parse_parameters(tokens);
  tokens.expect_identifier("'_'");
  prototype.parameters = parse_parameters(tokens);
  while (parse_call_attribute(tokens, prototype.is_noreturn)) {
  }
  tokens.expect(";");
  Name entry;
  entry.kind = Name::Kind::prototype;
  entry.index = static_cast<std::uint32_t>(state.function.prototypes.size());
  state.names.declare(name.text, entry, name.place);
  state.function.prototypes.push_back(std::move(prototype));
}

void parse_label(FunctionState& state) {
  const Token name = state.tokens.take();
  state.tokens.expect(":");
  const Token& next = state.tokens.peek();
  if (next.is_directive(".branchtargets") || next.is_directive(".calltargets")) {
    parse_targets(state, name);
  } else if (next.is_directive(".callprototype")) {
    parse_prototype(state, name);
  } else {
    state.names.declare_label(name.text, name.place);
  }
}

void parse_body_pragma(FunctionState& state) {
  const std::uint32_t line = state.tokens.peek().place.line;
  const std::size_t before = state.function.pragmas.size();
  parse_pragma(state.tokens, state.function.pragmas);
  const auto added = std::span(state.function.pragmas).subspan(before);
  if (std::ranges::find(added, "nounroll") != added.end()) {
    state.function.rolled_lines.push_back(line);
  }
}

void parse_body_directive(FunctionState& state) {
  const Token& directive = state.tokens.peek();
  if (directive.text == ".loc") return parse_loc(state);
  if (directive.text == ".file") return parse_file_directive(state.tokens, state.module.files);
  if (directive.text == ".pragma") return parse_body_pragma(state);
  if (directive.text == ".reg") return parse_body_registers(state);
  if (const auto space = space_from_directive(directive.text); space.has_value()) {
    return parse_body_variables(state, *space);
  }
  state.tokens.fail_expected("an instruction, a declaration or a label");
}

void parse_statement(FunctionState& state) {
  const Token& token = state.tokens.peek();
  if (token.is("{")) {
    state.names.open_scope(state.tokens.take().place);
  } else if (token.is("}")) {
    state.tokens.take();
    state.names.close_scope();
  } else if (token.kind == TokenKind::directive) {
    parse_body_directive(state);
  } else if (token.kind == TokenKind::identifier && state.tokens.peek(1).is(":")) {
    parse_label(state);
  } else if (token.kind == TokenKind::identifier || token.is("@")) {
    parse_instruction(state);
  } else {
    state.tokens.fail_expected("an instruction or '}'");
  }
}

void declare_parameters(FunctionState& state, SymbolKind kind, std::vector<Parameter>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Parameter& parameter = parameters[i];
    if (parameter.name == "_") continue;
    if (parameter.space == Space::reg) {
      state.names.declare_register(parameter.name, parameter.type, parameter.vector_width,
                                   parameter.place);
      const std::optional<Name> declared = state.names.find(parameter.name);
      parameter.reg = declared.has_value() ? declared->index : kNoIndex;
      continue;
    }
    Name name;
    name.symbol = {kind, static_cast<std::uint32_t>(i)};
    state.names.declare(parameter.name, name, parameter.place);
  }
}

}  // namespace

void parse_file_directive(TokenStream& tokens, std::vector<SourceFile>& files) {
  tokens.take();
  SourceFile file;
  file.number = parse_line_number(tokens);
  file.name = tokens.expect_string("a file name in quotes").text;
  files.push_back(file);
  while (tokens.accept(",")) tokens.expect_integer("a number", ~std::uint64_t{0});
}

void parse_body(ModuleState& state, std::uint32_t index) {
  Function& function = state.module.functions[index];
  FunctionState inner{
      state.module, state.tokens, function, FunctionNames(function, state.names, state.tokens), {}};
  declare_parameters(inner, SymbolKind::return_parameter, function.returns);
  declare_parameters(inner, SymbolKind::parameter, function.parameters);
  if (function.is_entry) {
    for (const DeclaredRegister& declared : state.registers) declare(inner.names, declared);
    for (const Variable& variable : state.locals) declare(inner, Variable(variable));
  }
  state.tokens.expect("{");
  while (inner.names.depth() > 0) parse_statement(inner);
  inner.names.check_labels();
}

}  // namespace heddle::ptx
