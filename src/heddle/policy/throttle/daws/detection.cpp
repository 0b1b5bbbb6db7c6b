#include "heddle/policy/throttle/daws/detection.hpp"

#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/types.hpp"
#include "heddle/policy/throttle/table_parameters.hpp"

namespace heddle::policy {

void DetectionSpec::describe(ParameterVisitor& visit) {
  visit("watched_loops", watched_loops,
        {.unit = "loops",
         .maximum = 4096,
         .doc = "of a kernel, the first that are entered; the others have no locality"});
  visit("sampling_lanes", sampling_lanes,
        {.unit = "lanes",
         .minimum = 1,
         .maximum = kWarpSize,
         .doc = "least of a warp that is watched in a loop"});
  visit("classified_loads", classified_loads,
        {.unit = "loads",
         .maximum = 4096,
         .doc = "of a kernel, the first that are found; of the others nothing is predicted"});
  visit("divergence_counters", divergence_counters,
        {.unit = "loads",
         .maximum = 4096,
         .doc = "of a kernel, the first that are watched; the others count as converged"});
  visit("divergence_lanes", divergence_lanes,
        {.unit = "lanes",
         .minimum = 1,
         .maximum = kWarpSize,
         .doc = "least of an execution that counts for or against a load's divergence"});
  visit("diverged_from", diverged_from,
        {.minimum = 1, .maximum = 127, .doc = "a load is diverged whose counter is at least this"});
  visit("converged_lines", converged_lines,
        {.unit = "lines",
         .minimum = 1,
         .maximum = kWarpSize,
         .doc = "an execution of more counts for divergence; a converged load is predicted to "
                "want these"});
  visit("repetition_entries", repetition_entries,
        {.unit = "lines",
         .minimum = 1,
         .maximum = 4096,
         .doc = "of which it is known which load touched them in this trip"});
  visit("repetition_ways", repetition_ways, entries_of_a_set("lines"));
  visit("merges_vote", merges_vote,
        {.doc = "a load that joins a miss of its own warp has found data of its own"});
}

void DetectionSpec::check() const {
  if (repetition_entries % repetition_ways == 0) return;
  fail(
      "throttle.daws.repetition_entries ({}) must be a multiple of throttle.daws.repetition_ways "
      "({}): --set throttle.daws.repetition_ways={}",
      repetition_entries, repetition_ways, repetition_entries);
}

void DetectionSpec::check_lanes(unsigned lanes) const {
  for (const auto& [key, threshold] : {std::pair("sampling_lanes", sampling_lanes),
                                       std::pair("divergence_lanes", divergence_lanes)}) {
    if (threshold <= lanes) continue;
    fail(
        "throttle.daws.{} is {}, but the organisation issues at most {} lanes of a warp together, "
        "so DAWS would learn nothing: --set throttle.daws.{}={}",
        key, threshold, lanes, key, lanes);
  }
}

std::vector<StorageItem> DetectionSpec::storage() const {
  return {{"classified loads", classified_loads, 32 + 32 + 1 + 5},
          {"sampling warps", watched_loops, 32 + 5 + 8},
          {"divergence counters", divergence_counters, 32 + 8},
          {"repetition detector", repetition_entries, 40 + 32 + 5}};
}

}  // namespace heddle::policy
