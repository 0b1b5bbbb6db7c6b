#include "heddle/ptx/operand.hpp"

#include <utility>

#include <fmt/core.h>

#include "heddle/ptx/constant.hpp"
#include "heddle/ptx/special_register.hpp"

namespace heddle::ptx {
namespace {

/// Returns the vector component that a directive selects: 0 to 3 for .x .y .z .w and for .r .g .b
/// .a. Returns -1 for other directives.
int component_from_directive(std::string_view directive) {
  if (directive.size() != 2) return -1;
  const std::size_t coordinate = std::string_view("xyzw").find(directive[1]);
  if (coordinate != std::string_view::npos) return static_cast<int>(coordinate);
  const std::size_t colour = std::string_view("rgba").find(directive[1]);
  return colour == std::string_view::npos ? -1 : static_cast<int>(colour);
}

class OperandParser {
 public:
  OperandParser(FunctionState& state, const Instruction& instruction)
      : state_(state), tokens_(state.tokens), instruction_(instruction) {}

  Operand parse() {
    Operand operand = first_of_pair();
    if (!instruction_.operands.empty() || !tokens_.peek().is("|")) return operand;
    tokens_.take();
    Operand pair;
    pair.kind = OperandKind::pair;
    pair.place = operand.place;
    pair.elements.push_back(std::move(operand));
    pair.elements.push_back(element());
    return pair;
  }

 private:
  Operand first_of_pair() {
    const Token& token = tokens_.peek();
    if (token.is("{")) return list(OperandKind::vector, "{", "}");
    if (token.is("[")) return address();
    if (token.is("(") && instruction_.opcode == "call") return list(OperandKind::group, "(", ")");
    if (instruction_.opcode == "bra" && token.kind == TokenKind::identifier) return label();
    return element();
  }

  /// Parses an operand that has no brackets around it. The elements of vectors and groups are such
  /// operands.
  Operand element() {
    const Token& token = tokens_.peek();
    if (token.is("!") && tokens_.peek(1).kind == TokenKind::identifier) return negated();
    if (is_video() && token.is("-") && tokens_.peek(1).kind == TokenKind::identifier) {
      tokens_.take();
      Operand operand = named();
      operand.negated = true;
      return operand;
    }
    if (at_constant(tokens_)) return constant();
    if (token.kind == TokenKind::identifier) return named();
    tokens_.fail_expected("an operand");
  }

  Operand begin(OperandKind kind) {
    Operand operand;
    operand.kind = kind;
    operand.place = tokens_.peek().place;
    return operand;
  }

  Operand list(OperandKind kind, std::string_view open, std::string_view close) {
    Operand operand = begin(kind);
    tokens_.expect(open);
    if (kind == OperandKind::group && tokens_.accept(close)) return operand;
    do {
      operand.elements.push_back(element());
    } while (tokens_.accept(","));
    tokens_.expect(close);
    return operand;
  }

  Operand label() {
    Operand operand = begin(OperandKind::label);
    operand.name = tokens_.take().text;
    operand.index = state_.names.refer_to_label(operand.name, operand.place);
    return operand;
  }

  Operand negated() {
    const TextPosition place = tokens_.take().place;
    Operand operand = named();
    const bool is_predicate = operand.kind == OperandKind::reg &&
                              state_.function.registers[operand.reg].type == Type::pred;
    if (!is_predicate) {
      tokens_.fail_at(place, fmt::format("'!' stands before a predicate register only, and '{}' "
                                         "is none",
                                         operand.name));
    }
    operand.negated = true;
    operand.place = place;
    return operand;
  }

  Operand constant() {
    Operand operand = begin(OperandKind::integer);
    const Constant value = parse_constant(tokens_);
    operand.value = value.bits;
    operand.is_unsigned = value.is_unsigned;
    if (value.kind == Constant::Kind::float32) operand.kind = OperandKind::float32;
    if (value.kind == Constant::Kind::float64) operand.kind = OperandKind::float64;
    return operand;
  }

  Operand named() {
    Operand operand = begin(OperandKind::sink);
    const Token token = tokens_.take();
    operand.name = token.text;
    if (token.text == "_") return operand;
    const std::optional<Name> name = state_.names.find(token.text);
    if (!name.has_value()) {
      special(operand);
    } else if (name->kind == Name::Kind::reg) {
      reg(operand, *name);
    } else if (name->kind == Name::Kind::symbol) {
      symbol(operand, name->symbol);
    } else {
      const bool is_list = name->kind == Name::Kind::targets;
      operand.kind = is_list ? OperandKind::targets : OperandKind::prototype;
      operand.index = name->index;
    }
    return operand;
  }

  void special(Operand& operand) {
    const SpecialRegister kind = classify_special_register(operand.name);
    if (kind == SpecialRegister::none) {
      const std::string_view what = operand.name[0] == '%' ? "register " : "";
      tokens_.fail_at(operand.place, fmt::format("{}'{}' is not declared", what, operand.name));
    }
    operand.kind = OperandKind::special;
    if (!at_suffix()) return;
    const Token suffix = tokens_.take();
    const bool is_coordinate =
        suffix.text.size() == 2 &&
        std::string_view("xyzw").find(suffix.text[1]) != std::string_view::npos;
    if (kind != SpecialRegister::vector || !is_coordinate) {
      tokens_.fail_at(suffix.place, no_component(operand, suffix));
    }
    operand.name = {operand.name.data(), operand.name.size() + suffix.text.size()};
  }

