// Divergence-aware warp scheduling (DAWS; Rogers, O'Connor, Aamodt, MICRO 2013, and Rogers'
// dissertation, chapter 4). DAWS learns about loads at run time or reads a profile. In loops with
// locality, loads find data that their own warp has loaded before. When a warp begins an iteration
// of such a loop, DAWS predicts the lines that the warp will need, from the warp's lanes in the
// loop. The oldest warps whose predicted footprints together fit the L1 may load. The other warps
// must wait until lanes or warps leave their loops. If warps issue in parts, the parts of a gang
// are admitted together. The throttle works on top of any scheduler; the study uses gto.

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/daws/admission.hpp"
#include "heddle/policy/throttle/daws/daws_spec.hpp"
#include "heddle/policy/throttle/daws/kernel_loads.hpp"
#include "heddle/policy/throttle/daws/loop_trips.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {
namespace {

class Daws final : public Throttle,
                   private model::Hears<model::L1Access, model::L1Evicted, model::L1Flushed> {
 public:
  void describe(ParameterVisitor& visit) override {
    spec_.describe(visit);
    release_.describe(visit);
  }
  bool can_release() const override { return true; }

  void check() const override { spec_.check(); }
  void check_files() const override {
    if (!spec_.profile_file.empty()) LoadProfile::read(spec_.profile_file);
  }

  void attach(const model::SmView& view) override {
    Throttle::attach(view);
    check();
    locality_.start(spec_.tags, view);
    entities_.assign(view.entities, {});
    trips_.start(sm());
    if (!spec_.profile_file.empty())
      profile_ = LoadProfile::read(spec_.profile_file);
    else
      spec_.detection.check_lanes(view.gangs.empty() ? kWarpSize / view.names.parts() : kWarpSize);
  }
  model::Listener* listener() override { return profile_ ? nullptr : this; }
  bool needs_annotations() const override { return true; }
  bool hears_waits() const override { return true; }
  bool hears_issues() const override { return true; }

  void kernel_started(unsigned kernel, const isa::Program& program) override {
    kernels_[kernel].start(program, spec_.detection, sm(), profile_ ? &*profile_ : nullptr);
  }
  void warp_launched(unsigned entity) override {
    entities_[entity] = {};
    entities_[entity].live = true;
    trips_.forget(entity);
    change();
  }
  void warp_exited(unsigned entity) override {
    leave_loops(entity, true);
    entities_[entity].live = false;
    change();
  }
  void warp_away(unsigned entity) override {
    entities_[entity].away = true;
    change();
  }
  void warp_present(unsigned entity) override {
    entities_[entity].away = false;
    change();
  }
  void waits(unsigned entity, LongWait wait) override {
    if (wait == LongWait::leaving) return warp_away(entity);
    Entity& state = entities_[entity];
    const bool at_barrier = wait == LongWait::peers;
    if (at_barrier == state.at_barrier) return;
    state.at_barrier = at_barrier;
    state.loaded_outside = false;
    if (!at_barrier && state.loop != isa::kNoLoop)
      state.wish = wish_for(entity, state.loop, lanes_of(entity));
    change();
  }
  void instruction_issued(unsigned entity, Pc pc, LaneMask lanes) override {
    const isa::Annotations& program = kernel_of(entity).annotations();
    if (program.begins_loop(pc)) begin_trip(program.loop_of[pc], entity, lane_count(lanes));
    if (trips_.is_in_any(entity)) leave_loops(entity, false);
    // If the warp is outside of loops or at the beginning of a loop, the gate depends on whether
    // the warp's next instruction is a load.
    if (armed_ || kernel_of(entity).any_at_begin) change();
  }

  void gangs_changed() override { change(); }

  void close(Gate& gate) override;

  std::vector<StorageItem> storage() const override { return spec_.storage(sm()); }
  PublishedStorage published_storage() const override { return DawsSpec::published_storage(); }

 private:
  /// A request for the L1 lines that an iteration of a loop needs.
  struct Wish {
    std::uint32_t loop = isa::kNoLoop;
    LoadGroups groups;
    unsigned lanes = 0;
    bool any() const { return groups.any() && lanes != 0; }
  };
  struct Entity {
    bool live = false, at_barrier = false;
    bool away = false;            ///< the warp has no slot, or its block is leaving the SM
    bool admitted = false;        ///< the entity was allowed to load in its current loop
    bool loaded_outside = false;  ///< the entity has reached a load outside of loops since its
                                  ///< launch or since its last loop
    std::uint32_t loop = isa::kNoLoop;  ///< loop for which the lines are predicted
    Wish wish;                          ///< request for the last iteration
  };

  void on(const model::L1Evicted& event) override { locality_.evicted(event); }
  void on(const model::L1Flushed&) override { locality_.flushed(); }
  void on(const model::L1Access& event) override {
    using model::L1Outcome;
    if (event.cache != model::FirstLevel::data) return;
    const unsigned warp = sm().names.warp_of(event.entity);
    auto finding = locality_.accessed(warp, event);
    if (spec_.detection.merges_vote && event.outcome == L1Outcome::merged &&
        locality_.owns(warp, event.line))
      finding = LostLocality::Finding::captured;
    if (event.outcome == L1Outcome::hit || event.outcome == L1Outcome::miss ||
        event.outcome == L1Outcome::merged)
      kernels_[event.kernel].sampler.accessed(event, finding);
  }

  KernelLoads& kernel_of(unsigned entity) { return kernels_[sm().warps[entity].kernel]; }
  unsigned lanes_of(unsigned entity) const { return lane_count(sm().paths->active(entity)); }
  /// Returns the loop whose lines are predicted when an iteration of `begun` begins.
  std::uint32_t predicted_loop(std::uint32_t begun, unsigned entity);
  void begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Removes the entity from the loops that all its paths have left, or from all loops if `all`.
  void leave_loops(unsigned entity, bool all);
  Wish wish_for(unsigned entity, std::uint32_t loop, unsigned lanes) {
    if (!spec_.control_flow_aware) lanes = kWarpSize / sm().names.parts();
    return {loop, kernel_of(entity).loads.groups(loop), lanes};
  }
  /// Returns the entity's present request for lines.
  Wish wish_of(unsigned entity);
  /// Returns the request of an entity outside of loops: the lines of the next loop in code order.
  Wish wish_outside(unsigned entity);
  /// Sorts the live entities into the order of admission.
  void order_entities();
  /// Passes the live entities to the Admission as applicants, with their requests.
  void apply();
  /// Notes that an applicant that was allowed to load in a loop is now throttled in the same loop.
  /// Section 4.4.1 of the dissertation says that this never happens.
  void note_held(const Admission::Applicant& applicant);

  DawsSpec spec_;
  std::optional<LoadProfile> profile_;  ///< the profile in the file spec_.profile_file
  LostLocality locality_;
  std::array<KernelLoads, model::kKernelSlots> kernels_;
  std::vector<Entity> entities_;
  LoopTrips trips_;
  std::vector<unsigned> order_;
  Admission admission_;
  bool armed_ = false;  ///< some warp requests lines, because it is in a loop, or has reached a
                        ///< load outside of loops
};

std::uint32_t Daws::predicted_loop(std::uint32_t begun, unsigned entity) {
  const std::uint32_t loop = entities_[entity].loop;
  // At an iteration of an outer loop, DAWS predicts the lines of the inner loop that the warp will
  // reach.
  const bool outer = loop != isa::kNoLoop && loop != begun &&
                     spec_.encloses(kernel_of(entity).annotations(), begun, loop);
  return outer ? loop : begun;
}

void Daws::begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes) {
  Entity& state = entities_[entity];
  const bool enters = trips_.begin(loop, entity, lanes);
  kernel_of(entity).sampler.trip(loop, entity, trips_.lanes(entity), enters);
  state.loop = predicted_loop(loop, entity);
  state.loaded_outside = false;
  state.wish = wish_for(entity, state.loop, lanes);
  change();
}

