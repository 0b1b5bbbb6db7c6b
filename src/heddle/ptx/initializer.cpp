#include "heddle/ptx/initializer.hpp"

#include <bit>
#include <cstring>

#include <fmt/core.h>

#include "heddle/ptx/constant.hpp"

namespace heddle::ptx {
namespace {

class InitializerParser {
 public:
  InitializerParser(TokenStream& tokens, const FindSymbol& find, Variable& variable)
      : tokens_(tokens), find_(find), variable_(variable), shape_(variable.dimensions) {
    if (variable.vector_width > 1) shape_.push_back(variable.vector_width);
  }

  void parse() {
    if (is_opaque(variable_.type) || is_half()) {
      tokens_.fail_at(variable_.place, fmt::format("an initial value for type .{} is not supported",
                                                   type_name(variable_.type)));
    }
    level(0, 0);
  }

 private:
  bool is_half() const { return variable_.type == Type::f16 || variable_.type == Type::f16x2; }
  std::uint64_t element_bytes() const { return type_bytes(variable_.type); }

  /// Number of bytes of one element of dimension `depth`.
  std::uint64_t stride(std::size_t depth) const {
    std::uint64_t bytes = element_bytes();
    for (std::size_t i = depth + 1; i < shape_.size(); ++i) bytes *= shape_[i];
    return bytes;
  }

  /// Parses one value, or a list in { } with the elements of dimension `depth`. The first element
  /// is at byte `offset` of the image.
  void level(std::size_t depth, std::uint64_t offset) {
    if (offset >= kMaxImageBytes) {
      tokens_.fail_at(tokens_.peek().place,
                      fmt::format("initialisers beyond byte {} are not supported", kMaxImageBytes));
    }
    if (depth == shape_.size()) return value(offset);
    const bool is_open_ended = depth == 0 && !variable_.dimensions.empty() && shape_[0] == 0;
    tokens_.expect("{");
    std::uint64_t count = 0;
    if (!tokens_.peek().is("}")) {
      do {
        if (count == shape_[depth] && !is_open_ended) {
          tokens_.fail_at(tokens_.peek().place,
                          fmt::format("more than the {} elements declared", shape_[depth]));
        }
        level(depth + 1, offset + count * stride(depth));
        ++count;
      } while (tokens_.accept(","));
    }
    tokens_.expect("}");
    if (is_open_ended) variable_.dimensions[0] = count;
  }

  void value(std::uint64_t offset) {
    const Token first = tokens_.peek();
    if (variable_.image.size() < offset + element_bytes()) {
      variable_.image.resize(offset + element_bytes());
    }
    if (first.kind == TokenKind::integer && tokens_.peek(1).is("(")) {
      masked_address(offset);
    } else if (first.kind == TokenKind::identifier && first.text != "WARP_SZ") {
      whole_address(offset);
    } else {
      number(offset);
    }
  }

  /// Parses symbol, symbol + offset, generic(symbol) or generic(symbol) + offset.
  Relocation address(std::uint64_t offset) {
    Relocation relocation;
    relocation.offset = offset;
    relocation.width = static_cast<std::uint32_t>(element_bytes());
    Token name = tokens_.expect_identifier("a symbol");
    relocation.generic = name.text == "generic" && tokens_.accept("(");
    if (relocation.generic) name = tokens_.expect_identifier("a symbol");
    relocation.symbol = find_(name.text);
    if (relocation.symbol.kind == SymbolKind::none) {
      tokens_.fail_at(name.place, fmt::format("'{}' is not declared", name.text));
    }
    if (relocation.generic) tokens_.expect(")");
    if (tokens_.peek().is("-") || tokens_.accept("+")) {
      relocation.addend =
          static_cast<std::int64_t>(parse_integer_constant(tokens_, "the offset").bits);
    }
    return relocation;
  }

  void whole_address(std::uint64_t offset) {
    const TextPosition place = tokens_.peek().place;
    const Relocation relocation = address(offset);
    if (is_float(variable_.type) || (relocation.width != 4 && relocation.width != 8)) {
      tokens_.fail_at(place, fmt::format("an address does not fit type .{}: use .u64",
                                         type_name(variable_.type)));
    }
    variable_.relocations.push_back(relocation);
  }

  /// Parses "0xFF00(address)". The mask selects one byte of the address.
  void masked_address(std::uint64_t offset) {
    const Token mask = tokens_.take();
    const int shift = mask.value == 0 ? 0 : std::countr_zero(mask.value);
    if (shift % 8 != 0 || mask.value != std::uint64_t{0xFF} << shift || element_bytes() != 1) {
      tokens_.fail_at(mask.place,
                      "a mask selects one byte (0xFF, 0xFF00, ...) for a variable of 8-bit type");
    }
    tokens_.expect("(");
    Relocation relocation = address(offset);
    tokens_.expect(")");
    relocation.mask = mask.value;
    variable_.relocations.push_back(relocation);
  }

  void number(std::uint64_t offset) {
    const Constant constant = parse_constant(tokens_);
    std::uint8_t* const bytes = variable_.image.data() + offset;
    if (variable_.type == Type::f32) {
      store(bytes, to_float_bits(constant), 0);
    } else if (variable_.type == Type::f64) {
      store(bytes, to_double_bits(constant), 0);
    } else if (fits_bits(constant)) {
      const bool is_negative = !constant.is_unsigned && (constant.bits >> 63) != 0;
      store(bytes, constant.bits, is_negative ? 0xFF : 0x00);
    } else {
      tokens_.fail_at(constant.place, fmt::format("a floating-point constant does not fit type .{}",
                                                  type_name(variable_.type)));
    }
  }

  /// Returns whether the variable's type, which is no float type, can store the constant. Any
  /// integer fits. The exact bits of a float fit only .b32, and the bits of a double fit only .b64.
  bool fits_bits(const Constant& constant) const {
    switch (constant.kind) {
      case Constant::Kind::integer:
        return true;
      case Constant::Kind::float32:
        return variable_.type == Type::b32;
      default:
        return variable_.type == Type::b64;
    }
  }

  /// Stores the low bytes of `bits`. If the type is wider than 64 bits, the remaining bytes get
  /// `fill`.
  void store(std::uint8_t* bytes, std::uint64_t bits, int fill) const {
    const std::size_t wanted = element_bytes();
    const std::size_t low = wanted < sizeof bits ? wanted : sizeof bits;
    std::memcpy(bytes, &bits, low);
    std::memset(bytes + low, fill, wanted - low);
  }

  void require_float(const Constant& constant) const {
    if (constant.kind != Constant::Kind::integer) return;
    tokens_.fail_at(constant.place, "expected a floating-point constant such as 1.0 or 0f3F800000");
  }

  std::uint64_t to_float_bits(const Constant& constant) const {
    require_float(constant);
    if (constant.kind == Constant::Kind::float32) return constant.bits;
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(constant.bits)));
  }

  std::uint64_t to_double_bits(const Constant& constant) const {
    require_float(constant);
    if (constant.kind == Constant::Kind::float64) return constant.bits;
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits));
    return std::bit_cast<std::uint64_t>(double{single});
  }

  TokenStream& tokens_;
  const FindSymbol& find_;
  Variable& variable_;
  std::vector<std::uint64_t> shape_;
};

}  // namespace

void parse_initializer(TokenStream& tokens, const FindSymbol& find, Variable& variable) {
  InitializerParser(tokens, find, variable).parse();
}

}  // namespace heddle::ptx
