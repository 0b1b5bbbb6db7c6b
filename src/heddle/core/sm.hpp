// A streaming multiprocessor: warps of resident blocks, schedulers that issue them, pipelines, the
// load-store unit and the L1. It runs a span of cycles by itself, since nothing from outside
// reaches it sooner than the interconnect's latency; what it has to say to the rest of the GPU
// (requests, reports) it leaves stamped in its outboxes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/event_wheel.hpp"
#include "heddle/core/counters.hpp"
#include "heddle/core/decoded_program.hpp"
#include "heddle/core/execution_units.hpp"
#include "heddle/core/load_store_unit.hpp"
#include "heddle/core/warp_table.hpp"
#include "heddle/exec/barrier.hpp"
#include "heddle/exec/spin_watch.hpp"
#include "heddle/exec/step.hpp"
#include "heddle/exec/store_log.hpp"
#include "heddle/model/sm_events.hpp"
#include "heddle/model/stall.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::core {

/// Something that the GPU decides on in its bookkeeping.
struct SmReport {
  enum class Kind : std::uint8_t { block_finished, service_wanted };
  Kind kind = Kind::block_finished;
  std::uint8_t kernel = 0;
  std::uint16_t warp = 0;  ///< of service_wanted, as what follows
  Pc pc = 0;
  LaneMask lanes = 0;
  Cycle when = 0;
};

class Sm {
 public:
  Sm(std::uint16_t index, const SmConfiguration& configuration,
     std::unique_ptr<policy::WarpScheduler> scheduler);

