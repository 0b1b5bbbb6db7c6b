// Divergence-aware warp scheduling (DAWS; Rogers, O'Connor, Aamodt, MICRO 2013, and Rogers'
// dissertation, chapter 4). It learns about loads at run time or reads a profile. Some loops have
// loads that find data of their own warp again. When a warp begins a trip through such a loop, DAWS
// predicts the lines that the warp will want, from its lanes in the loop. The oldest warps whose
// predictions together fit the L1 may load. The others may not, until lanes or warps leave their
// loops. If warps issue in parts, parts that issue together are admitted together. Works on top of
// any scheduler; the original's is gto.

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "heddle/isa/address_base.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/daws/admission.hpp"
#include "heddle/policy/throttle/daws/daws_spec.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/policy/throttle/daws/sampler.hpp"
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
    if (!spec_.profile_file.empty()) profile_ = LoadProfile::read(spec_.profile_file);
  }
  model::Listener* listener() override { return profile_ ? nullptr : this; }
  bool needs_annotations() const override { return true; }
  bool hears_waits() const override { return true; }
  bool hears_issues() const override { return true; }

  void kernel_started(unsigned kernel, const isa::Program& program) override {
    Kernel& state = kernels_[kernel];
    state.program = &program;
    state.loads.start(*program.annotations, spec_.detection);
    state.sampler.start(*program.annotations, state.loads, sm().l1_line_bytes, spec_.detection,
                        sm().names);
    state.loads_at_begin = std::ranges::any_of(program.annotations->loops, [&](const auto& loop) {
      return isa::is_l1_load(program.code[loop.begin]);
    });
    if (profile_) profile_->fill(state.loads, program, sm().l1_line_bytes);
  }
  void warp_launched(unsigned entity) override {
    entities_[entity] = {};
    entities_[entity].live = true;
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
    const isa::Annotations& program = *kernel_of(entity).program->annotations;
    if (program.begins_loop(pc)) begin_trip(program.loop_of[pc], entity, lane_count(lanes));
    if (!entities_[entity].inside.empty()) leave_loops(entity, false);
    // The next instruction of a warp outside of loops, or at the begin of a loop, may have become a
    // load, or may no longer be one.
    if (armed_ || kernel_of(entity).loads_at_begin) change();
  }

  void gangs_changed() override { change(); }

  void close(Gate& gate) override;

  std::vector<StorageItem> storage() const override { return spec_.storage(sm()); }
  PublishedStorage published_storage() const override { return DawsSpec::published_storage(); }

 private:
  struct Kernel {
    const isa::Program* program = nullptr;
    LoopLoads loads;
    LoopSampler sampler;
    bool loads_at_begin = false;  ///< the first instruction of some loop is a load
  };
  /// The wish for the lines of a trip through a loop.
  struct Wish {
    std::uint32_t loop = isa::kNoLoop;
    LoadGroups groups;
    unsigned lanes = 0;
    bool any() const { return groups.any() && lanes != 0; }
  };
  struct Entity {
    bool live = false, at_barrier = false;
    bool away = false;                   ///< has no slot, or leaves the SM
    bool admitted = false;               ///< was allowed to load in its loop
    bool loaded_outside = false;         ///< has been at a load since launch or its last loop
    std::uint32_t loop = isa::kNoLoop;   ///< loop for which the lines are predicted
    Wish wish;                           ///< wish of the last trip
    Cycle trip_at = kNever;              ///< cycle in which the last trip began
    std::uint32_t begun = isa::kNoLoop;  ///< loop of the last trip
    unsigned trip_lanes = 0;
    std::vector<std::uint32_t> inside;  ///< loops that the entity is in
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

  Kernel& kernel_of(unsigned entity) { return kernels_[sm().warps[entity].kernel]; }
  unsigned lanes_of(unsigned entity) const { return lane_count(sm().paths->active(entity)); }
  bool encloses(const isa::Annotations& program, std::uint32_t outer, std::uint32_t inner) const;
  /// The loop whose lines are predicted when a trip through `begun` begins.
  std::uint32_t predicted_loop(std::uint32_t begun, unsigned entity);
  void begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Drops the loops in which no path of the entity is any longer; all loops if `all`.
  void leave_loops(unsigned entity, bool all);
  Wish wish_for(unsigned entity, std::uint32_t loop, unsigned lanes) {
    if (!spec_.control_flow_aware) lanes = kWarpSize / sm().names.parts();
    return {loop, kernel_of(entity).loads.groups(loop), lanes};
  }
  /// Lanes of the entity, and of members of its gang that have begun a trip through this loop in
  /// this cycle.
  unsigned lanes_of_trip(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Whether another part of the entity's warp is in the loop.
  bool has_other_in(std::uint32_t loop, unsigned entity) const;
  /// The lines that the entity wants now.
  Wish wish_of(unsigned entity);
  /// For an entity outside of loops: the wish for the next loop in code order.
  Wish wish_outside(unsigned entity);
  bool loads_next(unsigned entity);
  /// Sorts the live entities into the order of admission.
  void order_entities();
  /// Makes applicants of the entities.
  void apply();
  /// Notes that an applicant that could load in a loop is now held there. Section 4.4.1 of the
  /// dissertation says that this never happens.
  void note_held(const Admission::Applicant& applicant);

  DawsSpec spec_;
  std::optional<LoadProfile> profile_;  ///< from spec_.profile_file
  LostLocality locality_;
  std::array<Kernel, model::kKernelSlots> kernels_;
  std::vector<Entity> entities_;
  std::vector<unsigned> order_;
  std::vector<std::size_t> applicants_;  ///< applicant's number, by entity (of a gang: its first)
  Admission admission_;
  bool armed_ = false;  ///< a warp wants lines: in a loop, or outside after it came to a load
};

bool Daws::encloses(const isa::Annotations& program, std::uint32_t outer,
                    std::uint32_t inner) const {
  if (spec_.nesting == DawsSpec::Nesting::pc)
    return program.loops[outer].begin < program.loops[inner].begin;
  for (; inner != isa::kNoLoop; inner = program.loops[inner].parent)
    if (inner == outer) return true;
  return false;
}

std::uint32_t Daws::predicted_loop(std::uint32_t begun, unsigned entity) {
  const std::uint32_t loop = entities_[entity].loop;
  // A trip of an outer loop predicts the lines of the inner loop that the warp will come to.
  const bool outer = loop != isa::kNoLoop && loop != begun &&
                     encloses(*kernel_of(entity).program->annotations, begun, loop);
  return outer ? loop : begun;
}

unsigned Daws::lanes_of_trip(std::uint32_t loop, unsigned entity, unsigned lanes) {
  Entity& state = entities_[entity];
  state.trip_at = sm().now;
  state.begun = loop;
  state.trip_lanes = lanes;
  if (sm().gangs.empty()) return lanes;
  const unsigned home = sm().names.entity(sm().names.warp_of(entity), 0);
  for (unsigned gang = sm().gangs[entity]; gang != 0; gang &= gang - 1) {
    const unsigned other = home + static_cast<unsigned>(std::countr_zero(gang));
    const Entity& mate = entities_[other];
    if (other != entity && mate.trip_at == sm().now && mate.begun == loop) lanes += mate.trip_lanes;
  }
  return lanes;
}

void Daws::begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes) {
  Entity& state = entities_[entity];
  const bool enters = std::ranges::find(state.inside, loop) == state.inside.end();
  if (enters) state.inside.push_back(loop);
  kernel_of(entity).sampler.trip(loop, entity, lanes_of_trip(loop, entity, lanes), enters);
  state.loop = predicted_loop(loop, entity);
  state.loaded_outside = false;
  state.wish = wish_for(entity, state.loop, lanes);
  change();
}

