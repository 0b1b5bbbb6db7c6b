#include "heddle/exec/async/mbarrier.hpp"

#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/exec/memory/access_parts.hpp"

namespace heddle::exec {

namespace {

constexpr unsigned kBarrierBytes = 8;
constexpr unsigned kCountBits = 20;
constexpr unsigned kBytesBits = 21;  ///< with the sign
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;
constexpr std::uint64_t kBytesMask = (std::uint64_t{1} << kBytesBits) - 1;
constexpr unsigned kPendingAt = kCountBits, kBytesAt = 2 * kCountBits;
constexpr unsigned kPhaseAt = kBytesAt + kBytesBits;

}  // namespace

Mbarrier Mbarrier::of(std::uint64_t bits) {
  Mbarrier barrier;
  barrier.expected = static_cast<std::uint32_t>(bits & kCountMask);
  barrier.pending = static_cast<std::uint32_t>(bits >> kPendingAt & kCountMask);
  const auto bytes = static_cast<std::int32_t>(bits >> kBytesAt & kBytesMask);
  constexpr std::int32_t kSign = 1 << (kBytesBits - 1);
  barrier.bytes = (bytes ^ kSign) - kSign;
  barrier.odd_phase = (bits >> kPhaseAt & 1) != 0;
  return barrier;
}

std::uint64_t Mbarrier::bits() const {
  return expected | std::uint64_t{pending} << kPendingAt |
         (static_cast<std::uint64_t>(bytes) & kBytesMask) << kBytesAt |
         std::uint64_t{odd_phase} << kPhaseAt;
}

bool Mbarrier::complete() {
  if (!is_complete()) return false;
  odd_phase = !odd_phase;
  pending = expected;
  return true;
}

namespace {

/// The barrier of one lane, in the middle of an instruction.
class BarrierOfLane {
 public:
  BarrierOfLane(StepContext& context, const TransferLanes& lanes, unsigned lane)
      : context_(context),
        lane_(lane),
        address_(lanes.address[lane]),
        place_(lanes.range.at(address_)) {
    std::memcpy(&old_, place_, sizeof old_);
    barrier = Mbarrier::of(old_);
  }

  Mbarrier barrier;
  std::uint64_t old() const { return old_; }
  void store(std::uint64_t bits) {
    std::memcpy(place_, &bits, sizeof bits);
    context_.result.wrote |= bits != old_;
  }
  void arrive(std::uint32_t count) {
    if (count == 0 || count > barrier.pending)
      refuse(fmt::format("{} arrivals on a barrier that needs {} more in this phase", count,
                         barrier.pending));
    barrier.pending -= count;
  }
  void expect_bytes(std::int64_t count) {
    const std::int64_t sum = barrier.bytes + count;
    if (sum < -Mbarrier::kMostBytes || sum > Mbarrier::kMostBytes)
      refuse(fmt::format("the count of bytes of a barrier would be {}", sum));
    barrier.bytes = static_cast<std::int32_t>(sum);
  }
  [[noreturn]] void refuse(const std::string& what) const {
    context_.fault(FaultKind::invalid_operand, lane_, address_,
                   fmt::format("{} (mbarrier at offset {:#x} of shared memory)", what, address_));
  }

