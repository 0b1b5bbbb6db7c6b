#include "heddle/ptx/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/body.hpp"
#include "heddle/ptx/declaration.hpp"
#include "heddle/ptx/function.hpp"
#include "heddle/ptx/state.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint32_t kOldestMajor = 1;
constexpr std::uint32_t kNewestMajor = 9;

/// Parses ".version 8.0".
void parse_version(ModuleState& state) {
  if (!state.tokens.accept(".version")) state.tokens.fail_expected("'.version'");
  const Token version = state.tokens.peek();
  const std::size_t dot = version.text.find('.');
  if (version.kind != TokenKind::float64 || dot == std::string_view::npos) {
    state.tokens.fail_expected("a version such as 8.0");
  }
  state.tokens.take();
  const char* const begin = version.text.data();
  const char* const end = begin + version.text.size();
  std::from_chars(begin, begin + dot, state.module.version_major);
  std::from_chars(begin + dot + 1, end, state.module.version_minor);
  if (state.module.version_major < kOldestMajor || state.module.version_major > kNewestMajor) {
    state.tokens.fail_at(version.place,
                         fmt::format("PTX version {} is not supported: {}.0 to {}.x are",
                                     version.text, kOldestMajor, kNewestMajor));
  }
}

/// Parses ".target sm_75, texmode_independent".
void parse_target(ModuleState& state) {
  if (!state.tokens.accept(".target")) state.tokens.fail_expected("'.target'");
  state.module.target = state.tokens.expect_identifier("a target such as sm_75").text;
  while (state.tokens.accept(",")) {
    state.module.target_options.push_back(
        state.tokens.expect_identifier("a target option such as debug").text);
  }
}

void parse_address_size(ModuleState& state) {
  if (!state.tokens.accept(".address_size")) return;
  const TextPosition place = state.tokens.peek().place;
  const std::uint64_t bits = state.tokens.expect_integer("the address size", 64);
  if (bits != 32 && bits != 64) state.tokens.fail_at(place, "the address size is 32 or 64");
  state.module.address_size = static_cast<std::uint32_t>(bits);
}

/// Parses ".section name { ... }". The content stays text, which only `debug` reads.
void parse_section(ModuleState& state) {
  TokenStream& tokens = state.tokens;
  tokens.take();
  const Token name = tokens.peek();
  if (name.kind != TokenKind::directive && name.kind != TokenKind::identifier) {
    tokens.fail_expected("a section name");
  }
  tokens.take();
  const char* const begin = tokens.expect("{").text.data() + 1;
  while (!tokens.peek().is("}")) {
    if (tokens.at_end()) tokens.fail_expected(fmt::format("'}}' of section '{}'", name.text));
    tokens.take();
  }
  const char* const end = tokens.take().text.data();
  state.module.debug_sections.push_back({name.text, std::string_view(begin, end)});
}

std::uint32_t expect_function(ModuleState& state) {
  const Token name = state.tokens.expect_identifier("a function name");
  const SymbolRef symbol = state.names.find(name.text);
  if (symbol.kind != SymbolKind::function) {
    state.tokens.fail_at(name.place, fmt::format("function '{}' is not declared", name.text));
  }
  return symbol.index;
}

/// Parses ".alias name, aliasee;".
void parse_alias(ModuleState& state) {
  state.tokens.take();
  Alias alias;
  alias.alias = expect_function(state);
  state.tokens.expect(",");
  alias.aliasee = expect_function(state);
  state.tokens.expect(";");
  state.module.aliases.push_back(alias);
}

bool same_declaration(const Variable& a, const Variable& b) {
  const bool same_size = a.bytes == b.bytes || a.bytes == 0 || b.bytes == 0;
  return a.space == b.space && a.type == b.type && a.vector_width == b.vector_width && same_size;
}

/// Adds the variable to the module, or merges it with an earlier .extern declaration.
void add_variable(ModuleState& state, Variable&& variable) {
  std::vector<Variable>& variables = state.module.variables;
  const SymbolRef known = state.names.find(variable.name);
  if (known.kind == SymbolKind::none) {
    state.names.set(variable.name,
                    {SymbolKind::module_variable, static_cast<std::uint32_t>(variables.size())});
    variables.push_back(std::move(variable));
    return;
  }
  const bool is_variable = known.kind == SymbolKind::module_variable;
  const bool either_extern = is_variable && (variable.linkage == Linkage::external ||
                                             variables[known.index].linkage == Linkage::external);
  if (!either_extern) {
    state.tokens.fail_at(variable.place, fmt::format("'{}' is already declared", variable.name));
  }
  Variable& earlier = variables[known.index];
  if (!same_declaration(earlier, variable)) {
    state.tokens.fail_at(variable.place, fmt::format("'{}' differs from its declaration in line {}",
                                                     variable.name, earlier.place.line));
  }
  if (earlier.linkage == Linkage::external) earlier = std::move(variable);
}

