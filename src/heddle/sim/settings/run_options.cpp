#include "heddle/sim/settings/run_options.hpp"

#include <array>

namespace heddle::sim {

void RunOptions::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kTimings = {"full", "none"};
  visit.choice(
      "timing", timing, kTimings,
      {.doc = "full: cycle by cycle; none: compute the results only. What events measure of "
              "an untimed launch is then a model's: each SM that has a block issues one "
              "warp instruction a cycle from each scheduler and never waits "
              "(docs/untimed-runs.md)"});
  visit(
      "kernels", kernels,
      {.doc =
           "pattern (heddle explain patterns) of the kernels to time, the rest runs functionally; "
           "empty: all"});
  visit("skip", skip,
        {.unit = "launches", .doc = "of the launches that match, how many run functionally first"});
  visit("launches", launches,
        {.unit = "launches", .doc = "of the launches that match, how many are timed; 0: all"});
  visit("stop_after_cycles", stop_after_cycles,
        {.unit = "cycles",
         .doc = "end the program after this many in which a kernel runs; 0: never"});
  visit("stop_after_instructions", stop_after_instructions,
        {.unit = "warp instructions", .doc = "end the program after this many; 0: never"});
  visit("threads", threads,
        {.minimum = 1, .maximum = 256, .doc = "host threads; results do not depend on it"});
  visit("capture", capture,
        {.doc = "write what a replay of the launches needs: heddle run --capture FILE sets it"});
  visit("check_scalars", check_scalars,
        {.doc = "analyse the kernels, end in a fault where an instruction that was found scalar "
                "differs between active threads, count scalars and live registers"});
  static constexpr std::array<std::string_view, 3> kLevels = {"launch", "kernel", "total"};
  visit.choice("stats", stats, kLevels,
               {.doc = "stats.json tells launches apart, or kernels only, or has only the total"});
  visit("stats_sms", stats_sms,
        {.doc = "what stats.json tells apart (launches, kernels), it also tells by SM"});
  visit("balance", balance,
        {.doc =
             "measure how much faster 2 to 64 host threads could run the SMs at best (host.balance "
             "of stats.json); with one host thread"});
}

}  // namespace heddle::sim
