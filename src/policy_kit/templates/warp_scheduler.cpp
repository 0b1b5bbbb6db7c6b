// Issues the eligible warp that was launched last, at most `hold` times in a row.
//
// heddle asks pick() for each issue slot that has an eligible warp, and says by issued() what has
// issued. policy/warp_scheduler/warp_scheduler.hpp and policy/sm_policy.hpp say what else a
// scheduler can see and hear.
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public WarpScheduler {
 public:
  // A parameter: --set warp_scheduler.example.hold=4
  void describe(ParameterVisitor& visit) override {
    visit("hold", hold_, {.unit = "instructions", .minimum = 1, .doc = "of a warp in a row"});
  }

  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    unsigned chosen = model::kNoEntity;
    candidates.for_each([&](unsigned entity) {
      const bool had_its_turn = entity == last_ && in_a_row_ >= hold_ && candidates.count() > 1;
      if (had_its_turn) return;
      if (chosen == model::kNoEntity || is_younger(entity, chosen)) chosen = entity;
    });
    return chosen;
  }

  void issued(unsigned /*slot*/, unsigned entity) override {
    in_a_row_ = entity == last_ ? in_a_row_ + 1 : 1;
    last_ = entity;
  }

 private:
  bool is_younger(unsigned one, unsigned other) const {
    return sm().warps[one].launch_order > sm().warps[other].launch_order;
  }

  std::uint32_t hold_ = 16;
  unsigned last_ = model::kNoEntity;
  std::uint32_t in_a_row_ = 0;
};

const Register<WarpScheduler, Example> registration("example",
                                                    "the eligible warp that was launched last");

}  // namespace
}  // namespace heddle::policy
