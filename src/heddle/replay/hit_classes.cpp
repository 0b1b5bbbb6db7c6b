#include "heddle/replay/hit_classes.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::replay {
namespace {

using Classes = std::array<std::uint64_t, kReuses>;

struct Described {
  const Classes& classes;
  std::array<std::string_view, kReuses> meanings;

  void describe(StatisticVisitor& visit) const {
    visit.count("intra_thread", classes[0], "accesses", meanings[0]);
    visit.count("inter_thread", classes[1], "accesses", meanings[1]);
    visit.count("inter_warp", classes[2], "accesses", meanings[2]);
  }
};

}  // namespace

void ReuseCounts::describe(StatisticVisitor& visit) const {
  visit.group("hit_class", Described{hits,
                                     {"hits on data that a thread of the access was the first to "
                                      "reference since they came (run.hit_classes)",
                                      "hits on data that other threads of the warp were the first "
                                      "to reference since they came",
                                      "hits on data that another warp was the first to reference "
                                      "since they came"}});
  visit.group("merge_class",
              Described{merges,
                        {"merges with what a thread of the access had sent for (run.hit_classes)",
                         "merges with what other threads of the warp had sent for",
                         "merges with what another warp had sent for"}});
}

void HitClasses::on(const model::WarpLaunched& event) {
  if (event.entity >= warps_.size()) warps_.resize(event.entity + 1u);
  warps_[event.entity] = {event.grid, event.block, event.index};
}

void HitClasses::on(const model::L1Access& event) {
  if (event.cache != model::FirstLevel::data) return;
  if (event.outcome == model::L1Outcome::hit)
    ++counts_[event.kernel].hits[static_cast<std::size_t>(reuse_of(event))];
  if (event.outcome == model::L1Outcome::merged)
    ++counts_[event.kernel].merges[static_cast<std::size_t>(reuse_of(event))];
  if (event.new_sectors == 0) return;
  Line& line = lines_[event.line];
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    if ((event.new_sectors >> sector & 1) != 0)
      line.first[sector] = {warps_[event.entity], event.lanes};
  }
  if (event.outcome == model::L1Outcome::miss) line.pending |= event.new_sectors;
}

Reuse HitClasses::reuse_of(const model::L1Access& event) const {
  const Line* const line = lines_.find(event.line);
  if (line == nullptr) return Reuse::inter_warp;
  Reuse reuse = Reuse::intra_thread;
  for (unsigned sector = 0; sector < kSectors; ++sector) {
    if ((event.sectors >> sector & 1) == 0) continue;
    const FirstReference& first = line->first[sector];
    if (first.warp != warps_[event.entity]) return Reuse::inter_warp;
    if ((first.lanes & event.lanes) == 0) reuse = Reuse::inter_thread;
  }
  return reuse;
}

void HitClasses::on(const model::L1Filled& event) {
  Line* const line = lines_.find(event.line);
  if (line != nullptr) line->pending &= static_cast<std::uint8_t>(~event.sectors);
}

void HitClasses::on(const model::L1Evicted& event) {
  const Line* const line = lines_.find(event.line);
  if (line != nullptr && line->pending == 0) lines_.erase(event.line);
}

void HitClasses::on(const model::L1Flushed& /*event*/) {
  lines_.erase_if([](const Line& line) { return line.pending == 0; });
}

}  // namespace heddle::replay
