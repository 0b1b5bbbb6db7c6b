#include "heddle/ptx/constant.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <fmt/core.h>

#include "heddle/base/types.hpp"

namespace heddle::ptx {
namespace {

/// Maximum nesting depth of parentheses, signs and the operator ?:.
constexpr unsigned kMaxDepth = 64;

using Unsigned = std::uint64_t;
using Signed = std::int64_t;

Signed as_signed(Unsigned bits) { return static_cast<Signed>(bits); }

/// The two integer operands of an operator. `is_unsigned`: at least one of the operands is
/// unsigned, so the operator treats both as unsigned.
struct Pair {
  Unsigned left, right;
  bool is_unsigned;

  template <typename Compare>
  Unsigned compare(Compare compare) const {
    return is_unsigned ? compare(left, right) : compare(as_signed(left), as_signed(right));
  }
  /// True if the quotient overflows, because the smallest signed number is divided by -1.
  bool wraps() const {
    return !is_unsigned && right == ~Unsigned{0} &&
           as_signed(left) == std::numeric_limits<Signed>::min();
  }
  Unsigned divided() const {
    if (wraps()) return left;
    return is_unsigned ? left / right : static_cast<Unsigned>(as_signed(left) / as_signed(right));
  }
  Unsigned remainder() const {
    if (wraps()) return 0;
    return is_unsigned ? left % right : static_cast<Unsigned>(as_signed(left) % as_signed(right));
  }
  Unsigned shifted_right() const {
    return is_unsigned ? left >> right : static_cast<Unsigned>(as_signed(left) >> right);
  }
};

enum class Rule : std::uint8_t { arithmetic, comparison, division, shift };

struct Operator {
  std::string_view text;
  unsigned precedence;
  Rule rule;
  Unsigned (*integers)(const Pair&);
  double (*doubles)(double, double);  ///< null: the operator takes integers only
};

constexpr std::array kOperators = {
    Operator{"||", 1, Rule::comparison,
             [](const Pair& p) -> Unsigned { return p.left != 0 || p.right != 0; }, nullptr},
    Operator{"&&", 2, Rule::comparison,
             [](const Pair& p) -> Unsigned { return p.left != 0 && p.right != 0; }, nullptr},
    Operator{"|", 3, Rule::arithmetic, [](const Pair& p) { return p.left | p.right; }, nullptr},
    Operator{"^", 4, Rule::arithmetic, [](const Pair& p) { return p.left ^ p.right; }, nullptr},
    Operator{"&", 5, Rule::arithmetic, [](const Pair& p) { return p.left & p.right; }, nullptr},
    Operator{"==", 6, Rule::comparison, [](const Pair& p) -> Unsigned { return p.left == p.right; },
             [](double a, double b) -> double { return a == b; }},
    Operator{"!=", 6, Rule::comparison, [](const Pair& p) -> Unsigned { return p.left != p.right; },
             [](double a, double b) -> double { return a != b; }},
    Operator{"<", 7, Rule::comparison,
             [](const Pair& p) { return p.compare([](auto a, auto b) { return a < b; }); },
             [](double a, double b) -> double { return a < b; }},
    Operator{"<=", 7, Rule::comparison,
             [](const Pair& p) { return p.compare([](auto a, auto b) { return a <= b; }); },
             [](double a, double b) -> double { return a <= b; }},
    Operator{">", 7, Rule::comparison,
             [](const Pair& p) { return p.compare([](auto a, auto b) { return a > b; }); },
             [](double a, double b) -> double { return a > b; }},
    Operator{">=", 7, Rule::comparison,
             [](const Pair& p) { return p.compare([](auto a, auto b) { return a >= b; }); },
             [](double a, double b) -> double { return a >= b; }},
    Operator{"<<", 8, Rule::shift, [](const Pair& p) { return p.left << p.right; }, nullptr},
    Operator{">>", 8, Rule::shift, [](const Pair& p) { return p.shifted_right(); }, nullptr},
    Operator{"+", 9, Rule::arithmetic, [](const Pair& p) { return p.left + p.right; },
             [](double a, double b) { return a + b; }},
    Operator{"-", 9, Rule::arithmetic, [](const Pair& p) { return p.left - p.right; },
             [](double a, double b) { return a - b; }},
    Operator{"*", 10, Rule::arithmetic, [](const Pair& p) { return p.left * p.right; },
             [](double a, double b) { return a * b; }},
    Operator{"/", 10, Rule::division, [](const Pair& p) { return p.divided(); },
             [](double a, double b) { return a / b; }},
    Operator{"%", 10, Rule::division, [](const Pair& p) { return p.remainder(); }, nullptr},
};

const Operator* find_operator(const Token& token) {
  if (token.kind != TokenKind::punctuation) return nullptr;
  const auto found =
      std::find_if(kOperators.begin(), kOperators.end(),
                   [&](const Operator& candidate) { return candidate.text == token.text; });
  return found == kOperators.end() ? nullptr : &*found;
}

/// Parses and evaluates an expression by precedence climbing.
class Evaluator {
 public:
  explicit Evaluator(TokenStream& tokens) : tokens_(tokens) {}

