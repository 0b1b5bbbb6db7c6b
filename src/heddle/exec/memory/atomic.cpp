// The instructions atom and red. An atomic is performed at once, or is captured so that the caller
// performs it elsewhere and later.
#include <atomic>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/memory/access_parts.hpp"
#include "heddle/exec/memory/atomic_function.hpp"

namespace heddle::exec {
namespace {

void check_atomic(const isa::Instruction& instruction, ExecutableInstruction&) {
  const isa::Modifiers& modifiers = instruction.modifiers;
  if (modifiers.vector != 1 || atomic_function(modifiers.atomic, modifiers.type, false) == nullptr)
    fail("no atomic operation of this kind and type is implemented");
}

std::uint64_t lane_operand(const std::uint32_t* row, unsigned lane, unsigned bytes) {
  if (row == nullptr) return 0;
  const std::uint64_t low = row[lane];
  if (bytes == 8) return low | std::uint64_t{row[lane + kWarpSize]} << 32;
  return bytes == 2 ? low & 0xFFFFu : low;
}

void write_old(std::uint32_t* row, unsigned lane, unsigned bytes, std::uint64_t old) {
  if (row == nullptr) return;
  row[lane] = static_cast<std::uint32_t>(old);
  if (bytes == 8) row[lane + kWarpSize] = static_cast<std::uint32_t>(old >> 32);
}

struct Outcome {
  std::uint64_t old = 0;
  bool changed = false;
};

template <typename Word>
Outcome perform(AtomicFunction function, std::uint8_t* place, std::uint64_t operand,
                std::uint64_t compare) {
  Word old;
  std::memcpy(&old, place, sizeof old);
  const auto value = static_cast<Word>(function(old, operand, compare));
  std::memcpy(place, &value, sizeof value);
  return {old, value != old};
}

/// Performs a read-modify-write of one memory location.
Outcome perform(AtomicFunction function, std::uint8_t* place, unsigned bytes, std::uint64_t operand,
                std::uint64_t compare) {
  if (bytes == 4) return perform<std::uint32_t>(function, place, operand, compare);
  if (bytes == 8) return perform<std::uint64_t>(function, place, operand, compare);
  return perform<std::uint16_t>(function, place, operand, compare);
}

/// Performs a reduction of a location that other host threads may change at the same time. The
/// location is aligned to its size. Returns whether the location has changed.
template <typename Word>
bool reduce_among_threads(isa::AtomicKind kind, AtomicFunction function, std::uint8_t* place,
                          std::uint64_t operand) {
  constexpr auto kRelaxed = std::memory_order_relaxed;
  const std::atomic_ref<Word> word(*reinterpret_cast<Word*>(place));
  if (kind == isa::AtomicKind::add) {
    word.fetch_add(static_cast<Word>(operand), kRelaxed);
    return operand != 0;
  }
  Word old = word.load(kRelaxed);
  for (;;) {
    const auto value = static_cast<Word>(function(old, operand, 0));
    if (value == old) return false;
    if (word.compare_exchange_weak(old, value, kRelaxed)) return true;
  }
}

bool reduce_among_threads(isa::AtomicKind kind, AtomicFunction function, std::uint8_t* place,
                          unsigned bytes, std::uint64_t operand) {
  return bytes == 4 ? reduce_among_threads<std::uint32_t>(kind, function, place, operand)
                    : reduce_among_threads<std::uint64_t>(kind, function, place, operand);
}

/// Rows of an atomic's operands, by meaning.
struct AtomicRows {
  const std::uint32_t* operand;
  const std::uint32_t* compare;  ///< row of the compared values; null except for cas
};

AtomicRows rows_of(isa::AtomicKind kind, const std::uint32_t* first, const std::uint32_t* second) {
  if (kind == isa::AtomicKind::cas) return {second, first};
  return {first, nullptr};
}

void perform_part(StepContext& context, const AccessParts& parts, unsigned bytes) {
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  const AtomicFunction function =
      atomic_function(modifiers.atomic, modifiers.type, parts.space() == isa::Space::global);
  const auto [operand, compare] = rows_of(modifiers.atomic, context.source(1), context.source(2));
  std::uint32_t* const destination = context.destination(0);
  const TransferLanes& lanes = parts.lanes();
  if (context.environment.among_threads && parts.in_image()) {
    for_each_lane(lanes.mask, [&](unsigned lane) {
      context.result.wrote |=
          reduce_among_threads(modifiers.atomic, function, lanes.range.at(lanes.address[lane]),
                               bytes, lane_operand(operand, lane, bytes));
    });
    return;
  }
  for_each_lane(lanes.mask, [&](unsigned lane) {
    const Addr address = lanes.address[lane];
    // The SM's earlier stores to these bytes come before the atomic, and must not overwrite its
    // result later.
    if (parts.in_image() && context.environment.log != nullptr)
      context.environment.log->flush(*context.grid.memory, address, bytes);
    const Outcome outcome =
        perform(function, lanes.range.at(address), bytes, lane_operand(operand, lane, bytes),
                lane_operand(compare, lane, bytes));
    write_old(destination, lane, bytes, outcome.old);
    context.result.wrote |= outcome.changed;
  });
}

void step_atomic(StepContext& context, AccessKind kind) {
  context.result.kind = StepKind::atomic;
  const unsigned bytes = isa::bytes_of(context.instruction.modifiers.type);
  AccessParts parts(context, bytes, {kind, "atomic operation"});
  while (parts.next()) {
    if (parts.space() == isa::Space::shared ||
        (parts.space() == isa::Space::global && !context.environment.defer_atomics)) {
      perform_part(context, parts, bytes);
    } else if (parts.space() != isa::Space::global) {
      const unsigned lane = first_lane(parts.lanes().mask);
      context.fault(FaultKind::invalid_operand, lane, parts.lanes().address[lane],
                    "atomic operations are on global and shared memory only");
    }
  }
}

void atomic(StepContext& context) { step_atomic(context, AccessKind::atomic); }
void reduction(StepContext& context) { step_atomic(context, AccessKind::reduction); }

constexpr HandlerBinding kAtomicHandlers[] = {
    {isa::Op::atom, atomic, false, check_atomic},
    {isa::Op::red, reduction, false, check_atomic},
};

}  // namespace

std::span<const HandlerBinding> atomic_handlers() { return kAtomicHandlers; }

void capture_atomic(const Warp& warp, const Step& step, AtomicRequest& request) {
  const Grid& grid = *warp.block->grid;
  const isa::Instruction& instruction = grid.program->code[step.pc];
  request.instruction = &instruction;
  request.row_base = step.row_base;
  const LaneMask lanes = step.access.global;
  request.lanes |= lanes;
  const auto source = [&](unsigned i) -> const std::uint32_t* {
    const isa::Operand operand = instruction.sources[i];
    if (operand.kind == isa::OperandKind::row)
      return warp.rows[request.row_base + operand.index].lane;
    if (operand.kind == isa::OperandKind::constant) return grid.constants[operand.index].lane;
    return nullptr;
  };
  const unsigned bytes = isa::bytes_of(instruction.modifiers.type);
  const auto [operand, compare] = rows_of(instruction.modifiers.atomic, source(1), source(2));
  for_each_lane(lanes, [&](unsigned lane) {
    request.address[lane] = step.access.address[lane];
    request.operand[lane] = lane_operand(operand, lane, bytes);
    request.compare[lane] = lane_operand(compare, lane, bytes);
  });
}

LaneMask perform_atomic(MemoryImage& image, AtomicRequest& request, LaneMask lanes) {
  const isa::Modifiers& modifiers = request.instruction->modifiers;
  const unsigned bytes = isa::bytes_of(modifiers.type);
  const AtomicFunction function = atomic_function(modifiers.atomic, modifiers.type, true);
  RangeHint hint{0};
  LaneMask changed = 0;
  for_each_lane(lanes & request.lanes, [&](unsigned lane) {
    const Addr address = request.address[lane];
    const MemoryRange* const range = image.find(address, address + bytes, hint);
    if (range == nullptr)
      fail("the memory at {:#x} was freed under an atomic operation in flight", address);
    const Outcome outcome =
        perform(function, range->at(address), bytes, request.operand[lane], request.compare[lane]);
    request.operand[lane] = outcome.old;
    if (std::memcmp(range->at(address), &request.operand[lane], bytes) != 0)
      changed |= lane_bit(lane);
  });
  return changed;
}

void complete_atomic(Warp& warp, const AtomicRequest& request, LaneMask lanes) {
  const isa::Operand destination = request.instruction->destinations[0];
  if (destination.kind != isa::OperandKind::row) return;
  const unsigned bytes = isa::bytes_of(request.instruction->modifiers.type);
  std::uint32_t* const row = warp.rows[request.row_base + destination.index].lane;
  for_each_lane(lanes & request.lanes,
                [&](unsigned lane) { write_old(row, lane, bytes, request.operand[lane]); });
}

}  // namespace heddle::exec
