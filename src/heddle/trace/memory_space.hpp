// The state space of an address in a trace.
#pragma once

#include <cstdint>

#include "heddle/isa/program.hpp"
#include "heddle/trace/format/kernel_header.hpp"
#include "heddle/trace/sass/opcode.hpp"

namespace heddle::trace {

/// Returns the space of the address. A generic address is in the window of shared or local memory
/// that the header names, or in global memory.
inline isa::Space space_of(OperandForm form, Addr address, const KernelHeader& header) {
  switch (form) {
    case OperandForm::shared:
      return isa::Space::shared;
    case OperandForm::local:
      return isa::Space::local;
    case OperandForm::constant:
      return isa::Space::constant;
    case OperandForm::generic:
      break;
    default:
      return isa::Space::global;
  }
  // The windows of NVIDIA's GPUs are as large as heddle's.
  const auto lies_in = [address](Addr window, Addr bytes) {
    return window != 0 && address >= window && address - window < bytes;
  };
  if (lies_in(header.shared_window, isa::kSharedWindowBytes)) return isa::Space::shared;
  if (lies_in(header.local_window, isa::kLocalWindowBytes)) return isa::Space::local;
  return isa::Space::global;
}

}  // namespace heddle::trace