void Daws::leave_loops(unsigned entity, bool all) {
  KernelLoads& kernel = kernel_of(entity);
  Entity& state = entities_[entity];
  const auto stays = [&](std::uint32_t loop) {
    const isa::Loop& range = kernel.annotations().loops[loop];
    return !all && sm().paths->any_within(entity, range.first, range.end);
  };
  trips_.leave(entity, stays,
               [&](std::uint32_t loop) { kernel.sampler.left(loop, sm().names.warp_of(entity)); });
  if (trips_.is_in_any(entity) || state.loop == isa::kNoLoop) return;
  state.loop = isa::kNoLoop;
  state.wish = {};
  state.loaded_outside = false;
  change();
}

Daws::Wish Daws::wish_outside(unsigned entity) {
  const std::uint32_t next = kernel_of(entity).loads.next_after(
      sm().paths->pc(entity), spec_.closest == DawsSpec::Closest::predicted);
  return next == isa::kNoLoop ? Wish{} : wish_for(entity, next, lanes_of(entity));
}

Daws::Wish Daws::wish_of(unsigned entity) {
  Entity& state = entities_[entity];
  if (state.at_barrier) return {};
  const KernelLoads& kernel = kernel_of(entity);
  const Pc pc = sm().paths->pc(entity);
  const bool at_load = kernel.is_load(pc);
  // The first instruction of the loop is a load. This load counts as part of the loop although the
  // iteration has not begun yet.
  if (at_load && spec_.first_load == DawsSpec::FirstLoad::trip &&
      kernel.annotations().begins_loop(pc)) {
    const std::uint32_t begun = kernel.annotations().loop_of[pc];
    return wish_for(entity, predicted_loop(begun, entity), lanes_of(entity));
  }
  if (state.loop != isa::kNoLoop) return state.wish;
  if (!armed_) return {};
  if (spec_.outside == DawsSpec::Outside::from_load) state.loaded_outside |= at_load;
  return at_load || state.loaded_outside ? wish_outside(entity) : Wish{};
}

