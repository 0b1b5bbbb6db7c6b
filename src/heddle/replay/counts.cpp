#include "heddle/replay/counts.hpp"

namespace heddle::replay {

void ReplayCounts::describe(StatisticVisitor& visit) const {
  visit.count(
      "accesses", accesses, "accesses",
      "line accesses of loads that the L1 may serve, replayed without time (run.l1_replay)");
  visit.count("lru.misses", lru_misses, "accesses",
              "of these, misses of the machine's L1 with lru when each miss is filled at once");
  visit.ratio("lru.miss_rate_difference",
              static_cast<double>(lru_misses) - static_cast<double>(live_misses),
              static_cast<double>(accesses), "",
              "miss rate of that less the timing model's, whose merges count as hits");
  visit.count("belady.misses", belady_misses, "accesses",
              "misses when the line that is needed last makes room");
  visit.count("unbounded.misses", unbounded_misses, "accesses", "misses when no line makes room");
  visit.count("unbounded.intra_thread", unbounded_hits[0], "accesses",
              "hits of the unbounded cache on data that a thread of the access was the first to "
              "reference");
  visit.count("unbounded.inter_thread", unbounded_hits[1], "accesses",
              "hits of the unbounded cache on data that other threads of the warp were the first "
              "to reference");
  visit.count("unbounded.inter_warp", unbounded_hits[2], "accesses",
              "hits of the unbounded cache on data that another warp was the first to reference");
}

}  // namespace heddle::replay
