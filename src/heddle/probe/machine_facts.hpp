// What a probe may know of the machine and of the unit that one of its parts watches.
#pragma once

#include <cstdint>
#include <functional>

#include "heddle/energy/model.hpp"
#include "heddle/model/kernel_slots.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/replay/cache_shape.hpp"

namespace heddle::probe {

struct MachineSize {
  std::uint32_t sms = 1;
  std::uint32_t schedulers = 1;  ///< of an SM
  std::uint32_t channels = 1;    ///< of DRAM; each has a memory partition
  std::uint32_t l2_slices = 1;
};

/// What the machine could move at most.
struct Peak {
  std::uint64_t flits = 0;  ///< one way, by the ports of the interconnect's narrower side
  std::uint64_t dram_bytes = 0;
};

struct MachineFacts {
  MachineSize size;
  replay::CacheShape l1;  ///< data cache of an SM
  energy::Model energy;
  std::function<Peak(Cycle cycles)> peak;  ///< in so many core cycles
};

struct SmFacts {
  std::uint32_t sm = 0;
  const model::SmView& view;  ///< up to date when an event is told
};

struct PartitionFacts {
  std::uint32_t channel = 0;
};

}  // namespace heddle::probe
