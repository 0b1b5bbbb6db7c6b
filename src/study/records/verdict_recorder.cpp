#include "study/records/verdict_recorder.hpp"

#include <ctime>

#include <fmt/chrono.h>

#include "heddle/base/error.hpp"
#include "study/records/record.hpp"

namespace heddle::study {

VerdictRecorder::VerdictRecorder(std::filesystem::path programs, bool with_changes)
    : programs_(std::move(programs)), revision_(built_revision(programs_)) {
  if (revision_.problem.empty() || with_changes) return;
  fail("--record: {}; --with-changes records all the same, as '{}'", revision_.problem,
       revision_.name);
}

std::size_t VerdictRecorder::record(const Experiment& experiment,
                                    const Reproduction& reproduction) const {
  const Revision now = built_revision(programs_);
  if (now.name != revision_.name) {
    fail("--record: heddle's revision was {} before the runs and is {} after them; run it again",
         revision_.name, now.name);
  }
  const MeasuredBy by = {revision_.name,
                         fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))};
  std::vector<Record> records;
  for (const JudgedVariant& of_variant : reproduction.variants) {
    for (const JudgedClaim& judged : of_variant.claims) {
      if (!is_measured(judged.verdict) && !reproduction.options.empty()) continue;
      records.push_back({judged, reproduction.size, reproduction.options, of_variant.variant, by});
    }
  }
  const std::size_t count = records.size();
  replace_records(experiment, reproduction.size, reproduction.options, std::move(records));
  return count;
}

}  // namespace heddle::study