bool Daws::has_other_in(std::uint32_t loop, unsigned entity) const {
  const unsigned warp = sm().names.warp_of(entity);
  for (unsigned part = 0; part < sm().names.parts(); ++part) {
    const unsigned other = sm().names.entity(warp, part);
    if (other != entity &&
        std::ranges::find(entities_[other].inside, loop) != entities_[other].inside.end())
      return true;
  }
  return false;
}

void Daws::leave_loops(unsigned entity, bool all) {
  Kernel& kernel = kernel_of(entity);
  Entity& state = entities_[entity];
  const isa::Annotations& program = *kernel.program->annotations;
  std::erase_if(state.inside, [&](std::uint32_t loop) {
    const isa::Loop& range = program.loops[loop];
    if (!all && sm().paths->any_within(entity, range.first, range.end)) return false;
    if (!has_other_in(loop, entity)) kernel.sampler.left(loop, sm().names.warp_of(entity));
    return true;
  });
  if (!state.inside.empty() || state.loop == isa::kNoLoop) return;
  state.loop = isa::kNoLoop;
  state.wish = {};
  state.loaded_outside = false;
  change();
}

bool Daws::loads_next(unsigned entity) {
  return isa::is_l1_load(kernel_of(entity).program->code[sm().paths->pc(entity)]);
}

Daws::Wish Daws::wish_outside(unsigned entity) {
  const std::uint32_t next = kernel_of(entity).loads.next_after(
      sm().paths->pc(entity), spec_.closest == DawsSpec::Closest::predicted);
  return next == isa::kNoLoop ? Wish{} : wish_for(entity, next, lanes_of(entity));
}

Daws::Wish Daws::wish_of(unsigned entity) {
  Entity& state = entities_[entity];
  if (state.at_barrier) return {};
  const bool at_load = loads_next(entity);
  if (at_load && spec_.first_load == DawsSpec::FirstLoad::trip) {
    // A loop begins in front of its first instruction, so that this load belongs to the loop.
    const isa::Annotations& program = *kernel_of(entity).program->annotations;
    const Pc pc = sm().paths->pc(entity);
    if (program.begins_loop(pc))
      return wish_for(entity, predicted_loop(program.loop_of[pc], entity), lanes_of(entity));
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
      const isa::Loop& loop = kernel_of(entity).program->annotations->loops[state.loop];
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
  constexpr std::size_t kNone = ~std::size_t{0};
  admission_.clear();
  applicants_.assign(entities_.size(), kNone);
  for (const unsigned entity : order_) {
    const unsigned gang = sm().gangs.empty() ? 0u : sm().gangs[entity];
    const unsigned home = sm().names.entity(sm().names.warp_of(entity), 0);
    std::size_t& number = applicants_[gang == 0 ? entity : home + std::countr_zero(gang)];
    if (number == kNone) number = admission_.apply();
    admission_.add(number, entity);
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
  const double room = spec_.associativity_factor * sm().l1_lines;
  const auto& applicants =
      admission_.decide({.room = room,
                         .most = spec_.oversize == DawsSpec::Oversize::l1 ? sm().l1_lines : room,
                         .skip_blocked = spec_.skip_blocked,
                         .converged_lines = spec_.detection.converged_lines});
  for (const Admission::Applicant& applicant : applicants) {
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
