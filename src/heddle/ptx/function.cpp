#include "heddle/ptx/function.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/body.hpp"
#include "heddle/ptx/declaration.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint64_t kMaxBound = 0x7FFFFFFF;

std::uint32_t parse_bound(TokenStream& tokens) {
  return static_cast<std::uint32_t>(tokens.expect_integer("the number", kMaxBound));
}

/// Parses "x", "x, y" or "x, y, z". Missing extents are 1.
void parse_extents(TokenStream& tokens, std::uint32_t (&extents)[3]) {
  extents[0] = parse_bound(tokens);
  extents[1] = tokens.accept(",") ? parse_bound(tokens) : 1;
  extents[2] = tokens.accept(",") ? parse_bound(tokens) : 1;
}

struct BoundDirective {
  std::string_view name;
  void (*parse)(TokenStream& tokens, Bounds& bounds);
};

constexpr std::array kBoundDirectives = {
    BoundDirective{".maxntid", [](TokenStream& t, Bounds& b) { parse_extents(t, b.max_threads); }},
    BoundDirective{".reqntid",
                   [](TokenStream& t, Bounds& b) { parse_extents(t, b.required_threads); }},
    BoundDirective{".minnctapersm",
                   [](TokenStream& t, Bounds& b) { b.min_blocks_per_sm = parse_bound(t); }},
    BoundDirective{".maxnctapersm",
                   [](TokenStream& t, Bounds& b) { b.max_blocks_per_sm = parse_bound(t); }},
    BoundDirective{".maxnreg", [](TokenStream& t, Bounds& b) { b.max_registers = parse_bound(t); }},
    BoundDirective{".reqnctapercluster",
                   [](TokenStream& t, Bounds& b) { parse_extents(t, b.cluster_blocks); }},
    BoundDirective{".maxclusterrank",
                   [](TokenStream& t, Bounds& b) { b.max_cluster_rank = parse_bound(t); }},
    BoundDirective{".explicitcluster", [](TokenStream&, Bounds& b) { b.explicit_cluster = true; }},
    BoundDirective{".blocksareclusters",
                   [](TokenStream&, Bounds& b) { b.blocks_are_clusters = true; }},
};

bool parse_bound_directive(TokenStream& tokens, Bounds& bounds) {
  const auto found = std::find_if(
      kBoundDirectives.begin(), kBoundDirectives.end(),
      [&](const BoundDirective& directive) { return tokens.peek().is_directive(directive.name); });
  if (found == kBoundDirectives.end()) return false;
  tokens.take();
  found->parse(tokens, bounds);
  return true;
}

/// True if the declaration of a function ends here without a ';', as compilers before PTX 3.0 write
/// it: the next statement of the module follows.
bool ends_without_semicolon(TokenStream& tokens, const Function& function) {
  return !function.is_entry && tokens.peek().kind == TokenKind::directive;
}

/// Parses all directives between the parameters and the body (or the end of a declaration).
void parse_function_directives(TokenStream& tokens, Function& function) {
  while (tokens.peek().kind == TokenKind::directive) {
    if (tokens.peek().text == ".pragma") {
      parse_pragma(tokens, function.pragmas);
    } else if (!parse_call_attribute(tokens, function.is_noreturn) &&
               !parse_bound_directive(tokens, function.bounds)) {
      if (ends_without_semicolon(tokens, function)) return;
      tokens.fail_expected("a performance directive, '{' or ';'");
    }
  }
}

Function parse_header(TokenStream& tokens, Linkage linkage) {
  Function function;
  function.linkage = linkage;
  function.is_entry = tokens.take().is_directive(".entry");
  if (tokens.peek().is_directive(".attribute")) parse_attributes(tokens);
  if (!function.is_entry) function.returns = parse_parameters(tokens);
  const Token name = tokens.expect_identifier("a function name");
  function.name = name.text;
  function.place = name.place;
  function.parameters = parse_parameters(tokens);
  parse_function_directives(tokens, function);
  for (const Parameter& parameter : function.parameters) {
    if (function.is_entry && parameter.space == Space::reg) {
      tokens.fail_at(parameter.place, "parameters of an .entry are in the .param space");
    }
  }
  return function;
}

bool same_layout(const std::vector<Parameter>& left, const std::vector<Parameter>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Parameter& a, const Parameter& b) {
                      return a.space == b.space && a.type == b.type && a.bytes == b.bytes &&
                             a.vector_width == b.vector_width && a.alignment == b.alignment;
                    });
}

/// Adds the function to the module, or merges it with an earlier declaration of the same name.
/// `has_body`: the new declaration has a body.
std::uint32_t add_function(ModuleState& state, Function&& function, bool has_body) {
  std::vector<Function>& functions = state.module.functions;
  const SymbolRef known = state.names.find(function.name);
  if (known.kind == SymbolKind::none) {
    const auto index = static_cast<std::uint32_t>(functions.size());
    state.names.set(function.name, {SymbolKind::function, index});
    function.has_body = has_body;
    functions.push_back(std::move(function));
    return index;
  }
  if (known.kind != SymbolKind::function || (has_body && functions[known.index].has_body)) {
    state.tokens.fail_at(function.place, fmt::format("'{}' is already defined", function.name));
  }
  Function& earlier = functions[known.index];
  if (earlier.is_entry != function.is_entry || !same_layout(earlier.returns, function.returns) ||
      !same_layout(earlier.parameters, function.parameters)) {
    state.tokens.fail_at(function.place, fmt::format("'{}' differs from its declaration in line {}",
                                                     function.name, earlier.place.line));
  }
  if (has_body) {
    function.has_body = true;
    function.is_noreturn |= earlier.is_noreturn;
    earlier = std::move(function);
  }
  return known.index;
}

}  // namespace

void parse_pragma(TokenStream& tokens, std::vector<std::string_view>& pragmas) {
  tokens.take();
  do {
    pragmas.push_back(tokens.expect_string("a pragma in quotes").text);
  } while (tokens.accept(","));
  tokens.expect(";");
}

bool parse_call_attribute(TokenStream& tokens, bool& is_noreturn) {
  if (tokens.accept(".noreturn")) {
    is_noreturn = true;
    return true;
  }
  if (tokens.accept(".unique")) return true;
  if (!tokens.accept(".abi_preserve") && !tokens.accept(".abi_preserve_control")) return false;
  parse_bound(tokens);
  return true;
}

void parse_function(ModuleState& state, Linkage linkage) {
  TokenStream& tokens = state.tokens;
  Function header = parse_header(tokens, linkage);
  const bool has_body = tokens.peek().is("{");
  const bool is_open = ends_without_semicolon(tokens, header);
  if (!has_body && !is_open && !tokens.peek().is(";")) tokens.fail_expected("'{'");
  const std::uint32_t index = add_function(state, std::move(header), has_body);
  if (has_body) {
    parse_body(state, index);
  } else if (!is_open) {
    tokens.take();
  }
}

}  // namespace heddle::ptx
