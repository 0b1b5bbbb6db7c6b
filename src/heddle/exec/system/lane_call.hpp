// One lane's call of a host service: its arguments and the place of its result.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/system/generic_memory.hpp"
#include "heddle/exec/system/system_call.hpp"

namespace heddle::exec {

class LaneCall {
 public:
  LaneCall(Warp& warp, const WarpCall& call, unsigned lane)
      : warp_(warp),
        instruction_(warp.block->grid->program->code[call.pc]),
        call_(call),
        lane_(lane) {}

  isa::SystemCall service() const {
    return static_cast<isa::SystemCall>(instruction_.modifiers.immediate);
  }
  std::uint32_t word(unsigned source) const { return *place(instruction_.sources[source], 0); }
  std::uint64_t pair(unsigned source) const {
    const isa::Operand operand = instruction_.sources[source];
    return *place(operand, 0) | std::uint64_t{*place(operand, 1)} << 32;
  }
  Dim3 extents(unsigned source) const {
    const isa::Operand operand = instruction_.sources[source];
    return {*place(operand, 0), *place(operand, 1), *place(operand, 2)};
  }
  /// Writes the result, with as many words as the function returns. Writes nothing if the program
  /// does not use the result.
  void give_back(std::uint64_t value, unsigned words) {
    const isa::Operand destination = instruction_.destinations[0];
    if (destination.kind != isa::OperandKind::row) return;
    for (unsigned i = 0; i < words; ++i)
      warp_.rows[call_.row_base + destination.index + i].lane[lane_] =
          static_cast<std::uint32_t>(value >> (32 * i));
  }
  GenericMemory memory() const { return {warp_, call_.pc, lane_}; }
  RuntimeCaller caller() const {
    return {.grid = warp_.block->grid,
            .block = warp_.block->id,
            .thread = warp_.index * kWarpSize + lane_,
            .when = call_.when};
  }
  [[noreturn]] void fault(FaultKind kind, Addr address, const std::string& message) const {
    raise_fault(kind, warp_, call_.pc, lane_, address, message);
  }
  FaultPlace here() const { return fault_place(warp_, call_.pc, lane_); }

 private:
  const std::uint32_t* place(isa::Operand operand, unsigned word) const {
    if (operand.kind == isa::OperandKind::constant)
      return &warp_.block->grid->constants[operand.index + word].lane[lane_];
    return &warp_.rows[call_.row_base + operand.index + word].lane[lane_];
  }

  Warp& warp_;
  const isa::Instruction& instruction_;
  const WarpCall& call_;
  unsigned lane_;
};

}  // namespace heddle::exec
