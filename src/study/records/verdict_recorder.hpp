// Writes the verdicts of a reproduction into the experiment's verdicts.csv, with the revision of
// heddle that measured them.
#pragma once

#include <cstddef>
#include <filesystem>

#include "study/claims/experiment.hpp"
#include "study/sources/revision.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

class VerdictRecorder {
 public:
  /// Construct this object before the first run. `programs` is the folder of the running program.
  /// Throws Error if the source tree has uncommitted changes or no revision. If `with_changes` is
  /// set, accepts such a tree and writes its revision into the records.
  VerdictRecorder(std::filesystem::path programs, bool with_changes);

  /// Replaces the records with the reproduction's size and options. A whole study gets a record for
  /// each claim. A study with options gets a record for each measured claim. Returns the number of
  /// new records. Throws Error if the revision has changed since the first run.
  std::size_t record(const Experiment& experiment, const Reproduction& reproduction) const;

 private:
  std::filesystem::path programs_;
  Revision revision_;  ///< revision before the first run
};

}  // namespace heddle::study
