#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>

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

/// A function that the compiler replaces by a system call. The CUDA compiler and clang declare
/// these functions without a body.
struct Service {
  std::string_view name;
  SystemCall call;
};
constexpr Service kServices[] = {
    {"vprintf", SystemCall::vprintf},
    {"malloc", SystemCall::malloc},
    {"free", SystemCall::free},
    {"__assertfail", SystemCall::assert_fail},
    {"cudaGetParameterBufferV2", SystemCall::parameter_buffer},
    {"cudaLaunchDeviceV2", SystemCall::launch},
    {"cudaGetParameterBuffer", SystemCall::plain_buffer},
    {"cudaDeviceSynchronize", SystemCall::synchronize},
    {"cudaStreamCreateWithFlags", SystemCall::create_stream},
    {"cudaStreamDestroy", SystemCall::destroy_stream},
    {"cudaEventCreateWithFlags", SystemCall::create_event},
    {"cudaEventDestroy", SystemCall::destroy_event},
    {"cudaEventRecord", SystemCall::record_event},
    {"cudaStreamWaitEvent", SystemCall::wait_event},
    {"cudaGetLastError", SystemCall::last_error},
    {"cudaPeekAtLastError", SystemCall::peek_error},
    {"cudaMalloc", SystemCall::allocate},
    {"cudaFree", SystemCall::release},
    {"cudaMemcpyAsync", SystemCall::copy},
    {"cudaMemsetAsync", SystemCall::fill},
    {"cudaDeviceGetAttribute", SystemCall::attribute},
    {"cudaDeviceGetLimit", SystemCall::limit},
    {"cudaGetDevice", SystemCall::device},
    {"cudaGetDeviceCount", SystemCall::device_count},
    {"cudaRuntimeGetVersion", SystemCall::runtime_version},
};
/// Launches whose buffer was asked for by size: describes the launch and starts it.
constexpr std::string_view kLaunchOfPlainBuffer = "cudaLaunchDevice";

/// CUDA 12 names a function of the device runtime cudaCDP2X that was cudaX before.
std::string plain_name(std::string_view name) {
  constexpr std::string_view kNew = "cudaCDP2";
  return name.starts_with(kNew) ? "cuda" + std::string(name.substr(kNew.size()))
                                : std::string(name);
}

std::span<const std::uint8_t> source_rows(SystemCall call) {
  const auto& rows = isa::shape_of(call).source_rows;
  return {rows.begin(), std::ranges::find(rows, std::uint8_t{0})};
}

/// The operands of a call, one for each parameter of the callee.
std::vector<Operand> service_arguments(Builder& builder, const ptx::CallParts& parts,
                                       const CallLayout& layout,
                                       std::span<const std::uint8_t> words) {
  const std::vector<ptx::Operand>& given = elements(parts.arguments);
  check_count(builder, *parts.callee, "arguments", given.size(), words.size());
  check_count(builder, *parts.callee, "declared parameters", layout.parameters.size(),
              words.size());
  std::vector<Operand> sources;
  for (std::size_t i = 0; i < given.size(); ++i) {
    check_count(builder, given[i], "words", layout.parameters[i].words, words[i]);
    sources.push_back(argument(builder, given[i], layout.parameters[i]).first);
  }
  return sources;
}

Operand service_result(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout,
                       unsigned words) {
  const std::vector<ptx::Operand>& wanted = elements(parts.returns);
  const std::size_t results = words == 0 ? 0 : 1;
  check_count(builder, *parts.callee, "results", wanted.size(), results);
  check_count(builder, *parts.callee, "declared results", layout.results.size(), results);
  if (results == 0) return {};
  check_count(builder, wanted[0], "words", layout.results[0].words, words);
  return result(builder, wanted[0], layout.results[0]).first;
}

void emit_service(Builder& builder, SystemCall which, Operand to, std::span<const Operand> from) {
  isa::Instruction& call = builder.emit(Op::system_call, {to}, {});
  std::ranges::copy(from, call.sources.begin());
  call.modifiers.immediate = static_cast<std::uint8_t>(which);
  Routine& routine = builder.routine();
  routine.uses_printf |= which == SystemCall::vprintf;
  routine.uses_heap |= which == SystemCall::malloc || which == SystemCall::free ||
                       which == SystemCall::allocate || which == SystemCall::release;
  routine.uses_launches |= which == SystemCall::launch;
  routine.uses_waits |= which == SystemCall::synchronize;
}

void call_service(Builder& builder, const ptx::CallParts& parts, SystemCall call,
                  const CallLayout& layout) {
  const std::vector<Operand> sources = service_arguments(builder, parts, layout, source_rows(call));
  const Operand to = service_result(builder, parts, layout, isa::shape_of(call).result_rows);
  emit_service(builder, call, to, sources);
}

/// row = cudaLaunchDevice(kernel, buffer, grid, block, shared bytes, stream): a system call has at
/// most five sources, so two calls do the work.
void call_plain_launch(Builder& builder, const ptx::CallParts& parts, const CallLayout& layout) {
  constexpr std::uint8_t kWords[] = {2, 2, 3, 3, 1, 2};
  const std::vector<Operand> sources = service_arguments(builder, parts, layout, kWords);
  const Operand to = service_result(builder, parts, layout, 1);
  emit_service(builder, SystemCall::describe_launch, {}, std::span(sources).first(5));
  emit_service(builder, SystemCall::launch, to, std::array{sources[1], sources[5]});
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

bool is_service(std::string_view function) {
  const std::string name = plain_name(function);
  return name == kLaunchOfPlainBuffer ||
         std::ranges::find(kServices, name, &Service::name) != std::end(kServices);
}

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
  const std::string name = plain_name(callee.name);
  if (name == kLaunchOfPlainBuffer) return call_plain_launch(builder, parts, layout);
  const auto* service = std::ranges::find(kServices, name, &Service::name);
  if (service == std::end(kServices)) {
    builder.refuse(
        parts.callee->place,
        fmt::format("function '{}' is declared but not defined in this module", callee.name));
  }
  call_service(builder, parts, service->call, layout);
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
