// Divergence-aware warp scheduling (DAWS; Rogers, O'Connor, Aamodt, MICRO 2013, and Rogers'
// dissertation, chapter 4), with detection at run time or from a profile. When a warp begins a trip
// through a loop whose loads find data of their own warp again, the lines that it will want are
// predicted from how many of its lanes are there. The oldest warps whose predictions together fit
// the L1 may load; the others may not, until lanes or warps leave their loops. On top of any
// scheduler; the original's is gto.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "heddle/isa/address_base.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/policy/throttle/daws/sampler.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {
namespace {

class Daws final : public Throttle,
                   private model::Hears<model::L1Access, model::L1Evicted, model::L1Flushed> {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("associativity_factor", associativity_factor_,
          {.minimum = 0.01,
           .maximum = 4,
           .doc = "share of the L1's lines that predictions may fill"});
    visit("skip_blocked", skip_blocked_,
          {.doc = "what a warp that may not load would want takes nothing from younger ones"});
    visit("in_loop_first", in_loop_first_,
          {.doc = "warps in loops come before those outside, whatever their age"});
    static constexpr std::array<std::string_view, 2> kOutside = {"at_load", "from_load"};
    visit.choice("outside", outside_, kOutside,
                 {.doc = "how long a warp outside of loops is predicted to want the next loop's "
                         "lines: while its next instruction is a load, or from its first load on"});
    static constexpr std::array<std::string_view, 2> kFirstLoads = {"trip", "before"};
    visit.choice("first_load", first_load_, kFirstLoads,
                 {.doc = "what holds a load that is a loop's first instruction: the lines of the "
                         "trip that it begins, or what the warp wanted before"});
    visit(
        "profile", profile_file_,
        {.doc = "loads.csv of an earlier run (run.loads) that says what loads do (Profiled-DAWS); "
                "empty: it is learnt as the kernel runs (Detected-DAWS)"});
    visit("control_flow_aware", control_flow_aware_,
          {.doc = "predict by the lanes that are there; else by all that a warp has"});
    detection_.describe(visit);
    static constexpr std::array<std::string_view, 2> kLimits = {"room", "l1"};
    visit.choice("oversize", oversize_, kLimits,
                 {.doc = "a warp that wants more lines than this is not held: what predictions may "
                         "fill, or the whole L1 (then the oldest that wants any is not held)"});
    static constexpr std::array<std::string_view, 2> kNestings = {"analysis", "pc"};
    visit.choice("loop_nesting", nesting_, kNestings,
                 {.doc = "whether a loop is around another: by the compiler's analysis, or if it "
                         "begins before it, as in the dissertation"});
    tags_.describe(visit);
    release_.describe(visit);
  }
  bool can_release() const override { return true; }

  void check() const override {
    tags_.check("throttle.daws.vta_entries", "throttle.daws.vta_ways");
    detection_.check();
  }
  void check_files() const override {
    if (!profile_file_.empty()) LoadProfile::read(profile_file_);
  }

  void attach(const model::SmView& view) override {
    Throttle::attach(view);
    check();
    locality_.start(tags_, view);
    entities_.assign(view.entities, {});
    if (!profile_file_.empty()) profile_ = LoadProfile::read(profile_file_);
  }
  model::Listener* listener() override { return profile_ ? nullptr : this; }
  bool needs_annotations() const override { return true; }
  bool hears_waits() const override { return true; }
  bool hears_issues() const override { return true; }

  void kernel_started(unsigned kernel, const isa::Program& program) override {
    Kernel& state = kernels_[kernel];
    state.program = &program;
    state.loads.start(*program.annotations, detection_);
    state.sampler.start(*program.annotations, state.loads, sm().l1_line_bytes, detection_);
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
    if (!at_barrier && state.loop != isa::kNoLoop) predict(entity, lanes_of(entity));
    change();
  }
  void instruction_issued(unsigned entity, Pc pc, LaneMask lanes) override {
    const isa::Annotations& program = *kernel_of(entity).program->annotations;
    if (program.begins_loop(pc)) begin_trip(program.loop_of[pc], entity, lane_count(lanes));
    if (!entities_[entity].inside.empty()) leave_loops(entity, false);
    // What a warp outside of loops or at the begin of one does next may be a load, or no longer.
    if (armed_ || kernel_of(entity).loads_at_begin) change();
  }

  void close(Gate& gate) override;

