// Which revision of heddle measures: that of the source tree that the programs were built from, if
// the tree is still the same. The build writes both into the file `revision` beside the programs;
// scripts/revision.sh says what a revision is and which changes count.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::study {

struct Revision {
  std::string name;  ///< "c49f789"; "c49f789+changes"; "unknown"
  /// Why the name alone does not say what measures, and what to do; "" if it does.
  std::string problem;
};

/// `programs` is the folder of the running program.
Revision built_revision(const std::filesystem::path& programs);

}  // namespace heddle::study
