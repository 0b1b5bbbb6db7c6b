#include "heddle/sim/run_options.hpp"

#include <array>

namespace heddle::sim {

namespace {

/// Which timeline is written.
void describe_timeline(RunOptions& options, ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 4> kForms = {"none", "json", "text", "csv"};
  visit.choice("timeline", options.timeline, kForms,
               {.doc = "the form of timeline that is written"});
  visit("timeline_from", options.timeline_from,
        {.unit = "cycles", .doc = "first cycle of the timeline, if the first kernel has begun"});
  visit("timeline_to", options.timeline_to,
        {.unit = "cycles", .doc = "first cycle after the timeline; 0: it has no end"});
  visit("timeline_cycles", options.timeline_cycles,
        {.unit = "cycles", .doc = "of the timeline, from its first on; 0: it has no end"});
  visit("timeline_sms", options.timeline_sms,
        {.doc = "SMs of the timeline, as in 0,2-4; empty: all"});
  visit("timeline_events", options.timeline_events,
        {.unit = "events", .minimum = 1, .doc = "most that a timeline has; then it is cut"});
}

}  // namespace

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
  visit("check_scalars", check_scalars,
        {.doc = "analyse the kernels, end in a fault where an instruction that was found scalar "
                "differs between active threads, count scalars and live registers"});
  static constexpr std::array<std::string_view, 3> kLevels = {"launch", "kernel", "total"};
  visit.choice("stats", stats, kLevels,
               {.doc = "stats.json tells launches apart, or kernels only, or has only the total"});
  visit("stats_sms", stats_sms,
        {.doc = "what stats.json tells apart (launches, kernels), it also tells by SM"});
  visit("hit_classes", hit_classes,
        {.doc = "tell apart whose data the hits in the L1s are: the thread's, another thread's of "
                "the warp, another warp's (l1d.hit_class, l1d.merge_class)"});
  visit(
      "lost_locality", lost_locality,
      {.doc = "count misses on lines that the warp had brought and lost, and which of them follow "
              "a gate (lost_locality.events, lost_locality.gated)"});
  visit("lost_locality_tags", lost_locality_tags,
        {.unit = "tags",
         .minimum = 1,
         .maximum = 4096,
         .doc = "lines that a warp lost last, of which run.lost_locality knows"});
  visit("lost_locality_ways", lost_locality_ways,
        {.unit = "tags", .minimum = 1, .maximum = 4096, .doc = "of a set of these"});
  visit("blocks", blocks,
        {.doc = "write blocks.csv into the run's folder: when each block was on which SM"});
  visit("warps", warps,
        {.doc = "write warps.csv into the run's folder: when each warp was on which SM, what it "
                "issued and what it found in the texture cache"});
  visit("policy_notes", policy_notes,
        {.doc = "write policy_notes.csv into the run's folder: what warp scheduler and throttle "
                "decided, where they say it"});
  visit("l1_replay", l1_replay,
        {.doc = "replay the accesses of each L1 without time through itself, with Belady's "
                "replacement, and through one without bounds (l1_replay); 20 bytes of host memory "
                "an access until the launch ends"});
  visit(
      "l1_stream", l1_stream,
      {.doc = "write the accesses of the L1s to l1_stream.bin, for heddle replay; 16 bytes each"});
  visit("loads", loads,
        {.doc = "count what each load of the kernels does in the L1s: l1d.trip, and loads.csv, "
                "which throttle.daws.profile reads"});
  visit("sample", sample,
        {.unit = "cycles", .doc = "between two lines of samples.csv; 0: none is written"});
  visit("balance", balance,
        {.doc =
             "measure how much faster 2 to 64 host threads could run the SMs at best (host.balance "
             "of stats.json); with one host thread"});
  describe_timeline(*this, visit);
}

}  // namespace heddle::sim
