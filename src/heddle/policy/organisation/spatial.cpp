// Warps, or equal parts of warps, run side by side on the lanes. A part of n threads has n lanes,
// an issue slot and a reconvergence stack of its own. A part may run ahead of the other parts of
// its warp. With n = 32 the machine is the usual GPU. With smaller n it is a machine of a fixed
// smaller warp size, with which variable warp sizing is compared in Rogers, "Locality and
// Scheduling in the Massively Multithreaded Era", 2015, chapter 6.

#include <bit>

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Spatial final : public Organisation {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("width", width_,
          {.unit = "threads",
           .minimum = 4,
           .maximum = 32,
           .doc = "that issue together: 4, 8, 16 or 32"});
    visit(
        "sequential", sequential_,
        {.doc = "a warp's lanes execute one instruction after the other, whatever its kind, and a "
                "branch or a barrier takes a pass of the warp as well: one pipeline for each "
                "scheduler, behind the operand collectors of execution.sp; false: the pipelines "
                "of all kinds work at the same time"});
  }

  Shape shape(std::uint32_t schedulers) const override {
    if (!std::has_single_bit(width_))
      fail("organisation.spatial.width ({}) must be 4, 8, 16 or 32", width_);
    const std::uint32_t parts = kWarpSize / width_;
    return {.parts = parts,
            .slots = schedulers * parts,
            .lane_groups = parts,
            .sequential_lanes = sequential_ ? schedulers : 0,
            .control_by_threads = sequential_};
  }

  void attach(const model::SmView&, const Shape&) override {}

 private:
  std::uint32_t width_ = 32;
  bool sequential_ = false;
};

const Register<Organisation, Spatial> registration(
    "spatial", "warps of 32, 16, 8 or 4 threads side by side on the lanes",
    "Warps, or equal parts of them, lie side by side on the lanes. A part of n "
    "threads has n lanes, an issue slot and a reconvergence stack of its own, and "
    "runs ahead of the other parts where it can. With 32 threads this is the usual "
    "GPU; with fewer, the machines of fixed warp size that variable warp sizing is "
    "compared with.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 6");

}  // namespace
}  // namespace heddle::policy
