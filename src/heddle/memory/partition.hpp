// A memory partition: a DRAM channel and the L2 slices before it, each with an input and an output
// on the interconnect. Where contexts give way a slice serves one if no demand is there that it can
// serve. A context that has waited there for the age limit counts as demand from then on: it goes
// before demand that came later.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/event_wheel.hpp"
#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/l2_slice.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::memory {

class Partition {
 public:
  using Requests = ArrivalQueue<model::MemoryRequest>;
  using Replies = SendingPort<model::MemoryReply>;

  /// `requests` are the queues of its slices' outputs on the interconnect, which must outlive it:
  /// those of demand, then those of contexts where these give way. `channel` is the number of its
  /// DRAM channel.
  Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz, AtomicUnit& atomics,
            const std::vector<Requests*>& requests, std::uint32_t channel = 0,
            const policy::Replacements& replacements = policy::Replacements());

  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  /// From now on the listener is told what the partition of DRAM channel `channel` does.
  void listen(model::Listener& listener, std::uint32_t channel);
  /// Runs from `from` up to, not including, `until`.
  void run(Cycle from, Cycle until);
  /// Goes on with that run, up to, not including, `until`.
  void run_on(Cycle until);
  /// Next cycle in which something can happen; kNever if the partition is idle.
  Cycle next() const;
  /// Where the replies of a slice (of this partition) leave.
  Replies& replies(std::uint32_t slice) { return ports_[slice].replies; }
  /// The same of contexts, where these give way.
  Replies& context_replies(std::uint32_t slice) { return ports_[context_port(slice)].replies; }

  L2Counters l2_counters(unsigned kernel) const;
  std::uint32_t waiting_requests() const;  ///< at the slices' ports
  std::uint32_t dram_queue() const { return channel_.queued(); }
  const DramCounters& dram_counters(unsigned kernel) const { return channel_.counters(kernel); }
  /// Of the bytes that they count, those that move at `at` or later.
  std::uint64_t dram_bytes_to_come(Cycle at) const { return channel_.bytes_to_come(to_ticks(at)); }
  /// When an atomic last changed memory: the watchdog's evidence.
  Cycle last_effect() const { return last_effect_; }

 private:
  struct Port {
    Requests* requests;  ///< by arrival; served when the slice's latency has passed
    Replies replies;
    bool blocked = false;  ///< no place for a reply, and no credit in sight
    Tick in_free = 0;
    Tick has_room = 0;  ///< of contexts: when there is a place for the reply
  };

  /// Books the credits that have come; false if there are none.
  bool take_credits();
  /// Runs from `first`, which is next, up to, not including, `until`.
  void run_from(Cycle first, Cycle until);
  /// When a slice may serve its first request; kNever as long as that is blocked.
  Cycle next_service(std::uint32_t slice) const {
    const Port& port = ports_[slice];
    if (port.requests->empty() || port.blocked || !slices_[slice].may_serve()) return kNever;
    return std::max(port.requests->next() + l2_latency_, port.in_free / kTicksPerCycle);
  }
  void serve(Cycle now, std::uint32_t slice);
  /// Serves the first request at a port of the slice; false: it was blocked.
  bool serve_first(Cycle now, std::uint32_t slice, Port& port, bool is_context);

  /// Where the reply leaves: it has the class of its request.
  Replies& replies_for(std::uint32_t slice, const model::MemoryRequest& request) {
    return ports_[request.traffic == TrafficClass::context ? context_port(slice) : slice].replies;
  }

  // Where contexts give way.
  std::uint32_t context_port(std::uint32_t slice) const {
    return slice + static_cast<std::uint32_t>(slices_.size());
  }
  /// When a slice may serve its first context. A blocked one is tried again when it counts as
  /// demand.
  Cycle next_context(std::uint32_t slice) const;
  /// From when on the first context counts as demand, if it does not yet; else kNever.
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
  EventWheel<std::uint32_t, 10> fills_;  ///< by cookie of the channel
  std::vector<DramCompletion> completions_;
  std::vector<model::MemoryRequest> answered_;
  Cycle at_ = 0;  ///< what lies before it has been run
  Cycle last_effect_ = 0;
  model::Subscribers subscribers_;
};

}  // namespace heddle::memory
