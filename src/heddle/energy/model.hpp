// Turns counts into joules: each event has its energy, each part its power. A pure function of
// counts and time, on which nothing in the model of the machine depends.
#pragma once

#include "heddle/base/types.hpp"
#include "heddle/energy/activity.hpp"
#include "heddle/energy/breakdown.hpp"
#include "heddle/energy/spec.hpp"

namespace heddle::energy {

/// How much there is of what the coefficients are of.
struct Shape {
  std::uint32_t sms = 1;
  std::uint32_t slots = 1;          ///< scheduler slots of an SM
  std::uint32_t bank_threads = 32;  ///< of which a register bank holds a register in a row; fewer
                                    ///< than 32: lanes, whose banks hold scalar registers too
  std::uint32_t l2_slices = 1, channels = 1;
  std::uint32_t burst_bytes = 32;
  double core_mhz = 1;
};

class Model {
 public:
  Model() = default;
  Model(const EnergySpec& spec, const TechnologySpec& technology, const Shape& shape);

  /// Of what happened in so many core cycles.
  Breakdown breakdown(const Activity& activity, Cycle cycles) const;
  /// What is drawn when nothing happens and no SM has a warp, in watts.
  double idle_watts() const;

 private:
  /// Before the technology's scale.
  double register_picojoules(const Activity& activity) const;
  void add_front_end(const Activity& activity, Breakdown& into) const;
  void add_units(const Activity& activity, Breakdown& into) const;
  void add_memories(const Activity& activity, Breakdown& into) const;
  void add_off_chip(const Activity& activity, Breakdown& into) const;
  void add_power(const Activity& activity, Breakdown& into) const;

  EnergySpec spec_;
  Shape shape_;
  double scale_ = 1;       ///< of energies on the chip
  double wire_scale_ = 1;  ///< of the crossbar's
};

}  // namespace heddle::energy
