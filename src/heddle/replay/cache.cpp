#include "heddle/replay/cache.hpp"

#include <utility>

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

Cache::Cache(const CacheShape& shape)
    : shape_(shape),
      whole_line_(shape.sectored
                      ? 0
                      : static_cast<std::uint8_t>((1u << (shape.line_bytes / kSectorBytes)) - 1)) {}

Cache::Cache(const CacheShape& shape, std::unique_ptr<policy::CacheReplacement> replacement)
    : Cache(shape) {
  tags_.emplace(memory::CacheSpec{.bytes = shape.bytes,
                                  .line_bytes = shape.line_bytes,
                                  .associativity = shape.associativity,
                                  .set_index = shape.set_index},
                std::move(replacement));
}

Cache::Result Cache::access(const Access& access, std::uint64_t next_use) {
  if (access.is_load()) return load(access, next_use);
  if (access.kind != RecordKind::atomic) return store(access, next_use);
  if (Line* const line = find(access.line)) remove(*line, access.line);
  return {};
}

Cache::Result Cache::load(const Access& access, std::uint64_t next_use) {
  if (access.outcome == LoadOutcome::bypassed) return {};
  Line& line = use(find(access.line), access.line, next_use);
  const auto missing = static_cast<std::uint8_t>(access.sectors & ~line.valid);
  if (missing == 0) return {.hit = true};
  const auto wanted = whole_line_ != 0 ? whole_line_ : access.sectors;
  const auto new_sectors = static_cast<std::uint8_t>(wanted & ~line.valid);
  line.valid |= wanted;
  return {.new_sectors = new_sectors};
}

Cache::Result Cache::store(const Access& access, std::uint64_t next_use) {
  Line* const found = find(access.line);
  if (found == nullptr && !makes_room(access, shape_)) return {};
  if (takes_away(access, shape_)) {
    Line& line = found != nullptr ? *found : use(found, access.line, next_use);
    remove(line, access.line);
    return {};
  }
  Line& line = use(found, access.line, next_use);
  const auto new_sectors = static_cast<std::uint8_t>(access.sectors & ~line.valid);
  line.valid |= access.sectors;
  return {.new_sectors = new_sectors};
}

Cache::Line* Cache::find(std::uint64_t number) {
  if (tags_) return tags_->find(number, number);
  const auto found = unbounded_.find(number);
  return found == unbounded_.end() ? nullptr : &found->second;
}

Cache::Line& Cache::use(Line* found, std::uint64_t number, std::uint64_t next_use) {
  if (!tags_) return found != nullptr ? *found : unbounded_[number];
  Line* const line = found != nullptr ? found : tags_->victim(number);
  if (found != nullptr)
    tags_->touch(*line);
  else
    tags_->put(*line, number);
  tags_->needed_at(*line, next_use);
  return *line;
}

void Cache::remove(Line& line, std::uint64_t number) {
  if (tags_)
    tags_->remove(line);
  else
    unbounded_.erase(number);
}

void Cache::flush() {
  if (tags_) tags_->clear();
  unbounded_.clear();
}

void Cache::forget_next_uses() {
  if (!tags_) return;
  tags_->for_each([&](const Line& line) { tags_->needed_at(line, kNeverNeeded); });
}

}  // namespace heddle::replay