  /// The tables of chapter 4 of the dissertation. With a profile nothing learns.
  std::vector<StorageItem> storage() const override {
    const std::uint64_t warps = sm().entities / sm().names.parts();
    const StorageItem predictions = {"footprint predictions", warps, 8 + 32 + 1};
    if (!profile_file_.empty())
      return {predictions, {"classified loads", detection_.classified_loads, 32 + 1 + 5}};
    std::vector<StorageItem> items = tags_.storage(sm());
    items.push_back(predictions);
    for (StorageItem& item : detection_.storage()) items.push_back(std::move(item));
    return items;
  }
  PublishedStorage published_storage() const override {
    return {
        {{"victim tags", 512, 40},
         {"owners of L1 lines", 256, 5},
         {"footprint predictions", 32, 0},
         {"classified loads", 32, 0},
         {"sampling warps", 5, 0},
         {"divergence counters", 64, 0},
         {"repetition detector", 64, 0}},
        "dissertation, chapter 4: 32 warps, victim tags as those of CCWS; of the other tables it "
        "gives the entries alone (of sampling warps the fewest that do); area as of CCWS (section "
        "4.4.3)",
        0.026,
        0.17};
  }

 private:
  struct Kernel {
    const isa::Program* program = nullptr;
    LoopLoads loads;
    LoopSampler sampler;
    bool loads_at_begin = false;  ///< a loop's first instruction is a load
  };
  struct Entity {
    bool live = false, at_barrier = false;
    bool away = false;                  ///< it has no slot, or leaves
    bool admitted = false;              ///< could load in the loop that it is in
    bool loaded_outside = false;        ///< came to a load since it was launched or left its loops
    std::uint32_t loop = isa::kNoLoop;  ///< for which the lines are predicted
    unsigned lines = 0;
    std::vector<std::uint32_t> inside;  ///< loops that it is in
  };

  void on(const model::L1Evicted& event) override { locality_.evicted(event); }
  void on(const model::L1Flushed&) override { locality_.flushed(); }
  void on(const model::L1Access& event) override {
    using model::L1Outcome;
    if (event.cache != model::FirstLevel::data) return;
    const unsigned warp = sm().names.warp_of(event.entity);
    auto finding = locality_.accessed(warp, event);
    if (detection_.merges_vote && event.outcome == L1Outcome::merged &&
        locality_.owns(warp, event.line))
      finding = LostLocality::Finding::captured;
    if (event.outcome == L1Outcome::hit || event.outcome == L1Outcome::miss ||
        event.outcome == L1Outcome::merged)
      kernels_[event.kernel].sampler.accessed(event, finding);
  }

  Kernel& kernel_of(unsigned entity) { return kernels_[sm().warps[entity].kernel]; }
  unsigned lanes_of(unsigned entity) const { return lane_count(sm().paths->active(entity)); }
  bool encloses(const isa::Annotations& program, std::uint32_t outer, std::uint32_t inner) const;
  /// The loop whose lines are predicted when a trip through one begins.
  std::uint32_t predicted_loop(std::uint32_t begun, unsigned entity);
  void begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes);
  /// Drops the loops in which no path of the entity is any more.
  void leave_loops(unsigned entity, bool all);
  void predict(unsigned entity, unsigned lanes) {
    entities_[entity].lines = lines_of(entity, entities_[entity].loop, lanes);
  }
  unsigned lines_of(unsigned entity, std::uint32_t loop, unsigned lanes) {
    if (!control_flow_aware_) lanes = kWarpSize / sm().names.parts();
    return kernel_of(entity).loads.predict(loop, lanes);
  }
  /// Lines that the entity wants now; it does not fit at all: 0.
  unsigned wants(unsigned entity);
  /// Of the next loop, for an entity outside of loops.
  unsigned wants_outside(unsigned entity);
  bool loads_next(unsigned entity);
  /// Notes that an entity which loaded in a loop is now held there (section 4.4.1 of the
  /// dissertation says that it never is).
  void note_held(unsigned entity, bool may);

  double associativity_factor_ = 0.6;
  bool skip_blocked_ = false, in_loop_first_ = false, control_flow_aware_ = true;
  DetectionSpec detection_;
  enum class Oversize : std::uint8_t { room, l1 } oversize_ = Oversize::room;
  enum class Outside : std::uint8_t { at_load, from_load } outside_ = Outside::at_load;
  enum class FirstLoad : std::uint8_t { trip, before } first_load_ = FirstLoad::trip;
  enum class Nesting : std::uint8_t { analysis, pc } nesting_ = Nesting::analysis;
  std::string profile_file_;
  std::optional<LoadProfile> profile_;  ///< of that file
  VictimTagSpec tags_;
  LostLocality locality_;
  std::array<Kernel, model::kKernelSlots> kernels_;
  std::vector<Entity> entities_;
  std::vector<unsigned> order_;
  bool armed_ = false;  ///< a warp in a loop wants lines, or one outside that came to a load
};

bool Daws::encloses(const isa::Annotations& program, std::uint32_t outer,
                    std::uint32_t inner) const {
  if (nesting_ == Nesting::pc) return program.loops[outer].begin < program.loops[inner].begin;
  for (; inner != isa::kNoLoop; inner = program.loops[inner].parent)
    if (inner == outer) return true;
  return false;
}

