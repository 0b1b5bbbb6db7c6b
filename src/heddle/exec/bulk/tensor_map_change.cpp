// tensormap.replace and tensormap.cp_fenceproxy: programs that change a descriptor on the device.
#include <cstring>

#include "heddle/exec/bulk/bulk_step.hpp"
#include "heddle/exec/system/generic_memory.hpp"
#include "heddle/isa/tensor_map.hpp"

namespace heddle::exec {
namespace {

using isa::TensorMap;
using isa::TensorMapField;

/// Writes the value to a field. Returns false if the field cannot have the value.
bool replace(TensorMap& map, TensorMapField field, unsigned dimension, std::uint64_t value) {
  switch (field) {
    case TensorMapField::global_address:
      map.address = value;
      return value % kBulkUnit == 0;
    case TensorMapField::rank:  // the instruction counts from 0
      map.rank = static_cast<std::uint8_t>(value + 1);
      return value < isa::kTensorRanks;
    case TensorMapField::box_dim:
      map.box[dimension] = static_cast<std::uint16_t>(value);
      return value >= 1 && value <= 256;
    case TensorMapField::global_dim:
      map.size[dimension] = value;
      return value >= 1;
    case TensorMapField::global_stride:  // of the second dimension and later ones
      if (dimension + 1 >= isa::kTensorRanks) return false;
      map.stride[dimension + 1] = value;
      return value % kBulkUnit == 0;
    case TensorMapField::element_stride:
      map.step[dimension] = static_cast<std::uint8_t>(value);
      return value >= 1 && value <= 8;
    case TensorMapField::elemtype:
      map.element = static_cast<isa::TensorElement>(value);
      return value < isa::kTensorElements;
    case TensorMapField::interleave_layout:
      return value == 0;
    case TensorMapField::swizzle_mode:
      map.swizzle = static_cast<isa::TensorSwizzle>(value);
      return value <= 3;
    case TensorMapField::fill_mode:
      map.fill = static_cast<isa::TensorFill>(value);
      return value <= 1;
  }
  return false;
}

/// Reads, changes and writes the descriptor at a generic address of the lane.
void replace_field(StepContext& context) {
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  const auto field = static_cast<TensorMapField>(modifiers.immediate);
  const unsigned dimension = modifiers.vector - 1u;
  const BulkStep step(context, "tensormap.replace");
  const std::uint32_t* const addresses = context.source(0);
  const std::uint32_t* const values = context.source(1);
  for_each_lane(context.mask, [&](unsigned lane) {
    const Addr address = pair_of(addresses, lane);
    const GenericMemory memory(context.warp, context.result.pc, lane);
    isa::TensorMapBytes bytes;
    memory.read(address, bytes.data(), bytes.size());
    TensorMap map;
    if (!isa::decode(bytes, map))
      step.refuse(lane, address, fmt::format("there is no tensor map at {:#x}", address));
    const std::uint64_t value = pair_of(values, lane);
    if (!replace(map, field, dimension, value))
      step.refuse(lane, address, fmt::format("the field cannot have the value {}", value));
    bytes = isa::encode(map);
    memory.write(address, bytes.data(), bytes.size());
  });
  context.result.kind = StepKind::plain;
  context.result.wrote = true;
}

/// Copies the descriptor by all lanes together.
void copy_map(StepContext& context) {
  BulkStep step(context, "tensormap.cp_fenceproxy");
  const unsigned lane = first_lane(context.mask);
  const std::uint8_t* const from =
      shared_place(context, lane, context.source(1)[lane], isa::kTensorMapBytes,
                   isa::kTensorMapBytes, step.verb());
  const Addr to = pair_of(context.source(0), lane);
  step.check_global(lane, to, isa::kTensorMapBytes);
  step.write_global(lane, to, from, isa::kTensorMapBytes);
  step.finish();
}

constexpr HandlerBinding kTensorMapHandlers[] = {
    {isa::Op::tensormap_replace, replace_field},
    {isa::Op::tensormap_copy, copy_map},
};

}  // namespace

std::span<const HandlerBinding> tensor_map_handlers() { return kTensorMapHandlers; }

}  // namespace heddle::exec
