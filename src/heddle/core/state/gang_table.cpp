#include "heddle/core/state/gang_table.hpp"

#include <bit>

#include "heddle/base/error.hpp"

namespace heddle::core {

using exec::PartMask;

GangTable::GangTable(unsigned contexts, model::EntityNames names)
    : names_(names), ways_(contexts), gangs_(std::size_t{contexts} * names.parts(), 0) {}

void GangTable::form(unsigned context, PartMask parts) {
  ways_[context] = {};
  if (std::popcount(parts) >= 2) ways_[context][0] = parts;
  refresh(context);
}

GangTable::Ways GangTable::take(unsigned context) {
  const Ways ways = ways_[context];
  restore(context, {});
  return ways;
}

void GangTable::restore(unsigned context, const Ways& ways) {
  ways_[context] = ways;
  refresh(context);
}

void GangTable::split(unsigned context, const PartPlaces& places) {
  Ways& ways = ways_[context];
  const Ways before = ways;
  for (unsigned way = 0; way < kWays; ++way) {
    // If the way was free before, an earlier iteration has put a gang there. That gang is at one
    // place and need not be split.
    if (before[way] != 0) split_way(ways, way, places);
  }
  if (ways != before) refresh(context);
}

void GangTable::split_way(Ways& ways, unsigned way, const PartPlaces& places) {
  std::array<PartMask, kWays> gangs{};
  unsigned count = 0, largest = 0;
  for (unsigned left = ways[way]; left != 0;) {
    const std::uint8_t place = places[static_cast<unsigned>(std::countr_zero(left))];
    unsigned here = 0;
    for (unsigned rest = left; rest != 0; rest &= rest - 1)
      if (places[static_cast<unsigned>(std::countr_zero(rest))] == place)
        here |= rest & (0u - rest);
    left &= ~here;
    if (std::popcount(here) < 2) continue;
    if (std::popcount(here) > std::popcount(gangs[largest])) largest = count;
    gangs[count++] = static_cast<PartMask>(here);
  }
  ways[way] = gangs[largest];
  for (unsigned i = 0; i < count; ++i)
    if (i != largest) put(ways, gangs[i]);
}

void GangTable::put(Ways& ways, PartMask gang) {
  for (PartMask& way : ways) {
    if (way != 0) continue;
    way = gang;
    return;
  }
  fail("internal: a warp has more than {} gangs", kWays);
}

void GangTable::drop(unsigned context, PartMask parts) {
  for (PartMask& way : ways_[context]) {
    way &= static_cast<PartMask>(~parts);
    if (std::popcount(way) < 2) way = 0;
  }
  refresh(context);
}

void GangTable::merge(unsigned context, PartMask parts) {
  drop(context, parts);
  put(ways_[context], parts);
  refresh(context);
}

void GangTable::refresh(unsigned context) {
  ++changes_;
  for (unsigned part = 0; part < names_.parts(); ++part) {
    const unsigned entity = names_.entity(context, part);
    PartMask gang = 0;
    for (const PartMask way : ways_[context])
      if ((way >> part & 1) != 0) gang = way;
    gangs_[entity] = gang;
    ganged_.assign(entity, gang != 0);
    leaders_.assign(entity, gang != 0 && static_cast<unsigned>(std::countr_zero(gang)) == part);
  }
}

}  // namespace heddle::core
