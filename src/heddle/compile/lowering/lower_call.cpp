#include <algorithm>
#include <iterator>

#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::SystemCall;

/// Consecutive rows, or constant rows, that contain the words of an argument or result.
struct Words {
  Operand first;
  std::uint32_t count = 0;
};

void check_count(Builder& builder, const ptx::Operand& place, std::string_view what,
                 std::size_t have, std::size_t want) {
  if (have == want) return;
  builder.refuse(place.place, fmt::format("{} {} given where {} are expected", have, what, want));
}

/// Returns the rows of a vector register, whose components have consecutive rows.
Words vector_words(Builder& builder, const ptx::Operand& operand, const CallLayout::Slot& slot) {
  const ptx::Operand& first = operand.elements.front();
  check_count(
      builder, operand, "words",
      first.kind == ptx::OperandKind::reg ? operand.elements.size() * builder.rows_of(first) : 0,
      slot.words);
  return {builder.reg(first), slot.words};
}

/// Returns the rows of an argument. The argument is a .param variable, or a register or constant
/// that has the parameter's size.
Words argument(Builder& builder, const ptx::Operand& operand, const CallLayout::Slot& slot) {
  if (operand.kind == ptx::OperandKind::symbol) {
    const auto place = builder.parameters().find(operand.symbol);
    if (!place || place->bytes != slot.bytes) {
      builder.refuse(operand.place,
                     fmt::format("'{}' is no parameter of {} bytes", operand.name, slot.bytes));
    }
    return {row_operand(place->row), slot.words};
  }
  if (operand.kind == ptx::OperandKind::vector) return vector_words(builder, operand, slot);
  if (slot.predicate) return {builder.predicate_source(operand), slot.words};
  return {builder.source(operand, slot.words, isa::Type::none), slot.words};
}

Words result(Builder& builder, const ptx::Operand& operand, const CallLayout::Slot& slot) {
  if (operand.kind == ptx::OperandKind::symbol) return argument(builder, operand, slot);
  if (operand.kind == ptx::OperandKind::vector) return vector_words(builder, operand, slot);
  if (slot.predicate) return {builder.predicate_destination(operand), slot.words};
  return {builder.destination(operand, slot.words), slot.words};
}

const std::vector<ptx::Operand>& elements(const ptx::Operand* group) {
  static const std::vector<ptx::Operand> none;
  return group == nullptr ? none : group->elements;
}

void pass_arguments(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout) {
  const std::vector<ptx::Operand>& given = elements(parts.arguments);
  check_count(builder, *parts.callee, "arguments", given.size(), layout.parameters.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const CallLayout::Slot& slot = layout.parameters[i];
    const Words words = argument(builder, given[i], slot);
    builder.pass(row_operand(kOutgoing + slot.word), words.first, slot.words);
  }
}

void take_results(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout) {
  const std::vector<ptx::Operand>& wanted = elements(parts.returns);
  check_count(builder, *parts.callee, "results", wanted.size(), layout.results.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const CallLayout::Slot& slot = layout.results[i];
    const Words words = result(builder, wanted[i], slot);
    builder.pass(words.first, row_operand(kOutgoing + slot.word), slot.words);
  }
}

struct Service {
  std::string_view name;
  SystemCall call;
  std::size_t results;
  std::array<std::uint8_t, 5> argument_words;
};
constexpr Service kServices[] = {
    {"vprintf", SystemCall::vprintf, 1, {2, 2}},
    {"malloc", SystemCall::malloc, 1, {2}},
    {"free", SystemCall::free, 0, {2}},
    {"__assertfail", SystemCall::assert_fail, 0, {2, 2, 1, 2, 2}},
};

