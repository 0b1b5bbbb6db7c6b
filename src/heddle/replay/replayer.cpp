#include "heddle/replay/replayer.hpp"

#include <utility>

#include "heddle/replay/next_use.hpp"

namespace heddle::replay {

Replayer::Replayer(const CacheShape& shape, unsigned kernel_slots, const Modes& modes,
                   std::uint32_t sm)
    : shape_(shape),
      modes_(modes),
      lru_(shape, nullptr),
      belady_(shape,
              modes.replacements.make_in_replay("belady", shape.sets(), shape.associativity, sm)),
      unbounded_(Cache::unbounded(shape)),
      classes_(kernel_slots),
      counts_(kernel_slots) {
  if (modes.named.empty()) return;
  named_.emplace(
      shape, modes.replacements.make_in_replay(modes.named, shape.sets(), shape.associativity, sm));
}

void Replayer::begin(const WarpBegin& warp) {
  classes_.on(model::WarpLaunched{
      .entity = warp.entity, .index = warp.index, .grid = warp.grid, .block = warp.block});
}

void Replayer::access(const Access& access) {
  if (access.outcome == LoadOutcome::bypassed) return;
  ReplayCounts& counts = counts_[access.kernel];
  if (access.is_load()) {
    ++counts.accesses;
    counts.live_misses += access.outcome == LoadOutcome::miss ? 1 : 0;
  }
  if (modes_.lru && !lru_.access(access).hit && access.is_load()) ++counts.lru_misses;
  if (named_ && !named_->access(access).hit && access.is_load()) ++counts.named_misses;
  if (modes_.unbounded) access_unbounded(access);
  if (!modes_.belady) return;
  if (future_.size() == kNeverAgain) replay_pending();
  future_.push_back(pack(Access{.line = access.line,
                                .kernel = access.kernel,
                                .sectors = access.sectors,
                                .kind = access.kind,
                                .outcome = access.outcome}));
}

void Replayer::access_unbounded(const Access& access) {
  const Cache::Result result = unbounded_.access(access);
  if (access.is_load() && !result.hit) ++counts_[access.kernel].unbounded_misses;
  const bool is_miss = access.is_load() && !result.hit;
  classes_.on(model::L1Access{.line = access.line,
                              .lanes = access.lanes,
                              .entity = access.entity,
                              .kernel = access.kernel,
                              .sectors = access.sectors,
                              .new_sectors = result.new_sectors,
                              .outcome = !access.is_load() ? model::L1Outcome::written
                                         : is_miss         ? model::L1Outcome::miss
                                                           : model::L1Outcome::hit});
  if (is_miss) classes_.on(model::L1Filled{.line = access.line, .sectors = result.new_sectors});
}

void Replayer::flush() {
  replay_pending();
  lru_.flush();
  belady_.flush();
  if (named_) named_->flush();
  unbounded_.flush();
  classes_.on(model::L1Flushed{});
}

void Replayer::replay_pending() {
  for (std::size_t kernel = 0; kernel < counts_.size(); ++kernel)
    counts_[kernel].unbounded_hits = classes_.counts(static_cast<unsigned>(kernel)).hits;
  if (future_.empty()) return;
  const std::vector<Record> accesses = std::exchange(future_, {});
  const std::vector<std::uint32_t> next = next_uses(accesses, shape_);
  belady_.forget_next_uses();
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access access = access_of(accesses[i]);
    const std::uint64_t next_use = next[i] == kNeverAgain ? Cache::kNeverNeeded : next[i];
    if (!belady_.access(access, next_use).hit && access.is_load())
      ++counts_[access.kernel].belady_misses;
  }
}

}  // namespace heddle::replay
