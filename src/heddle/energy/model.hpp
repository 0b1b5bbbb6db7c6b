// Turns counts into joules: each event has an energy, each part has a power. The model is a pure
// function of counts and time. Nothing in the model of the machine depends on it.
#pragma once

#include "heddle/base/types.hpp"
#include "heddle/energy/activity.hpp"
#include "heddle/energy/breakdown.hpp"
#include "heddle/energy/spec.hpp"

namespace heddle::energy {

/// The numbers of the units to which the coefficients apply.
struct Shape {
  std::uint32_t sms = 1;
  std::uint32_t slots = 1;  ///< scheduler slots of an SM
  /// Number of threads whose registers a bank holds in one row. If fewer than 32, the bank belongs
  /// to a lane, whose banks also hold scalar registers.
  std::uint32_t bank_threads = 32;
  std::uint32_t l2_slices = 1, channels = 1;
  std::uint32_t burst_bytes = 32;
  double core_mhz = 1;
};

class Model {
 public:
  Model() = default;
  Model(const EnergySpec& spec, const TechnologySpec& technology, const Shape& shape);

  /// The energy of the activity in `cycles` core cycles.
  Breakdown breakdown(const Activity& activity, Cycle cycles) const;
  /// The power, in watts, when nothing happens and no SM has a warp.
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
  double scale_ = 1;       ///< factor for energies on the chip
  double wire_scale_ = 1;  ///< factor for the crossbar's wires
};

}  // namespace heddle::energy
