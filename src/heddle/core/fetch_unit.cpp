#include "heddle/core/fetch_unit.hpp"

#include <algorithm>
#include <bit>

namespace heddle::core {
namespace {

memory::TagArray tags(const FetchSpec& spec, std::uint32_t bytes) {
  return memory::TagArray(memory::CacheSpec{
      .bytes = bytes,
      .line_bytes = spec.line_bytes,
      .associativity = std::min(spec.associativity, std::max(1u, bytes / spec.line_bytes))});
}

}  // namespace

FetchUnit::FetchUnit(const FetchSpec& spec, std::span<const model::EntityPlace> places,
                     std::uint32_t front_ends)
    : spec_(spec),
      places_(places),
      instruction_shift_(static_cast<unsigned>(std::countr_zero(spec.instruction_bytes))),
      line_shift_(static_cast<unsigned>(std::countr_zero(spec.line_bytes))),
      port_(spec.buffer_entries != 0 ? 0 : spec.per_cycle * front_ends),
      buffered_(places.size(), 0) {
  if (spec.cache_bytes != 0) cache_.push_back(tags(spec, spec.cache_bytes));
  if (spec.own_cache_bytes != 0) own_caches_.assign(front_ends, tags(spec, spec.own_cache_bytes));
}

template <typename ThroughOwn>
std::optional<Cycle> FetchUnit::fetch(unsigned entity, Addr address, Cycle wanted,
                                      FetchCounters& counters, ThroughOwn through_own) {
  const Addr line = address & ~Addr{spec_.line_bytes - 1};
  const auto in_line =
      static_cast<std::uint32_t>((line + spec_.line_bytes - address) >> instruction_shift_);
  const auto instructions = static_cast<std::uint8_t>(std::min(in_line, spec_.instructions));
  memory::TagArray* const own = through_own ? own_cache_of(entity) : nullptr;
  if (own != nullptr && found_in(*own, line)) {
    ++counters.own_hits;
    buffered_[entity] = instructions;
    return wanted + spec_.latency;
  }
  const Cycle cycle = port_.reserve(wanted);
  ++counters.fetches;
  // The line used last stays that, however often it is used again.
  if (!cache_.empty() && line != last_line_ && !found_in(cache_.front(), line)) {
    ++counters.misses;
    want(line, cycle, entity);
    waiting_.push_back({line, static_cast<std::uint16_t>(entity), instructions});
    return std::nullopt;
  }
  last_line_ = line;
  if (own != nullptr) put_into(*own, line);
  buffered_[entity] = instructions;
  return cycle + spec_.latency;
}

template std::optional<Cycle> FetchUnit::fetch(unsigned, Addr, Cycle, FetchCounters&,
                                               std::true_type);
template std::optional<Cycle> FetchUnit::fetch(unsigned, Addr, Cycle, FetchCounters&, bool);

void FetchUnit::wait_with(unsigned entity, unsigned other) {
  Waiting waiting = *std::ranges::find(waiting_, entity, &Waiting::entity);
  waiting.entity = static_cast<std::uint16_t>(other);
  waiting_.push_back(waiting);
}

bool FetchUnit::found_in(memory::TagArray& cache, Addr line) const {
  memory::TagArray::Line* const found = cache.find(line, index(line));
  if (found != nullptr) cache.touch(*found);
  return found != nullptr;
}

void FetchUnit::put_into(memory::TagArray& cache, Addr line) const {
  memory::TagArray::Line* const place = cache.victim(index(line));
  *place = {.address = line};
  cache.touch(*place);
}

void FetchUnit::keep(Addr line) {
  if (cache_.empty() || cache_.front().find(line, index(line)) != nullptr) return;
  put_into(cache_.front(), line);
  last_line_ = line;
}

void FetchUnit::want(Addr line, Cycle when, unsigned entity) {
  const auto is_it = [line](const auto& other) { return other.line == line; };
  const auto found = std::find_if(wanted_lines_.begin(), wanted_lines_.end(), is_it);
  if (found != wanted_lines_.end()) {
    if (found->when <= when) return;
    wanted_lines_.erase(found);
  } else if (std::any_of(waiting_.begin(), waiting_.end(), is_it)) {
    return;  // on its way
  }
  const auto later = [when](const WantedLine& other) { return other.when > when; };
  wanted_lines_.insert(std::find_if(wanted_lines_.begin(), wanted_lines_.end(), later),
                       {line, when, static_cast<std::uint16_t>(entity)});
}

}  // namespace heddle::core
