// The timing state of an SM's entities (warps, or parts of warps): the condition of each entity,
// one mask of entities for each condition, the scoreboard of results from memory, and the times of
// results from pipelines. An entity that waits for a known time is woken then.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/cycle_sets.hpp"
#include "heddle/core/terms/decoded_program.hpp"
#include "heddle/core/terms/result_times.hpp"
#include "heddle/core/terms/scoreboard.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

/// The states of an entity. Each entity is in exactly one.
enum class Condition : std::uint8_t {
  absent,              ///< no warp is in the context
  ready,               ///< issues as soon as its unit takes the instruction
  scoreboard_memory,   ///< the next instruction needs the result of a load or an atomic
  scoreboard_compute,  ///< the next instruction needs the result of an arithmetic instruction
  /// A fence is not complete, an atomic on the same bytes is in flight, or the next instruction
  /// waits for asynchronous copies.
  memory_order,
  service,  ///< waits for a service of the host
  barrier,
  meeting,  ///< waits for other parts of the warp to arrive at the entity's warp-wide instruction
  fetch,    ///< the next instruction is being fetched
  /// All its threads have ended, but other threads of the warp have not, or something is in flight.
  draining,
  stopped,  ///< its block leaves the SM, and the entity issues nothing more
  pooled,   ///< its threads issue as parts of other entities, the formed warps
  away,     ///< would be ready if its warp had a slot
};
inline constexpr unsigned kConditions = 13;

class EntityTable {
 public:
  /// The state of an entity. Most cycles use its first cache lines.
  struct alignas(64) State {
    /// The entity's next instruction. Not valid in the conditions absent and draining. Null: the
    /// entity is a formed warp that stops as soon as it has nothing in flight.
    const DecodedInstruction* next = nullptr;
    exec::Warp* warp = nullptr;  ///< the entity's warp
    Condition condition = Condition::absent;
    bool fencing = false;  ///< nothing of the entity issues until all its accesses are done
    /// Parts that issue the next instruction together with the entity; 0: none.
    exec::PartMask issues_with = 0;
    std::uint8_t kernel = 0;
    std::uint16_t block_slot = 0;
    bool is_ready_at_wake = false;  ///< nothing that the entity waits for comes after `wake`
    bool copies = false;  ///< the entity has asynchronous copies in flight, or groups of them
    /// The pc of the barrier at which the entity waits. For a warp whose threads issue in formed
    /// warps: the pc of an instruction at which some of its threads wait; kNoPc: none waits.
    Pc barrier_pc = 0;
    std::uint32_t barrier = 0;  ///< the barrier's number
    /// Number of instructions in pipelines whose results arrive as events.
    std::uint16_t results = 0;
    std::uint16_t accesses = 0;  ///< number of memory instructions in flight
    /// Ids of the entity's atomics in flight in the load-store unit.
    std::vector<std::uint32_t> atomics;
    Cycle wake = 0;  ///< the cycle for which wake_at() was called last
    Scoreboard scoreboard;
    ResultTimes results_at;  ///< when the results of pipelines are there
  };

  explicit EntityTable(std::uint32_t entities) : states_(entities), wakes_(entities) {
    for (unsigned i = 0; i < entities; ++i) masks_[0].set(i);
  }

  State& operator[](unsigned entity) { return states_[entity]; }
  const State& operator[](unsigned entity) const { return states_[entity]; }
  const model::EntityMask& in(Condition condition) const {
    return masks_[static_cast<std::size_t>(condition)];
  }
  /// Entities whose next instruction needs this unit, in any condition.
  const model::EntityMask& wanting(UnitKind unit) const {
    return wanting_[static_cast<std::size_t>(unit)];
  }

  void set_condition(unsigned entity, Condition condition) {
    set_condition(states_[entity], entity, condition);
  }
  /// `state`: the entity's state.
  template <typename Shape = GeneralShape>
  [[gnu::always_inline]] void set_condition(State& state, unsigned entity, Condition condition) {
    if (state.condition == condition) return;
    clear<Shape>(masks_[static_cast<std::size_t>(state.condition)], entity);
    set<Shape>(masks_[static_cast<std::size_t>(condition)], entity);
    set<Shape>(changed_, entity);
    state.condition = condition;
  }
  /// Whether the condition of an entity has changed since the last take_changes() with this entity.
  bool has_changes() const { return changed_.any(); }
  /// The same for one of these entities.
  template <typename Mask>
  bool has_changes(const Mask& of) const {
    return model::as<Mask>(changed_).intersects(of);
  }
  /// As has_changes(). Forgets the changes of these entities.
  template <typename Mask>
  bool take_changes(const Mask& of) {
    if (!has_changes(of)) return false;
    changed_.remove(of);
    return true;
  }

