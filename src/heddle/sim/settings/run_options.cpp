#include "heddle/sim/settings/run_options.hpp"

#include <array>

namespace heddle::sim {

void RunOptions::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kTimings = {"full", "none"};
  visit.choice(
      "timing", timing, kTimings,
      {.doc = "full: cycle by cycle; none: only the results are computed. Events then measure the "
              "time of a simple model: each scheduler of an SM that has a block issues one warp "
              "instruction a cycle and never waits (docs/untimed-runs.md)"});
  visit("kernels", kernels,
        {.doc = "pattern (heddle explain patterns) of the kernels to time; all others run without "
                "timing; empty: all are timed"});
  visit("skip", skip,
        {.unit = "launches",
         .doc = "launches of these kernels that run without timing before the first timed one"});
  visit("launches", launches,
        {.unit = "launches", .doc = "launches of these kernels to time; 0: all"});
  visit("stop_after_cycles", stop_after_cycles,
        {.unit = "cycles",
         .doc = "cycles with a running kernel after which the program is ended; 0: never"});
  visit("stop_after_instructions", stop_after_instructions,
        {.unit = "warp instructions",
         .doc = "warp instructions after which the program is ended; 0: never"});
  visit("threads", threads,
        {.minimum = 1,
         .maximum = 256,
         .doc = "host threads; results do not depend on their number, except of untimed kernels "
                "whose blocks race"});
  visit("grow_memory", grow_memory,
        {.doc = "with run.timing=none, allocations may exceed device.memory_bytes, up to the "
                "memory of the host; false if a user sets device.memory_bytes"});
  visit("capture", capture,
        {.doc = "each process writes a capture of the timed launches; heddle run --capture FILE "
                "sets it"});
  visit("check_scalars", check_scalars,
        {.doc = "analyse the kernels, count scalar instructions and live registers, and end in a "
                "fault where the active threads of an instruction that was found scalar differ"});
  static constexpr std::array<std::string_view, 3> kLevels = {"launch", "kernel", "total"};
  visit.choice("stats", stats, kLevels,
               {.doc = "detail of stats.json: every launch, every kernel, or the total alone"});
  visit("stats_sms", stats_sms, {.doc = "stats.json also has the statistics of each SM"});
  visit("balance", balance,
        {.doc =
             "measure how much faster 2 to 64 host threads could run the SMs at best (host.balance "
             "of stats.json); needs run.threads=1"});
}

}  // namespace heddle::sim
