// The timing state of an SM's entities (warps, or parts of them): what each waits for, as one mask
// a condition, and the scoreboard of results that are still to come.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/core/terms/decoded_program.hpp"
#include "heddle/core/terms/scoreboard.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

/// Every entity is in exactly one of these.
enum class Condition : std::uint8_t {
  absent,              ///< no warp is in the context
  ready,               ///< may issue as soon as its unit takes it
  scoreboard_memory,   ///< its next instruction needs a result of a load or atomic
  scoreboard_compute,  ///< its next instruction needs a result of arithmetic
  memory_order,        ///< a fence, or an atomic on the bytes that it wants, is not done
  service,             ///< the host works for it
  barrier,
  meeting,   ///< other parts of the warp have to come to its warp-wide instruction
  fetch,     ///< the instruction after a branch is on its way
  draining,  ///< all its threads have ended, but the warp has some, or something is in flight
  stopped,   ///< its block leaves the SM: nothing of it issues any more
  pooled,    ///< a warp whose threads issue in warps that are formed, which are other entities
  away,      ///< it would be ready if its warp had a slot
};
inline constexpr unsigned kConditions = 13;

class EntityTable {
 public:
  /// All that the cycle touches of an entity, in two cache lines.
  struct alignas(64) State {
    /// What it issues next; valid unless absent or draining. Null: a formed warp that stops once
    /// nothing of it is in flight.
    const DecodedInstruction* next = nullptr;
    exec::Warp* warp = nullptr;  ///< of which it is a part
    Condition condition = Condition::absent;
    bool fencing = false;            ///< nothing more issues until all accesses are done
    exec::PartMask issues_with = 0;  ///< parts that issue its next instruction with it; 0: none
    std::uint8_t kernel = 0;
    std::uint16_t block_slot = 0;
    /// Of the barrier at which it waits; of a warp whose threads issue in warps that are formed,
    /// of the instruction at which some of them wait, and kNoPc if none does.
    Pc barrier_pc = 0;
    std::uint32_t barrier = 0;   ///< number of that barrier
    std::uint16_t results = 0;   ///< instructions whose result is to come from a pipeline
    std::uint16_t accesses = 0;  ///< memory instructions in flight
    Scoreboard scoreboard;
    std::vector<std::uint32_t> atomics;  ///< those in flight, by the load-store unit's id
  };
  static_assert(sizeof(State) <= 128);

  explicit EntityTable(std::uint32_t entities) : states_(entities) {
    for (unsigned i = 0; i < entities; ++i) masks_[0].set(i);
  }

  State& operator[](unsigned entity) { return states_[entity]; }
  const State& operator[](unsigned entity) const { return states_[entity]; }
  const model::EntityMask& in(Condition condition) const {
    return masks_[static_cast<std::size_t>(condition)];
  }
  /// Entities whose next instruction wants a unit, whatever their condition.
  const model::EntityMask& wanting(UnitKind unit) const {
    return wanting_[static_cast<std::size_t>(unit)];
  }

  void set_condition(unsigned entity, Condition condition) {
    set_condition(states_[entity], entity, condition);
  }
  /// `state` is the entity's.
  void set_condition(State& state, unsigned entity, Condition condition) {
    if (state.condition == condition) return;
    masks_[static_cast<std::size_t>(state.condition)].clear(entity);
    masks_[static_cast<std::size_t>(condition)].set(entity);
    state.condition = condition;
  }

  void set_next(unsigned entity, const DecodedInstruction* next) {
    set_next(states_[entity], entity, next);
  }
  /// `state` is the entity's.
  void set_next(State& state, unsigned entity, const DecodedInstruction* next) {
    const DecodedInstruction* const last = std::exchange(state.next, next);
    if (last != nullptr && next != nullptr && last->unit == next->unit) return;
    if (last != nullptr) wanting_[static_cast<std::size_t>(last->unit)].clear(entity);
    if (next != nullptr) wanting_[static_cast<std::size_t>(next->unit)].set(entity);
  }

  /// A fresh entity where none was; its condition is for the caller to set.
  void launch(unsigned entity, std::uint8_t kernel, std::uint16_t block_slot) {
    State& state = states_[entity];
    state.fencing = false;
    state.issues_with = 0;
    state.kernel = kernel;
    state.block_slot = block_slot;
    state.results = state.accesses = 0;
  }

  /// Condition::ready, or which kind of result the entity's next instruction waits for.
  Condition scoreboard(unsigned entity) const { return scoreboard(states_[entity]); }
  static Condition scoreboard(const State& state) {
    constexpr std::array<Condition, 3> kOf = {Condition::ready, Condition::scoreboard_compute,
                                              Condition::scoreboard_memory};
    return kOf[static_cast<std::size_t>(state.scoreboard.wait(state.next->uses))];
  }

  bool quiet(unsigned entity) const {
    return states_[entity].results == 0 && states_[entity].accesses == 0;
  }

 private:
  std::vector<State> states_;
  std::array<model::EntityMask, kConditions> masks_{};
  std::array<model::EntityMask, kUnitKinds> wanting_{};
};

}  // namespace heddle::core
