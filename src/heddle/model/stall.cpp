#include "heddle/model/stall.hpp"

namespace heddle::model {
namespace {

constexpr std::array<std::string_view, kStalls> kMeanings = {
    "an instruction was issued",
    "a warp was ready, but a gate held it",
    "a warp was ready, but its unit or the LSU queue was busy",
    "the next instructions waited for loads or atomics",
    "the next instructions waited for results of arithmetic",
    "the next instructions waited for a fence or for an atomic on the same bytes",
    "the next instructions waited for a service of the host (printf, malloc)",
    "all warps left waited at barriers",
    "the next instructions were not fetched yet",
    "all warps left had ended but for what was in flight",
    "no warp was resident"};

}  // namespace

void StallCounters::describe(StatisticVisitor& visit) const {
  for (unsigned i = 0; i < kStalls; ++i)
    visit.count(kStallNames[i], cycles[i], "slot-cycles", kMeanings[i]);
}

}  // namespace heddle::model
