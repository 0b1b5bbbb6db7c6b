// Youngest first, at most `hold` issues of a warp in a row.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Youngest final : public WarpScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("hold", hold_, {.unit = "instructions", .minimum = 1, .doc = "of a warp in a row"});
  }

  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    unsigned chosen = model::kNoEntity;
    candidates.for_each([&](unsigned entity) {
      if (in_a_row_ >= hold_ && entity == last_ && candidates.count() > 1) return;
      if (chosen == model::kNoEntity || is_younger(entity, chosen)) chosen = entity;
    });
    in_a_row_ = chosen == last_ ? in_a_row_ + 1 : 1;
    last_ = chosen;
    return chosen;
  }

 private:
  bool is_younger(unsigned one, unsigned other) const {
    return sm().warps[one].launch_order > sm().warps[other].launch_order;
  }

  std::uint32_t hold_ = 1000;
  unsigned last_ = model::kNoEntity;
  std::uint32_t in_a_row_ = 0;
};

const Register<WarpScheduler, Youngest> registration("youngest",
                                                     "the eligible warp that was launched last");

}  // namespace
}  // namespace heddle::policy
