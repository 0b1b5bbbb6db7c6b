// Temporal and spatio-temporal SIMT: each lane takes whole warps, a few threads a cycle, so that
// threads that are not active cost no time (Lucas, Andersch, Alvarez-Mesa, Juurlink,
// "Spatio-Temporal SIMT and Scalarization for Improving GPU Efficiency", 2015). A warp belongs to
// the lane of its context's number; an SM issues to one lane a cycle, in turn over those that are
// free and have a warp to issue.

#include <bit>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

/// L lanes of k threads a cycle each.
class Lanes : public Organisation {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("units", units_,
          {.unit = "threads",
           .minimum = 2,
           .maximum = 64,
           .doc = "that all lanes of the SM together execute in a cycle"});
    visit("warp_size", warp_size_,
          {.unit = "threads",
           .minimum = 4,
           .maximum = 32,
           .doc = "of what one issue starts: 4, 8, 16 or 32"});
    visit("unlocked", unlocked_,
          {.doc = "any warp may run on any lane, as if registers were everywhere"});
  }

  Shape shape(std::uint32_t schedulers) const override {
    const std::uint32_t k = threads_per_lane();
    if (!std::has_single_bit(warp_size_))
      fail("organisation: warp_size ({}) must be 4, 8, 16 or 32", warp_size_);
    if (!std::has_single_bit(k) || k > warp_size_ || units_ % k != 0) {
      fail(
          "organisation: k ({}), the threads of a lane, must be a power of two that divides units "
          "({}) and is at most warp_size ({})",
          k, units_, warp_size_);
    }
    const std::uint32_t lanes = units_ / k;
    return {.parts = kWarpSize / warp_size_,
            .slots = schedulers,
            .lane_groups = unlocked_ ? 1 : lanes,
            .sequential_lanes = unlocked_ ? lanes : 1,
            .threads_per_pass = k,
            .narrows = true};
  }

  void attach(const model::SmView& sm, const Shape& shape) override {
    groups_.assign(shape.lane_groups, {});
    for (unsigned entity = 0; entity < sm.entities; ++entity)
      groups_[sm.lane_group_of(entity)].set(entity);
    next_.assign(shape.slots, 0);
  }

  model::EntityMask narrow(unsigned slot, const model::EntityMask& candidates) override {
    const auto lanes = static_cast<unsigned>(groups_.size());
    for (unsigned i = 0; i < lanes; ++i) {
      const model::EntityMask of_lane = candidates & groups_[(next_[slot] + i) % lanes];
      if (of_lane.any()) return of_lane;
    }
    return candidates;
  }

  void issued(unsigned slot, unsigned entity) override {
    const auto lanes = static_cast<unsigned>(groups_.size());
    next_[slot] = (entity + 1) % lanes;
  }

 protected:
  virtual std::uint32_t threads_per_lane() const = 0;

 private:
  std::uint32_t units_ = 8;
  std::uint32_t warp_size_ = 32;
  bool unlocked_ = false;
  std::vector<model::EntityMask> groups_;  ///< entities by lane
  std::vector<unsigned> next_;             ///< by slot: the lane looked at first
};

class Temporal final : public Lanes {
  std::uint32_t threads_per_lane() const override { return 1; }
};

class SpatioTemporal final : public Lanes {
 public:
  void describe(ParameterVisitor& visit) override {
    Lanes::describe(visit);
    visit("k", k_,
          {.unit = "threads", .minimum = 1, .maximum = 32, .doc = "that a lane takes in a cycle"});
  }

 private:
  std::uint32_t threads_per_lane() const override { return k_; }
  std::uint32_t k_ = 4;
};

const Register<Organisation, Temporal> temporal(
    "temporal", "each lane runs whole warps, one active thread a cycle",
    "A lane takes whole warps and runs one thread of a warp a cycle, so that "
    "threads that are not active cost no time. A warp belongs to the lane of its "
    "context's number. An SM issues to one lane a cycle, in turn over the lanes "
    "that are free and have a warp to issue.",
    "Lucas, Andersch, Alvarez-Mesa and Juurlink, \"Spatio-Temporal SIMT and "
    "Scalarization for Improving GPU Efficiency\", TACO 2015");
const Register<Organisation, SpatioTemporal> spatio_temporal(
    "spatio_temporal", "each lane runs whole warps, an aligned group of k threads a cycle",
    "As temporal, but a lane is k threads wide: it runs an aligned group of k "
    "threads of a warp a cycle, and groups without an active thread cost no time.",
    "Lucas, Andersch, Alvarez-Mesa and Juurlink, \"Spatio-Temporal SIMT and "
    "Scalarization for Improving GPU Efficiency\", TACO 2015");

}  // namespace
}  // namespace heddle::policy
