// What an atomic operation makes of the old value: the read-modify-write's middle, for one lane.
#pragma once

#include <cstdint>

#include "heddle/isa/modifiers.hpp"

namespace heddle::exec {

/// New value of the location. Values are in the low bits. `operand` is the new value of exch and
/// cas; `compare` is what cas compares with.
using AtomicFunction = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand,
                                         std::uint64_t compare);

/// Null: the machine has no such operation. `flush_subnormals` is how global memory adds f32
/// (shared memory keeps subnormals), PTX ISA, "atom".
AtomicFunction atomic_function(isa::AtomicKind kind, isa::Type type, bool flush_subnormals);

}  // namespace heddle::exec
