// The import of a configuration of GPGPU-Sim or Accel-Sim: option files, and the network file and
// power file that they name, become a machine file of heddle.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "study/gpgpusim/option_table.hpp"
#include "study/gpgpusim/power_file.hpp"

namespace heddle::study::gpgpusim {

struct ImportRequest {
  std::vector<std::filesystem::path> files;  ///< option files; of the same option the last counts
  std::filesystem::path power;               ///< power file; "": what the options name
  std::string base;     ///< machine that has what no option says; "": by compute capability
  std::string name;     ///< of the device
  bool strict = false;  ///< whether an unknown option is an error
};

/// What became of an option that is given.
struct OptionFinding {
  std::string name, value, place;
  bool known = true;  ///< false: no row of the table; `note` may name a similar option
  Fate fate = Fate::taken;
  std::string keys = {}, note = {};
};

struct Import {
  std::string base;
  std::vector<OptionFinding> options;  ///< in the order of the files
  std::vector<std::string> replaced;   ///< values that a later value of the same option replaced
  std::vector<PowerFinding> power;     ///< empty without a power file
  std::filesystem::path power_file;
  std::string machine;  ///< the text of the machine file

  std::size_t count(Fate fate) const;
  std::size_t unknown() const;
};

/// Throws Error for a file that cannot be read, for a value that heddle cannot have, and, if the
/// request is strict, for unknown options. The message has the place and what would do. The machine
/// that is returned has passed the checks of a run.
Import import_machine(const ImportRequest& request);

/// The summary: counts, and tables of what is taken with a difference, of what has no counterpart
/// and of what is unknown. `all` also lists what is taken and what has no effect on results. `room`
/// is the width of the terminal; 0: no limit.
std::string summary_text(const Import& import, bool all, std::size_t room);

}  // namespace heddle::study::gpgpusim
