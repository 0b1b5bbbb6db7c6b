// One run of `heddle cc`: the options, the tools, the temporary folder, and how a command is run or
// only printed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cc/options/options.hpp"
#include "cc/session/sdk_tree.hpp"
#include "jobs/folders/temporary_folder.hpp"
#include "jobs/processes/ending_signals.hpp"

namespace heddle::cc {

/// A compiler said what is wrong; only its exit code is left to pass on.
struct CompilerFailed {
  int status = 1;
};

class Session {
 public:
  Session(Options options, Tools tools);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Options& options() const { return options_; }
  const Tools& tools() const { return tools_; }

  /// A file for an intermediate result of `input`: in the temporary folder, or where -keep wants
  /// it.
  std::string intermediate(const std::string& input, const std::string& suffix);

  /// Prints (-v, -dryrun) and runs a command; throws CompilerFailed. `output` takes its standard
  /// output.
  void run(std::span<const std::string> command, const std::string& output = "");

  /// Writes a file whole, unless this is a dry run.
  void write(const std::string& path, const std::string& content) const;

 private:
  jobs::HeldSignals signals_;  ///< until the temporary folder is gone
  Options options_;
  Tools tools_;
  std::optional<jobs::TemporaryFolder> temporary_;  ///< none in a dry run
  unsigned count_ = 0;
};

/// The whole of a file; Error if it cannot be read.
std::string read_file(const std::string& path);

/// The file's name without folders and last extension.
std::string stem_of(const std::string& path);

/// True for .cu files and what -x cu makes one.
bool is_cuda(const Input& input);

}  // namespace heddle::cc
