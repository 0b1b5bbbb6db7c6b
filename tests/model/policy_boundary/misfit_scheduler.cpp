// A warp scheduler that picks the first candidate until it errs.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class SchedulerDoes : std::uint8_t {
  nothing,
  pick_no_candidate,
  pick_beyond_entities,
  pick_beyond_masks,
  pick_minus_one,
  look_still,
  look_too_far,
  look_elsewhere,
  looks_short,
  note_nowhere,
  throw_in_pick,
  throw_number_in_pick,
  refuse_in_pick,
  throw_in_issued,
  throw_in_look,
  throw_in_kernel_started,
  throw_in_warp_launched,
  throw_in_attach,
  attach_nothing
};
constexpr std::array<std::string_view, 19> kSchedulerDoes = {"nothing",
                                                             "pick_no_candidate",
                                                             "pick_beyond_entities",
                                                             "pick_beyond_masks",
                                                             "pick_minus_one",
                                                             "look_still",
                                                             "look_too_far",
                                                             "look_elsewhere",
                                                             "looks_short",
                                                             "note_nowhere",
                                                             "throw_in_pick",
                                                             "throw_number_in_pick",
                                                             "refuse_in_pick",
                                                             "throw_in_issued",
                                                             "throw_in_look",
                                                             "throw_in_kernel_started",
                                                             "throw_in_warp_launched",
                                                             "throw_in_attach",
                                                             "attach_nothing"};

class MisfitScheduler final : public WarpScheduler, private SelectiveScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    misdeed_.describe(visit, kSchedulerDoes);
    visit("lead", lead_,
          {.unit = "cycles", .doc = "by which it errs earlier for each kernel slot"});
  }

  void attach(const model::SmView& view) override {
    if (misdeed_.is(SchedulerDoes::attach_nothing)) return;
    WarpScheduler::attach(view);
    if (misdeed_.is(SchedulerDoes::throw_in_attach)) lose_way();
  }

  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    const unsigned first = candidates.first();
    const Cycle now = sm().now + Cycle{lead_} * sm().warps[first].kernel;
    if (misdeed_.is(SchedulerDoes::throw_in_pick, now)) lose_way();
    if (misdeed_.is(SchedulerDoes::note_nowhere, now) && notes()) note(now, 32, "lost");
    if (misdeed_.is(SchedulerDoes::throw_number_in_pick, now)) throw 7;
    if (misdeed_.is(SchedulerDoes::refuse_in_pick, now)) fail("profile.txt does not fit");
    if (misdeed_.is(SchedulerDoes::pick_beyond_entities, now)) return sm().entities;
    if (misdeed_.is(SchedulerDoes::pick_beyond_masks, now)) return model::kNoEntity + 1;
    if (misdeed_.is(SchedulerDoes::pick_minus_one, now)) return ~0u;
    if (misdeed_.is(SchedulerDoes::pick_no_candidate, now))
      for (unsigned entity = 0; entity < sm().entities; ++entity)
        if (!candidates.test(entity)) return entity;
    return idles(now) ? model::kNoEntity : first;
  }
  void issued(unsigned /*slot*/, unsigned /*entity*/) override {
    if (misdeed_.is(SchedulerDoes::throw_in_issued, sm().now)) lose_way();
  }

  SelectiveScheduler* selective() override { return this; }
  Look look(unsigned slot, Cycle from, Cycle until) override {
    if (misdeed_.is(SchedulerDoes::throw_in_look, from)) lose_way();
    Look look{.entities = entities_of(slot), .until = until};
    if (misdeed_.is(SchedulerDoes::look_still, from)) look.until = from;
    if (misdeed_.is(SchedulerDoes::look_too_far, from)) look.until = until + 1;
    if (misdeed_.is(SchedulerDoes::look_elsewhere, from)) look.entities.set(sm().entities);
    return look;
  }
  std::vector<Look> looks(unsigned slot, Cycle from, Cycle until) const override {
    if (misdeed_.is(SchedulerDoes::looks_short, from)) return {};
    return {{.entities = entities_of(slot), .until = until}};
  }

  void kernel_started(unsigned /*kernel*/, const isa::Program&) override {
    if (misdeed_.is(SchedulerDoes::throw_in_kernel_started)) lose_way();
  }
  void warp_launched(unsigned /*entity*/) override {
    if (misdeed_.is(SchedulerDoes::throw_in_warp_launched)) lose_way();
  }

 private:
  /// So that it is asked what it looks at.
  bool idles(Cycle now) const {
    const bool looks_wrongly = misdeed_.does == SchedulerDoes::look_still ||
                               misdeed_.does == SchedulerDoes::look_too_far ||
                               misdeed_.does == SchedulerDoes::look_elsewhere ||
                               misdeed_.does == SchedulerDoes::throw_in_look;
    return looks_wrongly && now >= misdeed_.at;
  }
  model::EntityMask entities_of(unsigned slot) const {
    model::EntityMask entities;
    for (unsigned entity = slot; entity < sm().entities; entity += sm().slots) entities.set(entity);
    return entities;
  }

  Misdeed<SchedulerDoes> misdeed_;
  std::uint32_t lead_ = 0;
};

const Register<WarpScheduler, MisfitScheduler> scheduler("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
