#include "heddle/memory/counters.hpp"

namespace heddle::memory {

void L2Counters::describe(StatisticVisitor& visit) const {
  visit.count("loads", loads, "requests", "load requests that reached an L2 slice");
  visit.count("stores", stores, "requests", "store requests that reached an L2 slice");
  visit.count("atomics", atomics, "requests", "atomic requests that reached an L2 slice");
  visit.count("hits", hits, "requests", "requests whose sectors were all present");
  visit.count("misses", misses, "requests",
              "requests that sent for a line or sector, or stores that took a new line");
  visit.count("store_misses", store_misses, "requests", "the stores among them");
  visit.count("merges", merges, "requests", "requests that joined an outstanding line");
  visit.count("write_backs", write_backs, "lines", "dirty lines written to DRAM on eviction");
  visit.count("sectors_read", sectors_read, "sectors", "of 32 B, by loads and atomics");
  visit.count("sectors_written", sectors_written, "sectors", "by stores and atomics");
  visit.count("sectors_filled", sectors_filled, "sectors", "fetched from DRAM");
  visit.count("sectors_written_back", sectors_written_back, "sectors",
              "changed ones of evicted lines, written to DRAM");
  visit.ratio("miss_rate", static_cast<double>(misses + merges),
              static_cast<double>(hits + misses + merges), "", "misses and merges per request");
}

void CrossbarCounters::describe(StatisticVisitor& visit) const {
  visit.count("packets", packets, "packets", "packets that crossed");
  visit.count("flits", flits, "flits", "their flits: cycles that they held an output");
}

void DramCounters::describe(StatisticVisitor& visit) const {
  visit.count("reads", reads, "requests", "column reads");
  visit.count("writes", writes, "requests", "column writes");
  visit.count("read_bursts", read_bursts, "commands", "bursts that they took");
  visit.count("write_bursts", write_bursts, "commands", "bursts that they took");
  visit.count("activates", activates, "commands", "rows opened");
  visit.count("bytes", bytes, "B", "data moved");
  visit.ratio("activates_per_access", static_cast<double>(activates),
              static_cast<double>(reads + writes), "",
              "rows opened per column access: 1 - row hit rate");
  visit.ratio("accesses_per_activate", static_cast<double>(reads + writes),
              static_cast<double>(activates), "requests/command",
              "column accesses that an opened row serves");
}

}  // namespace heddle::memory
