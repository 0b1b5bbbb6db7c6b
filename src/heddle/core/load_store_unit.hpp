// The load-store unit of an SM: takes memory instructions in order, works them off one line access
// a cycle (or for as long as shared memory's banks are busy), and reports each when all that it
// asked for has come.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/event_wheel.hpp"
#include "heddle/base/ring_queue.hpp"
#include "heddle/core/access.hpp"
#include "heddle/core/bank_conflicts.hpp"
#include "heddle/core/l1_cache.hpp"
#include "heddle/core/request_port.hpp"
#include "heddle/exec/step.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::core {

/// A memory instruction with nothing outstanding.
struct FinishedAccess {
  std::uint32_t id = 0;     ///< valid until release
  std::uint16_t owner = 0;  ///< as given to issue
  Pc pc = 0;
  exec::AccessKind kind = exec::AccessKind::none;
  Level level = Level::shared;  ///< what answered it
  Cycle issued_at = 0;
};

class LoadStoreUnit {
 public:
  /// Origin of requests that are not of this unit: for code.
  static constexpr std::uint32_t kInstructionLine = ~std::uint32_t{0} - 16;

  /// `parts`: in how many a warp issues.
  LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm, unsigned parts);

  bool has_room() const { return queue_.size() < spec_.queue_entries; }
  /// Takes the instruction that `step` executed for `lanes` of entity `owner`, whose addresses are
  /// there at `ready`; `local_base` is where the warp's local memory lies. Returns the id of its
  /// access, which it may share with others that issue in the same cycle. `counters` are those of
  /// all kernel slots.
  std::uint32_t issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel, Cycle ready,
                      const exec::Step& step, Addr local_base, KernelCounters* counters);
  /// Room for the operands of the atomic just issued; `atomic_of` finds it by a request's origin.
  exec::AtomicRequest& atomic(std::uint32_t id) { return *atomics_[id]; }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return *atomics_[id]; }
  exec::AtomicRequest& atomic_of(std::uint32_t origin) { return atomic(origin >> 8); }

  /// Hits and shared accesses whose data comes at `now`. What finishes here, in tick or in receive
  /// is in `finished`, which the caller clears and whose ids it releases.
  void deliver(Cycle now);
  /// One cycle of work on the queue.
  void tick(Cycle now, KernelCounters* counters);
  void receive(const model::MemoryReply& reply);
  void release(std::uint32_t id) { let_go(id); }
  std::vector<FinishedAccess>& finished() { return finished_; }

  /// Next cycle in which tick has something to do; kNever: not before a reply or credit.
  Cycle next(Cycle now) const;
  /// Lets packets leave that have waited for a place in the interconnect; returns when the queue
  /// may go on, if it has waited to learn that.
  Cycle take_credits();
  RequestPort& port() { return port_; }
  const RequestPort& port() const { return port_; }
  void invalidate_cache();
  bool idle() const { return in_flight_ == 0; }
  void listen(model::SmListener* listener);
  void listen(model::L1Listener* listener);
  /// A policy, told before the listener; for good.
  void tell_policy(model::L1Listener* policy);
  model::QueueDepths depths(Cycle now) const;

 private:
  enum CacheKind : std::uint8_t { data_cache, constant_cache, texture_cache };
  static constexpr std::uint32_t kCaches = 3;
  /// Origins that are no access: this and the next kCaches - 1 below fill the cache of that kind,
  /// whose miss registers know who waits.
  static constexpr std::uint32_t kCachedLoad = ~std::uint32_t{0};
  /// Nobody waits for a line that was written back.
  static constexpr std::uint32_t kWriteBack = kCachedLoad - kCaches;

  struct CacheOfSm {
    L1Cache tags;
    bool enabled = true;
    L1Counters KernelCounters::* counters = nullptr;
  };

  /// What a request or return belongs to: an access and one of its transactions, or its banks.
  static constexpr std::uint32_t kBanks = 0xFF;
  static std::uint32_t piece(std::uint32_t id, std::uint32_t transaction) {
    return id << 8 | transaction;
  }

  std::uint32_t take();
  /// Whether the instruction can be part of the access that is open.
  bool joins(const exec::MemoryAccess& access, std::uint8_t kernel, Addr local_base) const;
  void open(std::uint32_t id, const exec::Step& step, std::uint8_t kernel, Addr local_base);
  /// The open access is complete: finds its transactions.
  void close(KernelCounters* counters);
  void gather(Access& access, KernelCounters& counters);
  void gather_constants(Access& access);
  bool work(Cycle now, std::uint32_t id, KernelCounters& counters);
  bool work_on_transaction(Cycle now, std::uint32_t id, KernelCounters& counters);
  bool load(Cycle now, std::uint32_t id, const Transaction& transaction, CacheKind kind,
            KernelCounters& counters);
  bool store(Cycle now, std::uint32_t id, const Transaction& transaction, bool is_local,
             L1Counters& counters);
  /// Sends a line that was evicted dirty, if there is one and it can leave.
  bool write_back(Cycle now, KernelCounters* counters);
  bool send(Cycle now, std::uint32_t id, const Transaction& transaction, model::RequestKind kind,
            std::uint8_t sectors);
  /// The head of the queue is tried again when a line has come, or ...
  void wait_for_fill();
  /// ... also when the port has room.
  void wait_for_port(Cycle now);
  /// A piece of an access has come.
  void came(std::uint32_t piece, Level level);
  void let_go(std::uint32_t id);
  /// Tells the listeners how the next transaction of an access went, and what it brought.
  void tell(Cycle now, const Access& access, model::L1Outcome outcome, CacheKind kind = data_cache,
            std::uint8_t brought = 0);
  void tell_store(Cycle now, const Access& access, bool taken);
  void tell_banks(Cycle now, const Access& access);
  void tell_filled(const model::MemoryReply& reply);
  void tell(const model::L1Access& event);
  template <typename Event>
  void tell_l1(const Event& event) {
    if (l1_policy_ != nullptr) l1_policy_->on(event);
    if (l1_listener_ != nullptr) l1_listener_->on(event);
  }
  void note_listeners();
  /// And of a line that has made room.
  void tell_evicted(Cycle now);

  LoadStoreSpec spec_;
  model::EntityNames names_;
  bool by_parts_;  ///< warps issue in parts: accesses of one cycle are put together
  std::uint16_t sm_;
  BankConflicts shared_banks_;
  std::uint32_t miss_latency_;
  std::array<CacheOfSm, kCaches> caches_;
  RequestPort port_;
  Cycle now_ = 0;
  Cycle free_at_ = 0;        ///< when the head of the queue may be worked on
  Cycle retry_at_ = 0;       ///< when it is tried again; kNever: when a reply or a credit comes
  bool wants_room_ = false;  ///< it was refused for want of a credit
  std::uint32_t in_flight_ = 0;
  RingQueue<std::uint32_t> queue_;
  EventWheel<std::uint32_t> returns_;  ///< hits and shared accesses, by piece
  std::vector<std::unique_ptr<Access>> accesses_;
  std::vector<std::unique_ptr<exec::AtomicRequest>> atomics_;  ///< by id, made when first needed
  std::vector<std::uint32_t> free_;
  std::vector<FinishedAccess> finished_;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t open_ = kNone;                    ///< access of this cycle that others may join
  exec::MemoryAccess addresses_;                  ///< of the open access, all members'
  const exec::MemoryAccess* gathered_ = nullptr;  ///< those, or the instruction's own
  Addr open_local_base_ = 0;
  Pc open_pc_ = 0;
  model::SmListener* listener_ = nullptr;
  model::L1Listener* l1_listener_ = nullptr;
  model::L1Listener* l1_policy_ = nullptr;
  bool observed_ = false;  ///< by one of them
};

}  // namespace heddle::core
