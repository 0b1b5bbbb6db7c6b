#include "heddle/exec/system/system_call.hpp"

#include <array>
#include <cstdio>
#include <iterator>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/step_context.hpp"
#include "heddle/exec/system/lane_call.hpp"
#include "heddle/exec/system/printf_format.hpp"
#include "heddle/exec/system/runtime_calls.hpp"

namespace heddle::exec {
namespace {

void print(LaneCall& call, SystemServices& services) {
  const GenericMemory memory = call.memory();
  const Addr arguments = call.pair(1);
  const PrintfText printed = format_printf(
      memory.text(call.pair(0)),
      {.argument = [&](std::uint64_t offset, void* to,
                       std::uint64_t bytes) { memory.read(arguments + offset, to, bytes); },
       .text = [&](Addr address) { return memory.text(address); }});
  services.print(printed.text);
  call.give_back(printed.arguments, 1);
}

void allocate(LaneCall& call, SystemServices& services) {
  call.give_back(services.heap.allocate(call.pair(0)), 2);
}

void release(LaneCall& call, SystemServices& services) {
  const Addr address = call.pair(0);
  if (!services.heap.free(address))
    call.fault(FaultKind::invalid_operand, address,
               fmt::format("free of {:#x}, which device malloc has not returned", address));
}

void fail_assertion(LaneCall& call, SystemServices&) {
  const GenericMemory memory = call.memory();
  const FaultPlace place = call.here();
  call.fault(FaultKind::assertion, 0,
             fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.",
                         memory.text(call.pair(1)), call.word(2), memory.text(call.pair(3)),
                         place.block.x, place.block.y, place.block.z, place.thread.x,
                         place.thread.y, place.thread.z, memory.text(call.pair(0))));
}

/// Indexed by isa::SystemCall, up to the first call of the device runtime.
using HostService = void (*)(LaneCall&, SystemServices&);
constexpr std::array<HostService, 4> kHostServices = {print, allocate, release, fail_assertion};

void system_call(StepContext& context) { context.result.kind = StepKind::system; }

void check_service(const isa::Instruction& instruction, ExecutableInstruction&) {
  if (instruction.modifiers.immediate >= std::size(isa::kSystemCallShapes))
    fail("system call {} does not exist", instruction.modifiers.immediate);
}

constexpr HandlerBinding kSystemHandlers[] = {
    {isa::Op::system_call, system_call, false, check_service}};

}  // namespace

std::span<const HandlerBinding> system_handlers() { return kSystemHandlers; }

SystemServices::SystemServices(MemoryImage& image, std::uint64_t heap_bytes)
    : print([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }),
      heap(image, heap_bytes) {}

isa::SystemCall service_of(const isa::Program& program, Pc pc) {
  return static_cast<isa::SystemCall>(program.code[pc].modifiers.immediate);
}

bool perform_system_call(Warp& warp, const WarpCall& call, SystemServices& services) {
  const auto which = static_cast<std::size_t>(service_of(*warp.block->grid->program, call.pc));
  for_each_lane(call.lanes, [&](unsigned lane) {
    LaneCall lane_call(warp, call, lane);
    if (which < kHostServices.size()) return kHostServices[which](lane_call, services);
    call_device_runtime(lane_call, services);
  });
  return which == static_cast<std::size_t>(isa::SystemCall::synchronize) &&
         services.runtime->has_children(*warp.block->grid, warp.block->id);
}

}  // namespace heddle::exec
