// The probes of a GPU. A probe has a part (a listener) on every unit whose events the probe wants.
// The parts count by kernel slot. Their counts go into the counters of grids.
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

  /// Attaches a probe, which must outlive the GPU's last cycle. The counters of grids that already
  /// run may lack the probe's counts.
  void attach(probe::Probe& probe, const probe::MachineFacts& machine);

  // Counts of the probes' parts on one SM, for the kernel slot, since the start of the run.
  probe::CountsList of_sm(std::size_t sm, unsigned slot) const;
  /// Counts of the probes' parts on the memory partitions and on the dispatcher, for the kernel
  /// slot, since the start of the run.
  probe::CountsList elsewhere(unsigned slot) const;

 private:
  struct Attached {
    probe::ProbeCounts none;                ///< the probe's statistics, all with value 0
    std::vector<probe::UnitProbe*> sms;     ///< by SM; null: the probe has no part on this SM
    std::vector<probe::UnitProbe*> others;  ///< parts on partitions and on the dispatcher
  };

  Chip& chip_;
  model::Subscribers& dispatch_;
  std::vector<Attached> attached_;
};

/// Returns the facts about the machine that probes may know.
probe::MachineSize size_of(const MachineSpec& machine);
probe::MachineFacts facts_of(const MachineSpec& machine, const energy::Model& energy);

}  // namespace heddle::gpu