 private:
  StepContext& context_;
  unsigned lane_;
  Addr address_;
  std::uint8_t* place_;
  std::uint64_t old_ = 0;
};

/// Calls visit(barrier, lane) for the barrier of each lane, in the order of lanes.
template <typename Visit>
void for_each_barrier(StepContext& context, AccessKind kind, Visit&& visit) {
  context.result.kind = StepKind::atomic;
  AccessParts parts(context, kBarrierBytes, {kind, "operation on a barrier"});
  while (parts.next()) {
    const TransferLanes& lanes = parts.lanes();
    if (parts.space() != isa::Space::shared) {
      const unsigned lane = first_lane(lanes.mask);
      context.fault(FaultKind::out_of_bounds, lane, lanes.address[lane],
                    fmt::format("a barrier at {:#x} is not in shared memory", lanes.address[lane]));
    }
    for_each_lane(lanes.mask, [&](unsigned lane) {
      BarrierOfLane barrier(context, lanes, lane);
      visit(barrier, lane);
    });
  }
}

std::uint64_t pair_at(const std::uint32_t* row, unsigned lane) {
  return row[lane] | std::uint64_t{row[lane + kWarpSize]} << 32;
}

void initialise_barrier(StepContext& context) {
  const std::uint32_t* const counts = context.source(1);
  for_each_barrier(context, AccessKind::reduction, [&](BarrierOfLane& of, unsigned lane) {
    const std::uint32_t count = counts[lane];
    if (count == 0 || count > Mbarrier::kMostArrivals)
      of.refuse(fmt::format("a barrier expects 1 to {} arrivals, not {}", Mbarrier::kMostArrivals,
                            count));
    of.store(Mbarrier{.expected = count, .pending = count}.bits());
  });
}

void invalidate_barrier(StepContext& context) {
  for_each_barrier(context, AccessKind::reduction,
                   [](BarrierOfLane& of, unsigned) { of.store(0); });
}

/// Applies the arrival of one thread. `count`: null if the instruction has no second source.
void arrive_once(BarrierOfLane& of, std::uint8_t variant, const std::uint32_t* count) {
  using Arrival = isa::MbarrierArrival;
  const bool expects_bytes = (variant & Arrival::kExpectsBytes) != 0;
  const std::uint32_t arrivals = expects_bytes || count == nullptr ? 1 : *count;
  if (expects_bytes) of.expect_bytes(*count);
  of.arrive(arrivals);
  if ((variant & Arrival::kDrops) != 0) of.barrier.expected -= arrivals;
  if ((variant & Arrival::kMustNotComplete) == 0) {
    of.barrier.complete();
  } else if (of.barrier.is_complete()) {
    of.refuse("an arrival with .noComplete completes the phase of a barrier");
  }
  of.store(of.barrier.bits());
}

void arrive_on(StepContext& context) {
  const std::uint32_t* const counts = context.source(1);
  std::uint32_t* const states = context.destination(0);
  for_each_barrier(context, AccessKind::atomic, [&](BarrierOfLane& of, unsigned lane) {
    arrive_once(of, context.instruction.modifiers.immediate,
                counts == nullptr ? nullptr : counts + lane);
    if (states == nullptr) return;
    states[lane] = static_cast<std::uint32_t>(of.old());
    states[lane + kWarpSize] = static_cast<std::uint32_t>(of.old() >> 32);
  });
}

void count_bytes(StepContext& context) {
  const std::uint32_t* const counts = context.source(1);
  const bool completes = context.instruction.modifiers.immediate != 0;
  for_each_barrier(context, AccessKind::reduction, [&](BarrierOfLane& of, unsigned lane) {
    of.expect_bytes(completes ? -std::int64_t{counts[lane]} : std::int64_t{counts[lane]});
    if (completes) of.barrier.complete();
    of.store(of.barrier.bits());
  });
}

/// Writes whether the phase of each lane has ended. `is_over(barrier, lane)` decides.
template <typename IsOver>
void test_phase(StepContext& context, IsOver&& is_over) {
  LaneMask over = 0;
  for_each_barrier(context, AccessKind::atomic, [&](const BarrierOfLane& of, unsigned lane) {
    if (is_over(of.barrier, lane)) over |= lane_bit(lane);
  });
  context.set_predicate(0, over);
  const LaneMask waiting = context.mask & ~over;
  AwaitedBarrier& awaited = context.warp.awaited;
  awaited.pc = waiting == 0 ? kNoPc : context.result.pc;
  if (waiting != 0)
    awaited.address =
        static_cast<std::uint32_t>(context.result.access.address[first_lane(waiting)]);
}

void test_state(StepContext& context) {
  const std::uint32_t* const states = context.source(1);
  test_phase(context, [&](const Mbarrier& barrier, unsigned lane) {
    return Mbarrier::of(pair_at(states, lane)).odd_phase != barrier.odd_phase;
  });
}

void test_parity(StepContext& context) {
  const std::uint32_t* const parities = context.source(1);
  test_phase(context, [&](const Mbarrier& barrier, unsigned lane) {
    return ((parities[lane] & 1) != 0) != barrier.odd_phase;
  });
}

void pending_count(StepContext& context) {
  const std::uint32_t* const states = context.source(0);
  std::uint32_t* const counts = context.destination(0);
  for_each_lane(context.mask,
                [&](unsigned lane) { counts[lane] = Mbarrier::of(pair_at(states, lane)).pending; });
}

void arrive_with_copies(StepContext& context) {
  const bool increments = context.instruction.modifiers.immediate == isa::CopyArrival::kIncrements;
  std::array<std::uint32_t, kWarpSize> offsets{};
  for_each_barrier(context, AccessKind::reduction, [&](BarrierOfLane& of, unsigned lane) {
    offsets[lane] = static_cast<std::uint32_t>(context.result.access.address[lane]);
    if (!increments) return;
    if (of.barrier.pending == Mbarrier::kMostArrivals) of.refuse("too many arrivals are pending");
    ++of.barrier.pending;
    of.store(of.barrier.bits());
  });
  context.result.kind = StepKind::copy_arrival;
  context.result.copied_to = context.result.access;
  if (!context.environment.defer_atomics)
    arrive_after_copies(*context.warp.block, context.mask, offsets);
}

constexpr HandlerBinding kMbarrierHandlers[] = {
    {isa::Op::mbarrier_init, initialise_barrier},
    {isa::Op::mbarrier_inval, invalidate_barrier},
    {isa::Op::mbarrier_arrive, arrive_on},
    {isa::Op::mbarrier_tx, count_bytes},
    {isa::Op::mbarrier_test, test_state},
    {isa::Op::mbarrier_test_parity, test_parity},
    {isa::Op::mbarrier_pending_count, pending_count},
    {isa::Op::cp_async_arrive, arrive_with_copies},
};

}  // namespace

std::span<const HandlerBinding> mbarrier_handlers() { return kMbarrierHandlers; }

void complete_bytes(Block& block, std::uint32_t offset, std::uint32_t bytes) {
  std::uint8_t* const place = block.shared.data() + offset;
  std::uint64_t bits = 0;
  std::memcpy(&bits, place, sizeof bits);
  Mbarrier barrier = Mbarrier::of(bits);
  const std::int64_t left = barrier.bytes - std::int64_t{bytes};
  if (left < -Mbarrier::kMostBytes)
    fail(
        "copies bring {} bytes more to the barrier at offset {:#x} of shared memory than it "
        "expects",
        -left, offset);
  barrier.bytes = static_cast<std::int32_t>(left);
  barrier.complete();
  bits = barrier.bits();
  std::memcpy(place, &bits, sizeof bits);
}

void arrive_after_copies(Block& block, LaneMask lanes,
                         const std::array<std::uint32_t, kWarpSize>& offsets) {
  for_each_lane(lanes, [&](unsigned lane) {
    std::uint8_t* const place = block.shared.data() + offsets[lane];
    std::uint64_t bits = 0;
    std::memcpy(&bits, place, sizeof bits);
    Mbarrier barrier = Mbarrier::of(bits);
    if (barrier.pending == 0)
      fail(
          "copies arrive on the barrier at offset {:#x} of shared memory, which needs no more "
          "arrivals in this phase",
          offsets[lane]);
    --barrier.pending;
    barrier.complete();
    bits = barrier.bits();
    std::memcpy(place, &bits, sizeof bits);
  });
}

}  // namespace heddle::exec