std::uint32_t Daws::predicted_loop(std::uint32_t begun, unsigned entity) {
  const std::uint32_t loop = entities_[entity].loop;
  // Another trip of an outer loop is the prediction of the inner one that it will come to.
  const bool outer = loop != isa::kNoLoop && loop != begun &&
                     encloses(*kernel_of(entity).program->annotations, begun, loop);
  return outer ? loop : begun;
}

void Daws::begin_trip(std::uint32_t loop, unsigned entity, unsigned lanes) {
  Entity& state = entities_[entity];
  const bool enters = std::ranges::find(state.inside, loop) == state.inside.end();
  if (enters) state.inside.push_back(loop);
  kernel_of(entity).sampler.trip(loop, entity, lanes, enters);
  state.loop = predicted_loop(loop, entity);
  state.loaded_outside = false;
  predict(entity, lanes);
  change();
}

void Daws::leave_loops(unsigned entity, bool all) {
  Kernel& kernel = kernel_of(entity);
  Entity& state = entities_[entity];
  const isa::Annotations& program = *kernel.program->annotations;
  std::erase_if(state.inside, [&](std::uint32_t loop) {
    const isa::Loop& range = program.loops[loop];
    if (!all && sm().paths->any_within(entity, range.first, range.end)) return false;
    kernel.sampler.left(loop, entity);
    return true;
  });
  if (!state.inside.empty() || state.loop == isa::kNoLoop) return;
  state.loop = isa::kNoLoop;
  state.lines = 0;
  state.loaded_outside = false;
  change();
}

bool Daws::loads_next(unsigned entity) {
  return isa::is_l1_load(kernel_of(entity).program->code[sm().paths->pc(entity)]);
}

unsigned Daws::wants_outside(unsigned entity) {
  const std::uint32_t next = kernel_of(entity).loads.next_after(sm().paths->pc(entity));
  return next == isa::kNoLoop ? 0 : lines_of(entity, next, lanes_of(entity));
}

unsigned Daws::wants(unsigned entity) {
  Entity& state = entities_[entity];
  if (state.at_barrier) return 0;
  const bool at_load = loads_next(entity);
  if (at_load && first_load_ == FirstLoad::trip) {
    // The mark of a loop stands in front of its first instruction.
    const isa::Annotations& program = *kernel_of(entity).program->annotations;
    const Pc pc = sm().paths->pc(entity);
    if (program.begins_loop(pc))
      return lines_of(entity, predicted_loop(program.loop_of[pc], entity), lanes_of(entity));
  }
  if (state.loop != isa::kNoLoop) return state.lines;
  if (!armed_) return 0;
  if (outside_ == Outside::from_load) state.loaded_outside |= at_load;
  return at_load || state.loaded_outside ? wants_outside(entity) : 0;
}

void Daws::note_held(unsigned entity, bool may) {
  Entity& state = entities_[entity];
  if (state.loop != isa::kNoLoop && state.admitted && !may) {
    const isa::Loop& loop = kernel_of(entity).program->annotations->loops[state.loop];
    note(sm().now, sm().warps[entity].kernel,
         "warp " + std::to_string(entity) + " may no longer load in its loop at " +
             std::to_string(loop.begin) + ", which wants " + std::to_string(state.lines) +
             " lines");
  }
  state.admitted = may && state.loop != isa::kNoLoop && state.lines != 0;
}

void Daws::close(Gate& gate) {
  order_.clear();
  armed_ = false;
  for (unsigned entity = 0; entity < entities_.size(); ++entity) {
    gate.may_issue.set(entity);
    if (!entities_[entity].live || entities_[entity].away) continue;
    order_.push_back(entity);
    const Entity& state = entities_[entity];
    if (state.at_barrier) continue;
    armed_ |= state.loop != isa::kNoLoop ? state.lines != 0
                                         : state.loaded_outside && wants_outside(entity) != 0;
  }
  std::ranges::sort(order_, {}, [&](unsigned entity) {
    const bool later = in_loop_first_ && entities_[entity].loop == isa::kNoLoop;
    return std::pair(later, sm().warps[entity].launch_order);
  });
  const double room = associativity_factor_ * sm().l1_lines;
  const double most = oversize_ == Oversize::l1 ? sm().l1_lines : room;
  double taken = 0;
  gate.may_load = {};
  for (const unsigned entity : order_) {
    double lines = wants(entity);
    if (lines > most) lines = 0;
    const bool may = lines == 0 || taken + lines <= room || (taken == 0 && lines > room);
    if (may) gate.may_load.set(entity);
    if (notes()) note_held(entity, may);
    if (may || !skip_blocked_) taken += lines;
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
