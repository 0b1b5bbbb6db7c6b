#include "cc/session/session.hpp"

#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "cc/options/explanation.hpp"
#include "cc/options/words.hpp"
#include "cc/session/process.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "jobs/streams/output_option.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

Session::Session(Options options, Tools tools)
    : options_(std::move(options)), tools_(std::move(tools)) {
  if (!options_.dry_run) temporary_.emplace("cc");
}

std::string Session::intermediate(const std::string& input, const std::string& suffix) {
  if (options_.keep) {
    const fs::path folder = options_.keep_directory.empty() ? "." : options_.keep_directory;
    if (!fs::is_directory(folder)) fail("-keep-dir {}: no such folder", folder.string());
    return (folder / (stem_of(input) + suffix)).string();
  }
  const fs::path folder = temporary_ ? temporary_->path() : jobs::temporary_place() / "heddle-cc";
  return (folder / fmt::format("{}-{}{}", stem_of(input), count_++, suffix)).string();
}

void Session::run(std::span<const std::string> command, const std::string& output) {
  if (options_.dry_run || options_.verbose) {
    fmt::print(stderr, "#$ {}{}\n", visible(shell_line(command)),
               output.empty() ? "" : " > " + visible(shell_word(output)));
  }
  if (options_.dry_run) return;
  const ProcessResult result = run_process({command, output, temporary_->path()});
  if (result.status == 0) return;
  for (const std::string& line : explain(result.errors)) {
    fmt::print(stderr, "heddle cc: {}\n", visible(line));
  }
  throw CompilerFailed{result.status};
}

void Session::write(const std::string& path, const std::string& content) const {
  if (!options_.dry_run) jobs::write_output(path, content);
}

std::string read_file(const std::string& path) {
  return heddle::read_file(path, file_kinds::kObject);
}

std::string stem_of(const std::string& path) { return fs::path(path).stem().string(); }

bool is_cuda(const Input& input) { return input.as_cuda || input.path.ends_with(".cu"); }

}  // namespace heddle::cc
