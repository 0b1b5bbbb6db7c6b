// Option files of GPGPU-Sim and Accel-Sim (gpgpusim.config, trace.config): words that blanks
// separate. A word that begins with '-' and a letter names an option, and the next word is its
// value. '#' begins a comment, and quotes hold a value that contains blanks or line ends.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/exception.hpp"

namespace heddle::study::gpgpusim {

struct GivenOption {
  std::string name;     ///< of GPGPU-Sim 4.2, with its dash: "-gpgpu_n_mem"
  std::string value;    ///< without quotes, and without the blanks around a line end
  SourcePlace place;    ///< of the name
  std::string spelled;  ///< the name as the file has it, which may be that of GPGPU-Sim 3
};

/// The options of one or more files. If an option is given twice, the last value counts.
class OptionSet {
 public:
  void add(GivenOption option);

  /// Returns null if the option is not given.
  const GivenOption* find(const std::string& name) const;
  /// In the order of the files, each name once, at the place of its first value.
  const std::vector<std::string>& names() const { return names_; }
  /// The values that a later value of the same option replaced.
  const std::vector<GivenOption>& replaced() const { return replaced_; }

 private:
  std::map<std::string, GivenOption> options_;
  std::vector<std::string> names_;
  std::vector<GivenOption> replaced_;
};

/// The name that GPGPU-Sim 3 had for an option of GPGPU-Sim 4.2; "": the same.
std::string_view older_name(std::string_view name);

/// Reads the files in their order. An option -config names a further file, relative to its own.
/// Throws Error for a file that cannot be read, and SourceError for a text that is no option file.
OptionSet read_option_files(const std::vector<std::filesystem::path>& files);

}  // namespace heddle::study::gpgpusim