void Daws::note_held(const Admission::Applicant& applicant) {
  bool noted = false;
  applicant.entities.for_each([&](unsigned entity) {
    Entity& state = entities_[entity];
    const bool is_in = state.loop != isa::kNoLoop;
    if (is_in && state.admitted && !applicant.may_load && !noted) {
      const isa::Loop& loop = kernel_of(entity).annotations().loops[state.loop];
      note(sm().now, sm().warps[entity].kernel,
           "warp " + std::to_string(entity) + " may no longer load in its loop at " +
               std::to_string(loop.begin) + ", which wants " + std::to_string(applicant.lines) +
               " lines");
      noted = true;
    }
    state.admitted = applicant.may_load && is_in && state.wish.any();
  });
}

void Daws::order_entities() {
  order_.clear();
  armed_ = false;
  for (unsigned entity = 0; entity < entities_.size(); ++entity) {
    if (!entities_[entity].live || entities_[entity].away) continue;
    order_.push_back(entity);
    const Entity& state = entities_[entity];
    if (state.at_barrier) continue;
    armed_ |= state.loop != isa::kNoLoop ? state.wish.any()
                                         : state.loaded_outside && wish_outside(entity).any();
  }
  std::ranges::sort(order_, {}, [&](unsigned entity) {
    const bool later = spec_.in_loop_first && entities_[entity].loop == isa::kNoLoop;
    return std::pair(later, sm().warps[entity].launch_order);
  });
}

void Daws::apply() {
  admission_.clear(entities_.size());
  for (const unsigned entity : order_) {
    const unsigned gang = sm().gangs.empty() ? 0u : sm().gangs[entity];
    const unsigned home = sm().names.entity(sm().names.warp_of(entity), 0);
    const std::size_t number = admission_.apply(
        entity, gang == 0 ? entity : home + static_cast<unsigned>(std::countr_zero(gang)));
    const Wish wish = wish_of(entity);
    admission_.add_footprint(number, {sm().warps[entity].kernel, wish.loop}, wish.groups,
                             wish.lanes);
  }
}

void Daws::close(Gate& gate) {
  gate.may_load = {};
  for (unsigned entity = 0; entity < entities_.size(); ++entity) gate.may_issue.set(entity);
  order_entities();
  apply();
  for (const Admission::Applicant& applicant : admission_.decide(spec_.rules(sm().l1_lines))) {
    if (applicant.may_load) gate.may_load = gate.may_load | applicant.entities;
    if (notes()) note_held(applicant);
  }
}

const Register<Throttle, Daws> registration(
    "daws", "divergence-aware: loads of the oldest warps whose loops fit the L1 together",
    "When a warp begins a trip through a loop whose loads find data of their own "
    "warp again, the lines that it will want are predicted from how many of its "
    "lanes are in the loop. The oldest warps whose predictions together fit the L1 "
    "may load. The others may not until lanes or warps leave their loops. What it "
    "predicts from it learns as the kernel runs, or reads from a profile. It works "
    "on top of any warp scheduler; the original's is gto.",
    "Rogers, O'Connor and Aamodt, \"Divergence-Aware Warp Scheduling\", MICRO 2013; "
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 4");

}  // namespace
}  // namespace heddle::policy
