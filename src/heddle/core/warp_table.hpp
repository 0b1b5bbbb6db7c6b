// The timing state of an SM's warps: what each waits for, as one mask a condition, and the
// scoreboard of results that are still to come.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/core/decoded_program.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

/// Every context is in exactly one of these.
enum class Condition : std::uint8_t {
  absent,              ///< no warp
  ready,               ///< may issue as soon as its unit takes it
  scoreboard_memory,   ///< its next instruction needs a result of a load or atomic
  scoreboard_compute,  ///< its next instruction needs a result of arithmetic
  memory_order,        ///< a fence, or an atomic on the bytes that it wants, is not done
  service,             ///< the host works for it
  barrier,
  fetch,     ///< the instruction after a branch is on its way
  draining,  ///< all threads have ended, but something is in flight
};
inline constexpr unsigned kConditions = 9;

class WarpTable {
 public:
  struct State {
    const DecodedInstruction* next =
        nullptr;  ///< what it issues next; valid unless absent or draining
    Condition condition = Condition::absent;
    bool fencing = false;  ///< nothing more issues until all accesses are done
    std::uint8_t kernel = 0;
    std::uint16_t block_slot = 0;
    Pc barrier_pc = 0;           ///< of the barrier at which it waits
    std::uint16_t results = 0;   ///< instructions whose result is to come from a pipeline
    std::uint16_t accesses = 0;  ///< memory instructions in flight
    std::array<std::uint64_t, kScoreboardWords> pending{};  ///< rows and predicates to be written
    std::array<std::uint64_t, kScoreboardWords>
        pending_memory{};                ///< those of them that memory writes
    std::vector<std::uint32_t> atomics;  ///< those in flight, by the load-store unit's id
  };

  explicit WarpTable(std::uint32_t contexts) : states_(contexts) {
    for (unsigned i = 0; i < contexts; ++i) masks_[0].set(i);
  }

  State& operator[](unsigned warp) { return states_[warp]; }
  const State& operator[](unsigned warp) const { return states_[warp]; }
  const model::EntityMask& in(Condition condition) const {
    return masks_[static_cast<std::size_t>(condition)];
  }
  /// Warps whose next instruction wants a unit, whatever their condition.
  const model::EntityMask& wanting(UnitKind unit) const {
    return wanting_[static_cast<std::size_t>(unit)];
  }

  void set_condition(unsigned warp, Condition condition) {
    State& state = states_[warp];
    masks_[static_cast<std::size_t>(state.condition)].clear(warp);
    masks_[static_cast<std::size_t>(condition)].set(warp);
    state.condition = condition;
  }

  void set_next(unsigned warp, const DecodedInstruction* next) {
    State& state = states_[warp];
    if (state.next != nullptr) wanting_[static_cast<std::size_t>(state.next->unit)].clear(warp);
    if (next != nullptr) wanting_[static_cast<std::size_t>(next->unit)].set(warp);
    state.next = next;
  }

  /// A fresh warp in a context that was absent; its condition is for the caller to set.
  void launch(unsigned warp, std::uint8_t kernel, std::uint16_t block_slot) {
    State& state = states_[warp];
    state.fencing = false;
    state.kernel = kernel;
    state.block_slot = block_slot;
    state.results = state.accesses = 0;
  }

  void set_pending(unsigned warp, std::span<const isa::DependencyWord> words, bool memory) {
    State& state = states_[warp];
    for (const auto& word : words) {
      state.pending[word.word] |= word.bits;
      if (memory) state.pending_memory[word.word] |= word.bits;
    }
  }

  void clear_pending(unsigned warp, std::span<const isa::DependencyWord> words) {
    State& state = states_[warp];
    for (const auto& word : words) {
      state.pending[word.word] &= ~word.bits;
      state.pending_memory[word.word] &= ~word.bits;
    }
  }

  /// Condition::ready, or which kind of result the words wait for.
  Condition scoreboard(unsigned warp, std::span<const isa::DependencyWord> words) const {
    const State& state = states_[warp];
    std::uint64_t blocked = 0, memory = 0;
    for (const auto& word : words) {
      blocked |= state.pending[word.word] & word.bits;
      memory |= state.pending_memory[word.word] & word.bits;
    }
    if (blocked == 0) return Condition::ready;
    return memory != 0 ? Condition::scoreboard_memory : Condition::scoreboard_compute;
  }

  bool quiet(unsigned warp) const {
    return states_[warp].results == 0 && states_[warp].accesses == 0;
  }

 private:
  std::vector<State> states_;
  std::array<model::EntityMask, kConditions> masks_{};
  std::array<model::EntityMask, kUnitKinds> wanting_{};
};

}  // namespace heddle::core
