#include "heddle/exec/bulk/bulk_step.hpp"

#include <cstring>

#include "heddle/exec/async/mbarrier.hpp"
#include "heddle/exec/image/store_log.hpp"

namespace heddle::exec {

BulkStep::BulkStep(StepContext& context, std::string_view verb) : context_(context), verb_(verb) {
  context.result.kind = StepKind::bulk;
  context.result.bulk.clear();
}

void BulkStep::read_global(unsigned lane, Addr from, std::uint8_t* to, std::uint32_t bytes) {
  load_global(lane, from, to, bytes);
  note_piece(from, bytes);
}

void BulkStep::write_global(unsigned lane, Addr to, const std::uint8_t* from, std::uint32_t bytes) {
  store_global(lane, to, from, bytes);
  note_piece(to, bytes);
  context_.result.bulk.writes = true;
}

void BulkStep::load_global(unsigned lane, Addr from, std::uint8_t* to, std::uint32_t bytes) const {
  if (bytes == 0) return;
  std::memcpy(to, global_place(lane, from, bytes), bytes);
  const StoreLog* const log = context_.environment.log;
  if (log != nullptr && log->may_overlap(from, from + bytes)) log->overlay(from, to, bytes);
}

void BulkStep::store_global(unsigned lane, Addr to, const std::uint8_t* from,
                            std::uint32_t bytes) const {
  if (bytes == 0) return;
  std::uint8_t* const place = global_place(lane, to, bytes);
  if (context_.grid.memory->is_constant(to)) refuse(lane, to, "writes constant memory");
  context_.result.wrote = true;
  if (StoreLog* const log = context_.environment.log; log != nullptr)
    log->store(to, from, bytes);
  else
    std::memcpy(place, from, bytes);
}

std::uint8_t* BulkStep::reduced_global(unsigned lane, Addr address, std::uint32_t bytes) {
  std::uint8_t* const place = global_place(lane, address, bytes);
  if (context_.grid.memory->is_constant(address)) refuse(lane, address, "writes constant memory");
  if (StoreLog* const log = context_.environment.log; log != nullptr)
    log->flush(*context_.grid.memory, address, bytes);
  context_.result.wrote = true;
  context_.result.bulk.writes = true;
  note_piece(address, bytes);
  return place;
}

void BulkStep::note_piece(Addr address, std::uint32_t bytes) {
  context_.result.bulk.pieces.push_back({address, bytes});
}

void BulkStep::count_bytes(unsigned lane, Addr barrier, const Block& destination,
                           std::uint32_t bytes) {
  const std::uint8_t* const place =
      shared_place(context_, lane, barrier, sizeof(std::uint64_t), kBarrierAlignment, "a barrier");
  const SharedTarget target = shared_target(context_, lane, barrier);
  if (target.block != &destination)
    refuse(lane, barrier, "the barrier is not in the block to which the bytes go");
  std::uint64_t bits = 0;
  std::memcpy(&bits, place, sizeof bits);
  if (Mbarrier::of(bits).expected == 0)
    refuse(lane, barrier,
           fmt::format("the barrier at offset {:#x} of shared memory is not initialized "
                       "(mbarrier.init)",
                       barrier - target.base));
  context_.result.bulk.completions.push_back(
      {target.block, static_cast<std::uint32_t>(barrier - target.base), bytes});
}

void BulkStep::finish() {
  context_.result.wrote |= !context_.result.bulk.completions.empty();
  if (!context_.environment.defer_atomics) complete(context_.result.bulk);
}

void BulkStep::check_size(unsigned lane, std::uint32_t bytes) const {
  if (bytes % kBulkUnit != 0)
    refuse(lane, 0, fmt::format("{} bytes are no multiple of {}", bytes, kBulkUnit));
}

void BulkStep::check_global(unsigned lane, Addr address, unsigned alignment) const {
  if (address % alignment != 0)
    context_.fault(
        FaultKind::misaligned, lane, address,
        fmt::format("{}: the address {:#x} must be a multiple of {}", verb_, address, alignment));
}

void BulkStep::refuse(unsigned lane, Addr address, const std::string& what) const {
  context_.fault(FaultKind::invalid_operand, lane, address, fmt::format("{}: {}", verb_, what));
}

std::uint8_t* BulkStep::global_place(unsigned lane, Addr address, std::uint32_t bytes) const {
  std::uint8_t* const place = context_.grid.memory->reach(address, bytes);
  if (place == nullptr)
    context_.fault(FaultKind::out_of_bounds, lane, address,
                   fmt::format("{} of {} bytes at {:#x} is out of bounds: {}", verb_, bytes,
                               address, context_.grid.memory->describe(address)));
  return place;
}

void complete(const BulkTransfer& transfer) {
  for (const BulkTransfer::Completion& completion : transfer.completions)
    complete_bytes(*completion.block, completion.offset, completion.bytes);
}

}  // namespace heddle::exec
