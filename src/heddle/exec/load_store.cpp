// ld and st in every state space.
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/exec/access_parts.hpp"
#include "heddle/exec/store_log.hpp"

namespace heddle::exec {
namespace {

constexpr AccessIntent kLoad{AccessKind::load, "load"};
constexpr AccessIntent kStore{AccessKind::store, "store"};

void check_vector(const isa::Instruction& instruction) {
  const isa::Modifiers& modifiers = instruction.modifiers;
  const unsigned bytes = isa::bytes_of(modifiers.type) * modifiers.vector;
  const bool known = modifiers.vector == 1 || modifiers.vector == 2 || modifiers.vector == 4;
  if (bytes == 0 || bytes > 32 || !known)
    fail("an access of {} elements of {} bytes", modifiers.vector, isa::bytes_of(modifiers.type));
}

/// Rows of all elements, those of 64-bit elements taken apart. `operand(i)` is the first row of
/// element i, `unused` stands in for elements that the instruction does not name.
template <typename Word, typename Operand>
TransferRows<Word> rows_of(const isa::Modifiers& modifiers, Operand&& operand, Word* unused) {
  TransferRows<Word> rows;
  rows.type = modifiers.type;
  rows.bytes = isa::bytes_of(modifiers.type) * modifiers.vector;
  const unsigned each = isa::rows_of(modifiers.type);
  for (unsigned i = 0; i < modifiers.vector; ++i) {
    Word* const first = operand(i);
    for (unsigned k = 0; k < each; ++k)
      rows.row[rows.count++] = first == nullptr ? unused : first + k * kWarpSize;
  }
  return rows;
}

void load(StepContext& context) {
  Row unused;
  const LoadRows rows = rows_of(
      context.instruction.modifiers, [&](unsigned i) { return context.destination(i); },
      unused.lane);
  context.result.kind = StepKind::memory;
  const StoreLog* const log = context.environment.log;
  AccessParts parts(context, rows.bytes, kLoad);
  while (parts.next()) {
    const TransferLanes& lanes = parts.lanes();
    if (parts.space() == isa::Space::local)
      load_local(rows, lanes, context.warp.local.data());
    else if (log != nullptr && parts.in_image() &&
             log->may_overlap(lanes.summary.low, lanes.summary.high))
      load_logged(rows, lanes, *log);
    else
      load(rows, lanes);
  }
}

void store(StepContext& context) {
  static constexpr Row kZeros{};
  const StoreRows rows = rows_of(
      context.instruction.modifiers, [&](unsigned i) { return context.source(i + 1); },
      kZeros.lane);
  context.result.kind = StepKind::memory;
  StoreLog* const log = context.environment.log;
  AccessParts parts(context, rows.bytes, kStore);
  while (parts.next()) {
    const TransferLanes& lanes = parts.lanes();
    if (parts.space() == isa::Space::local)
      store_local(rows, lanes, context.warp.local.data());
    else if (log != nullptr && parts.in_image())
      store_logged(rows, lanes, *log);
    else
      store(rows, lanes);
  }
}

void fence(StepContext& context) { context.result.kind = StepKind::fence; }

constexpr HandlerBinding kHandlers[] = {
    {isa::Op::ld, load, false, check_vector},
    {isa::Op::st, store, false, check_vector},
    {isa::Op::fence, fence},
    {isa::Op::membar, fence},
};

}  // namespace

std::span<const HandlerBinding> load_store_handlers() { return kHandlers; }

}  // namespace heddle::exec
