#include "study/records/recorder.hpp"

#include <ctime>

#include <fmt/chrono.h>

#include "heddle/base/error.hpp"
#include "study/records/recorded_verdicts.hpp"

namespace heddle::study {

Recorder::Recorder(std::filesystem::path programs, bool with_changes)
    : programs_(std::move(programs)), revision_(built_revision(programs_)) {
  if (revision_.problem.empty() || with_changes) return;
  fail("--record: {}; --with-changes records all the same, as '{}'", revision_.problem,
       revision_.name);
}

std::size_t Recorder::record(const Experiment& experiment, const Reproduction& reproduction) const {
  const Revision now = built_revision(programs_);
  if (now.name != revision_.name) {
    fail("--record: heddle's revision was {} before the runs and is {} after them; run it again",
         revision_.name, now.name);
  }
  const MeasuredBy by = {revision_.name,
                         fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))};
  std::vector<RecordedVerdict> rows;
  for (const VariantResults& results : reproduction.results) {
    for (const ClaimResult& result : results.claims) {
      if (!is_measured(result.verdict) && !reproduction.options.empty()) continue;
      rows.push_back({result, reproduction.size, reproduction.options, results.variant, by});
    }
  }
  const std::size_t count = rows.size();
  replace_verdicts(experiment, reproduction.size, reproduction.options, std::move(rows));
  return count;
}

}  // namespace heddle::study
