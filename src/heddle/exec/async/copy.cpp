// cp.async: copies from global to shared memory. A copy takes effect at once. The caller that
// models time decides when it counts as complete.
#include <array>
#include <cstring>

#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/memory/access_parts.hpp"

namespace heddle::exec {
namespace {

constexpr AccessIntent kRead{AccessKind::copy, "asynchronous copy"};
constexpr AccessIntent kWrite{AccessKind::store, "asynchronous copy"};
constexpr unsigned kMostWords = 4;

/// The copied words of all lanes.
struct CopiedRows {
  std::array<Row, kMostWords> row{};

  LoadRows destinations() {
    LoadRows rows{};
    for (unsigned i = 0; i < kMostWords; ++i) rows[i] = row[i].lane;
    return rows;
  }
  StoreRows sources() const {
    StoreRows rows{};
    for (unsigned i = 0; i < kMostWords; ++i) rows[i] = row[i].lane;
    return rows;
  }
};

void find_copy_transfers(const isa::Instruction& instruction, ExecutableInstruction& out) {
  out.transfers = &find_transfers(instruction.modifiers.type, instruction.modifiers.vector);
}

void load_part(const StepContext& context, const Transfers& transfers, const AccessParts& parts,
               const LoadRows& to) {
  const TransferLanes& lanes = parts.lanes();
  const StoreLog* const log = context.environment.log;
  if (log != nullptr && log->may_overlap(lanes.summary.low, lanes.summary.high))
    transfers.load_logged(to, lanes, *log);
  else
    transfers.load(to, lanes);
}

/// Reads all bytes of these lanes.
void read_whole(StepContext context, LaneMask lanes, CopiedRows& copied) {
  context.mask = lanes;
  const Transfers& transfers = *context.executable.transfers;
  AccessParts parts(context, transfers.bytes, kRead);
  while (parts.next()) load_part(context, transfers, parts, copied.destinations());
}

/// Reads byte `index` of these lanes.
void read_byte(StepContext context, LaneMask lanes, unsigned index, CopiedRows& copied) {
  static const Transfers& transfers = find_transfers(isa::Type::u8, 1);
  context.mask = lanes;
  MemoryAccess& access = context.result.access;
  compute_addresses(context.instruction, context.source(0), access.address);
  for (Addr& address : access.address) address += index;
  Row byte;
  LoadRows to{};
  to[0] = byte.lane;
  AccessParts parts(context, access, isa::Space::global, 1, kRead);
  while (parts.next()) load_part(context, transfers, parts, to);
  for_each_lane(lanes, [&](unsigned lane) {
    copied.row[index / 4].lane[lane] |= byte.lane[lane] << (8 * (index % 4));
  });
}

/// The lanes of a copy by how much they read. The other bytes become zero.
struct CopyLanes {
  LaneMask whole = 0;  ///< lanes that read all bytes
  LaneMask some = 0;   ///< lanes that read at least one byte, and not all
};

CopyLanes lanes_by_size(const StepContext& context, const std::uint32_t* sizes, unsigned bytes) {
  if (sizes == nullptr) return {.whole = context.mask};
  CopyLanes lanes;
  for_each_lane(context.mask, [&](unsigned lane) {
    if (sizes[lane] > bytes)
      context.fault(FaultKind::invalid_operand, lane, 0,
                    fmt::format("an asynchronous copy of {} bytes reads {}", bytes, sizes[lane]));
    if (sizes[lane] == bytes)
      lanes.whole |= lane_bit(lane);
    else if (sizes[lane] != 0)
      lanes.some |= lane_bit(lane);
  });
  return lanes;
}

/// Reads the copied bytes, and leaves the step's access as that of all lanes that read.
void read_copied(StepContext& context, CopiedRows& copied) {
  const unsigned bytes = context.executable.transfers->bytes;
  const std::uint32_t* const sizes = context.source(2);
  const CopyLanes lanes = lanes_by_size(context, sizes, bytes);
  for (unsigned i = 0; lanes.some != 0 && i < bytes; ++i) {
    LaneMask reading = 0;
    for_each_lane(lanes.some, [&](unsigned lane) {
      if (i < sizes[lane]) reading |= lane_bit(lane);
    });
    if (reading != 0) read_byte(context, reading, i, copied);
  }
  MemoryAccess& access = context.result.access;
  if (lanes.whole != 0) {
    read_whole(context, lanes.whole, copied);
  } else {
    describe_access(context.instruction.modifiers, bytes, AccessKind::copy, access);
    compute_addresses(context.instruction, context.source(0), access.address);
    access.shared = access.local = access.constant = 0;
  }
  access.global = lanes.whole | lanes.some;
  access.contiguous &= access.global == lanes.whole;
}

void write_copied(StepContext& context, const CopiedRows& copied) {
  const Transfers& transfers = *context.executable.transfers;
  const std::uint32_t* const offsets = context.source(1);
  MemoryAccess& access = context.result.copied_to;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.address[lane] = offsets[lane];
  AccessParts parts(context, access, isa::Space::shared, transfers.bytes, kWrite);
  while (parts.next()) transfers.store(copied.sources(), parts.lanes());
}

void copy_async(StepContext& context) {
  CopiedRows copied;
  read_copied(context, copied);
  write_copied(context, copied);
  context.result.kind = StepKind::copy;
  context.result.wrote = true;
}

void commit_copies(StepContext& context) { context.result.kind = StepKind::copy_commit; }
void wait_for_copies(StepContext&) {}

constexpr HandlerBinding kAsyncCopyHandlers[] = {
    {isa::Op::cp_async, copy_async, false, find_copy_transfers},
    {isa::Op::cp_async_commit, commit_copies},
    {isa::Op::cp_async_wait_group, wait_for_copies},
    {isa::Op::cp_async_wait_all, wait_for_copies},
};

}  // namespace

std::span<const HandlerBinding> async_copy_handlers() { return kAsyncCopyHandlers; }

}  // namespace heddle::exec
