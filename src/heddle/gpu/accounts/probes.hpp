// The probes of a GPU. Each probe has a part on every unit whose events it wants. The parts' counts
// by kernel slot go into the counters of grids.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::gpu {

class Probes {
 public:
  /// `dispatch`: the subscribers to the dispatcher's events.
  Probes(Chip& chip, model::Subscribers& dispatch) : chip_(chip), dispatch_(dispatch) {}

  /// The probe must outlive the GPU's last cycle. Grids that already run may lack the probe's
  /// counts.
  void attach(probe::Probe& probe, const probe::MachineFacts& machine);

  // Counts of the probes' parts for the kernel slot since the start of the run.
  probe::CountsList of_sm(std::size_t sm, unsigned slot) const;
  /// The same counts of the probes' parts on memory partitions and on the dispatcher.
  probe::CountsList elsewhere(unsigned slot) const;

 private:
  struct Attached {
    probe::ProbeCounts none;                ///< counts of zero, with the probe's names
    std::vector<probe::UnitProbe*> sms;     ///< by SM; null: no part there
    std::vector<probe::UnitProbe*> others;  ///< on partitions and on the dispatcher
  };

  Chip& chip_;
  model::Subscribers& dispatch_;
  std::vector<Attached> attached_;
};

/// Facts about the machine that probes may know.
probe::MachineSize size_of(const MachineSpec& machine);
probe::MachineFacts facts_of(const MachineSpec& machine, const energy::Model& energy);

}  // namespace heddle::gpu
