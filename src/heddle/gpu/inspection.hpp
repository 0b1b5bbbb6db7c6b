// Access for tests to the inside of a GPU: values that only tests read, and faults that tests
// inject.
#pragma once

#include <cstdint>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

/// Reads values of a GPU and changes nothing.
class Inspection {
 public:
  Inspection(const Chip& chip, const Dispatcher& dispatcher)
      : chip_(chip), dispatcher_(dispatcher) {}

  /// Free resources of the SM. free_resources() is the SM's own account. known_free() is the
  /// dispatcher's ledger.
  const model::Resources& free_resources(std::uint32_t sm) const {
    return chip_.sms.at(sm)->resources().free();
  }
  const model::Resources& known_free(std::uint32_t sm) const {
    return dispatcher_.ledger(sm).free();
  }
  /// Counts of the interconnect and of memory since the start of the run, for a kernel slot or for
  /// the traffic of saved contexts (model::kContextTraffic).
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

  /// Drops the `number`-th reply from memory to the SM. The next reply has number 1.
  void lose_reply(std::uint32_t sm, std::uint64_t number) { chip_.sms.at(sm)->lose_reply(number); }

 private:
  Chip& chip_;
};

}  // namespace heddle::gpu
