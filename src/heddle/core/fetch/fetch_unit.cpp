#include "heddle/core/fetch/fetch_unit.hpp"

#include <algorithm>
#include <bit>

namespace heddle::core {

FetchUnit::FetchUnit(const FetchSpec& spec, std::span<const model::EntityPlace> places,
                     std::uint32_t front_ends, const policy::Replacements& replacements,
                     std::uint32_t sm)
    : spec_(spec),
      places_(places),
      instruction_shift_(static_cast<unsigned>(std::countr_zero(spec.instruction_bytes))),
      port_(spec.buffer_entries != 0 ? 0 : spec.per_cycle * front_ends),
      skips_repeats_(true),
      buffered_(places.size(), 0) {
  const auto cache = [&](std::uint32_t bytes, std::uint32_t line_bytes, std::uint32_t number) {
    const auto shape = InstructionCache::spec_of(bytes, line_bytes, spec.associativity);
    return InstructionCache(shape, replacements.make(spec.replacement, shape.sets(),
                                                     shape.associativity, {"fetch", sm, number}));
  };
  if (spec.cache_bytes != 0) {
    cache_.push_back(cache(spec.cache_bytes, spec.line_bytes, 0));
    skips_repeats_ = cache_.front().is_lru();
  }
  if (spec.own_cache_bytes == 0) return;
  for (std::uint32_t i = 1; i <= front_ends; ++i)
    own_caches_.push_back(cache(spec.own_cache_bytes, spec.own_line_bytes, i));
}

void FetchUnit::wait_with(unsigned entity, unsigned other) {
  Waiting waiting = *std::ranges::find(waiting_, entity, &Waiting::entity);
  waiting.entity = static_cast<std::uint16_t>(other);
  waiting_.push_back(waiting);
}

std::optional<FetchUnit::Waiting> FetchUnit::take_wait(unsigned entity) {
  const auto found = std::ranges::find(waiting_, entity, &Waiting::entity);
  if (found == waiting_.end()) return std::nullopt;
  const Waiting waiting = *found;
  waiting_.erase(found);
  return waiting;
}

void FetchUnit::keep(Addr line) {
  if (cache_.empty() || cache_.front().has(line)) return;
  cache_.front().put(line);
  note_use(line);
}

void FetchUnit::want(Addr line, Cycle when, unsigned entity) {
  const auto is_it = [line](const auto& other) { return other.line == line; };
  const auto found = std::find_if(wanted_lines_.begin(), wanted_lines_.end(), is_it);
  if (found != wanted_lines_.end()) {
    if (found->when <= when) return;
    wanted_lines_.erase(found);
  } else if (std::any_of(waiting_.begin(), waiting_.end(), is_it)) {
    return;  // the line is on its way
  }
  const auto later = [when](const WantedLine& other) { return other.when > when; };
  wanted_lines_.insert(std::find_if(wanted_lines_.begin(), wanted_lines_.end(), later),
                       {line, when, static_cast<std::uint16_t>(entity)});
}

}  // namespace heddle::core
