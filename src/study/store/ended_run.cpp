#include "study/store/ended_run.hpp"

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "study/runs/outcome.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeptText = 4000;  ///< last bytes of a run's output that are stored

/// Replaces bytes that are no valid UTF-8.
std::string as_utf8(const std::string& bytes) {
  using nlohmann::json;
  return json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string end_of(const fs::path& file) {
  std::string text = end_of_file(file, kKeptText);
  while (text.ends_with('\n')) text.pop_back();
  return as_utf8(text);
}

std::string last_line(const std::string& text) {
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

/// Why a run left no final stats.json: the signal, the last line of its output, or the exit code.
std::string refusal(const jobs::JobEnd& end, const std::string& output) {
  if (end.exit_code > 128)
    return fmt::format("heddle run was ended by signal {}", end.exit_code - 128);
  const std::string line = last_line(output);
  return line.empty() ? fmt::format("heddle run ended with exit code {}", end.exit_code) : line;
}

std::string warnings(const sim::SavedStats& stats) {
  std::string text;
  for (const std::string& warning : stats.warnings) {
    text += (text.empty() ? "warning: " : "; warning: ") + warning;
  }
  return text;
}

/// The last line of the output before heddle's closing line.
std::string said_last(const std::string& output, const sim::SavedStats& stats) {
  std::string closing = closing_line(stats.status, stats.reason);
  closing.pop_back();
  std::string line = last_line(output);
  if (line != closing) return line;
  const std::size_t newline = output.rfind('\n');
  return newline == std::string::npos ? "" : last_line(output.substr(0, newline));
}

/// Whether the run completed, apart from an exit code that its program may have.
bool is_complete(const sim::SavedStats& stats, int exit_code, const RunRules& rules) {
  if (stats.status == "complete") return true;
  return rules.any_exit_code && exit_code != 0 && stats.reason == exit_code_reason(exit_code);
}

void judge_stats(EndedRun& run, const jobs::JobEnd& end, const RunRules& rules,
                 const fs::path& results) {
  run.status = "failed";
  std::error_code error;
  if (fs::exists(results / sim::kStatsFile, error)) run.stats = sim::read_stats(results);
  run.message = run.stats.reason;
  const bool is_final = !run.stats.status.empty() && run.message != sim::RunOutcome{}.reason;
  if (!is_final) {
    run.message = refusal(end, run.output);
  } else if (is_complete(run.stats, end.exit_code, rules)) {
    run.status = "ok";
    run.message = warnings(run.stats);
  } else if (run.stats.status == "incomplete" && end.exit_code == 0) {
    run.status = "incomplete";
    if (const std::string said = warnings(run.stats); !said.empty()) run.message += "; " + said;
  } else if (const std::string line = said_last(run.output, run.stats); !line.empty()) {
    run.message += "; it said last: " + line;
  }
}

}  // namespace

EndedRun judge_run(const jobs::JobEnd& end, const RunRules& rules, const fs::path& results,
                   const fs::path& output) {
  EndedRun run;
  run.exit_code = end.exit_code;
  run.seconds = end.seconds;
  run.peak_bytes = end.peak_bytes;
  run.output = end_of(output);
  run.folder = results;
  switch (end.ending) {
    case jobs::JobEnding::too_long:
      run.status = "timeout";
      run.message =
          fmt::format("ended after {:g} s, as the sweep's file says", rules.bounds.seconds);
      break;
    case jobs::JobEnding::too_large:
      run.status = "memory";
      run.message = fmt::format("took more than the {} that the sweep's file allows",
                                format_bytes(rules.bounds.bytes));
      break;
    case jobs::JobEnding::by_itself:
      judge_stats(run, end, rules, results);
      break;
  }
  if (run.status == "ok") run.output.clear();
  if (run.status != "ok" && run.status != "incomplete") run.stats = {};
  return run;
}

}  // namespace heddle::study
