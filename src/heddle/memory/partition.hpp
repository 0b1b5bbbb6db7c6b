// A memory partition: a DRAM channel and the L2 slices in front of it. Each slice has an input and
// an output on the interconnect. If requests that save and restore contexts (context requests) have
// low priority, a slice serves a context request only if it can serve no demand request. A context
// request that has waited at the slice for the age limit counts as demand from then on. It then has
// priority over demand requests that arrived later.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/l2_slice.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::memory {

class Partition {
 public:
  using Requests = ArrivalQueue<model::MemoryRequest>;
  using Replies = SendingPort<model::MemoryReply>;

  /// `requests` are the arrival queues of the slices' requests: first the queues of demand
  /// requests, then, if context requests have low priority, their queues. All queues must outlive
  /// the partition. `channel` is the number of the partition's DRAM channel.
  Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz, AtomicUnit& atomics,
            const std::vector<Requests*>& requests, std::uint32_t channel = 0,
            const policy::Replacements& replacements = policy::Replacements());

  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  /// Sends the events of the partition to the listener from now on. `channel` is the number of the
  /// partition's DRAM channel.
  void listen(model::Listener& listener, std::uint32_t channel);
  /// Runs from `from` up to, not including, `until`. Returns what next() then returns.
  Cycle run(Cycle from, Cycle until);
  /// Continues the last run up to, not including, `until`. Returns what next() then returns.
  Cycle run_on(Cycle until);
  /// Returns the next cycle in which an event can happen, or kNever if the partition is idle.
  Cycle next() const;
  /// Returns the first cycle in which a slice can serve a request that has come, or kNever if there
  /// is no such request or it is blocked.
  Cycle next_service() const;
  /// Whether a credit may let a reply leave sooner, and so let a slice serve a request.
  bool awaits_credit() const;
  /// The port through which the replies of a slice of this partition leave.
  Replies& replies(std::uint32_t slice) { return ports_[slice].replies; }
  /// The port for replies to context requests. It exists if context requests have low priority.
  Replies& context_replies(std::uint32_t slice) { return ports_[context_port(slice)].replies; }

  L2Counters l2_counters(unsigned kernel) const;
  std::uint32_t waiting_requests() const;  ///< number of requests at the slices' ports
  std::uint32_t dram_queue() const { return channel_.queued(); }
  const DramCounters& dram_counters(unsigned kernel) const { return channel_.counters(kernel); }
  /// Returns how many of the bytes that dram_counters() contains are transferred at `at` or later.
  std::uint64_t dram_bytes_to_come(Cycle at) const { return channel_.bytes_to_come(to_ticks(at)); }
  /// Cycle in which an atomic last changed memory. The watchdog uses this cycle.
  Cycle last_effect() const { return last_effect_; }

 private:
  struct Port {
    Requests* requests;  ///< the port's requests in the order of arrival; a request can be served
                         ///< one slice latency after it arrives
    Replies replies;
    bool blocked = false;  ///< no entry is free for a reply, and no credit is on its way
    Tick in_free = 0;
    bool operates = false;  ///< the operations of the first request, an atomic, have begun
    Tick has_room = 0;  ///< for context requests: time from which an entry for the reply is free
  };

  /// A read whose data reach the slice at `when`.
  struct Fill {
    Cycle when = 0;
    std::uint32_t cookie = 0;
  };

  Cycle next_fill() const { return fills_.empty() ? kNever : fills_.front().when; }
  /// Gives the credits that have arrived to waiting replies.
  void take_credits();
  /// Returns the next cycle in which an event other than a credit can happen. `service`: what
  /// next_service() returns.
  Cycle next_after(Cycle service) const;
  /// Returns what next_service() then returns.
  Cycle serve_slices(Cycle now);
  void run_channel(Cycle now);
  /// Returns the cycle in which a slice can serve its first request, or kNever while this request
  /// is blocked.
  Cycle next_service(std::uint32_t slice) const {
    const Port& port = ports_[slice];
    if (port.requests->empty() || port.blocked || !slices_[slice].may_serve()) return kNever;
    return std::max(port.requests->next() + l2_latency_, port.in_free / kTicksPerCycle);
  }
  /// Serves requests of the slice until one is blocked or must wait. Returns what
  /// next_service(slice) then returns, even after other slices are served in the same cycle.
  Cycle serve(Cycle now, std::uint32_t slice);
  /// Begins the operations of the port's first request if it is an atomic. Operations on the same
  /// address run one after another. Returns true if the request must wait until they have ended.
  bool begin_operations(Port& port, Tick start);
  /// Serves the first request at a port of the slice. Returns false if the request was blocked.
  bool serve_first(Cycle now, std::uint32_t slice, Port& port, bool is_context);

  /// The port through which the reply leaves. A reply has the class of its request.
  Replies& replies_for(std::uint32_t slice, const model::MemoryRequest& request) {
    return ports_[request.traffic == TrafficClass::context ? context_port(slice) : slice].replies;
  }

  // The port of a slice's context requests. It exists if context requests have low priority.
  std::uint32_t context_port(std::uint32_t slice) const {
    return slice + static_cast<std::uint32_t>(slices_.size());
  }
  /// Returns the cycle in which a slice can serve its first context request. A blocked context
  /// request is tried again in the cycle from which it counts as demand.
  Cycle next_context(std::uint32_t slice) const;
  /// Returns the cycle from which the first context request counts as demand. Returns kNever if the
  /// request already counts as demand, or never will.
  Cycle aged_at(const Port& port) const {
    if (spec_.context_age_limit == 0 || port.requests->front().traffic == TrafficClass::demand)
      return kNever;
    return port.requests->next() + l2_latency_ + spec_.context_age_limit;
  }
  void serve_by_class(Cycle now, std::uint32_t slice);
  bool context_goes_first(Cycle now, std::uint32_t slice);
  void finish_reads(Cycle now);
  void reply(Cycle now, std::uint32_t slice, const model::MemoryRequest& request, bool from_dram);

  MemorySpec spec_;
  Tick l2_cycle_, dram_latency_;
  Cycle l2_latency_;
  AtomicUnit& atomics_;
  DramChannel channel_;
  std::vector<L2Slice> slices_;
  std::vector<Port> ports_;
  std::array<std::uint64_t, model::kTrafficSlots> reply_flits_{};
  /// The reads that the channel has finished. They come in order of time, because they share the
  /// channel's data bus.
  RingQueue<Fill> fills_;
  std::vector<DramCompletion> completions_;
  std::vector<model::MemoryRequest> answered_;
  Cycle at_ = 0;  ///< all cycles before this one have been run
  Cycle last_effect_ = 0;
  model::Subscribers subscribers_;
};

}  // namespace heddle::memory
