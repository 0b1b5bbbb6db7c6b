// What the runs of `heddle whatif` measured: the cycles of each kernel, once as the run is and once
// for each idealization.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heddle::study {

inline constexpr const char* kWhatifFile = "whatif.json";

struct WhatifKernel {
  std::string name;  ///< demangled
  double cycles = 0;
};

/// The cycles of one run, or computed cycles.
struct WhatifRow {
  std::string name, title, meaning;      ///< of the idealization; as it is: "", and a title
  std::vector<std::string> assignments;  ///< settings of the run that differ
  /// Why there are no cycles: "" if there are some.
  std::string missing;
  double cycles = 0;                  ///< of all timed launches
  std::vector<WhatifKernel> kernels;  ///< in the order of the run as it is
  bool is_computed = false;           ///< no run had these cycles
};

struct WhatifResults {
  std::string heddle_version;
  WhatifRow before;             ///< the run as it is
  std::vector<WhatifRow> rows;  ///< by idealization; those that save most first
};

/// The table for people. The columns after the first two are the kernels with most cycles.
/// `room`: characters of a line; 0: no limit.
std::string whatif_text(const WhatifResults& results, std::size_t room);
/// The content of whatif.json.
std::string whatif_json(const WhatifResults& results);
/// Reads whatif.json of an output folder; nothing if there is none. Throws Error if the file cannot
/// be read.
std::optional<WhatifResults> read_whatif(const std::filesystem::path& folder);

}  // namespace heddle::study
