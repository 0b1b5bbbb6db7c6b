#include "heddle/policy/throttle/lost_locality.hpp"

#include <algorithm>
#include <bit>

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"
#include "heddle/policy/throttle/table_parameters.hpp"

namespace heddle::policy {
namespace {

constexpr int kAddressBits = 48;  ///< address bits in the dissertation (section 3.4.7)

}  // namespace

void VictimTagSpec::describe(ParameterVisitor& visit) {
  visit("vta_entries", entries,
        {.unit = "tags", .minimum = 1, .maximum = 4096, .doc = "victim tags of a warp"});
  visit("vta_ways", ways, entries_of_a_set("tags"));
}

void VictimTagSpec::check(std::string_view entries_key, std::string_view ways_key) const {
  if (entries <= ways || entries % ways == 0) return;
  const std::uint32_t fewer = entries - entries % ways;
  fail("{} ({}) must be a multiple of {} ({}), or at most that: --set {}={} or --set {}={}",
       entries_key, entries, ways_key, ways, entries_key, fewer, entries_key, fewer + ways);
}

std::vector<StorageItem> VictimTagSpec::storage(const model::SmView& sm) const {
  const std::uint64_t warps = sm.entities / sm.names.parts();
  const auto whole_log2 = [](unsigned number) { return std::bit_width(number) - 1; };
  const unsigned sets = std::max(entries / ways, 1u);
  const auto tag_bits = kAddressBits - whole_log2(sm.l1_line_bytes) - whole_log2(sets);
  return {{"victim tags", warps * entries, static_cast<std::uint64_t>(tag_bits)},
          {"owners of L1 lines", sm.l1_lines, bits_of_number(warps)}};
}

void LostLocality::start(const VictimTagSpec& spec, const model::SmView& sm) {
  tags_.start(sm.entities / sm.names.parts(), spec.entries, spec.ways, sm.l1_line_bytes);
  owners_.reserve(2 * std::size_t{sm.l1_lines});
}

void LostLocality::evicted(const model::L1Evicted& event) {
  const std::uint16_t* const owner = owners_.find(event.line);
  if (owner == nullptr) return;
  if (!event.written) tags_.insert(*owner, event.line);
  owners_.erase(event.line);
}

void LostLocality::flushed() {
  owners_.clear();
  tags_.clear();
}

LostLocality::Finding LostLocality::accessed(unsigned warp, const model::L1Access& access) {
  switch (access.outcome) {
    case model::L1Outcome::hit:
      return owns(warp, access.line) ? Finding::captured : Finding::none;
    case model::L1Outcome::miss:
      owners_[access.line] = static_cast<std::uint16_t>(warp);
      return tags_.has(warp, access.line) ? Finding::lost : Finding::none;
    case model::L1Outcome::written:
      if (access.kind != model::L1Kind::local_store) {
        tags_.remove(access.line);
      } else if (access.new_sectors != 0) {
        owners_[access.line] = static_cast<std::uint16_t>(warp);
      }
      return Finding::none;
    default:
      return Finding::none;
  }
}

}  // namespace heddle::policy