  /// Whether the registers of the instruction may have selectors and signs.
  bool is_video() const {
    return instruction_.opcode.starts_with('v') && instruction_.opcode != "vote";
  }

  bool at_suffix() {
    const Token& token = tokens_.peek();
    return token.kind == TokenKind::directive && token.follows_directly;
  }

  static std::string no_component(const Operand& operand, const Token& suffix) {
    return fmt::format("register '{}' has no component '{}'", operand.name, suffix.text);
  }

  void reg(Operand& operand, const Name& name) {
    operand.kind = OperandKind::reg;
    operand.reg = name.index;
    if (!at_suffix()) {
      if (name.vector_width > 1) components(operand, name.vector_width);
      return offset(operand);
    }
    const Token suffix = tokens_.take();
    if (is_video() && name.vector_width == 1) {
      operand.selector = suffix.text.substr(1);
      return;
    }
    const int component = component_from_directive(suffix.text);
    if (component < 0 || component >= name.vector_width || name.vector_width == 1) {
      tokens_.fail_at(suffix.place, fmt::format("register '{}' has no component '{}'", operand.name,
                                                suffix.text));
    }
    operand.component = static_cast<std::int8_t>(component);
  }

  /// Makes the vector {v.x, v.y, ...} of the name of a vector register.
  static void components(Operand& operand, unsigned width) {
    Operand component = operand;
    operand = Operand{};
    operand.kind = OperandKind::vector;
    operand.place = component.place;
    operand.name = component.name;
    for (unsigned i = 0; i < width; ++i) {
      component.component = static_cast<std::int8_t>(i);
      operand.elements.push_back(component);
    }
  }

  /// Parses "symbol", "symbol + offset", or "array[index]". The operand "array[index]" is an access
  /// to the element, but in `mov` it is the element's address.
  void symbol(Operand& operand, SymbolRef symbol) {
    operand.kind = OperandKind::symbol;
    operand.symbol = symbol;
    if (!tokens_.peek().is("[")) return offset(operand);
    tokens_.take();
    if (!at_constant(tokens_)) tokens_.fail_expected("a constant array index");
    const Constant index = parse_integer_constant(tokens_, "an array index");
    tokens_.expect("]");
    operand.offset = static_cast<std::int64_t>(index.bits * element_bytes(operand));
    if (instruction_.opcode != "mov") operand.kind = OperandKind::address;
  }

  /// Number of bytes between consecutive elements of the array's first dimension.
  std::uint64_t element_bytes(const Operand& operand) const {
    const SymbolKind kind = operand.symbol.kind;
    if (kind != SymbolKind::module_variable && kind != SymbolKind::function_variable) {
      tokens_.fail_at(operand.place, fmt::format("'{}' is not an array variable", operand.name));
    }
    const std::uint32_t index = operand.symbol.index;
    const Variable& array = kind == SymbolKind::module_variable ? state_.module.variables[index]
                                                                : state_.function.variables[index];
    std::uint64_t bytes = array.vector_width * type_bytes(array.type);
    for (std::size_t i = 1; i < array.dimensions.size(); ++i) bytes *= array.dimensions[i];
    return bytes;
  }

  void offset(Operand& operand) {
    if (!tokens_.peek().is("-") && !tokens_.accept("+")) return;
    operand.offset = static_cast<std::int64_t>(parse_integer_constant(tokens_, "the offset").bits);
  }

  /// Parses "[base + offset]" or "[handle, {coordinates}]".
  Operand address() {
    Operand operand = begin(OperandKind::address);
    tokens_.expect("[");
    if (at_constant(tokens_)) {
      operand.offset =
          static_cast<std::int64_t>(parse_integer_constant(tokens_, "an address").bits);
    } else {
      if (tokens_.peek().kind != TokenKind::identifier) tokens_.fail_expected("an address");
      const Operand base = named();
      if (tokens_.peek().is(",")) return texture(std::move(operand), base);
      take_base(operand, base);
    }
    tokens_.expect("]");
    return operand;
  }

  void take_base(Operand& operand, const Operand& base) {
    if (base.kind != OperandKind::reg && base.kind != OperandKind::symbol) {
      tokens_.fail_at(base.place, fmt::format("'{}' is not an address", base.name));
    }
    operand.name = base.name;
    operand.reg = base.reg;
    operand.symbol = base.symbol;
    operand.offset = base.offset;
  }

  Operand texture(Operand operand, const Operand& handle) {
    operand.kind = OperandKind::texture;
    operand.name = handle.name;
    operand.elements.push_back(handle);
    while (tokens_.accept(",")) {
      operand.elements.push_back(tokens_.peek().is("{") ? list(OperandKind::vector, "{", "}")
                                                        : element());
    }
    tokens_.expect("]");
    return operand;
  }

  FunctionState& state_;
  TokenStream& tokens_;
  const Instruction& instruction_;
};

}  // namespace

Operand parse_operand(FunctionState& state, const Instruction& instruction) {
  return OperandParser(state, instruction).parse();
}

}  // namespace heddle::ptx