  Constant ternary() {
    const Deeper deeper(*this);
    const Constant condition = binary(1);
    if (!tokens_.peek().is("?")) return condition;
    require_integer(condition, "the condition of '?'");
    tokens_.take();
    const Constant yes = ternary();
    tokens_.expect(":");
    const Constant no = ternary();
    Constant chosen = condition.bits != 0 ? yes : no;
    chosen.place = condition.place;
    return chosen;
  }

 private:
  /// An object of this class increases the nesting depth during its lifetime. The constructor
  /// throws if the depth exceeds kMaxDepth.
  class Deeper {
   public:
    explicit Deeper(Evaluator& evaluator) : depth_(evaluator.depth_) {
      if (++depth_ <= kMaxDepth) return;
      evaluator.tokens_.fail_at(
          evaluator.tokens_.peek().place,
          fmt::format("constant expression is nested more than {} deep", kMaxDepth));
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    unsigned& depth_;
  };

  void require_integer(const Constant& constant, std::string_view what) {
    if (constant.kind == Constant::Kind::integer) return;
    tokens_.fail_at(constant.place, fmt::format("{} must be an integer", what));
  }

  Constant binary(unsigned least) {
    Constant left = unary();
    while (true) {
      const Operator* const op = find_operator(tokens_.peek());
      if (op == nullptr || op->precedence < least) return left;
      tokens_.take();
      left = apply(*op, left, binary(op->precedence + 1));
    }
  }

  Constant apply(const Operator& op, const Constant& left, const Constant& right) {
    if (left.kind != right.kind || left.kind == Constant::Kind::float32) {
      tokens_.fail_at(left.place,
                      fmt::format("both sides of '{}' must be integers or both doubles", op.text));
    }
    return left.kind == Constant::Kind::integer ? apply_integer(op, left, right)
                                                : apply_double(op, left, right);
  }

  Constant apply_integer(const Operator& op, const Constant& left, const Constant& right) {
    if (op.rule == Rule::division && right.bits == 0) {
      tokens_.fail_at(right.place, "division by zero in a constant expression");
    }
    if (op.rule == Rule::shift && right.bits > 63) {
      tokens_.fail_at(right.place, "a constant is shifted by 0 to 63 bits");
    }
    const bool either = left.is_unsigned || right.is_unsigned;
    Constant result = left;
    result.is_unsigned = op.rule == Rule::shift ? left.is_unsigned : either;
    result.bits = op.integers({left.bits, right.bits, result.is_unsigned});
    if (op.rule == Rule::comparison) result.is_unsigned = false;
    return result;
  }

