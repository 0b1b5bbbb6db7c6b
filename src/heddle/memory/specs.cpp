#include "heddle/memory/specs.hpp"

#include <array>
#include <string_view>

#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::memory {

void CacheSpec::describe(ParameterVisitor& visit) {
  visit("bytes", bytes, {.unit = "B", .minimum = 1024, .maximum = 1 << 26, .doc = "capacity"});
  visit("line_bytes", line_bytes,
        {.unit = "B", .minimum = 32, .maximum = 256, .doc = "bytes of a line"});
  visit("associativity", associativity,
        {.unit = "ways", .minimum = 1, .maximum = 1024, .doc = "lines of a set"});
  visit.choice(
      "set_index", set_index, kSetIndexNames,
      {.doc = "how the set of a line is computed; fermi: by an exclusive or of address bits"});
  policy::describe_replacement(visit, replacement, "which line of a full set is evicted");
  visit("sectored", sectored,
        {.doc = "whether a miss fetches 32-byte sectors instead of the whole line"});
  visit("mshr_entries", mshr_entries,
        {.minimum = 1, .maximum = 4096, .doc = "lines that may be requested and have not arrived"});
  visit("mshr_merges", mshr_merges,
        {.minimum = 1, .maximum = 4096, .doc = "requests that may wait for one line"});
  visit("hit_latency", hit_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 2000,
         .doc = "from the access to the data, in cycles of the cache's clock"});
}

void InterconnectSpec::describe(ParameterVisitor& visit) {
  visit("clock_mhz", clock_mhz,
        {.unit = "MHz", .minimum = 1, .maximum = 10000, .doc = "clock of the crossbar"});
  visit("flit_bytes", flit_bytes,
        {.unit = "B", .minimum = 8, .maximum = 256, .doc = "bytes that a port moves in a cycle"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "interconnect cycles from port to port, one way, without contention"});
  visit("credits", credits,
        {.unit = "packets",
         .minimum = 1,
         .maximum = 4096,
         .doc = "packets in the queue of a crossbar input"});
  visit("header_bytes", header_bytes,
        {.unit = "B", .minimum = 0, .maximum = 64, .doc = "header of a packet"});
  static constexpr std::array<std::string_view, 3> kRules = {"round_robin", "oldest", "random"};
  visit.choice("arbitration", arbitration, kRules,
               {.doc = "which of the inputs that want an output gets it"});
  visit("output_queues", output_queues,
        {.doc = "whether a crossbar input has a queue for each output, so that a packet waits only "
                "for packets to its own output"});
}

void L2Spec::describe(ParameterVisitor& visit) {
  visit("clock_mhz", clock_mhz,
        {.unit = "MHz", .minimum = 1, .maximum = 10000, .doc = "clock of the slices"});
  visit("slices_per_channel", slices_per_channel,
        {.minimum = 1,
         .maximum = 16,
         .doc = "slices, each with a crossbar port, before a DRAM channel"});
  visit("interleave_bytes", interleave_bytes,
        {.unit = "B",
         .minimum = 128,
         .maximum = 65536,
         .doc = "consecutive bytes that one slice serves"});
  visit("address_hash", address_hash,
        {.doc = "whether a hash of upper address bits chooses the slice"});
  visit("queue_entries", queue_entries,
        {.unit = "requests",
         .minimum = 1,
         .maximum = 4096,
         .doc = "requests that may wait before a slice"});
  visit("reply_entries", reply_entries,
        {.unit = "replies",
         .minimum = 1,
         .maximum = 4096,
         .doc = "replies of a slice that may wait for the interconnect before the slice stops"});
  visit(
      "fetch_bytes", fetch_bytes,
      {.unit = "B",
       .minimum = 32,
       .maximum = 256,
       .doc = "aligned bytes that a miss of a sector fetches from DRAM, where lines are sectored"});
  visit("dirty_share", dirty_share,
        {.minimum = 0.01,
         .maximum = 1,
         .doc = "share of a slice's sectors that may wait to be written to DRAM; beyond it, the "
                "lines that were written first are written to DRAM and stay in the cache; 1: a "
                "line is written to DRAM only when it is evicted"});
  visit("atomic_cycles", atomic_cycles,
        {.unit = "L2 cycles",
         .maximum = 1000,
         .doc = "what each further operation of an atomic's lanes on one address costs its slice; "
                "0: operations on the same address cost nothing"});
  slice.describe(visit);
}

