#include "heddle/isa/operands.hpp"

#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/warpgroup_forms.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::isa {
namespace {

OperandShape shape_of(char letter, std::string_view signature) {
  switch (letter) {
    case 'r':
      return OperandShape::row;
    case 'd':
      return OperandShape::pair;
    case 'p':
      return OperandShape::predicate;
    case 'c':
      return OperandShape::carry;
    case 'v':
      return OperandShape::vector;
    case 't':
      return OperandShape::element;
    case 's':
      return OperandShape::source_element;
    case 'a':
      return OperandShape::address;
    case 'A':
      return OperandShape::fragment_a;
    case 'B':
      return OperandShape::fragment_b;
    case 'C':
      return OperandShape::fragment_c;
    case 'D':
      return OperandShape::fragment_d;
    case 'w':
      return OperandShape::elements;
    case 'W':
      return OperandShape::accumulator;
    default:
      fail("op signature '{}' has the unknown letter '{}'", signature, letter);
  }
}

/// Gives the shape `vector` to all operands after the first operand with this shape.
template <std::size_t size>
void spread_vectors(std::array<OperandShape, size>& shapes) {
  for (std::size_t i = 1; i < size; ++i) {
    if (shapes[i - 1] == OperandShape::vector) shapes[i] = OperandShape::vector;
  }
}

Signature parse(std::string_view text) {
  Signature parsed;
  if (text == "-") {
    parsed.replaced = true;
    return parsed;
  }
  const std::size_t equals = text.find('=');
  std::size_t destinations = 0, sources = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view("=il?").find(text[i]) != std::string_view::npos) continue;
    if (text[i] == '*') {
      parsed.special = true;
    } else if (equals != std::string_view::npos && i < equals) {
      parsed.destinations.at(destinations++) = shape_of(text[i], text);
    } else {
      parsed.sources.at(sources++) = shape_of(text[i], text);
    }
  }
  spread_vectors(parsed.destinations);
  spread_vectors(parsed.sources);
  return parsed;
}

std::vector<Signature> parse_table() {
  std::vector<Signature> signatures;
  for (const OpInfo& row : op_table()) signatures.push_back(parse(row.signature));
  return signatures;
}

unsigned rows_of_shape(OperandShape shape, const Modifiers& modifiers) {
  switch (shape) {
    case OperandShape::row:
      return 1;
    case OperandShape::pair:
      return 2;
    case OperandShape::vector:
    case OperandShape::element:
      return rows_of(modifiers.type);
    case OperandShape::source_element:
      return rows_of(modifiers.source);
    case OperandShape::address:
      return address_rows(modifiers);
    case OperandShape::fragment_a:
      return fragment_rows(modifiers, Fragment::a);
    case OperandShape::fragment_b:
      return fragment_rows(modifiers, Fragment::b);
    case OperandShape::fragment_c:
      return fragment_rows(modifiers, Fragment::c);
    case OperandShape::fragment_d:
      return fragment_rows(modifiers, Fragment::d);
    case OperandShape::elements:
      return modifiers.vector * rows_of(modifiers.type);
    case OperandShape::accumulator:
      return accumulator_rows(modifiers);
    case OperandShape::none:
    case OperandShape::predicate:
    case OperandShape::carry:
      return 0;
  }
  return 0;
}

const SystemCallShape& call_shape(const Instruction& instruction) {
  return shape_of(static_cast<SystemCall>(instruction.modifiers.immediate));
}

bool is_row(const Operand& operand) {
  return operand.kind == OperandKind::row || operand.kind == OperandKind::constant;
}

}  // namespace

const Signature& signature_of(Op op) {
  static const std::vector<Signature> signatures = parse_table();
  return signatures[static_cast<std::size_t>(op)];
}

unsigned destination_rows(const Instruction& instruction, unsigned position) {
  if (!is_row(instruction.destinations[position])) return 0;
  if (instruction.op == Op::system_call) return call_shape(instruction).result_rows;
  return rows_of_shape(signature_of(instruction.op).destinations[position], instruction.modifiers);
}

unsigned source_rows(const Instruction& instruction, unsigned position) {
  if (!is_row(instruction.sources[position])) return 0;
  if (instruction.op == Op::system_call) return call_shape(instruction).source_rows[position];
  const Signature& signature = signature_of(instruction.op);
  const unsigned rows = rows_of_shape(signature.sources[position], instruction.modifiers);
  return rows == 0 && signature.special ? 1 : rows;
}

bool result_overlaps(const Instruction& instruction, const Operand& source, unsigned rows) {
  if (source.kind != OperandKind::row) return false;
  for (unsigned i = 0; i < instruction.destinations.size(); ++i) {
    const Operand& result = instruction.destinations[i];
    if (destination_rows(instruction, i) != 2) continue;
    const bool same = rows == 2 && source.index == result.index;
    const bool apart =
        source.index + rows <= result.index + 0u || result.index + 2u <= source.index;
    if (!same && !apart) return true;
  }
  return false;
}

}  // namespace heddle::isa
