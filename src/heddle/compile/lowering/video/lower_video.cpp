// Video instructions with selectors, signs, or other forms than the op table has rows for.
#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {
namespace {

using isa::VideoForm;
using isa::VideoOperation;
using isa::VideoPart;
using isa::VideoSecond;

struct VideoName {
  std::string_view name;
  VideoOperation operation;
};
constexpr VideoName kVideoNames[] = {
    {"vadd", VideoOperation::add},          {"vsub", VideoOperation::subtract},
    {"vabsdiff", VideoOperation::distance}, {"vmin", VideoOperation::minimum},
    {"vmax", VideoOperation::maximum},      {"vavrg", VideoOperation::average},
    {"vshl", VideoOperation::shift_left},   {"vshr", VideoOperation::shift_right},
    {"vmad", VideoOperation::multiply_add}, {"vset", VideoOperation::compare}};

/// Reads the operation, the number of elements and the types.
VideoForm form_of_opcode(const ptx::Instruction& instruction) {
  VideoForm form;
  std::string_view opcode = instruction.opcode;
  if (opcode.ends_with('2') || opcode.ends_with('4')) {
    form.elements = static_cast<std::uint8_t>(opcode.back() - '0');
    opcode.remove_suffix(1);
  }
  form.operation = std::ranges::find(kVideoNames, opcode, &VideoName::name)->operation;
  // A comparison gives 0 or 1, so its first type is that of a source.
  const bool compares = form.operation == VideoOperation::compare;
  const auto is_signed = [&](std::size_t position) {
    return instruction.modifiers[position] == "s32";
  };
  form.signed_result = !compares && is_signed(0);
  form.signed_a = is_signed(compares ? 0 : 1);
  const bool shifts =
      form.operation == VideoOperation::shift_left || form.operation == VideoOperation::shift_right;
  form.signed_b = !shifts && is_signed(compares ? 1 : 2);
  if (instruction.has("add")) form.second = VideoSecond::add;
  if (instruction.has("min")) form.second = VideoSecond::minimum;
  if (instruction.has("max")) form.second = VideoSecond::maximum;
  form.wraps = instruction.has("wrap");
  form.plus_one = instruction.has("po");
  if (instruction.has("shr7")) form.scale = 7;
  if (instruction.has("shr15")) form.scale = 15;
  return form;
}

[[noreturn]] void refuse_selector(const Builder& builder, const ptx::Operand& operand,
                                  std::string_view instead) {
  builder.refuse(operand.place, fmt::format("the selector '.{}' does not exist here: {}",
                                            operand.selector, instead));
}

/// Reads "b0" to "b3", "h0", "h1" or nothing.
VideoPart selected_part(const Builder& builder, const ptx::Operand& operand) {
  const std::string_view text = operand.selector;
  if (text.empty()) return {};
  const unsigned number = text.size() == 2 ? static_cast<unsigned>(text[1] - '0') : 4;
  if (text[0] == 'b' && number < 4) return {static_cast<std::uint8_t>(8 * number), 8};
  if (text[0] == 'h' && number < 2) return {static_cast<std::uint8_t>(16 * number), 16};
  refuse_selector(builder, operand, "a part is .b0 to .b3, .h0 or .h1");
}

/// Reads the elements that a source selects, the highest first: "h20", "b7610"; without a selector
/// the elements from `first` on.
std::uint16_t elements_from(const Builder& builder, const ptx::Operand& operand,
                            const VideoForm& form, unsigned first) {
  const std::string_view text = operand.selector;
  unsigned selected = 0;
  if (text.empty()) {
    for (unsigned i = 0; i < form.elements; ++i) selected |= (first + i) << (4 * i);
    return static_cast<std::uint16_t>(selected);
  }
  const char kind = form.elements == 2 ? 'h' : 'b';
  bool is_right = text.size() == form.elements + 1u && text[0] == kind;
  for (const char digit : text.substr(1)) {
    const auto number = static_cast<unsigned>(digit - '0');
    is_right &= number < 2u * form.elements;
    selected = selected << 4 | (number & 15);
  }
  if (!is_right)
    refuse_selector(
        builder, operand,
        fmt::format("a source selects {} elements from 0 to {}, as in .{}{}", form.elements,
                    2 * form.elements - 1, kind, form.elements == 2 ? "10" : "3210"));
  return static_cast<std::uint16_t>(selected);
}

/// Reads the elements that the result has: "h1", "b310"; without a selector all elements.
std::uint8_t mask_of(const Builder& builder, const ptx::Operand& operand, const VideoForm& form) {
  const std::string_view text = operand.selector;
  if (text.empty()) return static_cast<std::uint8_t>((1u << form.elements) - 1);
  unsigned mask = 0, above = form.elements;
  bool is_right = text.size() > 1 && text[0] == (form.elements == 2 ? 'h' : 'b');
  for (const char digit : text.substr(1)) {
    const auto number = static_cast<unsigned>(digit - '0');
    is_right &= number < above;
    above = number;
    mask |= 1u << (number & 7);
  }
  if (!is_right)
    refuse_selector(builder, operand, "a destination names its elements, the highest first");
  return static_cast<std::uint8_t>(mask);
}

void read_selectors(const Builder& builder, const ptx::Instruction& instruction, VideoForm& form) {
  const ptx::Operand &d = instruction.operands[0], &a = instruction.operands[1],
                     &b = instruction.operands[2];
  if (form.elements == 1) {
    form.a = selected_part(builder, a);
    form.b = selected_part(builder, b);
    form.d = selected_part(builder, d);
  } else {
    form.a_elements = elements_from(builder, a, form, 0);
    form.b_elements = elements_from(builder, b, form, form.elements);
    form.mask = mask_of(builder, d, form);
  }
}

void read_signs(const Builder& builder, const ptx::Instruction& instruction, VideoForm& form) {
  const bool is_product = form.operation == VideoOperation::multiply_add;
  const auto is_negative = [&](std::size_t i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (operand.negated && (!is_product || form.plus_one))
      builder.refuse(operand.place,
                     fmt::format("'{}' takes no negated operand", instruction.mnemonic()));
    return operand.negated;
  };
  form.negates_product = is_negative(1) != is_negative(2);
  form.negates_c = instruction.operands.size() == 4 && is_negative(3);
  if (form.negates_product && form.negates_c)
    builder.refuse(instruction.place, fmt::format("'{}' negates the product or the sum, not both",
                                                  instruction.mnemonic()));
}

bool needs_third_source(const VideoForm& form) {
  return form.elements != 1 || form.second != VideoSecond::none || form.d != VideoPart{} ||
         form.operation == VideoOperation::multiply_add;
}

}  // namespace

bool has_selectors(const ptx::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands,
                             [](const ptx::Operand& operand) { return !operand.selector.empty(); });
}

void lower_video(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match) {
  expect_operands(builder, instruction, 3, 4);
  isa::OpMatch found = match;
  found.op = isa::Op::video;
  VideoForm& form = found.modifiers.video;
  form = form_of_opcode(instruction);
  read_selectors(builder, instruction, form);
  read_signs(builder, instruction, form);
  const std::size_t operands = needs_third_source(form) ? 4 : 3;
  expect_operands(builder, instruction, operands, operands);
  if (form.d != VideoPart{} && form.second != VideoSecond::none)
    builder.refuse(instruction.operands[0].place,
                   "a destination has a part, or the instruction a second operation, not both");
  lower_by_signature(builder, instruction, found);
}

}  // namespace heddle::compile
