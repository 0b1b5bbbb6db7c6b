// Where an SM's instructions come from: a fetch brings the next few of one entity from the
// instruction cache into its buffer. An entity fetches when its buffer is empty. Fetches take their
// turns in the order in which they were wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "heddle/base/calendar.hpp"
#include "heddle/core/fetch/instruction_cache.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/memory/tag_array.hpp"
#include "heddle/model/entity.hpp"

namespace heddle::core {

class FetchUnit {
 public:
  /// `front_ends` fetch side by side, each with an L0 cache of its own where there is one: a single
  /// one for all entities, or one for each lane group.
  FetchUnit(const FetchSpec& spec, std::span<const model::EntityPlace> places,
            std::uint32_t front_ends,
            const policy::Replacements& replacements = policy::Replacements(),
            std::uint32_t sm = 0);

  /// Instructions of the entity that are there, or on their way once `fetch` has said when.
  std::uint32_t buffered(unsigned entity) const { return buffered_[entity]; }
  /// The entity, whose buffer is empty, has so many instructions.
  void put(unsigned entity, std::uint32_t instructions) {
    buffered_[entity] = static_cast<std::uint8_t>(instructions);
  }
  /// The entity has issued one; the next follows it, or is somewhere else.
  void issued(unsigned entity, bool follows) {
    buffered_[entity] = follows ? static_cast<std::uint8_t>(buffered_[entity] - 1) : 0;
  }

  /// The entity wants the instructions from `address` on, at `wanted` or as soon as the unit can.
  /// Returns when the first may issue; kNever if they have to come from the L2: `fill` will tell.
  /// `through_own`, std::true_type or a bool: by way of the entity's L0, if it has one.
  template <typename ThroughOwn = std::true_type>
  Cycle fetch(unsigned entity, Addr address, Cycle wanted, FetchCounters& counters,
              ThroughOwn through_own = {});
  /// Whether the entity's L0 has the instruction at the address.
  bool own_has(unsigned entity, Addr address) {
    InstructionCache* const own = own_cache_of(entity);
    return own != nullptr && own->has(address);
  }
  /// The other entity waits for the line that `entity` has begun to wait for.
  void wait_with(unsigned entity, unsigned other);
  /// The entity, if it waits for a line, does so no longer. The line comes nevertheless.
  void forget(unsigned entity) {
    if (!waiting_.empty())
      std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.entity == entity; });
  }
  /// An entity that waits for a line, and how many instructions the line has for it.
  struct Waiting {
    Addr line = 0;
    std::uint16_t entity = 0;
    std::uint8_t instructions = 0;
  };
  /// The entity's wait for a line, which ends; nothing if it waits for none.
  std::optional<Waiting> take_wait(unsigned entity);
  /// Goes on with a wait that was taken.
  void wait(const Waiting& waiting) { waiting_.push_back(waiting); }
  /// A line to be asked for in cycle `when`, in which the fetch has found it missing, or later.
  struct WantedLine {
    Addr line = 0;
    Cycle when = 0;
    std::uint16_t entity = 0;  ///< who wanted it first
  };
  /// By time; who has asked erases them.
  std::vector<WantedLine>& wanted_lines() { return wanted_lines_; }
  const std::vector<WantedLine>& wanted_lines() const { return wanted_lines_; }
  /// A line has come: `ready(entity)` is called for those that wait for it; they may issue
  /// `latency` cycles later.
  template <typename Ready>
  void fill(Addr line, Ready&& ready) {
    keep(line);
    std::size_t left = 0;
    for (const Waiting waiting : waiting_) {
      if (waiting.line != line) {
        waiting_[left++] = waiting;
        continue;
      }
      buffered_[waiting.entity] = waiting.instructions;
      ready(waiting.entity);
    }
    waiting_.resize(left);
  }

  std::uint32_t latency() const { return spec_.latency; }
  std::uint32_t line_bytes() const { return spec_.line_bytes; }

 private:
  Addr line_of(Addr address) const { return address & ~Addr{spec_.line_bytes - 1}; }
  /// What a fetch at the address brings: instructions up to the end of the line.
  std::uint8_t instructions_from(Addr address, std::uint32_t line_bytes) const {
    const Addr bytes = line_bytes - (address & (line_bytes - 1));
    return static_cast<std::uint8_t>(
        std::min(static_cast<std::uint32_t>(bytes >> instruction_shift_), spec_.instructions));
  }
  void keep(Addr line);
  void note_use(Addr line) {
    if (skips_repeats_) last_line_ = line;
  }
  void want(Addr line, Cycle when, unsigned entity);

  InstructionCache* own_cache_of(unsigned entity) {
    if (own_caches_.empty()) return nullptr;
    return &own_caches_[own_caches_.size() == 1 ? 0 : places_[entity].lane_group];
  }

  FetchSpec spec_;
  std::span<const model::EntityPlace> places_;  ///< by entity
  unsigned instruction_shift_;
  Calendar port_;
  std::vector<InstructionCache> cache_;         ///< none where it holds everything
  Addr last_line_ = memory::TagArray::kNoLine;  ///< used last of `cache_`, if that is lru
  bool skips_repeats_;
  std::vector<InstructionCache> own_caches_;  ///< L0, by front end
  std::vector<std::uint8_t> buffered_;        ///< by entity
  std::vector<Waiting> waiting_;
  std::vector<WantedLine> wanted_lines_;
};

}  // namespace heddle::core
