// Computes joules from counts: each event has an energy, and each component has a power. The result
// depends only on the counts and the time. The timing model does not depend on the energy model.
#pragma once

#include "heddle/base/types.hpp"
#include "heddle/energy/activity.hpp"
#include "heddle/energy/breakdown.hpp"
#include "heddle/energy/spec.hpp"

namespace heddle::energy {

/// The numbers of units of the machine, which the energy model needs.
struct Shape {
  std::uint32_t sms = 1;
  std::uint32_t slots = 1;  ///< scheduler slots of an SM
  /// Number of threads whose registers a bank holds in one row. If the number is less than 32, each
  /// bank belongs to a lane, and the lanes' banks also hold scalar registers.
  std::uint32_t bank_threads = 32;
  std::uint32_t l2_slices = 1, channels = 1;
  std::uint32_t burst_bytes = 32;
  double core_mhz = 1;
};

class Model {
 public:
  Model() = default;
  Model(const EnergySpec& spec, const TechnologySpec& technology, const Shape& shape);

  /// Returns the energy of the activity during `cycles` core cycles.
  Breakdown breakdown(const Activity& activity, Cycle cycles) const;
  /// Returns the power, in watts, when no event happens and no SM has a warp.
  double idle_watts() const;

 private:
  /// Returns the energy of register accesses in pJ, before scaling to the chip's technology.
  double register_picojoules(const Activity& activity) const;
  void add_front_end(const Activity& activity, Breakdown& into) const;
  void add_units(const Activity& activity, Breakdown& into) const;
  void add_memories(const Activity& activity, Breakdown& into) const;
  void add_off_chip(const Activity& activity, Breakdown& into) const;
  void add_power(const Activity& activity, Breakdown& into) const;

  EnergySpec spec_;
  Shape shape_;
  double scale_ = 1;       ///< factor for energies on the chip without the crossbar's wires
  double wire_scale_ = 1;  ///< factor for energies of the crossbar's wires
};

}  // namespace heddle::energy