  Constant apply_double(const Operator& op, const Constant& left, const Constant& right) {
    if (op.doubles == nullptr) {
      tokens_.fail_at(left.place, fmt::format("'{}' works on integers only", op.text));
    }
    const double value =
        op.doubles(std::bit_cast<double>(left.bits), std::bit_cast<double>(right.bits));
    Constant result = left;
    if (op.rule == Rule::comparison) {
      result.kind = Constant::Kind::integer;
      result.bits = value != 0 ? 1 : 0;
    } else {
      result.bits = std::bit_cast<std::uint64_t>(value);
    }
    return result;
  }

  Constant unary() {
    const Token& token = tokens_.peek();
    if (token.is("+") || token.is("-") || token.is("!") || token.is("~")) return signed_operand();
    return primary();
  }

  Constant signed_operand() {
    const Deeper deeper(*this);
    const Token sign = tokens_.take();
    Constant operand = unary();
    operand.place = sign.place;
    if (operand.kind == Constant::Kind::float32) {
      tokens_.fail_at(sign.place, fmt::format("'{}' cannot stand before a 0f constant", sign.text));
    }
    if (sign.is("+")) return operand;
    if (sign.is("-") && operand.kind == Constant::Kind::float64) {
      operand.bits ^= Unsigned{1} << 63;
      return operand;
    }
    require_integer(operand, fmt::format("the operand of '{}'", sign.text));
    if (sign.is("-")) return negative(operand);
    operand.bits = sign.is("~") ? ~operand.bits : Unsigned{operand.bits == 0};
    if (sign.is("!")) operand.is_unsigned = false;
    return operand;
  }

  /// Returns the constant with the opposite sign. The constant 9223372036854775808 is unsigned, but
  /// -9223372036854775808 is the smallest signed number.
  static Constant negative(Constant operand) {
    operand.bits = -operand.bits;
    if (operand.bits == Unsigned{1} << 63) operand.is_unsigned = false;
    return operand;
  }

  Constant primary() {
    const Token& token = tokens_.peek();
    if (token.is("(")) return parenthesis();
    Constant constant;
    constant.place = token.place;
    constant.bits = token.value;
    if (token.kind == TokenKind::integer) {
      constant.is_unsigned = token.is_unsigned;
    } else if (token.kind == TokenKind::float32) {
      constant.kind = Constant::Kind::float32;
    } else if (token.kind == TokenKind::float64) {
      constant.kind = Constant::Kind::float64;
    } else if (token.is_identifier("WARP_SZ")) {
      constant.bits = kWarpSize;
    } else {
      tokens_.fail_expected("a constant");
    }
    tokens_.take();
    return constant;
  }

  /// Parses "( expression )", or one of the conversions "(.s64) operand" and "(.u64) operand".
  Constant parenthesis() {
    const Deeper deeper(*this);
    const Token open = tokens_.take();
    const bool to_signed = tokens_.peek().is_directive(".s64");
    if (to_signed || tokens_.peek().is_directive(".u64")) {
      tokens_.take();
      tokens_.expect(")");
      Constant operand = unary();
      require_integer(operand, "what is converted");
      operand.is_unsigned = !to_signed;
      operand.place = open.place;
      return operand;
    }
    Constant inner = ternary();
    tokens_.expect(")");
    inner.place = open.place;
    return inner;
  }

  TokenStream& tokens_;
  unsigned depth_ = 0;
};

}  // namespace

bool at_constant(TokenStream& tokens) {
  const Token& token = tokens.peek();
  switch (token.kind) {
    case TokenKind::integer:
    case TokenKind::float32:
    case TokenKind::float64:
      return true;
    case TokenKind::identifier:
      return token.text == "WARP_SZ";
    case TokenKind::punctuation:
      return token.is("-") || token.is("+") || token.is("(") || token.is("~") || token.is("!");
    default:
      return false;
  }
}

Constant parse_constant(TokenStream& tokens) { return Evaluator(tokens).ternary(); }

Constant parse_integer_constant(TokenStream& tokens, std::string_view what) {
  const Constant constant = parse_constant(tokens);
  if (constant.kind != Constant::Kind::integer) {
    tokens.fail_at(constant.place, fmt::format("{} must be an integer", what));
  }
  return constant;
}

}  // namespace heddle::ptx
