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
  visit.choice("set_index", set_index, kSetIndexNames,
               {.doc = "which set a line belongs to; fermi: by an exclusive or of address bits"});
  policy::describe_replacement(visit, replacement, "which line of a full set goes");
  visit("sectored", sectored, {.doc = "misses fetch 32-byte sectors instead of whole lines"});
  visit("mshr_entries", mshr_entries,
        {.minimum = 1, .maximum = 4096, .doc = "lines that may be outstanding"});
  visit("mshr_merges", mshr_merges,
        {.minimum = 1, .maximum = 4096, .doc = "requests that may wait for one line"});
  visit("hit_latency", hit_latency,
        {.unit = "cycles", .minimum = 1, .maximum = 2000, .doc = "access to data"});
}

void InterconnectSpec::describe(ParameterVisitor& visit) {
  visit("clock_mhz", clock_mhz,
        {.unit = "MHz", .minimum = 1, .maximum = 10000, .doc = "clock of the crossbar"});
  visit("flit_bytes", flit_bytes,
        {.unit = "B", .minimum = 8, .maximum = 256, .doc = "bytes a port moves in a cycle"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "port to port, one way, uncontended"});
  visit("credits", credits,
        {.unit = "packets",
         .minimum = 1,
         .maximum = 4096,
         .doc = "in the queue of a crossbar input"});
  visit("header_bytes", header_bytes,
        {.unit = "B", .minimum = 0, .maximum = 64, .doc = "of a packet"});
  static constexpr std::array<std::string_view, 3> kRules = {"round_robin", "oldest", "random"};
  visit.choice("arbitration", arbitration, kRules,
               {.doc = "which of the inputs that want an output gets it"});
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
  visit("address_hash", address_hash, {.doc = "upper address bits shift the slices' turns"});
  visit("queue_entries", queue_entries,
        {.unit = "requests", .minimum = 1, .maximum = 4096, .doc = "that wait before a slice"});
  visit("reply_entries", reply_entries,
        {.unit = "replies",
         .minimum = 1,
         .maximum = 4096,
         .doc = "that wait behind a slice for the interconnect, before it stops"});
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
         .doc = "data of one column command; an access takes whole ones"});
  visit("burst_per_sector", burst_per_sector,
        {.doc = "reads fetch each 32-byte sector with a column command of its own"});
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
         .doc = "requests a channel chooses from; at least 2 where writes share it"});
  static constexpr std::array<std::string_view, 2> kSchedulers = {"fr_fcfs", "fcfs"};
  visit.choice("scheduler", scheduler, kSchedulers,
               {.doc = "of the commands that may go first the oldest, or requests in order"});
  visit("dual_command_bus", dual_command_bus,
        {.doc = "row and column commands may issue in one cycle"});
  visit("write_queue_entries", write_queue_entries,
        {.maximum = 1024, .doc = "writes queued apart from reads; 0: in one queue"});
  visit("write_high", write_high,
        {.maximum = 1024, .doc = "queued writes at which only writes are served"});
  visit("write_low", write_low,
        {.maximum = 1024, .doc = "queued writes at which reads are served again"});
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
         .doc = "from refresh to refresh of all banks; 0: none"});
  visit("t_rfc", t_rfc, {.unit = "DRAM cycles", .maximum = 1e5, .doc = "refresh to activate"});
  visit("latency", latency,
        {.unit = "core cycles",
         .minimum = 0,
         .maximum = 2000,
         .doc = "between L2 and channel, both ways together"});
}

}  // namespace heddle::memory