  /// Kernel slot `kernel` runs this grid from now on.
  void bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded);
  /// A block arrives at `when`; its resources have been found free.
  void schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block);
  void schedule_reply(Cycle when, const model::MemoryReply& reply);
  /// The service that `warp` asked for is done, and it goes on at `when`.
  void schedule_service_end(Cycle when, std::uint16_t warp);
  void return_credit(Cycle now);
  void invalidate_cache() { load_store_.invalidate_cache(); }

  /// Runs up to, not including, `until`.
  void run(Cycle until);
  /// Next cycle in which it has something to do, as things stand; kNever: nothing until something
  /// arrives.
  Cycle next() const { return wake_; }
  /// Books the stalls of cycles slept through up to `until`, so that counters are complete.
  void account(Cycle until);

  std::vector<OutgoingPacket>& outbox() { return load_store_.port().outbox(); }
  std::vector<SmReport>& reports() { return reports_; }
  exec::StoreLog& log() { return log_; }
  exec::Warp& warp(std::uint16_t context) { return warps_[context]; }
  exec::AtomicRequest& atomic(std::uint32_t id) { return load_store_.atomic(id); }
  const KernelCounters& counters(unsigned kernel) const { return counters_[kernel]; }
  const LifetimeExtremes& lifetimes(unsigned kernel) const { return lifetimes_[kernel]; }
  /// Of the scheduler slots, as they would be if everything up to `until` were booked.
  std::vector<model::StallCounters> slot_stalls(Cycle until) const;
  model::StallCounters stalls(Cycle until) const;  ///< their sum
  // For observers (observation.cpp); null: nobody listens.
  void listen(model::SmListener* listener);
  std::uint32_t resident_warps() const;
  model::QueueDepths queue_depths(Cycle now) const { return load_store_.depths(now); }
  // For the watchdog (watchdog.cpp).
  /// When a warp last did something that others can see or that ends: a store, a call of the
  /// host, a barrier or exit.
  Cycle last_effect() const { return last_effect_; }
  /// From here on watches each warp for spinning, or no longer.
  void watch(bool on);
  /// Every warp waits at a barrier, or has been seen to spin since `watch`.
  bool only_waits() const;
  /// One line a warp that is held: what it is and what it waits for.
  std::vector<std::string> waits() const;
  /// Throws the fault that names the first warp that is held, if there is one.
  void report_deadlock(const std::string& message) const;

 private:
  struct Event {
    enum class Kind : std::uint8_t { write_back, fetched, block, service_end };
    Kind kind = Kind::write_back;
    std::uint8_t kernel = 0;
    std::uint16_t warp = 0;
    std::uint64_t value = 0;  ///< write_back: the instruction's pc; block: its number
  };
  struct ResidentBlock {
    exec::Block block;
    exec::BlockBarriers barriers;
    std::uint32_t warps_left = 0;  ///< not drained; 0: the slot is free
    Cycle started = 0;
    std::uint8_t kernel = 0;
    std::vector<std::uint16_t> contexts;  ///< by warp of the block
  };
  struct KernelBinding {
    const exec::Grid* grid = nullptr;
    const DecodedProgram* decoded = nullptr;
  };

  // The cycle, in order (sm.cpp).
  void tick(Cycle now);
  void deliver(const Event& event, Cycle now);
  void receive(Cycle now);
  void issue(Cycle now);
  void finish_accesses(Cycle now);
  Cycle next_work(Cycle now) const;
  model::EntityMask issuable(Cycle now) const;
  model::Stall stall_reason(unsigned slot) const;

  // One instruction (issue.cpp).
  void execute(unsigned slot, std::uint16_t warp, Cycle now);
  void count(const exec::Step& step, const DecodedInstruction& decoded, std::uint16_t warp);
  void begin_access(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now);
  void begin_result(std::uint16_t warp, const DecodedInstruction& decoded, Pc pc, Cycle now);
  void arrive_at_barrier(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now);
  void release_from_barrier(ResidentBlock& resident, Cycle now);
  void finish_access(const FinishedAccess& finished, Cycle now);
  void advance(std::uint16_t warp, const DecodedInstruction& decoded, Cycle now);
  /// Sets what the warp's next instruction waits for.
  void look_ahead(std::uint16_t warp);
  /// A result or an access of the warp is done: perhaps what it waited for.
  void something_came(std::uint16_t warp, Cycle now);
  bool must_wait_for_atomic(std::uint16_t warp) const;

  // Blocks (residency.cpp).
  void start_block(std::uint8_t kernel, std::uint64_t block, Cycle now);
  void start_warp(ResidentBlock& resident, std::uint16_t block_slot, std::uint32_t index,
                  Cycle now);
  void end_warp(std::uint16_t warp, Cycle now);
  void drain(std::uint16_t warp, Cycle now);
  Addr local_base(std::uint16_t warp) const;

  Pc place_of(std::uint32_t context) const;  // watchdog.cpp

  // For observers (observation.cpp).
  void observe_states(Cycle now);
  void observe_issue(unsigned slot, std::uint16_t warp, const DecodedInstruction& decoded,
                     Cycle now) const;
  void observe_end(Cycle now);
  model::Stall state_of(unsigned entity, const model::EntityMask& free) const;
  /// A slot has this reason in `cycles` cycles from `from` on.
  void book(unsigned slot, model::Stall reason, Cycle from, Cycle cycles) {
    stalls_[slot].add(reason, cycles);
    if (listener_ != nullptr && reason != model::Stall::issued) {
      listener_->on(model::SlotStalled{from, cycles, static_cast<std::uint8_t>(slot), reason});
    }
  }

  const DecodedProgram& program_of(std::uint16_t warp) const {
    return *kernels_[table_[warp].kernel].decoded;
  }

  SmConfiguration configuration_;
  std::uint16_t index_;
  std::unique_ptr<policy::WarpScheduler> scheduler_;
  std::vector<model::WarpView> views_;
  model::SmView view_;
  std::vector<model::EntityMask> slot_members_;  ///< by scheduler slot
  WarpTable table_;
  ExecutionUnits units_;
  LoadStoreUnit load_store_;
  EventWheel<Event> events_;
  EventWheel<model::MemoryReply> replies_;
  memory::Tick reply_port_free_ = 0;
  memory::Tick reply_flit_;
  Cycle wake_ = kNever;
  Cycle accounted_ = 0;  ///< stalls are booked up to here

  std::array<KernelBinding, kKernelSlots> kernels_{};
  std::vector<exec::Warp> warps_;      ///< by context
  std::vector<ResidentBlock> blocks_;  ///< by block slot
  std::uint64_t launches_ = 0;
  exec::StoreLog log_;
  exec::StepEnvironment environment_;
  exec::Step step_;
  std::vector<SmReport> reports_;
  std::array<KernelCounters, kKernelSlots> counters_{};
  std::array<LifetimeExtremes, kKernelSlots> lifetimes_{};
  std::array<model::StallCounters, kMostSchedulers> stalls_{};  ///< by scheduler slot
  model::SmListener* listener_ = nullptr;
  std::vector<model::Stall> shown_states_;  ///< by entity: what the listener was told last
  model::QueueDepths shown_depths_;
  Cycle last_effect_ = 0;
  bool watching_ = false;
  std::vector<exec::SpinWatch> watches_;  ///< by context
};

}  // namespace heddle::core
