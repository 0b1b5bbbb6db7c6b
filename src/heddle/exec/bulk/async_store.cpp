// st.async and red.async: stores and reductions in the shared memory of a block of the cluster,
// whose barrier counts the bytes.
#include <cstring>

#include "heddle/exec/bulk/bulk_step.hpp"
#include "heddle/exec/bulk/reduction.hpp"

namespace heddle::exec {
namespace {

/// The bytes of one lane's elements.
struct LaneBytes {
  std::uint8_t byte[16] = {};
};

LaneBytes bytes_of_lane(const std::uint32_t* rows, unsigned lane, std::uint32_t bytes) {
  LaneBytes values;
  for (std::uint32_t at = 0; at < bytes; at += 4) {
    const std::uint32_t word = rows[at / 4 * kWarpSize + lane];
    std::memcpy(values.byte + at, &word, std::min<std::uint32_t>(4, bytes - at));
  }
  return values;
}

/// Calls write(place, values) for each lane, with the bytes that its barrier then counts.
template <typename Write>
void store_elements(StepContext& context, std::string_view verb, Write&& write) {
  BulkStep step(context, verb);
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  const std::uint32_t bytes = modifiers.vector * isa::bytes_of(modifiers.type);
  const std::uint32_t* const addresses = context.source(0);
  const std::uint32_t* const barriers = context.source(1);
  const std::uint32_t* const rows = context.source(2);
  for_each_lane(context.mask, [&](unsigned lane) {
    const Addr address = addresses[lane];
    std::uint8_t* const place = shared_place(context, lane, address, bytes, bytes, verb);
    write(place, bytes_of_lane(rows, lane, bytes), bytes);
    step.count_bytes(lane, barriers[lane], *shared_target(context, lane, address).block, bytes);
  });
  context.result.wrote = true;
  step.finish();
}

void store_async(StepContext& context) {
  store_elements(context, "an asynchronous store",
                 [](std::uint8_t* place, const LaneBytes& values, std::uint32_t bytes) {
                   std::memcpy(place, values.byte, bytes);
                 });
}

void reduce_async(StepContext& context) {
  const BulkReduction reduction(context.instruction.modifiers, false);
  store_elements(context, "an asynchronous reduction",
                 [&](std::uint8_t* place, const LaneBytes& values, std::uint32_t bytes) {
                   reduction.apply(place, values.byte, bytes);
                 });
}

void check_async_reduction(const isa::Instruction& instruction, ExecutableInstruction&) {
  const BulkReduction known(instruction.modifiers, false);
}

constexpr HandlerBinding kAsyncStoreHandlers[] = {
    {isa::Op::st_async, store_async},
    {isa::Op::red_async, reduce_async, false, check_async_reduction},
};

}  // namespace

std::span<const HandlerBinding> async_store_handlers() { return kAsyncStoreHandlers; }

}  // namespace heddle::exec
