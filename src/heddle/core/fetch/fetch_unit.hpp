// Brings the instructions of an SM's entities from the instruction cache into their buffers. A
// fetch brings the next few instructions of one entity. An entity fetches when its buffer is empty.
// Fetches are served in the order in which they were requested.
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
  /// `front_ends` is 1, for all entities together, or the number of lane groups. Front ends fetch
  /// in parallel. Each has an L0 cache of its own if the machine has L0 caches.
  FetchUnit(const FetchSpec& spec, std::span<const model::EntityPlace> places,
            std::uint32_t front_ends,
            const policy::Replacements& replacements = policy::Replacements(),
            std::uint32_t sm = 0);

  /// Number of instructions in the entity's buffer. An instruction counts as soon as `fetch` has
  /// returned the cycle in which it may issue, even if that cycle is still to come.
  std::uint32_t buffered(unsigned entity) const { return buffered_[entity]; }
  /// Sets the number of instructions in the entity's buffer.
  void put(unsigned entity, std::uint32_t instructions) {
    buffered_[entity] = static_cast<std::uint8_t>(instructions);
  }
  /// Notes that the entity has issued an instruction. Empties the entity's buffer unless the next
  /// instruction `follows` the issued one in the program.
  void issued(unsigned entity, bool follows) {
    buffered_[entity] = follows ? static_cast<std::uint8_t>(buffered_[entity] - 1) : 0;
  }

  /// Fetches the instructions from `address` on for the entity, as early as possible from cycle
  /// `wanted` on. Returns the cycle in which the first of them may issue. Returns kNever if the
  /// line must come from the L2; `fill` then reports the arrival of the line. `through_own`
  /// (std::true_type or a bool): the fetch uses the entity's L0 cache, if there is one.
  template <typename ThroughOwn = std::true_type>
  Cycle fetch(unsigned entity, Addr address, Cycle wanted, FetchCounters& counters,
              ThroughOwn through_own = {});
  /// Whether the entity's L0 cache has the instruction at the address.
  bool own_has(unsigned entity, Addr address) {
    InstructionCache* const own = own_cache_of(entity);
    return own != nullptr && own->has(address);
  }
  /// Makes `other` wait for the line for which `entity` has just begun to wait.
  void wait_with(unsigned entity, unsigned other);
  /// Ends the entity's wait for a line, if there is one. The instruction cache still takes the line
  /// when it arrives.
  void forget(unsigned entity) {
    if (!waiting_.empty())
      std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.entity == entity; });
  }
  /// An entity that waits for a line, and the number of instructions that it gets from the line.
  struct Waiting {
    Addr line = 0;
    std::uint16_t entity = 0;
    std::uint8_t instructions = 0;
  };
  /// Ends the entity's wait for a line and returns it; nothing if the entity waits for no line.
  std::optional<Waiting> take_wait(unsigned entity);
  /// Resumes a wait that take_wait returned.
  void wait(const Waiting& waiting) { waiting_.push_back(waiting); }
  /// A line to request from the L2, in cycle `when` or later. Cycle `when` is the cycle of the
  /// miss.
  struct WantedLine {
    Addr line = 0;
    Cycle when = 0;
    std::uint16_t entity = 0;  ///< the first entity that missed on the line
  };
  /// Lines to request, ordered by `when`. The caller removes a line after the request.
  std::vector<WantedLine>& wanted_lines() { return wanted_lines_; }
  const std::vector<WantedLine>& wanted_lines() const { return wanted_lines_; }
  /// Handles the arrival of a line. Calls ready(entity) for each entity that waits for the line.
  /// Such an entity may issue `latency` cycles later.
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
  /// The number of instructions that a fetch at the address brings, up to the end of the line.
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
  std::vector<InstructionCache> cache_;  ///< empty: every fetch hits the instruction cache
  /// The most recently used line, if `cache_` uses LRU.
  Addr last_line_ = memory::TagArray::kNoLine;
  bool skips_repeats_;
  std::vector<InstructionCache> own_caches_;  ///< L0 caches, by front end
  std::vector<std::uint8_t> buffered_;        ///< by entity
  std::vector<Waiting> waiting_;
  std::vector<WantedLine> wanted_lines_;
};

template <typename ThroughOwn>
Cycle FetchUnit::fetch(unsigned entity, Addr address, Cycle wanted, FetchCounters& counters,
                       ThroughOwn through_own) {
  InstructionCache* const own = through_own ? own_cache_of(entity) : nullptr;
  if (own != nullptr && own->use(address)) {
    ++counters.own_hits;
    buffered_[entity] = instructions_from(address, spec_.own_line_bytes);
    return wanted + spec_.latency;
  }
  const Addr line = line_of(address);
  const std::uint8_t instructions = instructions_from(address, spec_.line_bytes);
  const Cycle cycle = port_.reserve(wanted);
  ++counters.fetches;
  // Under LRU, a second use of the most recently used line changes nothing.
  if (!cache_.empty() && line != last_line_ && !cache_.front().use(line)) {
    ++counters.misses;
    want(line, cycle, entity);
    waiting_.push_back({line, static_cast<std::uint16_t>(entity), instructions});
    return kNever;
  }
  note_use(line);
  if (own != nullptr) own->put(address);
  buffered_[entity] = instructions;
  return cycle + spec_.latency;
}

}  // namespace heddle::core
