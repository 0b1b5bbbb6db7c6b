#include "heddle/replay/cache.hpp"

#include <algorithm>

namespace heddle::replay {

bool makes_room(const Access& access, const CacheShape& shape) {
  switch (access.kind) {
    case RecordKind::load:
    case RecordKind::local_load:
      return access.outcome != LoadOutcome::bypassed;
    case RecordKind::local_store:
      return shape.local_back;
    case RecordKind::store:
      return shape.write_allocate;
    default:
      return false;
  }
}

bool takes_away(const Access& access, const CacheShape& shape) {
  return access.kind == RecordKind::atomic ||
         (access.kind == RecordKind::store && !shape.write_update);
}

Cache::Cache(const CacheShape& shape, Replacement replacement)
    : shape_(shape),
      set_of_(shape.set_index, shape.sets()),
      replacement_(replacement),
      whole_line_(shape.sectored
                      ? 0
                      : static_cast<std::uint8_t>((1u << (shape.line_bytes / kSectorBytes)) - 1)),
      lines_(replacement == Replacement::unbounded
                 ? 0
                 : std::size_t{shape.sets()} * shape.associativity) {}

Cache::Result Cache::access(const Access& access, std::uint32_t next_use) {
  if (access.is_load()) return load(access, next_use);
  if (access.kind != RecordKind::atomic) return store(access, next_use);
  if (Line* const line = find(access.line)) {
    *line = {};
  }
  return {};
}

Cache::Result Cache::load(const Access& access, std::uint32_t next_use) {
  if (access.outcome == LoadOutcome::bypassed) return {};
  Line* line = find(access.line);
  if (line == nullptr) line = &make_room(access.line);
  touch(*line, next_use);
  const auto missing = static_cast<std::uint8_t>(access.sectors & ~line->valid);
  if (missing == 0) return {.hit = true};
  const auto wanted = whole_line_ != 0 ? whole_line_ : access.sectors;
  const auto brought = static_cast<std::uint8_t>(wanted & ~line->valid);
  line->valid |= wanted;
  return {.brought = brought};
}

Cache::Result Cache::store(const Access& access, std::uint32_t next_use) {
  Line* line = find(access.line);
  if (line == nullptr && makes_room(access, shape_)) line = &make_room(access.line);
  if (line == nullptr) return {};
  if (takes_away(access, shape_)) {
    *line = {};
    return {};
  }
  touch(*line, next_use);
  const auto brought = static_cast<std::uint8_t>(access.sectors & ~line->valid);
  line->valid |= access.sectors;
  return {.brought = brought};
}

Cache::Line* Cache::set(std::uint64_t number) {
  return &lines_[std::size_t{set_of_(number)} * shape_.associativity];
}

Cache::Line* Cache::find(std::uint64_t number) {
  if (replacement_ == Replacement::unbounded) {
    const auto found = unbounded_.find(number);
    return found == unbounded_.end() ? nullptr : &found->second;
  }
  Line* const begin = set(number);
  Line* const end = begin + shape_.associativity;
  Line* const found =
      std::find_if(begin, end, [&](const Line& line) { return line.number == number; });
  return found == end ? nullptr : found;
}

Cache::Line& Cache::make_room(std::uint64_t number) {
  if (replacement_ == Replacement::unbounded) return unbounded_[number] = {.number = number};
  Line* const begin = set(number);
  const auto goes_first = [&](const Line& a, const Line& b) {
    if ((a.number == kNoLine) != (b.number == kNoLine)) return a.number == kNoLine;
    if (replacement_ == Replacement::belady && a.next_use != b.next_use)
      return a.next_use > b.next_use;
    return a.last_use < b.last_use;
  };
  Line& line = *std::min_element(begin, begin + shape_.associativity, goes_first);
  line = {.number = number};
  return line;
}

void Cache::touch(Line& line, std::uint32_t next_use) {
  line.last_use = ++uses_;
  line.next_use = next_use;
}

void Cache::flush() {
  std::ranges::fill(lines_, Line{});
  unbounded_.clear();
}

void Cache::forget_next_uses() {
  for (Line& line : lines_) line.next_use = kNeverAgain;
}

}  // namespace heddle::replay
