// One run of `heddle cc`: the options, the tools and the temporary folder. Runs a command or only
// prints it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "cc/options/options.hpp"
#include "cc/session/sdk_tree.hpp"
#include "jobs/folders/temporary_folder.hpp"
#include "jobs/processes/ending_signals.hpp"

namespace heddle::cc {

/// A compiler has failed and printed why. heddle ends with the compiler's exit code.
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

  /// A file for an intermediate result of `input`: in the temporary folder, or in the folder of
  /// -keep.
  std::string intermediate(const std::string& input, const std::string& suffix);

  /// The temporary folder. A dry run has none.
  const std::filesystem::path& temporary_folder() const { return temporary_->path(); }

  /// Prints the command if -v or -dryrun is given. Runs the command unless -dryrun is given.
  /// `output` is the file for its standard output. Throws CompilerFailed.
  void run(std::span<const std::string> command, const std::string& output = "");

  /// Writes a file whole, unless this is a dry run.
  void write(const std::string& path, const std::string& content) const;

 private:
  jobs::HeldSignals signals_;  ///< held until the temporary folder is gone
  Options options_;
  Tools tools_;
  std::optional<jobs::TemporaryFolder> temporary_;  ///< none in a dry run
  unsigned count_ = 0;
};

/// The contents of a file. Throws Error if the file cannot be read.
std::string read_file(const std::string& path);

/// The file's name without its folders and last extension.
std::string stem_of(const std::string& path);

/// Whether the file is CUDA: a .cu file, or any after -x cu.
bool is_cuda(const Input& input);

}  // namespace heddle::cc
