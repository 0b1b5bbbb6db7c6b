#include "heddle/exec/ops/binding.hpp"

#include <vector>

#include "heddle/base/error.hpp"

namespace heddle::exec {
namespace {

/// Returns the rows of the tables of all families, indexed by Op.
std::vector<const Binding*> make_index() {
  std::vector<const Binding*> index(isa::op_table().size(), nullptr);
  for (auto family :
       {move_bindings, integer_add_bindings, integer_multiply_bindings, integer_divide_bindings,
        bits_bindings, logic_bindings, compare_bindings, predicate_bindings, float32_bindings,
        float64_bindings, special_bindings, convert_bindings, convert_packed_bindings,
        convert_fp8_bindings, half_bindings, video_bindings, sequence_bindings}) {
    for (const Binding& binding : family()) index[static_cast<std::size_t>(binding.op)] = &binding;
  }
  return index;
}

const Binding* find(isa::Op op) {
  static const std::vector<const Binding*> index = make_index();
  return index[static_cast<std::size_t>(op)];
}

}  // namespace

bool computes_values(isa::Op op) { return find(op) != nullptr; }

OperationFunction bind(const isa::Instruction& instruction) {
  const Binding* binding = find(instruction.op);
  if (binding == nullptr) fail("{} computes no value", isa::info(instruction.op).name);
  if (binding->function != nullptr) return binding->function;
  const OperationFunction function = binding->binder(instruction);
  if (function == nullptr) {
    fail("{}: this combination of modifiers is not implemented", isa::info(instruction.op).name);
  }
  return function;
}

}  // namespace heddle::exec