void call_service(Builder& builder, const ptx::CallParts& parts, const Service& service,
                  const CallLayout& layout) {
  const std::vector<ptx::Operand>& given = elements(parts.arguments);
  const std::vector<ptx::Operand>& wanted = elements(parts.returns);
  const auto expected = static_cast<std::size_t>(
      std::ranges::count_if(service.argument_words, [](std::uint8_t words) { return words > 0; }));
  check_count(builder, *parts.callee, "arguments", given.size(), expected);
  check_count(builder, *parts.callee, "results", wanted.size(), service.results);
  check_count(builder, *parts.callee, "declared parameters", layout.parameters.size(), expected);
  check_count(builder, *parts.callee, "declared results", layout.results.size(), service.results);
  std::array<Operand, 5> sources{};
  for (std::size_t i = 0; i < given.size(); ++i) {
    check_count(builder, given[i], "words", layout.parameters[i].words, service.argument_words[i]);
    sources[i] = argument(builder, given[i], layout.parameters[i]).first;
  }
  Operand to;
  if (service.results > 0) {
    const std::uint32_t words = service.call == SystemCall::vprintf ? 1 : 2;
    check_count(builder, wanted[0], "words", layout.results[0].words, words);
    to = result(builder, wanted[0], layout.results[0]).first;
  }
  isa::Instruction& call = builder.emit(Op::system_call, {to}, {});
  call.sources = sources;
  call.modifiers.immediate = static_cast<std::uint8_t>(service.call);
  builder.routine().uses_printf |= service.call == SystemCall::vprintf;
  builder.routine().uses_heap |=
      service.call == SystemCall::malloc || service.call == SystemCall::free;
}

void call_function(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout,
                   std::uint32_t target) {
  pass_arguments(builder, parts, layout);
  builder.emit(Op::call, {}, {}).table = builder.scope().position_of(target);
  take_results(builder, parts, layout);
}

void call_through_pointer(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout) {
  const Operand address = builder.source(*parts.callee, 2, isa::Type::u64);
  pass_arguments(builder, parts, layout);
  builder.emit(Op::call_indirect, {}, {address});
  take_results(builder, parts, layout);
}

}  // namespace

void lower_call(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch&) {
  const ptx::CallParts parts = ptx::call_parts(instruction);
  if (parts.callee == nullptr) builder.refuse(instruction.place, "expected a function to call");
  builder.parameters().forget_writes();
  std::uint32_t& outgoing = builder.routine().outgoing;
  if (parts.callee->symbol.kind != ptx::SymbolKind::function) {
    const CallLayout layout =
        indirect_call_layout(builder.module(), builder.function(), instruction);
    outgoing = std::max(outgoing, layout.words);
    return call_through_pointer(builder, parts, layout);
  }
  const std::uint32_t target = resolve_alias(builder.module(), parts.callee->symbol.index);
  const ptx::Function& callee = builder.module().functions[target];
  if (callee.is_entry) {
    builder.refuse(parts.callee->place,
                   fmt::format("'{}' is a kernel and cannot be called", callee.name));
  }
  const CallLayout layout = call_layout(builder.module(), callee.returns, callee.parameters);
  if (callee.has_body) {
    outgoing = std::max(outgoing, layout.words);
    return call_function(builder, parts, layout, target);
  }
  const auto* service = std::ranges::find(kServices, callee.name, &Service::name);
  if (service == std::end(kServices)) {
    builder.refuse(
        parts.callee->place,
        fmt::format("function '{}' is declared but not defined in this module", callee.name));
  }
  call_service(builder, parts, *service, layout);
}

void lower_return(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch&) {
  expect_operands(builder, instruction, 0, 0);
  if (builder.function().is_entry) {
    builder.emit(Op::exit, {}, {});
    return;
  }
  const CallLayout& layout = builder.parameters().layout();
  for (std::size_t i = 0; i < layout.results.size(); ++i) {
    const ptx::Parameter& declared = builder.function().returns[i];
    if (declared.space != ptx::Space::reg) continue;
    builder.pass(row_operand(layout.results[i].word), builder.row(declared),
                 layout.results[i].words);
  }
  builder.emit(Op::ret, {}, {});
}

}  // namespace heddle::compile
