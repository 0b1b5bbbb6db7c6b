// Facts about the machine, and facts about the unit that a part of a probe watches.
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
  std::uint32_t schedulers = 1;  ///< number of schedulers of an SM
  std::uint32_t channels = 1;    ///< number of DRAM channels; each has a memory partition
  std::uint32_t l2_slices = 1;
  bool kernels_size_l1 = false;  ///< the L1's capacity differs from kernel to kernel
};

/// The maximum that the machine could transfer in a given time.
struct Peak {
  std::uint64_t flits = 0;  ///< number of flits in one direction; the interconnect's side with
                            ///< fewer ports sets the limit
  std::uint64_t dram_bytes = 0;
};

struct MachineFacts {
  MachineSize size;
  replay::CacheShape l1;  ///< shape of an SM's data cache
  energy::Model energy;
  std::function<Peak(Cycle cycles)> peak;  ///< returns the peak in this number of core cycles
};

struct SmFacts {
  std::uint32_t sm = 0;
  const model::SmView& view;  ///< state of the SM; up to date during an event
};

struct PartitionFacts {
  std::uint32_t channel = 0;
};

}  // namespace heddle::probe
