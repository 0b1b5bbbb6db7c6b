// cp.async.bulk and cp.reduce.async.bulk: copies, and reductions, of consecutive bytes.
#include <array>
#include <cstring>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/exec/bulk/bulk_step.hpp"
#include "heddle/exec/bulk/reduction.hpp"

namespace heddle::exec {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Returns the place of the bytes at a shared address, for a copy.
std::uint8_t* place_of(const BulkStep& step, unsigned lane, Addr address, std::uint32_t bytes) {
  return shared_place(step.context(), lane, address, bytes, kBulkUnit, step.verb());
}

void load_bytes(StepContext& context) {
  BulkStep step(context, "a bulk copy to shared memory");
  const std::uint32_t* const to = context.source(0);
  const std::uint32_t* const from = context.source(1);
  const std::uint32_t* const sizes = context.source(2);
  const std::uint32_t* const barriers = context.source(3);
  const std::uint32_t* const masks = context.source(4);
  Bytes copied;
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint32_t bytes = sizes[lane];
    step.check_size(lane, bytes);
    const Addr source = pair_of(from, lane);
    step.check_global(lane, source, kBulkUnit);
    copied.resize(bytes);
    step.read_global(lane, source, copied.data(), bytes);
    for_each_copy(step, lane, masks, to[lane], [&](Addr address) {
      std::memcpy(place_of(step, lane, address, bytes), copied.data(), bytes);
      const SharedTarget target = shared_target(context, lane, address);
      const Addr barrier =
          masks == nullptr ? Addr{barriers[lane]} : target.base + offset_of_address(barriers[lane]);
      step.count_bytes(lane, barrier, *target.block, bytes);
    });
  });
  context.result.wrote = true;
  step.finish();
}

/// Copies, or reduces with `reduction` if it is not null, from the own block to a block of the
/// cluster.
void send(StepContext& context, BulkStep& step, const BulkReduction* reduction) {
  const std::uint32_t* const to = context.source(0);
  const std::uint32_t* const from = context.source(1);
  const std::uint32_t* const sizes = context.source(2);
  const std::uint32_t* const barriers = context.source(3);
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint32_t bytes = sizes[lane];
    step.check_size(lane, bytes);
    const std::uint8_t* const source = place_of(step, lane, from[lane], bytes);
    std::uint8_t* const target = place_of(step, lane, to[lane], bytes);
    if (reduction != nullptr)
      reduction->apply(target, source, bytes);
    else
      std::memmove(target, source, bytes);
    step.count_bytes(lane, barriers[lane], *shared_target(context, lane, to[lane]).block, bytes);
  });
  context.result.wrote = true;
  step.finish();
}

void send_bytes(StepContext& context) {
  BulkStep step(context, "a bulk copy to a block of the cluster");
  send(context, step, nullptr);
}

void reduce_in_cluster(StepContext& context) {
  BulkStep step(context, "a bulk reduction in a block of the cluster");
  const BulkReduction reduction(context.instruction.modifiers, false);
  send(context, step, &reduction);
}

void store_bytes(StepContext& context) {
  BulkStep step(context, "a bulk copy to global memory");
  const std::uint32_t* const to = context.source(0);
  const std::uint32_t* const from = context.source(1);
  const std::uint32_t* const sizes = context.source(2);
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint32_t bytes = sizes[lane];
    step.check_size(lane, bytes);
    const Addr target = pair_of(to, lane);
    step.check_global(lane, target, kBulkUnit);
    step.write_global(lane, target, place_of(step, lane, from[lane], bytes), bytes);
  });
  context.result.bulk.writes = true;
  step.join_group();
  step.finish();
}

void reduce_in_global(StepContext& context) {
  BulkStep step(context, "a bulk reduction in global memory");
  const BulkReduction reduction(context.instruction.modifiers, true);
  const std::uint32_t* const to = context.source(0);
  const std::uint32_t* const from = context.source(1);
  const std::uint32_t* const sizes = context.source(2);
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint32_t bytes = sizes[lane];
    step.check_size(lane, bytes);
    const Addr target = pair_of(to, lane);
    step.check_global(lane, target, kBulkUnit);
    if (bytes == 0) return;
    const std::uint8_t* const source = place_of(step, lane, from[lane], bytes);
    reduction.apply(step.reduced_global(lane, target, bytes), source, bytes);
  });
  context.result.bulk.writes = true;
  step.join_group();
  step.finish();
}

/// The machine's L2 gets no lines by a prefetch.
void prefetch_bytes(StepContext&) {}

void commit_bulk(StepContext& context) { context.result.kind = StepKind::bulk_commit; }
void wait_for_bulk(StepContext&) {}

void check_reduction(const isa::Instruction& instruction, ExecutableInstruction&) {
  const BulkReduction known(instruction.modifiers, instruction.op == isa::Op::bulk_reduce);
}

constexpr HandlerBinding kBulkHandlers[] = {
    {isa::Op::bulk_load, load_bytes},
    {isa::Op::bulk_send, send_bytes},
    {isa::Op::bulk_store, store_bytes},
    {isa::Op::bulk_prefetch, prefetch_bytes},
    {isa::Op::bulk_reduce_shared, reduce_in_cluster, false, check_reduction},
    {isa::Op::bulk_reduce, reduce_in_global, false, check_reduction},
    {isa::Op::bulk_commit, commit_bulk},
    {isa::Op::bulk_wait, wait_for_bulk},
};

}  // namespace

std::span<const HandlerBinding> bulk_handlers() { return kBulkHandlers; }

}  // namespace heddle::exec
