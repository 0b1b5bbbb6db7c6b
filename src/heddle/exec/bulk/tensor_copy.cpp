// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor: boxes of a tensor that a descriptor
// describes. tensormap.replace changes a descriptor.
#include <algorithm>
#include <cstring>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/exec/bulk/bulk_step.hpp"
#include "heddle/exec/bulk/reduction.hpp"
#include "heddle/exec/bulk/tensor_box.hpp"
#include "heddle/exec/system/generic_memory.hpp"

namespace heddle::exec {
namespace {

using isa::TensorMap;
using isa::TensorMode;
using isa::Type;

constexpr unsigned kBoxAlignment = 128;  ///< of a box in shared memory, in bytes

TensorMap map_at(const BulkStep& step, unsigned lane, Addr address) {
  const StepContext& context = step.context();
  if (address % isa::kTensorMapAlignment != 0)
    step.refuse(lane, address,
                fmt::format("the tensor map at {:#x} must be aligned to {} bytes", address,
                            isa::kTensorMapAlignment));
  isa::TensorMapBytes bytes;
  GenericMemory(context.warp, context.result.pc, lane).read(address, bytes.data(), bytes.size());
  TensorMap map;
  if (!isa::decode(bytes, map))
    step.refuse(lane, address,
                fmt::format("there is no tensor map at {:#x}: cuTensorMapEncodeTiled and "
                            "cuTensorMapEncodeIm2col make one",
                            address));
  const unsigned rank = context.instruction.modifiers.rank;
  if (map.rank != rank)
    step.refuse(
        lane, address,
        fmt::format("the tensor map has {} dimensions, and the copy {}", unsigned{map.rank}, rank));
  const bool is_im2col = context.instruction.modifiers.immediate != 0;
  if (is_im2col != (map.mode == TensorMode::im2col))
    step.refuse(lane, address,
                is_im2col ? "the tensor map is tiled, and the copy is .im2col"
                          : "the tensor map is im2col, and the copy is .tile");
  return map;
}

/// The box that a lane's coordinates name. `rows`: the coordinates, then the offsets of im2col.
TensorBox box_at(const StepContext& context, const TensorMap& map, const std::uint32_t* rows,
                 unsigned lane) {
  TensorCoordinates at{};
  std::array<std::uint16_t, 3> offsets{};
  const auto value = [&](unsigned i) { return rows[i * kWarpSize + lane]; };
  for (unsigned i = 0; i < map.rank; ++i) at[i] = static_cast<std::int32_t>(value(i));
  const unsigned values = context.instruction.modifiers.vector;
  for (unsigned i = map.rank; i < values; ++i)
    offsets[i - map.rank] = static_cast<std::uint16_t>(value(i));
  return TensorBox(map, at, offsets);
}

/// Calls visit(shared address, byte of the row) for each 16-byte unit of a row, whose order in
/// shared memory may be swizzled. The last unit of a row may be shorter.
template <typename Visit>
void for_each_unit(const TensorMap& map, std::uint32_t row_address, std::uint32_t bytes,
                   Visit&& visit) {
  for (std::uint32_t at = 0; at < bytes; at += kBulkUnit)
    visit(swizzled(row_address + at, map.swizzle), at, std::min(kBulkUnit, bytes - at));
}

/// Fills elements that lie outside the tensor.
void fill_row(const TensorMap& map, std::vector<std::uint8_t>& row) {
  std::ranges::fill(row, std::uint8_t{0});
  if (map.fill == isa::TensorFill::zero) return;
  std::uint64_t nan = 0;  // source: CUDA driver API, NaN_REQUEST_ZERO_FMA: a NaN of the type
  switch (map.element) {
    case isa::TensorElement::f16:
      nan = 0x7FFF;
      break;
    case isa::TensorElement::bf16:
      nan = 0x7FFF;
      break;
    case isa::TensorElement::f64:
      nan = 0x7FFF'FFFF'FFFF'FFFFu;
      break;
    default:
      nan = 0x7FFF'FFFF;
  }
  const unsigned bytes = isa::bytes_of(map.element);
  for (std::size_t at = 0; at < row.size(); at += bytes) std::memcpy(&row[at], &nan, bytes);
}

/// The addresses in shared memory of the boxes of one copy, in each block that gets it.
struct BoxPlaces {
  std::vector<std::uint8_t*> shared;  ///< first byte of a block's shared memory
  std::vector<std::uint32_t> offset;  ///< of the box
};

void load_box(StepContext& context) {
  BulkStep step(context, "a tensor copy to shared memory");
  const std::uint32_t* const to = context.source(0);
  const std::uint32_t* const maps = context.source(1);
  const std::uint32_t* const coordinates = context.source(2);
  const std::uint32_t* const barriers = context.source(3);
  const std::uint32_t* const masks = context.source(4);
  std::vector<std::uint8_t> row;
  for_each_lane(context.mask, [&](unsigned lane) {
    const TensorMap map = map_at(step, lane, pair_of(maps, lane));
    TensorBox box = box_at(context, map, coordinates, lane);
    BoxPlaces places;
    for_each_copy(step, lane, masks, to[lane], [&](Addr address) {
      shared_place(context, lane, address, box.bytes(), kBoxAlignment, step.verb());
      const SharedTarget target = shared_target(context, lane, address);
      places.shared.push_back(target.block->shared.data());
      places.offset.push_back(static_cast<std::uint32_t>(address - target.base));
      const Addr barrier =
          masks == nullptr ? Addr{barriers[lane]} : target.base + offset_of_address(barriers[lane]);
      step.count_bytes(lane, barrier, *target.block, box.bytes());
    });
    row.resize(box.row_bytes());
    box.for_each_row([&](const TensorRow& part) {
      fill_row(map, row);
      if (part.first != part.end)
        step.read_global(lane, part.address + part.first, row.data() + part.first,
                         part.end - part.first);
      for (std::size_t i = 0; i < places.shared.size(); ++i)
        for_each_unit(map, places.offset[i] + part.offset, box.row_bytes(),
                      [&](std::uint32_t address, std::uint32_t at, std::uint32_t bytes) {
                        std::memcpy(places.shared[i] + address, row.data() + at, bytes);
                      });
    });
  });
  context.result.wrote = true;
  step.finish();
}

/// The type of the elements for a reduction, or none.
Type reduced_type(isa::TensorElement element, isa::AtomicKind kind) {
  using enum isa::TensorElement;
  const bool is_logic = kind == isa::AtomicKind::and_ || kind == isa::AtomicKind::or_ ||
                        kind == isa::AtomicKind::xor_;
  switch (element) {
    case u32:
      return is_logic ? Type::b32 : Type::u32;
    case s32:
      return is_logic ? Type::b32 : Type::s32;
    case u64:
      return is_logic ? Type::b64 : Type::u64;
    case s64:
      return is_logic ? Type::b64 : Type::s64;
    case f16:
      return Type::f16;
    case bf16:
      return Type::bf16;
    case f32:
    case f32_ftz:
      return Type::f32;
    case f64:
      return Type::f64;
    default:
      return Type::none;
  }
}

/// The operation of a tensor reduction, on elements of the tensor's type.
BulkReduction reduction_of(const BulkStep& step, unsigned lane, const TensorMap& map) {
  isa::Modifiers modifiers = step.context().instruction.modifiers;
  modifiers.type = reduced_type(map.element, modifiers.atomic);
  if (modifiers.type != Type::none) {
    try {
      return BulkReduction(modifiers, true);
    } catch (const Error&) {  // the message below names the thread and the line
    }
  }
  step.refuse(lane, 0, "there is no reduction of this kind on elements of the tensor's type");
}

/// Stores a box, or reduces with it.
void put_box(StepContext& context, BulkStep& step, bool reduces) {
  const std::uint32_t* const maps = context.source(0);
  const std::uint32_t* const coordinates = context.source(1);
  const std::uint32_t* const from = context.source(2);
  std::vector<std::uint8_t> row;
  for_each_lane(context.mask, [&](unsigned lane) {
    const TensorMap map = map_at(step, lane, pair_of(maps, lane));
    TensorBox box = box_at(context, map, coordinates, lane);
    shared_place(context, lane, from[lane], box.bytes(), kBoxAlignment, step.verb());
    const SharedTarget source = shared_target(context, lane, from[lane]);
    const auto offset = static_cast<std::uint32_t>(from[lane] - source.base);
    row.resize(box.row_bytes());
    box.for_each_row([&](const TensorRow& part) {
      if (part.first == part.end) return;
      for_each_unit(map, offset + part.offset, box.row_bytes(),
                    [&](std::uint32_t address, std::uint32_t at, std::uint32_t bytes) {
                      std::memcpy(row.data() + at, source.block->shared.data() + address, bytes);
                    });
      const Addr address = part.address + part.first;
      const std::uint32_t bytes = part.end - part.first;
      if (reduces) {
        reduction_of(step, lane, map)
            .apply(step.reduced_global(lane, address, bytes), row.data() + part.first, bytes);
      } else {
        step.write_global(lane, address, row.data() + part.first, bytes);
      }
    });
  });
  context.result.bulk.writes = true;
  step.join_group();
  step.finish();
}

void store_box(StepContext& context) {
  BulkStep step(context, "a tensor copy to global memory");
  put_box(context, step, false);
}

void reduce_box(StepContext& context) {
  BulkStep step(context, "a tensor reduction in global memory");
  put_box(context, step, true);
}

/// The machine's L2 gets no lines by a prefetch. The tensor map must be right.
void prefetch_box(StepContext& context) {
  const BulkStep step(context, "a prefetch of a tensor");
  for_each_lane(context.mask,
                [&](unsigned lane) { map_at(step, lane, pair_of(context.source(0), lane)); });
  context.result.kind = StepKind::plain;
}

constexpr HandlerBinding kTensorHandlers[] = {
    {isa::Op::tensor_load, load_box},
    {isa::Op::tensor_store, store_box},
    {isa::Op::tensor_reduce, reduce_box},
    {isa::Op::tensor_prefetch, prefetch_box},
};

}  // namespace

std::span<const HandlerBinding> tensor_handlers() { return kTensorHandlers; }

}  // namespace heddle::exec
