#include "study/runs/outcome.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "jobs/processes/ending_signals.hpp"

namespace heddle::study {
namespace {

using sim::ProcessResult;
using sim::ProcessState;
using sim::RunStatus;

constexpr const char* kReport =
    "; report it with the manifest.json that heddle run --out DIR writes, and the program";
constexpr const char* kKeptOutput =
    "a process ended without giving up its device (a crash, or _exit)";

const ProcessResult* first_in(const sim::RunResult& result, ProcessState state) {
  const auto found =
      std::find_if(result.processes.begin(), result.processes.end(),
                   [&](const ProcessResult& process) { return process.state == state; });
  return found == result.processes.end() ? nullptr : &*found;
}

sim::RunOutcome judge(const sim::RunResult& result, const jobs::ProgramEnd& end) {
  const bool kept = first_in(result, ProcessState::running) != nullptr;
  const bool disturbed = end.signal != 0 || end.exit_code != 0 || kept;
  if (result.crash && result.crash->is_heddles)
    return {RunStatus::failed, result.crash->text + kReport, {}};
  if (const ProcessResult* faulty = first_in(result, ProcessState::failed)) {
    return {RunStatus::failed, faulty->fault, {}};
  }
  if (end.interrupted_by != 0 && disturbed) {
    return interrupted_outcome(end.interrupted_by);
  }
  if (disturbed && result.crash) return {RunStatus::incomplete, result.crash->text, {}};
  if (end.signal != 0) {
    return {RunStatus::incomplete, "the program was ended by " + jobs::signal_name(end.signal), {}};
  }
  if (const ProcessResult* stopped = first_in(result, ProcessState::stopped)) {
    return {RunStatus::incomplete, stopped->stop, {}};
  }
  if (end.exit_code != 0) {
    const std::string code = exit_code_reason(end.exit_code);
    return {RunStatus::failed, kept ? fmt::format("{}; {}", code, kKeptOutput) : code, {}};
  }
  if (kept) return {RunStatus::incomplete, kKeptOutput, {}};
  if (result.processes.empty()) {
    return {RunStatus::failed,
            "no process of the program used heddle's CUDA runtime (a static one bypasses it)",
            {}};
  }
  return {RunStatus::complete, "", {}};
}

}  // namespace

sim::RunOutcome interrupted_outcome(int signal) {
  return {RunStatus::incomplete, "interrupted by " + jobs::signal_name(signal), {}};
}

std::string exit_code_reason(int exit_code) {
  return fmt::format("the program's exit code is {}", exit_code);
}

std::string closing_line(const std::string& status, const std::string& reason) {
  return fmt::format("heddle: {}: {}\n", status, reason.substr(0, reason.find('\n')));
}

sim::RunOutcome outcome_of(const sim::RunResult& result, const jobs::ProgramEnd& end) {
  sim::RunOutcome outcome = judge(result, end);
  outcome.exit_code = end.exit_code;
  return outcome;
}

}  // namespace heddle::study
