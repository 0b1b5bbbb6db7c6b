// The arithmetic of an atomic operation for one lane: from the old value to the new one.
#pragma once

#include <cstdint>

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

/// Returns the new value of the location. The values are in the low bits of the words. `operand` is
/// the new value of exch and cas; cas compares the old value with `compare`.
using AtomicFunction = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand,
                                         std::uint64_t compare);

/// Returns null if the machine has no such operation. `flush_subnormals`: global memory flushes
/// subnormals when it adds f32; shared memory keeps them. Source: PTX ISA, "atom".
AtomicFunction atomic_function(isa::AtomicKind kind, isa::Type type, bool flush_subnormals);

}  // namespace heddle::exec
