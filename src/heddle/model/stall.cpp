#include "heddle/model/stall.hpp"

namespace heddle::model {
namespace {

constexpr std::array<std::string_view, kStalls> kMeanings = {
    "an instruction was issued",
    "a warp was ready, but a gate held it",
    "a warp was ready, but its unit or the LSU queue was busy",
    "the next instructions waited for loads or atomics",
    "the next instructions waited for results of arithmetic",
    "the next instructions waited for a fence, for asynchronous copies, or for an atomic on the "
    "same "
    "bytes",
    "the next instructions waited for a service of the host (printf, malloc)",
    "all warps left waited at barriers",
    "the next instructions were not fetched yet",
    "all warps left had ended but for what was in flight",
    "all warps left were of blocks that were leaving the SM",
    "no warp was in the slots, and warps of the SM had none",
    "no warp was resident"};

constexpr std::array<std::string_view, kStallClasses> kClassMeanings = {
    "an instruction was issued",
    "no warp had an instruction: none was resident, or all waited at barriers, for the host, for "
    "a fetch, to drain or to leave the SM",
    "some warp had an instruction, none had its operands or might pass what it waited for",
    "some warp could go, but its unit was busy",
    "some warp could have gone, had the throttle not held it"};

}  // namespace

StallClasses StallCounters::classes() const {
  StallClasses classes;
  for (unsigned i = 0; i < kStalls; ++i)
    classes.cycles[static_cast<std::size_t>(class_of(static_cast<Stall>(i)))] += cycles[i];
  return classes;
}

void StallClasses::describe(StatisticVisitor& visit) const {
  for (unsigned i = 0; i < kStallClasses; ++i)
    visit.count(kStallClassNames[i], cycles[i], "slot-cycles", kClassMeanings[i]);
}

void StallCounters::describe(StatisticVisitor& visit) const {
  for (unsigned i = 0; i < kStalls; ++i) {
    if (static_cast<Stall>(i) == Stall::away && !visit.wants(cycles[i] != 0)) continue;
    visit.count(kStallNames[i], cycles[i], "slot-cycles", kMeanings[i]);
  }
}

}  // namespace heddle::model