/// Parses variables of the module, or what each kernel has of its own: modules before PTX 3.0 may
/// declare registers and local variables outside functions.
void parse_module_variables(ModuleState& state, Linkage linkage) {
  const Token space = state.tokens.peek();
  const auto kind = space_from_directive(space.text);
  const bool is_old = state.module.version_major < 3;
  const bool is_for_each_kernel = kind == Space::reg || kind == Space::local;
  if (kind == Space::param || (is_for_each_kernel && !is_old)) {
    state.tokens.fail_at(
        space.place, fmt::format("{} variables are declared within functions only", space.text));
  }
  if (kind == Space::reg) {
    std::ranges::move(parse_registers(state.tokens), std::back_inserter(state.registers));
    return;
  }
  parse_variables(
      state.tokens, *kind, linkage, [&](std::string_view name) { return state.names.find(name); },
      [&](Variable&& variable) {
        if (kind == Space::local) {
          state.locals.push_back(std::move(variable));
        } else {
          add_variable(state, std::move(variable));
        }
      });
}

/// Parses an optional linkage directive: .visible, .extern, .weak or .common.
Linkage parse_linkage(TokenStream& tokens) {
  static constexpr std::array<std::pair<std::string_view, Linkage>, 4> kLinkages = {{
      {".visible", Linkage::visible},
      {".extern", Linkage::external},
      {".weak", Linkage::weak},
      {".common", Linkage::common},
  }};
  for (const auto& [name, linkage] : kLinkages) {
    if (tokens.accept(name)) return linkage;
  }
  return Linkage::none;
}

/// Parses ".tex .u32 name;", the form in which PTX 1.x declares a texture.
void parse_old_texture(ModuleState& state, Linkage linkage) {
  TokenStream& tokens = state.tokens;
  tokens.take();
  if (!tokens.accept(".u32") && !tokens.accept(".u64")) tokens.fail_expected("'.u32' or '.u64'");
  do {
    const Token name = tokens.expect_identifier("a texture name");
    Variable texture;
    texture.name = name.text;
    texture.place = name.place;
    texture.linkage = linkage;
    texture.type = Type::texref;
    texture.bytes = texture.alignment = type_bytes(Type::texref);
    add_variable(state, std::move(texture));
  } while (tokens.accept(","));
  tokens.expect(";");
}

void parse_module_statement(ModuleState& state) {
  TokenStream& tokens = state.tokens;
  if (tokens.peek().is_directive(".file")) return parse_file_directive(tokens, state.module.files);
  if (tokens.peek().is_directive(".section")) return parse_section(state);
  if (tokens.peek().is_directive(".alias")) return parse_alias(state);
  if (tokens.peek().is_directive(".pragma")) return parse_pragma(tokens, state.module.pragmas);
  const Linkage linkage = parse_linkage(tokens);
  const Token& next = tokens.peek();
  if (next.is_directive(".entry") || next.is_directive(".func")) {
    return parse_function(state, linkage);
  }
  if (next.is_directive(".tex")) return parse_old_texture(state, linkage);
  if (next.kind == TokenKind::directive && space_from_directive(next.text).has_value()) {
    return parse_module_variables(state, linkage);
  }
  tokens.fail_expected("a function or a variable");
}

/// Returns the text without the zero bytes with which fat binaries pad PTX.
std::string_view without_padding(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\0');
  return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

}  // namespace

Module parse(std::string_view text, const std::string& file_name) {
  Module module;
  module.file_name = file_name;
  module.text = std::make_unique<const std::string>(without_padding(text));
  ModuleState state{module, TokenStream(*module.text, file_name), {}};
  parse_version(state);
  parse_target(state);
  parse_address_size(state);
  while (!state.tokens.at_end()) parse_module_statement(state);
  return module;
}

}  // namespace heddle::ptx
