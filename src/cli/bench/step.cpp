#include "cli/bench/step.hpp"

#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/command.hpp"
#include "cli/run/child_process.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kShown = 4000;  ///< bytes of a failed step's output, its end

std::string end_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  std::string all = text.str();
  if (all.size() > kShown) all = "..." + all.substr(all.size() - kShown);
  while (all.ends_with('\n')) all.pop_back();
  return all;
}

}  // namespace

void run_step(const std::string& what, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder) {
  ProgramStart start;
  start.arguments = {own_executable().string()};
  start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
  start.output = folder / "output.txt";
  const ProgramEnd end = run_program(start, [] {});
  if (end.interrupted_by != 0) fail("{}: interrupted", what);
  if (end.exit_code == 0) return;
  fail("{}: exit code {}\n{}", what, end.exit_code, end_of(start.output));
}

}  // namespace heddle::cli
