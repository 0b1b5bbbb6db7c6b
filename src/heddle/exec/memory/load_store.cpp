// ld and st in every state space.
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/memory/access_parts.hpp"
#include "heddle/exec/memory/shared_words.hpp"

namespace heddle::exec {
namespace {

constexpr AccessIntent kLoad{AccessKind::load, "load"};
constexpr AccessIntent kStore{AccessKind::store, "store"};

void prepare(const isa::Instruction& instruction, ExecutableInstruction& out) {
  out.transfers = &find_transfers(instruction.modifiers.type, instruction.modifiers.vector);
}

/// Finds the rows of all elements. An element of more than 32 bits has several rows. `operand(i)`
/// is the first row of element i. Elements that the instruction does not name get the row `unused`.
template <typename Word, typename Operand>
void find_rows(const StepContext& context, Operand&& operand, Word* unused,
               TransferRows<Word>& rows) {
  const unsigned each = isa::rows_of(context.instruction.modifiers.type);
  const unsigned elements = context.instruction.modifiers.vector;
  unsigned count = 0;
  for (unsigned i = 0; i < elements; ++i) {
    Word* const first = operand(i);
    for (unsigned k = 0; k < each; ++k)
      rows[count++] = first == nullptr ? unused : first + k * kWarpSize;
  }
}

void load(StepContext& context) {
  if (load_shared_words(context)) return;
  Row unused;
  LoadRows rows;
  find_rows(context, [&](unsigned i) { return context.destination(i); }, unused.lane, rows);
  context.result.kind = StepKind::memory;
  const Transfers& transfers = *context.executable.transfers;
  const StoreLog* const log = context.environment.log;
  AccessParts parts(context, transfers.bytes, kLoad);
  while (parts.next()) {
    const TransferLanes& lanes = parts.lanes();
    if (parts.space() == isa::Space::local)
      transfers.load_local(rows, lanes, context.warp.local.data());
    else if (log != nullptr && parts.in_image() &&
             log->may_overlap(lanes.summary.low, lanes.summary.high))
      transfers.load_logged(rows, lanes, *log);
    else
      transfers.load(rows, lanes);
  }
}

void store(StepContext& context) {
  if (store_shared_words(context)) return;
  static constexpr Row kZeros{};
  StoreRows rows;
  find_rows(context, [&](unsigned i) { return context.source(i + 1); }, kZeros.lane, rows);
  context.result.kind = StepKind::memory;
  context.result.wrote = true;
  const Transfers& transfers = *context.executable.transfers;
  StoreLog* const log = context.environment.log;
  AccessParts parts(context, transfers.bytes, kStore);
  while (parts.next()) {
    const TransferLanes& lanes = parts.lanes();
    if (parts.space() == isa::Space::local)
      transfers.store_local(rows, lanes, context.warp.local.data());
    else if (log != nullptr && parts.in_image())
      transfers.store_logged(rows, lanes, *log);
    else
      transfers.store(rows, lanes);
  }
}

void fence(StepContext& context) { context.result.kind = StepKind::fence; }

constexpr HandlerBinding kLoadStoreHandlers[] = {
    {isa::Op::ld, load, false, prepare},
    {isa::Op::st, store, false, prepare},
    {isa::Op::fence, fence},
    {isa::Op::membar, fence},
    {isa::Op::fence_proxy, fence},
    {isa::Op::fence_tensormap, fence},
};

}  // namespace

std::span<const HandlerBinding> load_store_handlers() { return kLoadStoreHandlers; }

}  // namespace heddle::exec
