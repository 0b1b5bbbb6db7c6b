// A gang scheduler that picks the first candidate until it errs.

#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class GangSchedulerDoes : std::uint8_t {
  nothing,
  pick_no_candidate,
  pick_beyond_entities,
  pick_beyond_masks,
  throw_in_pick,
  throw_in_issued,
  throw_in_attach,
  attach_nothing
};
constexpr std::array<std::string_view, 8> kGangSchedulerDoes = {
    "nothing",       "pick_no_candidate", "pick_beyond_entities", "pick_beyond_masks",
    "throw_in_pick", "throw_in_issued",   "throw_in_attach",      "attach_nothing"};

class MisfitGangScheduler final : public GangScheduler {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kGangSchedulerDoes); }

  void attach(const model::SmView& view) override {
    if (misdeed_.is(GangSchedulerDoes::attach_nothing)) return;
    GangScheduler::attach(view);
    if (misdeed_.is(GangSchedulerDoes::throw_in_attach)) lose_way();
  }

  unsigned pick(const model::EntityMask& candidates) override {
    const Cycle now = sm().now;
    if (misdeed_.is(GangSchedulerDoes::throw_in_pick, now)) lose_way();
    if (misdeed_.is(GangSchedulerDoes::pick_beyond_entities, now)) return sm().entities;
    if (misdeed_.is(GangSchedulerDoes::pick_beyond_masks, now)) return model::kNoEntity + 1;
    // The second part of a warp, for which the first one stands.
    if (misdeed_.is(GangSchedulerDoes::pick_no_candidate, now)) return 1;
    return candidates.first();
  }
  void issued(unsigned /*entity*/) override {
    if (misdeed_.is(GangSchedulerDoes::throw_in_issued, sm().now)) lose_way();
  }

 private:
  Misdeed<GangSchedulerDoes> misdeed_;
};

const Register<GangScheduler, MisfitGangScheduler> gang_scheduler("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
