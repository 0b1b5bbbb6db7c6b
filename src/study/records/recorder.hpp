// Writes the judged claims of a reproduction as records into the experiment's verdicts.csv, with
// the revision of heddle that measured them.
#pragma once

#include <cstddef>
#include <filesystem>

#include "study/claims/experiment.hpp"
#include "study/sources/revision.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

class Recorder {
 public:
  /// Made before the first run. `programs` is the folder of the running program. Throws Error if
  /// the source tree has changes or no revision, unless `with_changes` allows records that say so.
  Recorder(std::filesystem::path programs, bool with_changes);

  /// Replaces the records of the reproduction's size and options, and no others. A whole study has
  /// a record for each claim; one with options has records of what it measured. Returns how many
  /// records there are. Throws
  /// Error if the revision is another one than before the first run.
  std::size_t record(const Experiment& experiment, const Reproduction& reproduction) const;

 private:
  std::filesystem::path programs_;
  Revision revision_;  ///< before the first run
};

}  // namespace heddle::study
