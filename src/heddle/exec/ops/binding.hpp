// Tables from operations to functions, one for each family. A row names the function of its
// operation, or a binder. A binder chooses the function by the instruction's modifiers.
#pragma once

#include <span>

#include "heddle/exec/ops/operation.hpp"

namespace heddle::exec {

using Binder = OperationFunction (*)(const isa::Instruction&);

struct Binding {
  isa::Op op;
  OperationFunction function = nullptr;
  Binder binder = nullptr;

  constexpr Binding(isa::Op o, OperationFunction f) : op(o), function(f) {}
  constexpr Binding(isa::Op o, Binder b) : op(o), binder(b) {}
};

std::span<const Binding> move_bindings();
std::span<const Binding> bits_bindings();
std::span<const Binding> logic_bindings();
std::span<const Binding> predicate_bindings();
std::span<const Binding> compare_bindings();
std::span<const Binding> float32_bindings();
std::span<const Binding> float64_bindings();
std::span<const Binding> special_bindings();
std::span<const Binding> convert_packed_bindings();
std::span<const Binding> convert_fp8_bindings();
std::span<const Binding> convert_bindings();
std::span<const Binding> half_bindings();
std::span<const Binding> video_bindings();
std::span<const Binding> sequence_bindings();
std::span<const Binding> integer_add_bindings();
std::span<const Binding> integer_multiply_bindings();
std::span<const Binding> integer_divide_bindings();

}  // namespace heddle::exec
