// The load-store unit of an SM: takes memory instructions in order, works them off one line access
// a cycle (or for as long as shared memory's banks are busy), and reports each when all that it
// asked for has come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/core/load_store/access_gatherer.hpp"
#include "heddle/core/load_store/access_listeners.hpp"
#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/load_store/l1_loan.hpp"
#include "heddle/core/load_store/lane_accesses.hpp"
#include "heddle/core/load_store/tenant_queues.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class LoadStoreUnit {
 public:
  /// Origin of requests that are not of this unit: for code.
  static constexpr std::uint32_t kInstructionLine = ~std::uint32_t{0} - 16;

  /// `formed`: where warps are formed, who their threads are; null: no warps are formed.
  LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm, const policy::Shape& shape,
                const model::Subscribers& subscribers, const CorunPart& sharing,
                const Contexts* formed = nullptr);
  LoadStoreUnit(const LoadStoreUnit&) = delete;
  LoadStoreUnit& operator=(const LoadStoreUnit&) = delete;

  /// The kernel slot's addresses in global and constant memory lie above `base` from now on.
  void bind(unsigned kernel, Addr base) { gatherer_.bind(kernel, base); }
  /// For an access, of any entity.
  bool has_room() const {
    if (shares_) [[unlikely]]
      return tenants_ ? tenants_->crowded() == 0 : queue_.ids.size() < queue_entries_;
    return queue_.ids.size() < queue_entries_;
  }
  /// Each tenant has a queue of its own.
  bool has_tenant_queues() const { return tenants_ != nullptr; }
  /// Then: tenants without room.
  policy::TenantSet crowded() const { return tenants_->crowded(); }
  /// Whether the instruction, if it issues in this cycle, becomes a part of an access that has its
  /// place in the queue.
  bool can_join(const AccessGatherer::Joining& joining) const {
    return gatherer_.can_join(joining);
  }
  /// Instructions of this cycle have accesses that others may join.
  bool has_open() const { return gatherer_.is_open(); }
  /// Takes the instruction that `step` executed for `lanes` of entity `owner`; `local_base` is
  /// where the warp's local memory lies. Returns the id of its access, which it may share with
  /// others that issue in the same cycle. `counters` are those of all kernel slots.
  std::uint32_t issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel,
                      const AccessOrigin& origin, const exec::Step& step, Addr local_base,
                      KernelCounters* counters);
  /// Whether an access keeps its lane until the unit has taken it: then the lane is in
  /// freed_lanes().
  bool keeps_lanes() const { return lanes_.has_value(); }
  /// The lane groups of lanes that have become free, each lane named once. The caller clears it.
  std::vector<std::uint16_t>& freed_lanes() { return lanes_->freed(); }
  /// Room for the operands of the atomic just issued; `atomic_of` finds it by a request's origin.
  exec::AtomicRequest& atomic(std::uint32_t id) { return table_.atomic(id); }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return table_.atomic(id); }
  exec::AtomicRequest& atomic_of(std::uint32_t origin) { return atomic(access_of(origin)); }

  /// Hits and shared accesses whose data comes at `now`. What finishes here, in tick or in receive
  /// is in `finished`, which the caller clears and whose ids it releases.
  void deliver(Cycle now) {
    now_ = now;
    table_.deliver(now);
  }
  /// One cycle of work on the queue.
  void tick(Cycle now, KernelCounters* counters) {
    if (gatherer_.is_open() || has_several_sources_ || is_due(now)) work(now, counters);
  }
  void receive(const model::MemoryReply& reply);
  /// A finished access has been written back.
  void release(std::uint32_t id) {
    if (shares_ && sharing_.hears_accesses()) [[unlikely]]
      sharing_.answered(table_[id].kernel);
    table_.release(id);
  }
  std::vector<FinishedAccess>& finished() { return table_.finished(); }

  /// Next cycle in which tick has something to do; kNever: not before a reply or credit.
  Cycle next(Cycle now) const {
    if (has_several_sources_) [[unlikely]]
      return next_of_all(now);
    const Cycle never_if_empty = Cycle{0} - static_cast<Cycle>(!has_queued());
    return std::min(table_.next_answer(), next_of_queue(now) | never_if_empty);
  }
  /// Lets packets leave that have waited for a place in the interconnect; returns when the queue
  /// may go on, if it has waited to learn that.
  Cycle take_credits();
  /// The port is no longer reserved for contexts: what waits for it is tried from the next cycle
  /// on.
  void take_turn();
  RequestPort& port() { return caches_.port(); }
  const RequestPort& port() const { return caches_.port(); }
  /// Of a kernel slot, or of all.
  void invalidate_cache(std::optional<std::uint8_t> kernel = {}) {
    if (!kernel) return caches_.invalidate(now_);
    caches_.invalidate(now_, *kernel);
  }
  /// Of the data cache's memory.
  L1Loan& loan() { return loan_; }
  model::QueueDepths depths(Cycle now) const;

 private:
  void enqueue(std::uint32_t id);
  // Conditions are added up, since single branches on them could not be foreseen.
  bool has_queued() const {
    return static_cast<int>(!queue_.ids.empty()) | static_cast<int>(caches_.has_write_backs());
  }
  Cycle next_of_queue(Cycle now) const { return std::max({now + 1, free_at_, queue_.retry_at}); }
  /// Something of the one queue may be worked on.
  bool is_due(Cycle now) const {
    return static_cast<int>(free_at_ <= now) & static_cast<int>(queue_.retry_at <= now) &
           static_cast<int>(has_queued());
  }
  void work(Cycle now, KernelCounters* counters);
  /// next() where accesses have several sources.
  Cycle next_of_all(Cycle now) const;
  /// A cycle of work on the queue's first access, if there is one. True: it has been worked off.
  bool work_on(AccessQueue& queue, Cycle now, KernelCounters* counters);
  // The same where programs that share the GPU are told apart here.
  [[gnu::noinline]] void tick_shared(Cycle now, KernelCounters* counters);
  [[gnu::noinline]] void enqueue_shared(std::uint32_t id);
  [[gnu::noinline]] Cycle next_shared(Cycle now, Cycle answer) const;
  [[gnu::noinline]] Cycle take_credits_shared(Cycle first);
  /// Lets shared memory serve the lanes for a cycle, and an access of a lane enter the queue.
  void take_from_lanes(Cycle now, KernelCounters* counters);
  /// The access begins to hold the banks.
  void hold_banks(Cycle now, std::uint32_t id);
  /// Whether work goes on; else the head of the queue is tried again when it may succeed.
  bool goes_on(AccessQueue& queue, Cycle now, FirstLevelCaches::Progress progress);
  /// What a reply brings, or a place for misses, may be what accesses wait for.
  void retry();

  std::uint32_t queue_entries_;
  AccessListeners listeners_;
  AccessTable table_;
  AccessGatherer gatherer_;
  FirstLevelCaches caches_;
  L1Loan loan_{caches_};
  std::optional<LaneAccesses> lanes_;  ///< where lanes execute one instruction after the other
  const CorunPart& sharing_;
  bool has_several_sources_;  ///< of accesses: lanes, or programs that are told apart
  bool shares_;               ///< programs that share the GPU are told apart here
  AccessQueue queue_;         ///< where tenants have their own, only lines that leave wait here
  std::unique_ptr<TenantQueues> tenants_;  ///< null: all accesses are in one queue
  Cycle now_ = 0;
  Cycle free_at_ = 0;  ///< when the head of the queue may be worked on
};

}  // namespace heddle::core
