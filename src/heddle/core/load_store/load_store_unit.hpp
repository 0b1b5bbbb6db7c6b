// The load-store unit of an SM. It takes memory instructions in order. In each cycle it handles one
// line access, or waits while the banks of shared memory are busy. It reports each instruction when
// all its answers have come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/core/load_store/access_gatherer.hpp"
#include "heddle/core/load_store/access_listeners.hpp"
#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/bank_plan.hpp"
#include "heddle/core/load_store/first_level_caches.hpp"
#include "heddle/core/load_store/l1_memory.hpp"
#include "heddle/core/load_store/lane_accesses.hpp"
#include "heddle/core/load_store/tenant_queues.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class LoadStoreUnit {
 public:
  /// `formed`: the contexts, from which the threads of formed warps are found; null: no warps are
  /// formed.
  LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm, const policy::Shape& shape,
                const model::Subscribers& subscribers, const CorunPart& sharing,
                const Contexts* formed = nullptr);
  LoadStoreUnit(const LoadStoreUnit&) = delete;
  LoadStoreUnit& operator=(const LoadStoreUnit&) = delete;

  /// Sets the base address of the kernel slot's grid. From now on the slot's addresses in global
  /// and constant memory lie above `base`.
  void bind(unsigned kernel, Addr base) { gatherer_.bind(kernel, base); }
  /// Whether the queue has room for an access of any entity.
  bool has_room() const {
    if (shares_) [[unlikely]]
      return tenants_ ? tenants_->crowded() == 0 : queue_.ids.size() < queue_entries_;
    return queue_.ids.size() + plan_.size() < queue_entries_;
  }
  /// Whether each tenant has a queue of its own.
  bool has_tenant_queues() const { return tenants_ != nullptr; }
  /// Tenants whose queue has no room. Call it only if has_tenant_queues() is true.
  policy::TenantSet crowded() const { return tenants_->crowded(); }
  /// Whether the instruction, if it issues in this cycle, can join an access that already has an
  /// entry in the queue.
  bool can_join(const AccessGatherer::Joining& joining) const {
    return gatherer_.can_join(joining);
  }
  /// Whether other instructions may join an access of this cycle.
  bool has_open() const { return gatherer_.is_open(); }
  /// Takes the instruction that `step` executed for these lanes of entity `owner`. `local_base`:
  /// first address of the warp's local memory. `counters`: the counters of all kernel slots.
  /// Returns the id of the access, which other instructions of the same cycle can share, or
  /// kNoEntry if the access has no entry in the table.
  std::uint32_t issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel,
                      const AccessOrigin& origin, const exec::Step& step, Addr local_base,
                      KernelCounters* counters);
  /// Whether an access occupies its lane until the unit has taken the access. freed_lanes() then
  /// reports the lane.
  bool keeps_lanes() const { return lanes_.has_value(); }
  /// Lane group of each lane that has become free. The caller clears the list.
  std::vector<std::uint16_t>& freed_lanes() { return lanes_->freed(); }
  /// Returns where to put the operands of the atomic that has just issued. `id`: its access.
  exec::AtomicRequest& atomic(std::uint32_t id) { return table_.atomic(id); }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return table_.atomic(id); }

  /// Begins the cycle `now`.
  void begin_cycle(Cycle now) {
    now_ = now;
    plan_.advance(now);
  }
  /// Handles the answers of hits and shared memory that are due at `now`. deliver(), tick() and
  /// receive() put finished instructions into finished(). The caller clears that list and releases
  /// the ids.
  void deliver(Cycle now) {
    if (plan_.next() != kNever && caches_.has_write_backs())
      free_at_ = plan_.requeue(queue_, now, free_at_);
    table_.deliver(now);
  }
  /// Works on the queue for one cycle.
  void tick(Cycle now, KernelCounters* counters) {
    plan_.advance(now + 1);
    if (gatherer_.is_open() || has_several_sources_ || is_due(now)) work(now, counters);
  }
  void receive(const model::MemoryReply& reply);
  /// Releases a finished access whose result has been written back.
  void release(std::uint32_t id) {
    if (id == kNoEntry) return;
    if (shares_ && sharing_.hears_accesses()) [[unlikely]]
      sharing_.answered(table_[id].kernel);
    table_.release(id);
  }
  std::vector<FinishedAccess>& finished() { return table_.finished(); }

  /// Returns the next cycle in which tick() has something to do; kNever: only a reply or a credit
  /// gives it work.
  Cycle next(Cycle now) const {
    if (has_several_sources_) [[unlikely]]
      return next_of_all(now);
    const Cycle never_if_empty = Cycle{0} - static_cast<Cycle>(!has_queued_work());
    const Cycle next = std::min(table_.next_answer(), next_of_queue(now) | never_if_empty);
    if (plan_.next() == kNever) return next;
    if (caches_.has_write_backs()) return std::min(next, now + 1);
    return has_room() ? next : std::min(next, plan_.next());
  }
  /// Sends packets that waited for a credit of the interconnect. If the first access in the queue
  /// waited for this, returns the cycle in which it is tried again; otherwise kNever.
  Cycle take_credits();
  /// Notes that the port is no longer reserved for contexts. The accesses that wait for the port
  /// are tried again from the next cycle on.
  void take_turn();
  RequestPort& port() { return caches_.port(); }
  const RequestPort& port() const { return caches_.port(); }
  /// Invalidates the lines of one kernel slot or, without an argument, of all kernel slots.
  void invalidate_cache(std::optional<std::uint8_t> kernel = {}) {
    if (!kernel) return caches_.invalidate(now_);
    caches_.invalidate(now_, *kernel);
  }
  /// The other uses of the data cache's memory.
  L1Memory& l1_memory() { return l1_memory_; }
  model::QueueDepths depths(Cycle now) const;

 private:
  void enqueue(std::uint32_t id);
  // The conditions are combined as numbers, since a predictor could not foresee a branch on each of
  // them.
  bool has_queued_work() const {
    return static_cast<int>(!queue_.ids.empty()) | static_cast<int>(caches_.has_write_backs());
  }
  Cycle next_of_queue(Cycle now) const { return std::max({now + 1, free_at_, queue_.retry_at}); }
  /// Whether the single queue has work that can be done at `now`.
  bool is_due(Cycle now) const {
    return static_cast<int>(free_at_ <= now) & static_cast<int>(queue_.retry_at <= now) &
           static_cast<int>(has_queued_work());
  }
  void work(Cycle now, KernelCounters* counters);
  /// Like next(), for machines whose accesses have several sources.
  Cycle next_of_all(Cycle now) const;
  /// Works for one cycle on the queue's first access, if there is one. Returns true if this access
  /// needs no more work.
  bool work_on(AccessQueue& queue, Cycle now, KernelCounters* counters);
  // Versions of tick() and other functions for an SM on which the programs that share the GPU are
  // kept apart.
  [[gnu::noinline]] void tick_shared(Cycle now, KernelCounters* counters);
  [[gnu::noinline]] void enqueue_shared(std::uint32_t id);
  [[gnu::noinline]] Cycle take_credits_shared(Cycle first);
  /// Lets shared memory serve the lanes for one cycle, and moves one access of a lane into the
  /// queue.
  void take_from_lanes(Cycle now, KernelCounters* counters);
  /// Occupies the banks with the access, and schedules their answer.
  void hold_banks(Cycle now, std::uint32_t id);
  /// Returns whether the queue can be worked on further after `progress`. If not, sets the cycle in
  /// which its first access is tried again.
  bool goes_on(AccessQueue& queue, Cycle now, FirstLevelCaches::Progress progress);
  /// Lets waiting accesses try again, after a reply has come or a miss queue has got room.
  void retry();

  std::uint32_t queue_entries_;
  AccessListeners listeners_;
  AccessTable table_;
  AccessGatherer gatherer_;
  FirstLevelCaches caches_;
  L1Memory l1_memory_;
  /// Only for lanes that execute one instruction after the other.
  std::optional<LaneAccesses> lanes_;
  const CorunPart& sharing_;
  /// Accesses come from lanes, or belong to several programs that are kept apart.
  bool has_several_sources_;
  bool shares_;        ///< programs that share the GPU are kept apart
  BankPlan plan_;      ///< accesses in front of `queue_`
  AccessQueue queue_;  ///< with tenant queues, only evicted lines wait in this queue
  std::unique_ptr<TenantQueues> tenants_;  ///< null: all accesses are in `queue_`
  Cycle now_ = 0;
  Cycle free_at_ = 0;  ///< when the next access can be handled
};

}  // namespace heddle::core
