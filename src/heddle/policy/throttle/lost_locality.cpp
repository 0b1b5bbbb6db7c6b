#include "heddle/policy/throttle/lost_locality.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"

namespace heddle::policy {

void VictimTagSpec::describe(ParameterVisitor& visit) {
  visit("vta_entries", entries,
        {.unit = "tags", .minimum = 1, .maximum = 4096, .doc = "victim tags of a warp"});
  visit("vta_ways", ways,
        {.unit = "tags", .minimum = 1, .maximum = 4096, .doc = "of a set of these"});
}

void VictimTagSpec::check(std::string_view entries_key, std::string_view ways_key) const {
  if (entries <= ways || entries % ways == 0) return;
  const std::uint32_t fewer = entries - entries % ways;
  fail("{} ({}) must be a multiple of {} ({}), or at most that: --set {}={} or --set {}={}",
       entries_key, entries, ways_key, ways, entries_key, fewer, entries_key, fewer + ways);
}

std::vector<StorageItem> VictimTagSpec::storage(const model::SmView& sm) const {
  const std::uint64_t warps = sm.entities / sm.names.parts();
  return {{"victim tags", warps * entries, 40},
          {"owners of L1 lines", sm.l1_lines, bits_of_number(warps)}};
}

void LostLocality::start(const VictimTagSpec& spec, const model::SmView& sm) {
  tags_.start(sm.entities / sm.names.parts(), spec.entries, spec.ways, sm.l1_line_bytes);
  owners_.reserve(2 * std::size_t{sm.l1_lines});
}

void LostLocality::evicted(Addr line) {
  const auto owner = owners_.find(line);
  if (owner == owners_.end()) return;
  tags_.insert(owner->second, line);
  owners_.erase(owner);
}

void LostLocality::flushed() {
  owners_.clear();
  tags_.clear();
}

LostLocality::Finding LostLocality::accessed(unsigned warp, const model::L1Access& access) {
  switch (access.outcome) {
    case model::L1Outcome::hit: {
      const auto owner = owners_.find(access.line);
      const bool own = owner != owners_.end() && owner->second == warp;
      return own ? Finding::captured : Finding::none;
    }
    case model::L1Outcome::miss:
      owners_[access.line] = static_cast<std::uint16_t>(warp);
      return tags_.has(warp, access.line) ? Finding::lost : Finding::none;
    case model::L1Outcome::written:
      tags_.remove(access.line);
      return Finding::none;
    default:
      return Finding::none;
  }
}

}  // namespace heddle::policy
