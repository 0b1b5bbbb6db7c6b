#include "cli/bench/step.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "jobs/processes/child_process.hpp"
#include "jobs/processes/own_executable.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kShown =
    4000;  ///< bytes that are shown from the end of a failed step's output

std::string end_of(const std::filesystem::path& file) {
  std::string text = end_of_file(file, kShown);
  if (text.size() == kShown) text = "..." + text;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

void run_step(const std::string& what, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder) {
  jobs::ProgramStart start;
  start.arguments = {jobs::own_executable().string()};
  start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
  start.output = folder / "output.txt";
  jobs::Attendant attendant;
  const jobs::ProgramEnd end = jobs::run_program(start, attendant);
  if (end.interrupted_by != 0) fail("{}: interrupted", what);
  if (end.exit_code == 0) return;
  fail("{}: exit code {}\n{}", what, end.exit_code, end_of(start.output));
}

}  // namespace heddle::cli
