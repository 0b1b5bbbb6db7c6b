// What tests see of a GPU that nobody else may, and the faults that they put into it.
#pragma once

#include <cstdint>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

/// Looks, and changes nothing.
class Inspection {
 public:
  Inspection(const Chip& chip, const Dispatcher& dispatcher)
      : chip_(chip), dispatcher_(dispatcher) {}

  /// What the SM has left, in truth and as the dispatcher knows it.
  const model::Resources& free_resources(std::uint32_t sm) const {
    return chip_.sms.at(sm)->resources().free();
  }
  const model::Resources& known_free(std::uint32_t sm) const {
    return dispatcher_.ledger(sm).free();
  }
  /// What the interconnect and memory have counted since the start of the run: of a kernel slot, or
  /// of contexts (model::kContextTraffic).
  memory::MemoryCounters memory_counters(unsigned slot) const {
    memory::MemoryCounters sum;
    sum.requests = chip_.interconnect.requests.counters(slot);
    sum.replies = chip_.interconnect.replies.counters(slot);
    for (const auto& partition : chip_.partitions) {
      sum.l2 += partition->l2_counters(slot);
      sum.dram += partition->dram_counters(slot);
    }
    return sum;
  }

 private:
  const Chip& chip_;
  const Dispatcher& dispatcher_;
};

class FaultInjector {
 public:
  explicit FaultInjector(Chip& chip) : chip_(chip) {}

  /// The SM's reply of this number, counted from here on from 1, never arrives.
  void lose_reply(std::uint32_t sm, std::uint64_t number) { chip_.sms.at(sm)->lose_reply(number); }

 private:
  Chip& chip_;
};

}  // namespace heddle::gpu
