// The probes of a GPU: each has a part on every unit that it wants to hear. What the parts count by
// kernel slot goes into the counters of grids.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::gpu {

class Probes {
 public:
  /// `dispatch`: those who hear the dispatcher's events.
  Probes(Chip& chip, model::Subscribers& dispatch) : chip_(chip), dispatch_(dispatch) {}

  /// The probe must outlive the GPU's last cycle. Grids that already run may lack its counts.
  void attach(probe::Probe& probe, const probe::MachineFacts& machine);

  // What the parts have counted of the kernel slot since the run began.
  probe::CountsList of_sm(std::size_t sm, unsigned slot) const;
  /// Of the parts on memory partitions and on the dispatcher.
  probe::CountsList elsewhere(unsigned slot) const;

 private:
  struct Attached {
    probe::ProbeCounts none;                ///< no counts
    std::vector<probe::UnitProbe*> sms;     ///< by SM; null: no part there
    std::vector<probe::UnitProbe*> others;  ///< on partitions and on the dispatcher
  };

  Chip& chip_;
  model::Subscribers& dispatch_;
  std::vector<Attached> attached_;
};

/// What probes may know of the machine of a chip.
probe::MachineSize size_of(const MachineSpec& machine);
probe::MachineFacts facts_of(const MachineSpec& machine, const energy::Model& energy);

}  // namespace heddle::gpu
