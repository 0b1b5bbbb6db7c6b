// A memory partition: a DRAM channel and the L2 slices before it, with their ports on the crossbar.
// Requests come stamped with their arrival at the slice's port; replies leave stamped with theirs
// at the SM.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/event_wheel.hpp"
#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/l2_slice.hpp"

namespace heddle::memory {

/// A reply on its way: it reaches the SM's port at `arrival` if nothing else holds the port.
struct ReplyPacket {
  Cycle arrival = 0;
  std::uint16_t sm = 0;
  model::MemoryReply reply;
};

class Partition {
 public:
  Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz, AtomicUnit& atomics);

  /// `arrival` is when the packet reaches the port of `slice` (of this partition).
  void receive(Cycle arrival, std::uint32_t slice, const model::MemoryRequest& request);
  /// Runs up to, not including, `until`.
  void run(Cycle until);
  /// Goes on with that run, up to, not including, `until`.
  void run_on(Cycle until);
  /// What the last run sent: replies, and for each request taken its SM, which gets a credit back.
  const std::vector<ReplyPacket>& replies() const { return replies_; }
  const std::vector<std::uint16_t>& accepted() const { return accepted_; }
  /// Next cycle in which something can happen; kNever if the partition is idle.
  Cycle next() const;

  L2Counters l2_counters(unsigned kernel) const;
  std::uint32_t waiting_requests() const;  ///< at the slices' ports
  std::uint32_t dram_queue() const { return channel_.waiting(); }
  const DramCounters& dram_counters(unsigned kernel) const { return channel_.counters(kernel); }
  /// When an atomic last changed memory: the watchdog's evidence.
  Cycle last_effect() const { return last_effect_; }

 private:
  struct Arrival {
    std::uint32_t slice = 0;
    model::MemoryRequest request;
  };
  struct Port {
    RingQueue<model::MemoryRequest> queue;  ///< at the slice, waiting to be served
    bool blocked = false;
    Tick in_free = 0, out_free = 0;
  };

  void serve(Cycle now, std::uint32_t slice);
  void finish_reads(Cycle now);
  void reply(Tick now, std::uint32_t slice, const model::MemoryRequest& request, bool from_dram);
  Tick flit_time(std::uint32_t payload_bytes) const;
  void unblock() {
    for (auto& port : ports_) port.blocked = false;
  }

  MemorySpec spec_;
  Tick l2_cycle_, flit_cycle_, dram_latency_;
  Cycle l2_latency_;
  AtomicUnit& atomics_;
  DramChannel channel_;
  std::vector<L2Slice> slices_;
  std::vector<Port> ports_;
  std::array<std::uint64_t, DramChannel::kKernels> reply_flits_{};
  EventWheel<Arrival, 10> arrivals_;
  EventWheel<std::uint32_t, 10> fills_;  ///< by cookie of the channel
  std::vector<DramCompletion> completions_;
  std::vector<model::MemoryRequest> answered_;
  std::vector<ReplyPacket> replies_;
  std::vector<std::uint16_t> accepted_;
  Cycle last_effect_ = 0;
};

}  // namespace heddle::memory
