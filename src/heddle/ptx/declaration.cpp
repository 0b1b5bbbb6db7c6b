#include "heddle/ptx/declaration.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/initializer.hpp"

namespace heddle::ptx {
namespace {

constexpr std::size_t kMaxDimensions = 16;
constexpr std::uint64_t kMaxAlignment = 1 << 20;
constexpr unsigned kMaxVectorBytes = 16;
/// PTX before 2.2 has the constant banks 0 to 10.
constexpr std::uint64_t kLastConstantBank = 10;

/// The part of a declaration between the state space and the name: type, vector width, alignment.
struct Declarator {
  bool has_type = false;
  Type type = Type::b32;
  std::uint8_t vector_width = 1;
  std::uint64_t alignment = 0;  ///< in bytes; 0: not given
  bool managed = false;
  bool is_pointer = false;
  bool pointer_is_generic = true;
  Space pointer_space = Space::global;
  std::uint64_t pointer_alignment = 0;
};

std::uint64_t parse_alignment(TokenStream& tokens) {
  const TextPosition place = tokens.peek().place;
  const std::uint64_t alignment = tokens.expect_integer("the alignment", kMaxAlignment);
  if (!std::has_single_bit(alignment)) {
    tokens.fail_at(place, fmt::format("alignment {} is not a power of two", alignment));
  }
  return alignment;
}

/// Returns the fundamental type that a directive names. Returns no type for .bf16, which PTX allows
/// only as a modifier of opcodes.
std::optional<Type> declared_type(std::string_view directive) {
  const std::optional<Type> type = type_from_name(directive.substr(1));
  if (type == Type::bf16 || type == Type::bf16x2) return std::nullopt;
  return type;
}

std::uint8_t vector_from_directive(std::string_view directive) {
  if (directive == ".v2") return 2;
  if (directive == ".v4") return 4;
  return 1;
}

/// Parses one directive of a declarator. Returns false if the next token cannot be part of a
/// declarator.
bool parse_declarator_part(TokenStream& tokens, Declarator& declarator) {
  const Token token = tokens.peek();
  if (token.text == ".attribute") {
    declarator.managed |= parse_attributes(tokens);
    return true;
  }
  if (token.text == ".align") {
    tokens.take();
    const std::uint64_t alignment = parse_alignment(tokens);
    (declarator.is_pointer ? declarator.pointer_alignment : declarator.alignment) = alignment;
    return true;
  }
  if (token.text == ".ptr") {
    declarator.is_pointer = true;
  } else if (const auto space = space_from_directive(token.text);
             space.has_value() && declarator.is_pointer) {
    declarator.pointer_space = *space;
    declarator.pointer_is_generic = false;
  } else if (vector_from_directive(token.text) != 1) {
    declarator.vector_width = vector_from_directive(token.text);
  } else if (const auto type = declared_type(token.text);
             type.has_value() && !declarator.has_type) {
    declarator.type = *type;
    declarator.has_type = true;
  } else {
    return false;
  }
  tokens.take();
  return true;
}

Declarator parse_declarator(TokenStream& tokens) {
  Declarator declarator;
  while (tokens.peek().kind == TokenKind::directive && parse_declarator_part(tokens, declarator)) {
  }
  if (!declarator.has_type) tokens.fail_expected("a type such as '.b32'");
  if (declarator.vector_width * type_bytes(declarator.type) > kMaxVectorBytes) {
    tokens.fail_at(tokens.peek().place,
                   fmt::format(".v{} .{} is longer than 128 bits",
                               unsigned{declarator.vector_width}, type_name(declarator.type)));
  }
  return declarator;
}

/// Parses "[4][2]". The first dimension may be written as []; its extent is then 0.
std::vector<std::uint64_t> parse_dimensions(TokenStream& tokens) {
  std::vector<std::uint64_t> dimensions;
  while (tokens.peek().is("[")) {
    const Token open = tokens.take();
    if (dimensions.size() == kMaxDimensions) {
      tokens.fail_at(open.place, fmt::format("more than {} dimensions", kMaxDimensions));
    }
    std::uint64_t extent = 0;
    if (!tokens.peek().is("]") || !dimensions.empty()) {
      extent = tokens.expect_integer("the number of elements", kMaxVariableBytes);
    }
    tokens.expect("]");
    dimensions.push_back(extent);
  }
  return dimensions;
}

/// Returns the total size in bytes. Returns 0 if an extent is unknown or 0. Throws if the product
/// of the nonzero extents is too large.
std::uint64_t total_bytes(const TokenStream& tokens, TextPosition place, std::uint64_t element,
                          const std::vector<std::uint64_t>& dimensions) {
  std::uint64_t bytes = element;
  bool has_size = true;
  for (const std::uint64_t extent : dimensions) {
    has_size &= extent != 0;
    if (extent == 0) continue;
    if (bytes > kMaxVariableBytes / extent) {
      tokens.fail_at(place, fmt::format("larger than {} bytes", kMaxVariableBytes));
    }
    bytes *= extent;
  }
  return has_size ? bytes : 0;
}

bool may_have_initializer(const Variable& variable) {
  return variable.linkage != Linkage::external &&
         (variable.space == Space::global || variable.space == Space::constant);
}

void parse_variable(TokenStream& tokens, const FindSymbol& find, Variable& variable) {
  const Token name = tokens.expect_identifier("a variable name");
  variable.name = name.text;
  variable.place = name.place;
  variable.dimensions = parse_dimensions(tokens);
  const std::uint64_t element = variable.vector_width * type_bytes(variable.type);
  variable.bytes = total_bytes(tokens, name.place, element, variable.dimensions);
  if (tokens.peek().is("=")) {
    const Token equals = tokens.take();
    if (!may_have_initializer(variable)) {
      tokens.fail_at(equals.place,
                     fmt::format("'{}' cannot have an initial value: only .global and "
                                 ".const variables that are not .extern can",
                                 variable.name));
    }
    parse_initializer(tokens, find, variable);
    variable.bytes = total_bytes(tokens, name.place, element, variable.dimensions);
  }
  if (variable.bytes == 0 && variable.linkage != Linkage::external) {
    tokens.fail_at(name.place, fmt::format("array '{}' has no size: write the number of elements "
                                           "in its brackets, or declare it .extern",
                                           variable.name));
  }
}

Parameter parse_parameter(TokenStream& tokens) {
  const Token directive = tokens.peek();
  const auto space = space_from_directive(directive.text);
  if (!space.has_value() || (*space != Space::param && *space != Space::reg)) {
    tokens.fail_expected("'.param' or '.reg'");
  }
  tokens.take();
  const Declarator declarator = parse_declarator(tokens);
  const Token name = tokens.expect_identifier("a parameter name");
  const std::vector<std::uint64_t> dimensions = parse_dimensions(tokens);
  if (declarator.type == Type::pred && *space == Space::param) {
    tokens.fail_at(name.place, "a predicate cannot be passed in the .param space");
  }
  Parameter parameter;
  parameter.name = name.text;
  parameter.place = name.place;
  parameter.space = *space;
  parameter.type = declarator.type;
  parameter.vector_width = declarator.vector_width;
  parameter.is_array = !dimensions.empty();
  const std::uint64_t element = declarator.vector_width * type_bytes(declarator.type);
  parameter.bytes = total_bytes(tokens, name.place, element, dimensions);
  parameter.alignment = declarator.alignment != 0 ? declarator.alignment : element;
  parameter.is_pointer = declarator.is_pointer;
  parameter.pointer_space = declarator.pointer_space;
  parameter.pointer_is_generic = declarator.pointer_is_generic;
  parameter.pointer_alignment = declarator.pointer_alignment;
  return parameter;
}

}  // namespace

std::optional<Space> space_from_directive(std::string_view directive) {
  static constexpr std::array<std::pair<std::string_view, Space>, 6> kSpaces = {{
      {".reg", Space::reg},
      {".param", Space::param},
      {".global", Space::global},
      {".const", Space::constant},
      {".shared", Space::shared},
      {".local", Space::local},
  }};
  const auto found = std::find_if(kSpaces.begin(), kSpaces.end(),
                                  [&](const auto& space) { return space.first == directive; });
  return found == kSpaces.end() ? std::nullopt : std::optional(found->second);
}

bool parse_attributes(TokenStream& tokens) {
  bool managed = false;
  tokens.take();
  tokens.expect("(");
  do {
    const Token attribute = tokens.peek();
    if (attribute.kind != TokenKind::directive) tokens.fail_expected("an attribute");
    tokens.take();
    managed |= attribute.text == ".managed";
    if (!tokens.accept("(")) continue;
    do {
      tokens.expect_integer("a number", ~std::uint64_t{0});
    } while (tokens.accept(","));
    tokens.expect(")");
  } while (tokens.accept(","));
  tokens.expect(")");
  return managed;
}

void skip_constant_bank(TokenStream& tokens) {
  if (!tokens.accept("[")) return;
  tokens.expect_integer("the number of a constant bank", kLastConstantBank);
  tokens.expect("]");
}

void parse_variables(TokenStream& tokens, Space space, Linkage linkage, const FindSymbol& find,
                     const AddVariable& add) {
  tokens.take();
  if (space == Space::constant) skip_constant_bank(tokens);
  const Declarator declarator = parse_declarator(tokens);
  if (declarator.type == Type::pred) {
    tokens.fail_at(tokens.peek().place, "predicates live in registers only: write .reg .pred");
  }
  do {
    Variable variable;
    variable.space = space;
    variable.linkage = linkage;
    variable.type = declarator.type;
    variable.vector_width = declarator.vector_width;
    variable.managed = declarator.managed;
    const std::uint64_t natural = declarator.vector_width * type_bytes(variable.type);
    variable.alignment = declarator.alignment != 0 ? declarator.alignment : natural;
    parse_variable(tokens, find, variable);
    add(std::move(variable));
  } while (tokens.accept(","));
  tokens.expect(";");
}

std::vector<DeclaredRegister> parse_registers(TokenStream& tokens) {
  std::vector<DeclaredRegister> registers;
  tokens.take();
  const Declarator declarator = parse_declarator(tokens);
  if (is_opaque(declarator.type)) tokens.fail_expected("a type that a register can have");
  do {
    DeclaredRegister declared;
    declared.name = tokens.expect_identifier("a register name");
    declared.type = declarator.type;
    declared.vector_width = declarator.vector_width;
    if (tokens.accept("<")) {
      declared.count = tokens.expect_integer("the number of registers", kMaxRange);
      tokens.expect(">");
    }
    registers.push_back(declared);
  } while (tokens.accept(","));
  tokens.expect(";");
  return registers;
}

std::vector<Parameter> parse_parameters(TokenStream& tokens) {
  std::vector<Parameter> parameters;
  if (!tokens.accept("(")) return parameters;
  if (tokens.accept(")")) return parameters;
  do {
    parameters.push_back(parse_parameter(tokens));
  } while (tokens.accept(","));
  tokens.expect(")");
  return parameters;
}

}  // namespace heddle::ptx
