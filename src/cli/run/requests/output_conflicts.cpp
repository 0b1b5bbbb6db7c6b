#include "cli/run/requests/output_conflicts.hpp"

#include <filesystem>
#include <utility>

#include "cli/run/requests/program_file.hpp"
#include "heddle/base/error.hpp"
#include "heddle/capture/capture.hpp"
#include "jobs/streams/output_option.hpp"
#include "study/page/report.hpp"

namespace heddle::cli {
namespace {

using NamedOutput = std::pair<std::string, std::string>;  // an option and its file

bool is_same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::equivalent(one, other, error)) return true;
  return fs::weakly_canonical(fs::absolute(one), error) ==
         fs::weakly_canonical(fs::absolute(other), error);
}

std::vector<NamedOutput> outputs_of(const RunRequest& request) {
  std::vector<NamedOutput> outputs;
  const auto add = [&](const char* option, const std::string& file) {
    std::error_code error;
    const bool is_file = std::filesystem::is_regular_file(file, error) ||
                         !std::filesystem::exists(file, error);  // not /dev/null
    if (!file.empty() && !jobs::is_standard_output(file) && is_file)
      outputs.emplace_back(option, file);
  };
  add("--report", request.report);
  add("--capture", request.capture);
  if (request.timeline.wanted) add("-o", request.timeline.output);
  for (const std::string& dump : request.kernel.dumps)
    add("--dump-arg", dump.substr(dump.find(':') + 1));
  return outputs;
}

/// The existing files that the run reads. For a program that is found on PATH, the file in the
/// folder of PATH.
std::vector<std::string> inputs_of(const RunRequest& request) {
  std::vector<std::string> names = request.program;
  if (request.configuration.machine) names.push_back(*request.configuration.machine);
  for (const auto& file : request.configuration.files) names.push_back(file.string());
  for (const std::string& argument : request.kernel.arguments) {
    const std::size_t at = argument.find('@');
    if (at != std::string::npos) names.push_back(argument.substr(at + 1));
  }
  if (!request.is_bare_kernel() && !request.replays) {
    try {
      names[0] = find_program(names[0]).string();
    } catch (const Error&) {
      // The error is reported when the program is started.
    }
  }
  std::error_code error;
  std::erase_if(names, [&](const auto& name) {
    return name.empty() || !std::filesystem::is_regular_file(name, error);
  });
  return names;
}

/// Whether the file holds anything other than a capture. An output may replace a capture or an
/// empty file.
bool holds_something_else(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) &&
         std::filesystem::file_size(file, error) != 0 && !capture::is_capture(file);
}

}  // namespace

void refuse_output_conflicts(const RunRequest& request) {
  const std::vector<NamedOutput> outputs = outputs_of(request);
  if (outputs.empty()) return;
  const std::vector<std::string> inputs = inputs_of(request);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, file] = outputs[i];
    if (!request.out.empty()) study::refuse_input_as_report(option, {request.out}, file);
    for (const std::string& input : inputs) {
      if (is_same_file(file, input))
        fail("{} {}: the run reads this file; name another one", option, file);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (is_same_file(file, outputs[j].second))
        fail("{} and {} are the same file, '{}'; name another one", outputs[j].first, option, file);
    }
  }
  if (holds_something_else(request.capture))
    fail("--capture {}: a file is there that is no capture: name another, or remove this one",
         request.capture);
}

}  // namespace heddle::cli
