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
#include "heddle/core/bank_conflicts.hpp"
#include "heddle/core/l1_cache.hpp"
#include "heddle/core/request_port.hpp"
#include "heddle/exec/step.hpp"
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

  LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm);

  bool has_room() const { return queue_.size() < spec_.queue_entries; }
  /// Takes the instruction that `step` executed, whose addresses are there at `ready`; `local_base`
  /// is where the warp's local memory lies. Returns its id.
  std::uint32_t issue(std::uint16_t owner, std::uint8_t kernel, Cycle ready, const exec::Step& step,
                      Addr local_base, KernelCounters& counters);
  /// Room for the operands of the atomic just issued.
  exec::AtomicRequest& atomic(std::uint32_t id) { return *atomics_[id]; }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return *atomics_[id]; }

  /// Hits and shared accesses whose data comes at `now`. What finishes here, in tick or in receive
  /// is in `finished`, which the caller clears and whose ids it releases.
  void deliver(Cycle now);
  /// One cycle of work on the queue.
  void tick(Cycle now, KernelCounters* counters);
  void receive(const model::MemoryReply& reply);
  void release(std::uint32_t id) { free_.push_back(id); }
  std::vector<FinishedAccess>& finished() { return finished_; }

  /// Next cycle in which tick has something to do; kNever: not before a reply or credit.
  Cycle next(Cycle now) const;
  /// Lets packets leave that have waited for a place in the interconnect; returns when the first
  /// of them does, which is when the queue may go on.
  Cycle take_credits();
  RequestPort& port() { return port_; }
  const RequestPort& port() const { return port_; }
  void invalidate_cache() {
    for (CacheOfSm& cache : caches_) cache.tags.invalidate();
  }
  bool idle() const { return in_flight_ == 0; }
  void listen(model::SmListener* listener) { listener_ = listener; }
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

  struct Access {
    std::uint16_t owner = 0;
    std::uint8_t kernel = 0;
    exec::AccessKind kind = exec::AccessKind::none;
    bool bypass = false;  ///< may not be served by the L1
    Pc pc = 0;
    Level level = Level::shared;
    Cycle issued_at = 0;
    std::uint32_t outstanding =
        0;  ///< transactions on their way, plus one for the banks of this SM
    std::uint32_t bank_cycles =
        0;  ///< that shared memory or the constant cache is still to be held
    std::uint32_t bank_latency = 0;
    Cycle ready = 0;                    ///< when its addresses are there
    std::uint32_t next = 0, count = 0;  ///< of transactions
    std::uint32_t local_begin = 0;      ///< first of local memory; those before are global
    std::uint32_t constant_begin = 0;   ///< first of constants
    TransactionList transactions;
  };

  std::uint32_t take();
  void gather(Access& access, const exec::Step& step, Addr local_base, KernelCounters& counters);
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
  void wait_for_port(Cycle now);
  void done(std::uint32_t id);
  /// Tells the listener how the next transaction of an access went.
  void tell(Cycle now, const Access& access, model::L1Outcome outcome) const;

  LoadStoreSpec spec_;
  std::uint16_t sm_;
  BankConflicts shared_banks_;
  std::uint32_t miss_latency_;
  std::array<CacheOfSm, kCaches> caches_;
  RequestPort port_;
  Cycle now_ = 0;
  Cycle free_at_ = 0;     ///< when the head of the queue may be worked on
  bool blocked_ = false;  ///< the head waits for a fill or a credit
  std::uint32_t in_flight_ = 0;
  RingQueue<std::uint32_t> queue_;
  EventWheel<std::uint32_t> returns_;  ///< hits and shared accesses, by id
  std::vector<std::unique_ptr<Access>> accesses_;
  std::vector<std::unique_ptr<exec::AtomicRequest>> atomics_;  ///< by id, made when first needed
  std::vector<std::uint32_t> free_;
  std::vector<FinishedAccess> finished_;
  model::SmListener* listener_ = nullptr;
};

}  // namespace heddle::core
