#include "heddle/memory/counters.hpp"

namespace heddle::memory {

void L2Counters::describe(StatisticVisitor& visit) const {
  visit.count("loads", loads, "requests", "load requests that reached an L2 slice");
  visit.count("stores", stores, "requests", "store requests that reached an L2 slice");
  visit.count("atomics", atomics, "requests", "atomic requests that reached an L2 slice");
  visit.count("hits", hits, "requests", "requests whose sectors were all present");
  visit.count("misses", misses, "requests", "requests that sent for a line or sector");
  visit.count("merges", merges, "requests", "requests that joined an outstanding line");
  visit.count("write_backs", write_backs, "lines", "dirty lines written to DRAM on eviction");
}

L2Counters& L2Counters::operator+=(const L2Counters& other) {
  loads += other.loads;
  stores += other.stores;
  atomics += other.atomics;
  hits += other.hits;
  misses += other.misses;
  merges += other.merges;
  write_backs += other.write_backs;
  return *this;
}

void DramCounters::describe(StatisticVisitor& visit) const {
  visit.count("reads", reads, "requests", "column reads");
  visit.count("writes", writes, "requests", "column writes");
  visit.count("activates", activates, "commands", "rows opened");
  visit.count("bytes", bytes, "B", "data moved");
  const auto accesses = static_cast<double>(reads + writes);
  visit.ratio("row_hit_rate", accesses == 0 ? 0 : 1 - static_cast<double>(activates) / accesses, "",
              "accesses that found their row open");
}

DramCounters& DramCounters::operator+=(const DramCounters& other) {
  reads += other.reads;
  writes += other.writes;
  activates += other.activates;
  bytes += other.bytes;
  return *this;
}

}  // namespace heddle::memory
