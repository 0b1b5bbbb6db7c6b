// The revision of the running heddle. The build writes the revision and the path of the source tree
// into the file `revision` beside the programs. The revision is valid if the source tree still has
// this revision. scripts/revision.sh defines what a revision is and which changes count.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::study {

struct Revision {
  std::string name;  ///< "c49f789", "c49f789+changes" or "unknown"
  /// Why the name does not identify the running heddle, and what the user can do; "" if it does.
  std::string problem;
};

/// The revision that the build wrote beside the programs, whatever the source tree is at now;
/// "unknown" if there is none. `programs` is the folder of heddle's program file.
std::string stated_revision(const std::filesystem::path& programs);

/// The revision of the running heddle. `programs` is the folder of its program file.
Revision built_revision(const std::filesystem::path& programs);

}  // namespace heddle::study
