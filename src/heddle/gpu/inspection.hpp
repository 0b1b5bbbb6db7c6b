// Access for tests to the inside of a GPU: values that only tests read, and faults that tests
// inject.
#pragma once

#include <cstdint>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

/// Reads values and changes nothing.
class Inspection {
 public:
  Inspection(const Chip& chip, const Dispatcher& dispatcher)
      : chip_(chip), dispatcher_(dispatcher) {}

  /// Free resources of the SM: free_resources() as the SM has them, known_free() as the dispatcher
  /// knows them.
  const model::Resources& free_resources(std::uint32_t sm) const {
    return chip_.sms.at(sm)->resources().free();
  }
  const model::Resources& known_free(std::uint32_t sm) const {
    return dispatcher_.ledger(sm).free();
  }
  /// Counts of the interconnect and of memory since the start of the run, for a kernel slot or for
  /// contexts (model::kContextTraffic).
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

  /// Loses the reply with this number to the SM. Replies are numbered from 1, beginning with the
  /// next one.
  void lose_reply(std::uint32_t sm, std::uint64_t number) { chip_.sms.at(sm)->lose_reply(number); }

 private:
  Chip& chip_;
};

}  // namespace heddle::gpu
