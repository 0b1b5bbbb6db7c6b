#include "heddle/exec/system/system_call.hpp"

#include <array>
#include <cstdio>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/step_context.hpp"
#include "heddle/exec/system/generic_reader.hpp"
#include "heddle/exec/system/printf_format.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::exec {
namespace {

/// One lane's call: its arguments and the place of its result.
class LaneCall {
 public:
  LaneCall(Warp& warp, std::uint32_t row_base, Pc pc, unsigned lane)
      : warp_(warp),
        instruction_(warp.block->grid->program->code[pc]),
        row_base_(row_base),
        pc_(pc),
        lane_(lane) {}

  std::uint32_t word(unsigned source) const { return *place(instruction_.sources[source], 0); }
  std::uint64_t pair(unsigned source) const {
    const isa::Operand operand = instruction_.sources[source];
    return *place(operand, 0) | std::uint64_t{*place(operand, 1)} << 32;
  }
  /// Writes the result, with as many words as the function returns. Writes nothing if the program
  /// does not use the result.
  void give_back(std::uint64_t value, unsigned words) {
    const isa::Operand destination = instruction_.destinations[0];
    if (destination.kind != isa::OperandKind::row) return;
    for (unsigned i = 0; i < words; ++i)
      warp_.rows[row_base_ + destination.index + i].lane[lane_] =
          static_cast<std::uint32_t>(value >> (32 * i));
  }
  GenericReader memory() const { return {warp_, pc_, lane_}; }
  [[noreturn]] void fault(FaultKind kind, Addr address, const std::string& message) const {
    raise_fault(kind, warp_, pc_, lane_, address, message);
  }
  FaultPlace here() const { return fault_place(warp_, pc_, lane_); }

 private:
  const std::uint32_t* place(isa::Operand operand, unsigned word) const {
    if (operand.kind == isa::OperandKind::constant)
      return &warp_.block->grid->constants[operand.index + word].lane[lane_];
    return &warp_.rows[row_base_ + operand.index + word].lane[lane_];
  }

  Warp& warp_;
  const isa::Instruction& instruction_;
  std::uint32_t row_base_;  ///< base of the call's frame
  Pc pc_;
  unsigned lane_;
};

using ServiceFunction = void (*)(LaneCall&, SystemServices&);

void print(LaneCall& call, SystemServices& services) {
  const GenericReader memory = call.memory();
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
  const GenericReader memory = call.memory();
  const FaultPlace place = call.here();
  call.fault(FaultKind::assertion, 0,
             fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.",
                         memory.text(call.pair(1)), call.word(2), memory.text(call.pair(3)),
                         place.block.x, place.block.y, place.block.z, place.thread.x,
                         place.thread.y, place.thread.z, memory.text(call.pair(0))));
}

/// indexed by isa::SystemCall
constexpr std::array<ServiceFunction, 4> kServices = {print, allocate, release, fail_assertion};

void system_call(StepContext& context) { context.result.kind = StepKind::system; }

void check_service(const isa::Instruction& instruction, ExecutableInstruction&) {
  if (instruction.modifiers.immediate >= kServices.size())
    fail("system call {} does not exist", instruction.modifiers.immediate);
}

constexpr HandlerBinding kSystemHandlers[] = {
    {isa::Op::system_call, system_call, false, check_service}};

}  // namespace

std::span<const HandlerBinding> system_handlers() { return kSystemHandlers; }

SystemServices::SystemServices(MemoryImage& image, std::uint64_t heap_bytes)
    : print([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }),
      heap(image, heap_bytes) {}

void perform_system_call(Warp& warp, std::uint32_t row_base, Pc pc, LaneMask lanes,
                         SystemServices& services) {
  const isa::Instruction& instruction = warp.block->grid->program->code[pc];
  const ServiceFunction service = kServices[instruction.modifiers.immediate];
  for_each_lane(lanes, [&](unsigned lane) {
    LaneCall call(warp, row_base, pc, lane);
    service(call, services);
  });
}

}  // namespace heddle::exec