  void set_next(unsigned entity, const DecodedInstruction* next) {
    set_next(states_[entity], entity, next);
  }
  /// `state`: the entity's state.
  template <typename Shape = GeneralShape>
  void set_next(State& state, unsigned entity, const DecodedInstruction* next) {
    const DecodedInstruction* const last = std::exchange(state.next, next);
    if (last != nullptr && next != nullptr && last->unit == next->unit) return;
    if (last != nullptr) clear<Shape>(wanting_[static_cast<std::size_t>(last->unit)], entity);
    if (next != nullptr) set<Shape>(wanting_[static_cast<std::size_t>(next->unit)], entity);
  }

  /// Starts a new entity. The caller sets its condition.
  void launch(unsigned entity, std::uint8_t kernel, std::uint16_t block_slot) {
    State& state = states_[entity];
    state.fencing = false;
    state.issues_with = 0;
    state.copies = false;
    state.kernel = kernel;
    state.block_slot = block_slot;
    state.results = state.accesses = 0;
  }

  // Parameters named `state` are the entity's state.
  /// Notes that the entity has issued an instruction whose results are there at cycle `when`.
  void begin_result(State& state, const Dependencies& writes, Cycle when) {
    state.results_at.begin(writes, when, ++begun_);
  }
  // The same for results that arrive as events.
  static void begin_heard_result(State& state, const Dependencies& writes) {
    state.results_at.begin_heard(writes);
    ++state.results;
  }
  static void end_heard_result(State& state, const Dependencies& writes) {
    state.results_at.end(writes);
    --state.results;
  }
  /// Returns what the entity's next instruction waits for: the condition of the kind of result, or
  /// Condition::ready. If it is known when the results of pipelines are there, the entity is woken
  /// then.
  Condition await_registers(unsigned entity) {
    return await_registers(states_[entity], entity, false);
  }
  /// `needs_only_registers`: the instruction waits for nothing else.
  [[gnu::always_inline]] Condition await_registers(State& state, unsigned entity,
                                                   bool needs_only_registers) {
    const Dependencies& uses = state.next->uses;
    if (state.scoreboard.waits(uses)) return Condition::scoreboard_memory;
    const Cycle ready = state.results_at.ready(uses, now_);
    if (ready == now_) return Condition::ready;
    if (ready != kNever) wake_at(state, entity, ready, needs_only_registers);
    return Condition::scoreboard_compute;
  }
  /// Whether the registers that the entity's next instruction needs are known to be there at
  /// `when`.
  static bool has_registers_at(State& state, Cycle when) {
    const Dependencies& uses = state.next->uses;
    return !state.scoreboard.waits(uses) && state.results_at.ready(uses, when) == when;
  }
  /// Wakes the entity in the cycle in which its last result with a known time is there, unless this
  /// result is there already.
  void wake_after_results(unsigned entity) {
    const Cycle last = states_[entity].results_at.last();
    if (last > now_) wakes_.add(last, entity);
  }
  /// Wakes the entity at `when`. `is_ready`: nothing that the entity waits for comes later.
  void wake_at(State& state, unsigned entity, Cycle when, bool is_ready) {
    state.wake = when;
    state.is_ready_at_wake = is_ready;
    wakes_.add(when, entity);
  }
  /// The next cycle in which an entity is woken; kNever: none is known.
  Cycle next_wake() const { return wakes_.next(); }
  void begin_cycle(Cycle now) { now_ = now; }
  /// Calls wake(entity) for each entity that is woken in this cycle.
  template <typename Wake>
  void take_wakes(Wake&& wake) {
    if (wakes_.next() <= now_) return wakes_.take(now_, wake);
    wakes_.pass(now_);
  }

  /// Whether the entity has nothing in flight.
  bool quiet(unsigned entity) const {
    return states_[entity].results == 0 && states_[entity].accesses == 0 &&
           states_[entity].results_at.last() <= now_;
  }

 private:
  // Where few entities exist, their bits lie in the first word.
  template <typename Shape>
  static void set(model::EntityMask& mask, unsigned entity) {
    if (Shape::kMayBeWide) return mask.set(entity);
    mask |= model::NarrowMask(std::uint64_t{1} << entity);
  }
  template <typename Shape>
  static void clear(model::EntityMask& mask, unsigned entity) {
    if (Shape::kMayBeWide) return mask.clear(entity);
    mask.remove(model::NarrowMask(std::uint64_t{1} << entity));
  }

  Cycle now_ = 0;            ///< the SM's current cycle
  std::uint64_t begun_ = 0;  ///< number of results that have begun
  std::vector<State> states_;
  CycleSets wakes_;  ///< by cycle: the entities that are woken
  std::array<model::EntityMask, kConditions> masks_{};
  model::EntityMask changed_;  ///< entities whose condition has changed
  std::array<model::EntityMask, kUnitKinds> wanting_{};
};

}  // namespace heddle::core