void DramSpec::describe(ParameterVisitor& visit) {
  visit("clock_mhz", clock_mhz,
        {.unit = "MHz", .minimum = 1, .maximum = 10000, .doc = "command clock"});
  visit("channels", channels,
        {.minimum = 1, .maximum = 128, .doc = "channels, each a partition with its L2 slices"});
  visit(
      "bytes_per_cycle", bytes_per_cycle,
      {.unit = "B", .minimum = 1, .maximum = 512, .doc = "data of one channel in a command cycle"});
  visit("burst_bytes", burst_bytes,
        {.unit = "B",
         .minimum = 1,
         .maximum = 512,
         .doc = "data of one column command; an access takes whole bursts"});
  visit("burst_per_sector", burst_per_sector,
        {.doc = "whether a read fetches each 32-byte sector with a column command of its own"});
  visit("banks", banks, {.minimum = 1, .maximum = 64, .doc = "banks of a channel"});
  visit("bank_groups", bank_groups,
        {.minimum = 1,
         .maximum = 64,
         .doc = "groups of neighbouring banks, within which column commands keep a distance of "
                "t_ccd_l, and addresses alternate between two banks each 256 B; 1: none"});
  visit("row_bytes", row_bytes,
        {.unit = "B", .minimum = 256, .maximum = 65536, .doc = "row buffer of a bank"});
  visit("queue_entries", queue_entries,
        {.minimum = 1,
         .maximum = 1024,
         .doc = "requests from which a channel chooses; at least 2 where writes share the queue"});
  static constexpr std::array<std::string_view, 2> kSchedulers = {"fr_fcfs", "fcfs"};
  visit.choice("scheduler", scheduler, kSchedulers,
               {.doc = "fr_fcfs: the oldest of the commands that may issue goes first; fcfs: "
                       "requests go in order"});
  visit("dual_command_bus", dual_command_bus,
        {.doc = "whether a row command and a column command may issue in one cycle"});
  visit("write_queue_entries", write_queue_entries,
        {.maximum = 1024,
         .doc = "writes that may wait in a queue of their own; 0: reads and writes share a queue"});
  visit("write_high", write_high,
        {.maximum = 1024, .doc = "queued writes at which a batch of writes begins"});
  visit("write_low", write_low, {.maximum = 1024, .doc = "queued writes at which the batch ends"});
  const ParameterInfo timing{
      .unit = "DRAM cycles", .minimum = 0, .maximum = 1000, .doc = "see the DRAM's data sheet"};
  const auto time = [&](std::string_view name, std::uint32_t& value, std::string_view doc) {
    ParameterInfo info = timing;
    info.doc = doc;
    visit(name, value, info);
  };
  time("t_cl", t_cl, "read command to data");
  time("t_rp", t_rp, "precharge to activate");
  time("t_rcd", t_rcd, "activate to column command");
  time("t_ras", t_ras, "activate to precharge");
  time("t_rc", t_rc, "activate to activate of one bank");
  time("t_rrd", t_rrd, "activate to activate of two banks");
  time("t_ccd", t_ccd, "column command to column command");
  time("t_ccd_l", t_ccd_l,
       "column command to column command of one group of banks; counts with two groups or more");
  time("t_wl", t_wl, "write command to data");
  time("t_cdlr", t_cdlr, "last write data to read command");
  time("t_wr", t_wr, "last write data to precharge");
  time("t_rtp", t_rtp, "read command to precharge");
  time("bus_turnaround", bus_turnaround, "last read data to first write data");
  visit("t_refi", t_refi,
        {.unit = "DRAM cycles",
         .maximum = 1e6,
         .doc = "from one refresh of all banks to the next; 0: no refresh"});
  visit("t_rfc", t_rfc, {.unit = "DRAM cycles", .maximum = 1e5, .doc = "refresh to activate"});
  visit("latency", latency,
        {.unit = "core cycles",
         .minimum = 0,
         .maximum = 2000,
         .doc = "between the L2 and the channel, both ways together"});
}

void IdealSpec::describe(ParameterVisitor& visit) {
  visit("banks", banks, {.doc = "each bank of shared memory serves any number of words at once"});
  visit("coalescing", coalescing,
        {.doc = "a load or store of global memory touches as few lines and sectors as if its lanes "
                "accessed consecutive elements"});
  visit("constants", constants,
        {.doc = "constant memory serves any addresses at once, and each load hits its cache"});
  visit(
      "local", local,
      {.doc = "a load or store of local memory (.local) costs no more than a move of a register"});
  visit("fences", fences, {.doc = "a fence waits for nothing"});
  visit("l1", l1, {.doc = "each load hits the L1, or the texture cache"});
  visit("l2", l2, {.doc = "each request hits the L2"});
  visit("dram", dram,
        {.doc = "a read of DRAM waits for nothing but an open row's latency and one burst"});
}

}  // namespace heddle::memory
