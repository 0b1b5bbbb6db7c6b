// The parts of heddle that runs used: "machine.gtx480", "warp_scheduler.pro", "workload.bfs",
// "study.pro", "energy", "l1_replay", "independent_threads".
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {

struct UsedParts {
  /// Key: the part. Value: the text in which a policy names its source, or what a workload stands
  /// for; "" for all other parts.
  std::map<std::string, std::string> sources;
  std::string version, revision;  ///< of the heddle that ran; "": not recorded
};

/// The parts that a run used, from its output folder, or that the runs of a sweep used, from the
/// file with their results. The folder of a reproduction counts as its results and its study.
/// Throws Error if `place` is none of them.
UsedParts used_parts(const std::filesystem::path& place, const Catalogue& catalogue);

}  // namespace heddle::study
